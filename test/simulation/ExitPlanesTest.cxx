#include "simulation/ExitPlanes.h"
#include "common/Error.h"
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
const std::vector<double> Edges{ 0.0, 2.0, 4.0, 6.0, 8.0 };

std::string
Refusal(const std::vector<double> & depths, std::size_t every = 0)
{
  try
  {
    ResolveExitPlanes(Edges, depths, every);
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    return error.what();
  }
  return {};
}
} // namespace

TEST(ExitPlanes, DefaultIsTheLastSlice)
{
  EXPECT_EQ(ResolveExitPlanes(Edges, {}, 0), std::vector<std::size_t>{ 4 });
}

TEST(ExitPlanes, DepthsWithinAThousandthOfAFace)
{
  EXPECT_EQ(ResolveExitPlanes(Edges, { 8.0, 2.0009, 3.9991 }, 0), (std::vector<std::size_t>{ 1, 2, 4 }));
}

TEST(ExitPlanes, EverySoManySlicesAndTheLast)
{
  EXPECT_EQ(ResolveExitPlanes(Edges, {}, 3), (std::vector<std::size_t>{ 3, 4 }));
  EXPECT_EQ(ResolveExitPlanes(Edges, {}, 2), (std::vector<std::size_t>{ 2, 4 }));
}

TEST(ExitPlanes, RefusalsNameTheNeighbours)
{
  EXPECT_NE(Refusal({ 5.0 }).find("4 and 6 Å"), std::string::npos);
  EXPECT_NE(Refusal({ 1.0 }).find("first boundary is at 2 Å"), std::string::npos);
  EXPECT_NE(Refusal({ 9.0 }).find("ends at 8 Å"), std::string::npos);
  EXPECT_NE(Refusal({ 2.0, 2.0005 }).find("same depth"), std::string::npos);
  EXPECT_NE(Refusal({ 2.0 }, 2).find("one of the two"), std::string::npos);
  EXPECT_NE(Refusal({}, 5).find("only 4"), std::string::npos);
}
