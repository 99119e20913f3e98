// Codelets against the library's transforms: row pass, column pass, intensities, start and real space, for every grid size that has
// codelets, each instruction set and precision. The library engine itself is compared with the reference backend in CpuTwinTest.
#include "backends/cpu/AlignedBuffer.h"
#include "backends/cpu/InstructionSet.h"
#include "backends/cpu/TransmissionPacking.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace ElectronMultislice;

namespace
{
bool
IsFiveSmooth(std::size_t n)
{
  for (const std::size_t prime : { 2, 3, 5 })
  {
    while (n % prime == 0)
    {
      n /= prime;
    }
  }
  return n == 1;
}

/** Multiples of 16 without a prime factor above 5, from 32 to 1024, and the larger ones. */
std::vector<std::size_t>
CodeletSizes()
{
  std::vector<std::size_t> sizes;
  for (std::size_t n = 32; n <= 1024; n += 16)
  {
    if (IsFiveSmooth(n))
    {
      sizes.push_back(n);
    }
  }
  for (const std::size_t n : { 1152, 1280, 1536, 2048 })
  {
    sizes.push_back(n);
  }
  return sizes;
}

template <typename T>
class Pair
{
public:
  Pair(const std::string & instructionSet, std::size_t nx, std::size_t ny)
  {
    std::vector<std::size_t> columns;
    for (std::size_t k = 0; k < nx; ++k)
    {
      if (k <= nx / 3 || k >= nx - nx / 3)
      {
        columns.push_back(k);
      }
    }
    const std::size_t lanes = GetVectorBytes(instructionSet) / sizeof(T);
    codelets = MakeSliceEngine<T>(instructionSet, MakeFastLayout(nx, ny, columns, lanes));
    library = MakeSliceEngine<T>(instructionSet, MakeLibraryLayout(nx, ny, columns, lanes));
  }

  std::unique_ptr<SliceEngine<T>> codelets, library;
};

template <typename T>
double
LargestDifference(const std::vector<std::complex<T>> & a, const std::vector<std::complex<T>> & b)
{
  double difference = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    difference = std::max(difference, static_cast<double>(std::abs(a[i] - b[i])));
    scale = std::max(scale, static_cast<double>(std::abs(b[i])));
  }
  return difference / scale;
}

/** Propagator in natural order (kx column, ky) -> the layout. */
template <typename T>
AlignedBuffer<T>
PackPropagator(const SliceLayout & layout, const std::vector<std::complex<double>> & values)
{
  AlignedBuffer<T> table(layout.GetPropagatorSize());
  std::fill(table.Get(), table.Get() + layout.GetPropagatorSize(), T(0));
  for (std::size_t c = 0; c < layout.columns.size(); ++c)
  {
    for (std::size_t place = 0; place < layout.ny; ++place)
    {
      const auto value = values[layout.columns[c] * layout.ny + layout.frequencies[place]];
      table.Get()[layout.PropagatorIndex(c, place)] = static_cast<T>(value.real());
      table.Get()[layout.PropagatorIndex(c, place) + layout.lanes] = static_cast<T>(value.imag());
    }
  }
  return table;
}

/** Transmission function in natural order -> the layout, rolled by (3, 5). */
template <typename T>
AlignedBuffer<T>
PackTransmission(const SliceLayout & layout, const std::vector<std::complex<double>> & values)
{
  AlignedBuffer<T> table(layout.GetTransmissionSize());
  std::fill(table.Get(), table.Get() + layout.GetTransmissionSize(), T(0));
  for (std::size_t row = 0; row < layout.rows.size(); ++row)
  {
    for (std::size_t place = 0; layout.rows[row] != SliceLayout::None && place < layout.nx; ++place)
    {
      const std::size_t x = (layout.pixels[place] + layout.nx - 3) % layout.nx, y = (layout.rows[row] + layout.ny - 5) % layout.ny;
      T *               target = table.Get() + (row / layout.lanes * layout.nx + place) * 2 * layout.lanes + row % layout.lanes;
      target[0] = static_cast<T>(values[y * layout.nx + x].real());
      target[layout.lanes] = static_cast<T>(values[y * layout.nx + x].imag());
    }
  }
  return table;
}

template <typename T>
struct Outcome
{
  std::vector<std::complex<T>> wave;
  std::vector<std::complex<T>> intensity; ///< [kx][ky], real
};

/** Start from a spectrum, one slice with intensities, real space. */
template <typename T>
Outcome<T>
RunSlice(const SliceEngine<T> &                    engine,
         const std::vector<std::complex<double>> & spectrum,
         const std::vector<std::complex<double>> & transmission,
         const std::vector<std::complex<double>> & propagator)
{
  const SliceLayout & layout = engine.GetLayout();
  AlignedBuffer<T>    state(layout.GetStateSize()), rows(layout.GetTransmissionSize());
  AlignedBuffer<T>    intensity(layout.GetIntensitySize());
  const auto          t = PackTransmission<T>(layout, transmission);
  const auto          s = PackPropagator<T>(layout, spectrum), p = PackPropagator<T>(layout, propagator);
  T *                 states[] = { state.Get() };
  T *                 intensities[] = { intensity.Get() };
  engine.StartColumns(s.Get(), state.Get(), 0, layout.GetColumnBlocks());
  engine.RowPass(states, t.Get(), 1, 0, layout.GetRowBlocks());
  engine.ColumnPass(states, p.Get(), intensities, true, 1, 0, layout.GetColumnBlocks());
  engine.RowPass(states, t.Get(), 1, 0, layout.GetRowBlocks());
  engine.ColumnPass(states, p.Get(), nullptr, true, 1, 0, layout.GetColumnBlocks());
  engine.RealSpace(state.Get(), rows.Get(), 0, layout.GetRowBlocks());
  Outcome<T> outcome;
  outcome.wave.resize(layout.nx * layout.ny);
  UnpackTransmission(layout, rows.Get(), { 3, 5 }, 1.0, outcome.wave.data(), 0, layout.GetRowBlocks());
  outcome.intensity.resize(layout.nx * layout.ny);
  for (std::size_t c = 0; c < layout.columns.size(); ++c)
  {
    for (std::size_t place = 0; place < layout.ny; ++place)
    {
      outcome.intensity[layout.columns[c] * layout.ny + layout.frequencies[place]] = intensity.Get()[layout.IntensityIndex(c, place)];
    }
  }
  return outcome;
}

template <typename T>
void
ExpectTwins(const std::string & instructionSet, std::size_t nx, std::size_t ny, double tolerance)
{
  SCOPED_TRACE(instructionSet + ", " + std::to_string(nx) + " x " + std::to_string(ny));
  const Pair<T> pair(instructionSet, nx, ny);
  ASSERT_TRUE(pair.codelets->GetLayout().HasCodelets());
  ASSERT_FALSE(pair.library->GetLayout().HasCodelets());
  std::mt19937                           generator(17);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<std::complex<double>>      spectrum(nx * ny), transmission(nx * ny), propagator(nx * ny);
  for (std::size_t i = 0; i < nx * ny; ++i)
  {
    const std::size_t ky = i % ny;
    const bool        inBand = ky <= ny / 3 || ky >= ny - ny / 3;
    spectrum[i] = { uniform(generator), uniform(generator) };
    transmission[i] = std::polar(1.0, uniform(generator));
    propagator[i] = inBand ? std::polar(1.0 / static_cast<double>(nx * ny), 3.0 * uniform(generator)) : 0.0;
  }
  const auto fast = RunSlice(*pair.codelets, spectrum, transmission, propagator);
  const auto plain = RunSlice(*pair.library, spectrum, transmission, propagator);
  EXPECT_LT(LargestDifference(fast.wave, plain.wave), tolerance);
  EXPECT_LT(LargestDifference(fast.intensity, plain.intensity), tolerance);
}
} // namespace

TEST(SliceEngine, CodeletsAgreeWithTheLibraryAtEverySize)
{
  for (const std::string & instructionSet : GetUsableInstructionSets())
  {
    for (const std::size_t n : CodeletSizes())
    {
      ExpectTwins<float>(instructionSet, n, 48, 2e-6);
      ExpectTwins<float>(instructionSet, 48, n, 2e-6);
      ExpectTwins<double>(instructionSet, n, 48, 4e-15);
      ExpectTwins<double>(instructionSet, 48, n, 4e-15);
    }
  }
}

TEST(SliceEngine, OtherSizesAndBandsTakeTheLibrary)
{
  const auto columns = [](std::size_t nx, std::size_t limit) {
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < nx; ++k)
    {
      if (k <= limit || k >= nx - limit)
      {
        result.push_back(k);
      }
    }
    return result;
  };
  EXPECT_TRUE(MakeFastLayout(256, 256, columns(256, 85), 8).HasCodelets());
  EXPECT_FALSE(MakeFastLayout(256, 256, columns(256, 86), 8).HasCodelets()) << "beyond 2/3";
  EXPECT_FALSE(MakeFastLayout(256, 256, columns(256, 40), 8).HasCodelets()) << "so few columns that keeping a third of n is wasteful";
  EXPECT_FALSE(MakeFastLayout(254, 256, columns(254, 84), 8).HasCodelets());
  EXPECT_FALSE(MakeFastLayout(256, 254, columns(256, 85), 8).HasCodelets());
}

TEST(SliceLayout, EveryPlaceIsTakenOnce)
{
  const auto layout = MakeFastLayout(
    96,
    80,
    [] {
      std::vector<std::size_t> all;
      for (std::size_t k = 0; k < 96; ++k)
      {
        if (k <= 32 || k >= 64)
        {
          all.push_back(k);
        }
      }
      return all;
    }(),
    8);
  const auto sorted = [](std::vector<std::size_t> v) {
    std::sort(v.begin(), v.end());
    return v;
  };
  for (const auto & places : { layout.rows, layout.frequencies })
  {
    const auto v = sorted(places);
    ASSERT_EQ(v.size(), 80u);
    EXPECT_EQ(std::adjacent_find(v.begin(), v.end()), v.end());
    EXPECT_EQ(v.front(), 0u);
    EXPECT_EQ(v.back(), 79u);
  }
  EXPECT_EQ(layout.columns.size(), 65u);
  EXPECT_EQ(layout.columns.front(), 0u) << "the plane wave relies on k = 0 in the first place";
  EXPECT_EQ(layout.frequencies.front(), 0u);
}
