// What decides a result, and transmission functions that are kept for later runs: the same bits with and without, nothing built twice.
#include "OracleRun.h"
#include "SmallProblem.h"
#include "VacuumPotential.h"
#include "WaveList.h"
#include "backends/ProblemContent.h"
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

using namespace ElectronMultislice;
using OracleTest::OracleRun;

namespace
{
/** Everything measured of a problem, by one session that keeps all its slices. */
struct CachedRun
{
  OracleRun     run;
  std::uint64_t built;
};

template <typename T>
CachedRun
RunWith(ContentCache * cache, const MultisliceProblem & problem, std::size_t threads = 2, std::size_t chunk = 4)
{
  DeviceSetup setup;
  setup.threads = threads;
  setup.batch = problem.GetNumberOfWaves();
  setup.sliceChunk = chunk;
  setup.configurations = problem.GetNumberOfConfigurations();
  RunControl control;
  control.cache = cache;
  CachedRun result;
  result.run = OracleTest::RunProblem<T>(GetCpuBackend(), problem, setup, control);
  result.built = control.slicesBuilt;
  return result;
}

void
ExpectSameBits(const OracleRun & a, const OracleRun & b)
{
  EXPECT_EQ(a.scalars, b.scalars);
  EXPECT_EQ(a.patterns, b.patterns);
  EXPECT_EQ(a.exitWaves, b.exitWaves);
}

/** Room for everything. */
constexpr std::uint64_t Roomy = 1000000000;

MultisliceProblem
WithAtom(const std::function<void(Atom &)> & change)
{
  auto           problem = MakeSmallProblem();
  Supercell      cell = MakeSmallSupercell();
  SlicingOptions slicing;
  slicing.count = 4;
  change(cell.atoms[3]);
  problem.specimen = std::make_shared<const Specimen>(cell, slicing, ThermalModel::None, 1, 7);
  return problem;
}

/** Which contents a change makes others: 'p'otential, 't'ransmission, 'i'ncident wave, 'w'aves. */
std::string
Changed(const MultisliceProblem & a, const MultisliceProblem & b)
{
  std::string text;
  const auto  compare = [&](char name, auto function) {
    const Content x = function(a, GetCpuBackend(), false), y = function(b, GetCpuBackend(), false);
    EXPECT_FALSE(x.IsEmpty() || y.IsEmpty());
    text += x == y ? "" : std::string(1, name);
  };
  compare('p', GetPotentialContent);
  compare('t', GetTransmissionContent);
  compare('i', GetIncidentWaveContent);
  compare('w', GetWaveContent);
  return text;
}

/** The same of a change of the small problem. */
std::string
Changed(const std::function<void(MultisliceProblem &)> & change)
{
  auto changed = MakeSmallProblem();
  change(changed);
  return Changed(MakeSmallProblem(), changed);
}

/** Has an identity, unless it is empty. */
class NamedPotential : public VacuumPotential
{
public:
  NamedPotential(std::size_t pixels, std::string name)
    : VacuumPotential(pixels)
    , m_Name(std::move(name))
  {}
  std::string
  GetContentId() const override
  {
    return m_Name;
  }

private:
  std::string m_Name;
};

MultisliceProblem
WithPotential(const std::string & name)
{
  auto problem = MakeSmallProblem();
  problem.specimen = nullptr;
  problem.potential = std::make_shared<const NamedPotential>(problem.grid.Refined(problem.oversampling).GetNumberOfPixels(), name);
  return problem;
}
} // namespace

TEST(ProblemContent, ChangesWithEverythingThatDecidesTheResult)
{
  using P = MultisliceProblem;
  EXPECT_EQ(Changed([](P &) {}), "");
  EXPECT_EQ(Changed([](P & p) { p.grid.nx = 66; }), "ptiw");
  EXPECT_EQ(Changed([](P & p) { p.grid.lengthY = std::nextafter(p.grid.lengthY, 10.0); }), "ptiw");
  EXPECT_EQ(Changed([](P & p) { p.oversampling = 1; }), "ptw");
  EXPECT_EQ(Changed([](P & p) { p.parametrization = Parametrization::Kirkland; }), "ptw");
  EXPECT_EQ(Changed([](P & p) { p.potentialBandLimited = false; }), "ptw");
  EXPECT_EQ(Changed([](P & p) { p.bandLimit = BandLimit::Radial; }), "ptw");
  EXPECT_EQ(Changed([](P & p) { p.energy = 200001.0; }), "tiw");
  EXPECT_EQ(Changed([](P & p) { p.lens.aberrations.Set("defocus", 31.0); }), "iw");
  EXPECT_EQ(Changed([](P & p) { p.lens.aberrations.Set("phi12", 0.41); }), "iw");
  EXPECT_EQ(Changed([](P & p) { p.lens.semiangle = 0.021; }), "iw");
  EXPECT_EQ(Changed([](P & p) { p.lens.edge = ApertureEdge::Hard; }), "iw");
  EXPECT_EQ(Changed([](P & p) { p.positions[2][1] += 0.1; }), "iw");
  EXPECT_EQ(Changed([](P & p) { p.illumination = Illumination::PlaneWave; }), "iw");
  EXPECT_EQ(Changed([](P & p) { p.tilt.y = 0.0; }), "w");
  EXPECT_EQ(Changed([](P & p) { p.propagator = PropagatorModel::Paraxial; }), "w");
  EXPECT_EQ(Changed([](P & p) { p.exitPlanes = { 4 }; }), "w");
  EXPECT_EQ(Changed([](P & p) { p.detectors.clear(); }), "");
}

TEST(ProblemContent, ChangesWithOneBitOfOneAtom)
{
  const auto same = WithAtom([](Atom &) {});
  EXPECT_EQ(Changed(same, MakeSmallProblem()), "") << "another object of equal atoms";
  EXPECT_EQ(Changed(same, WithAtom([](Atom & atom) { atom.position[0] = std::nextafter(atom.position[0], 10.0); })), "ptw");
  EXPECT_EQ(Changed(same, WithAtom([](Atom & atom) { atom.occupancy = std::nextafter(1.0, 0.0); })), "ptw");
  EXPECT_EQ(Changed(same, WithAtom([](Atom & atom) { atom.displacement[3] = 1e-300; })), "ptw");
  EXPECT_EQ(Changed(same, WithAtom([](Atom & atom) { atom.atomicNumber = 32; })), "ptw");
  EXPECT_EQ(Changed(same, MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 2)), "ptw");
  EXPECT_EQ(Changed(MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 2), MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 3)), "")
    << "the first configurations are the same";
}

TEST(ProblemContent, TellsBackendsAndPrecisionsApart)
{
  const auto problem = MakeSmallProblem();
  EXPECT_FALSE(GetPotentialContent(problem, GetCpuBackend(), false) == GetPotentialContent(problem, GetCpuBackend(), true));
  EXPECT_FALSE(GetPotentialContent(problem, GetCpuBackend(), true) == GetPotentialContent(problem, GetReferenceBackend(), true));
}

TEST(ProblemContent, OfThingsFromElsewhereIsTheirIdentityOrNothing)
{
  EXPECT_EQ(Changed(WithPotential("a"), WithPotential("a")), "");
  EXPECT_EQ(Changed(WithPotential("a"), WithPotential("b")), "ptw");
  EXPECT_EQ(Changed(WithPotential("a"), MakeSmallProblem()), "ptw");
  for (const auto function : { GetPotentialContent, GetTransmissionContent, GetWaveContent })
  {
    EXPECT_TRUE(function(WithPotential(""), GetCpuBackend(), false).IsEmpty());
  }
  const auto waves = WithWaves(MakeSmallProblem(), { WaveList::Wave(64 * 48, 1.0) });
  EXPECT_TRUE(GetWaveContent(waves, GetCpuBackend(), false).IsEmpty());
  EXPECT_TRUE(GetIncidentWaveContent(waves, GetCpuBackend(), false).IsEmpty());
  EXPECT_FALSE(GetTransmissionContent(waves, GetCpuBackend(), false).IsEmpty());
}

TEST(SliceCache, TheSecondRunBuildsNothingAndHasTheSameBits)
{
  const auto   problem = MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 3);
  const auto   expected = RunWith<float>(nullptr, problem);
  ContentCache cache(Roomy);
  const auto   first = RunWith<float>(&cache, problem);
  const auto   second = RunWith<float>(&cache, problem, 3);
  EXPECT_EQ(expected.built, 12u);
  EXPECT_EQ(first.built, 12u);
  EXPECT_EQ(second.built, 0u);
  ExpectSameBits(first.run, expected.run);
  ExpectSameBits(second.run, expected.run);
  const auto statistics = cache.GetStatistics(ContentCache::Kind::Transmission);
  EXPECT_EQ(statistics.entries, 12u);
  EXPECT_EQ(statistics.hits, 12u);
  // more configurations: the first ones are there
  EXPECT_EQ(RunWith<float>(&cache, MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 5)).built, 8u);
}

TEST(SliceCache, OnlyWhatChangedIsBuiltAgain)
{
  ContentCache cache(Roomy);
  auto         problem = MakeSmallProblem();
  RunWith<float>(&cache, problem);
  const auto expectBuilt = [&](std::uint64_t slices, const char * why) {
    const auto run = RunWith<float>(&cache, problem);
    EXPECT_EQ(run.built, slices) << why;
    ExpectSameBits(run.run, RunWith<float>(nullptr, problem).run);
  };
  problem.lens.aberrations.Set("defocus", 80.0);
  expectBuilt(0, "another defocus");
  problem.tilt.x = 0.0;
  expectBuilt(0, "another tilt");
  problem.energy = 100e3;
  expectBuilt(4, "another energy");
  problem.energy = 200e3;
  expectBuilt(0, "the energy of before");
  problem = WithAtom([](Atom & atom) { atom.position[0] = std::nextafter(atom.position[0], 10.0); });
  expectBuilt(4, "one bit of an atom");
  EXPECT_EQ(RunWith<double>(&cache, problem).built, 4u) << "another precision";
  ExpectSameBits(RunWith<double>(&cache, problem).run, RunWith<double>(nullptr, problem).run);
}

TEST(SliceCache, WavesBeyondTheBandLimitFindTheFirstSliceInTheirLayoutToo)
{
  ContentCache cache(Roomy);
  auto         problem = MakeSmallProblem();
  problem.lens.semiangle = 0.0; // no aperture
  RunWith<float>(&cache, MakeSmallProblem());
  const auto expected = RunWith<float>(nullptr, problem);
  for (const std::uint64_t built : { 1u, 0u })
  {
    const auto run = RunWith<float>(&cache, problem);
    EXPECT_EQ(run.built, built);
    ExpectSameBits(run.run, expected.run);
  }
}

TEST(SliceCache, ChunksOfSlicesAreNotKept)
{
  const auto   problem = MakeSmallProblem();
  ContentCache cache(Roomy);
  const auto   chunked = RunWith<float>(&cache, problem, 2, 3);
  EXPECT_EQ(cache.GetBytes(), 0u);
  ExpectSameBits(chunked.run, RunWith<float>(nullptr, problem).run);
}

TEST(SliceCache, ASmallOneChangesNothingButTime)
{
  const auto problem = MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 3);
  const auto expected = RunWith<float>(nullptr, problem);
  for (const std::uint64_t limit : { 0, 30000, 100000 }) // a slice takes 24576 bytes
  {
    ContentCache cache(limit);
    for (int repeat = 0; repeat < 3; ++repeat)
    {
      ExpectSameBits(RunWith<float>(&cache, problem).run, expected.run);
      EXPECT_LE(cache.GetBytes(), limit);
    }
  }
}

TEST(SliceCache, AGivenPotentialWithoutAnIdentityIsReadAgain)
{
  ContentCache cache(Roomy);
  for (const char * name : { "", "a" })
  {
    EXPECT_EQ(RunWith<float>(&cache, WithPotential(name)).built, 4u);
    EXPECT_EQ(RunWith<float>(&cache, WithPotential(name)).built, *name ? 0u : 4u);
  }
}
