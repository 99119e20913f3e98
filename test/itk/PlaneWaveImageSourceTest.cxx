#include "WaveTestTools.h"
#include "itkPlaneWaveImageSource.h"

using test::Contains;
using test::ErrorText;
using test::Pixels;

namespace
{
template <typename T>
using Source = itk::PlaneWaveImageSource<test::Waves<T>>;

template <typename T>
class PlaneWaveTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(PlaneWaveTyped, PixelTypes);
} // namespace

TYPED_TEST(PlaneWaveTyped, IsOneWaveOfOne)
{
  auto source = Source<TypeParam>::New();
  source->SetSize(20, 14);
  source->SetSpacing(0.1, 0.2);
  source->SetOrigin(-3.0, 1.5);
  source->SetEnergy(200e3);
  source->Update();
  const auto * image = source->GetOutput();
  EXPECT_EQ(image->GetLargestPossibleRegion().GetSize(), (typename test::Waves<TypeParam>::SizeType{ { 20, 14, 1 } }));
  EXPECT_EQ(image->GetSpacing()[0], 0.1);
  EXPECT_EQ(image->GetSpacing()[1], 0.2);
  EXPECT_EQ(image->GetOrigin()[0], -3.0);
  EXPECT_EQ(image->GetOrigin()[1], 1.5);
  EXPECT_EQ(image->GetOrigin()[2], 0.0);
  EXPECT_EQ(Pixels(image), std::vector<std::complex<TypeParam>>(280, TypeParam(1)));
  EXPECT_EQ(test::MetaDataOf<double>(image, "energy_eV"), 200e3);
  EXPECT_EQ(test::MetaDataOf<int>(image, "number_of_waves"), 1);
  EXPECT_EQ(test::MetaDataOf<std::string>(image, "units"), "[Å, Å, index]");
  source->SetEnergy(0.0);
  source->Update();
  EXPECT_FALSE(image->GetMetaDataDictionary().HasKey("energy_eV"));
}

TYPED_TEST(PlaneWaveTyped, IsWhatTheMultisliceFilterStartsWith)
{
  auto potential = test::MakeSource<TypeParam>(test::MakeStructure());
  auto plain = test::ExitWaves<TypeParam>::New();
  plain->SetInput(potential->GetOutput());
  plain->SetEnergy(100e3);
  plain->Update();
  auto source = Source<TypeParam>::New();
  source->SetGridFromPotential(potential->GetOutput());
  EXPECT_EQ(source->GetSize(), (itk::Size<2>{ { 48, 60 } }));
  auto filter = test::ExitWaves<TypeParam>::New();
  filter->SetInput(potential->GetOutput());
  filter->SetIncidentWave(source->GetOutput());
  filter->SetEnergy(100e3);
  filter->Update();
  // the transform of the given wave rounds
  EXPECT_LT(test::LargestDifference(Pixels(filter->GetOutput()), Pixels(plain->GetOutput())),
            sizeof(TypeParam) == sizeof(float) ? 3e-6 : 1e-12);
}

TEST(PlaneWaveImageSource, TakesTheGridOfAPotentialAtItsPlace)
{
  auto potential = test::Potential<float>::New();
  potential->SetRegions(test::Potential<float>::RegionType({ { 2, -3, 0 } }, { { 24, 36, 5 } }));
  const double spacing[3] = { 0.05, 0.1, 2.0 }, origin[3] = { 1.0, 2.0, 0.0 };
  potential->SetSpacing(spacing);
  potential->SetOrigin(origin);
  auto source = Source<float>::New();
  source->SetGridFromPotential(potential, 3);
  EXPECT_EQ(source->GetSize(), (itk::Size<2>{ { 8, 12 } }));
  EXPECT_DOUBLE_EQ(source->GetSpacing()[0], 0.15);
  EXPECT_DOUBLE_EQ(source->GetSpacing()[1], 0.3);
  EXPECT_DOUBLE_EQ(source->GetOrigin()[0], 1.1);
  EXPECT_DOUBLE_EQ(source->GetOrigin()[1], 1.7);
  EXPECT_TRUE(Contains(ErrorText([&] { source->SetGridFromPotential(potential, 5); }), "24 x 36 pixels, which is not a multiple"));
  EXPECT_TRUE(Contains(ErrorText([&] { source->SetGridFromPotential(potential, 0); }), "oversampling, 0"));
  EXPECT_TRUE(Contains(ErrorText([&] { source->SetGridFromPotential(nullptr); }), "null"));
  auto direction = potential->GetDirection();
  direction[0][0] = -1.0;
  potential->SetDirection(direction);
  EXPECT_TRUE(Contains(ErrorText([&] { source->SetGridFromPotential(potential, 3); }), "The potential is turned"));
  EXPECT_EQ(source->GetSize(), (itk::Size<2>{ { 8, 12 } }));
}

TEST(PlaneWaveImageSource, RefusesWhatIsNoGrid)
{
  auto source = Source<float>::New();
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "The size of the waves is not given"));
  source->SetSize(3, 20);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "3 x 20 pixels; allowed are 4 to 65536"));
  source->SetSize(8, 20);
  source->SetSpacing(0.1, 0.0);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "both lengths must be positive"));
  source->SetSpacing(0.1, 0.1);
  source->SetOrigin(std::numeric_limits<double>::infinity(), 0.0);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "both must be finite"));
  source->SetOrigin(0.0, 0.0);
  source->SetEnergy(-1.0);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "energy"));
  source->SetEnergy(0.0);
  source->Update();
  EXPECT_EQ(Pixels(source->GetOutput()).size(), 160u);
}

TEST(PlaneWaveImageSource, StopsAndStartsAgain)
{
  auto source = Source<float>::New();
  source->SetSize(8, 8);
  test::ExpectStopsAndStartsAgain(source.GetPointer());
}

TEST(PlaneWaveImageSource, Prints)
{
  auto source = Source<double>::New();
  source->SetSize(20, 14);
  source->SetSpacing(0.1, 0.2);
  source->SetEnergy(200e3);
  const std::string text = test::Printed(source.GetPointer());
  for (const char * part : { "Size: [20, 14]", "Spacing: [0.1, 0.2] Å", "Origin: [0, 0] Å", "Energy: 200000 eV", "ExecutionContext" })
  {
    EXPECT_TRUE(Contains(text, part));
  }
}
