// The potential stage against its plain twins: the reference backend's direct sums, and sine, cosine and library transforms in natural
// order.
#include "Deviation.h"
#include "SmallProblem.h"
#include "backends/Device.h"
#include "backends/cpu/InstructionSet.h"
#include "backends/cpu/PotentialBuilder.h"
#include "backends/cpu/TransmissionPacking.h"
#include "fourier/FourierTransform.h"
#include "physics/Constants.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace ElectronMultislice;

namespace
{
/** [y][x] values in single or double precision. */
class ListedPotential : public GivenPotential
{
public:
  explicit ListedPotential(std::vector<double> values)
    : m_Values(std::move(values))
  {}
  void
  GetSlice(std::size_t, float * values) const override
  {
    std::copy(m_Values.begin(), m_Values.end(), values);
  }
  void
  GetSlice(std::size_t, double * values) const override
  {
    std::copy(m_Values.begin(), m_Values.end(), values);
  }

private:
  std::vector<double> m_Values;
};

/** Values from -largest to largest with all bits of a float. */
std::vector<double>
RandomPotential(std::size_t pixels, double largest)
{
  std::mt19937                          generator(17);
  std::uniform_real_distribution<float> uniform(static_cast<float>(-largest), static_cast<float>(largest));
  std::vector<double>                   values(pixels);
  for (double & value : values)
  {
    value = static_cast<double>(uniform(generator));
  }
  return values;
}

/** exp(i sigma V), band-limited and taken to the wave grid, with the library's transforms. */
std::vector<std::complex<double>>
PlainTransmission(const MultisliceProblem & problem, const std::vector<double> & potential)
{
  const Grid &                      grid = problem.grid;
  const Grid                        fine = grid.Refined(problem.oversampling);
  const double                      sigma = InteractionConstant(problem.energy);
  std::vector<std::complex<double>> whole(fine.GetNumberOfPixels()), wave(grid.GetNumberOfPixels());
  for (std::size_t i = 0; i < whole.size(); ++i)
  {
    whole[i] = { std::cos(sigma * potential[i]), std::sin(sigma * potential[i]) };
  }
  ForwardTransform2D(whole.data(), fine.nx, fine.ny);
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      const std::size_t fineX = FrequencyIndex(SignedFrequency(x, grid.nx), fine.nx);
      const std::size_t fineY = FrequencyIndex(SignedFrequency(y, grid.ny), fine.ny);
      wave[y * grid.nx + x] =
        whole[fineY * fine.nx + fineX] *
        BandLimitValue(problem.bandLimit, grid.GetFrequencyX(x), grid.GetFrequencyY(y), grid.GetSpacingX(), grid.GetSpacingY()) /
        static_cast<double>(problem.oversampling * problem.oversampling);
    }
  }
  InverseTransform2D(wave.data(), grid.nx, grid.ny);
  return wave;
}

/** What the builder writes into the fastest layout of the grid, rolled by (5, 3) and back. */
template <typename T>
std::vector<std::complex<T>>
BuiltTransmission(const MultisliceProblem & problem, const std::string & instructionSet)
{
  std::vector<std::size_t> columns;
  for (std::size_t x = 0; x < problem.grid.nx; ++x)
  {
    if (x <= problem.grid.nx / 3 || x >= problem.grid.nx - problem.grid.nx / 3)
    {
      columns.push_back(x);
    }
  }
  const auto             layout = MakeFastLayout(problem.grid.nx, problem.grid.ny, columns, GetVectorBytes(instructionSet) / sizeof(T));
  const PotentialBuilder builder(problem, sizeof(T) == sizeof(double), instructionSet);
  PotentialBuilder::Workspace      workspace;
  AlignedBuffer<T>                 packed(layout.GetTransmissionSize());
  std::vector<std::complex<T>>     values(problem.grid.GetNumberOfPixels());
  const std::array<std::size_t, 2> roll{ 5 % problem.grid.nx, 3 % problem.grid.ny };
  builder.BuildTransmission(0, 0, workspace, layout, roll, packed.Get());
  UnpackTransmission(layout, packed.Get(), roll, 1.0, values.data(), 0, layout.GetRowBlocks());
  return values;
}

/** Largest distance in units of the largest value. */
template <typename T>
double
LargestDifference(const std::vector<std::complex<T>> & a, const std::vector<std::complex<double>> & b)
{
  double difference = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    difference = std::max(difference, std::abs(std::complex<double>(a[i]) - b[i]));
    scale = std::max(scale, std::abs(b[i]));
  }
  return difference / scale;
}

MultisliceProblem
GivenProblem(std::size_t nx, std::size_t ny, std::size_t oversampling, BandLimit limit, const std::vector<double> & values)
{
  auto problem = MakeSmallProblem(nx, ny);
  problem.oversampling = oversampling;
  problem.bandLimit = limit;
  problem.specimen = nullptr;
  problem.potential = std::make_shared<const ListedPotential>(values);
  return problem;
}
} // namespace

TEST(PotentialBuilder, TransmissionsAreThoseOfThePlainTransforms)
{
  for (const std::string & set : GetUsableInstructionSets())
  {
    for (const auto & [nx, ny] : { std::array<std::size_t, 2>{ 64, 48 }, { 45, 63 }, { 67, 50 }, { 50, 101 }, { 3, 2 }, { 240, 96 } })
    {
      for (const std::size_t oversampling : { 1, 2, 3 })
      {
        for (const BandLimit limit : { BandLimit::Taper, BandLimit::Radial, BandLimit::Separable, BandLimit::None })
        {
          SCOPED_TRACE(set + ", " + std::to_string(nx) + " x " + std::to_string(ny) + ", oversampling " + std::to_string(oversampling) +
                       ", " + BandLimitName(limit));
          const auto values = RandomPotential(nx * ny * oversampling * oversampling, 5000.0);
          const auto problem = GivenProblem(nx, ny, oversampling, limit, values);
          const auto plain = PlainTransmission(problem, values);
          EXPECT_LT(LargestDifference(BuiltTransmission<double>(problem, set), plain), 3e-15); // of transforms in another order
          EXPECT_LT(LargestDifference(BuiltTransmission<float>(problem, set), plain), 1e-7);   // rounded to float
        }
      }
    }
  }
}

TEST(PotentialBuilder, TransmissionsOfAnyPhase)
{
  for (const std::string & set : GetUsableInstructionSets())
  {
    for (const double phase : { 1e-9, 1e-3, 0.5, 3.0, 50.0, 1e4, 1.5e6, 1e7, 1e12 })
    {
      const auto values = RandomPotential(64 * 48, phase / InteractionConstant(200e3));
      const auto problem = GivenProblem(64, 48, 1, BandLimit::None, values);
      EXPECT_LT(LargestDifference(BuiltTransmission<double>(problem, set), PlainTransmission(problem, values)), 3e-15)
        << set << ", phases up to " << phase;
    }
  }
}

TEST(PotentialBuilder, PotentialsAreTheDirectSums)
{
  const auto tensors = [](ThermalModel model) {
    Supercell cell = MakeSmallSupercell();
    cell.atoms[0].displacement = { 0.01, 0.004, 0.006, 0.003, 0.0, 0.0 }; // with a cross term
    SlicingOptions slicing;
    slicing.count = 2;
    return std::make_shared<const Specimen>(cell, slicing, model, 1, 7);
  };
  for (const std::string & set : GetUsableInstructionSets())
  {
    for (const auto & [nx, ny] : { std::array<std::size_t, 2>{ 64, 48 }, { 45, 63 }, { 40, 26 } })
    {
      for (const BandLimit limit : { BandLimit::Taper, BandLimit::Separable, BandLimit::None })
      {
        for (const bool limited : { true, false })
        {
          for (const ThermalModel model : { ThermalModel::None, ThermalModel::DebyeWaller })
          {
            SCOPED_TRACE(set + ", " + std::to_string(nx) + " x " + std::to_string(ny) + ", " + BandLimitName(limit) +
                         (limited ? ", limited" : "") + (model == ThermalModel::None ? "" : ", Debye-Waller"));
            auto problem = MakeSmallProblem(nx, ny);
            problem.specimen = tensors(model);
            problem.sliceEdges = problem.specimen->GetSliceEdges();
            problem.exitPlanes = { 2 };
            problem.bandLimit = limit;
            problem.potentialBandLimited = limited;
            RunControl                  control;
            const auto                  reference = OpenSession<double>(GetReferenceBackend(), problem, {}, control);
            const PotentialBuilder      builder(problem, true, set), singles(problem, false, set);
            PotentialBuilder::Workspace workspace, workspaceOfSingles;
            const std::size_t           pixels = problem.grid.Refined(2).GetNumberOfPixels();
            std::vector<double>         expected(pixels), values(pixels);
            std::vector<float>          rounded(pixels);
            for (const std::size_t slice : { 0, 1, 0 }) // with the workspace of the slice before
            {
              reference->ComputePotential(0, slice, expected.data());
              builder.BuildPotential(0, slice, workspace, values.data());
              singles.BuildPotential(0, slice, workspaceOfSingles, rounded.data());
              EXPECT_LT(Deviation(values, expected), 2e-11); // 16 nodes: 1.3e-11 an atom
              EXPECT_LT(Deviation(rounded, expected), 4e-7); // 10 nodes: 2.8e-7 an atom, and float
            }
          }
        }
      }
    }
  }
}
