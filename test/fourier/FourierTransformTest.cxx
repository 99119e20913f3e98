#include "fourier/FourierTransform.h"
#include <cmath>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

using namespace ElectronMultislice;

namespace
{
/** Arbitrary but reproducible numbers, no symmetry. */
template <typename T>
std::vector<std::complex<T>>
MakeArray(std::size_t n)
{
  std::vector<std::complex<T>> values(n);
  for (std::size_t i = 0; i < n; ++i)
  {
    const auto x = static_cast<double>(i);
    values[i] = { static_cast<T>(std::sin(1.7 * x + 0.3) + 0.2), static_cast<T>(std::cos(0.9 * x * x + 1.0)) };
  }
  return values;
}

/** The definition, sum over pixels, with exponents reduced as integers. */
std::complex<double>
DefinitionAt(const std::vector<std::complex<double>> & values, std::size_t nx, std::size_t ny, std::size_t hx, std::size_t hy)
{
  const double         pi = std::acos(-1.0);
  std::complex<double> sum = 0.0;
  for (std::size_t y = 0; y < ny; ++y)
  {
    for (std::size_t x = 0; x < nx; ++x)
    {
      const double turns =
        static_cast<double>(x * hx % nx) / static_cast<double>(nx) + static_cast<double>(y * hy % ny) / static_cast<double>(ny);
      sum += values[y * nx + x] * std::polar(1.0, -2.0 * pi * turns);
    }
  }
  return sum;
}

struct Size
{
  std::size_t nx, ny;
};
class FourierTransformOf : public testing::TestWithParam<Size>
{};
} // namespace

TEST_P(FourierTransformOf, ForwardIsTheUnnormalisedDefinition)
{
  const auto [nx, ny] = GetParam();
  const auto values = MakeArray<double>(nx * ny);
  auto       spectrum = values;
  ForwardTransform2D(spectrum.data(), nx, ny);
  for (const std::size_t hx : { std::size_t(0), std::size_t(1), nx / 2, nx - 1 })
  {
    for (const std::size_t hy : { std::size_t(0), std::size_t(1), ny / 2, ny - 1 })
    {
      const std::complex<double> expected = DefinitionAt(values, nx, ny, hx % nx, hy % ny);
      EXPECT_LT(std::abs(spectrum[hy % ny * nx + hx % nx] - expected), 1e-13 * static_cast<double>(nx * ny)) << hx << ' ' << hy;
    }
  }
}

TEST_P(FourierTransformOf, InverseUndoesForward)
{
  const auto [nx, ny] = GetParam();
  const auto values = MakeArray<double>(nx * ny);
  auto       back = values;
  ForwardTransform2D(back.data(), nx, ny);
  InverseTransform2D(back.data(), nx, ny);
  const auto singles = MakeArray<float>(nx * ny);
  auto       singlesBack = singles;
  ForwardTransform2D(singlesBack.data(), nx, ny);
  InverseTransform2D(singlesBack.data(), nx, ny);
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    ASSERT_LT(std::abs(back[i] - values[i]), 1e-13);
    ASSERT_LT(std::abs(singlesBack[i] - singles[i]), 5e-6f);
  }
}

// even, odd, non-square, primes (Bluestein), one row, one pixel
INSTANTIATE_TEST_SUITE_P(
  Sizes,
  FourierTransformOf,
  testing::Values(Size{ 40, 36 }, Size{ 127, 127 }, Size{ 255, 257 }, Size{ 100, 72 }, Size{ 64, 1 }, Size{ 1, 37 }, Size{ 1, 1 }),
  [](const auto & info) { return std::to_string(info.param.nx) + "x" + std::to_string(info.param.ny); });

TEST(FourierTransform, EmptyArraysAreLeftAlone)
{
  ForwardTransform2D<double>(nullptr, 0, 4);
  InverseTransform2D<float>(nullptr, 4, 0);
}

TEST(FourierTransform, SameBitsFromEveryThread)
{
  const auto values = MakeArray<float>(96 * 100);
  auto       expected = values;
  ForwardTransform2D(expected.data(), 96, 100);
  std::vector<std::vector<std::complex<float>>> results(4, values);
  std::vector<std::thread>                      threads;
  for (auto & result : results)
  {
    threads.emplace_back([&result] { ForwardTransform2D(result.data(), 96, 100); });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
  for (const auto & result : results)
  {
    EXPECT_TRUE(result == expected);
  }
}
