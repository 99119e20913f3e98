#include "physics/ScatteringFactors.h"
#include "OracleCase.h"
#include "common/Error.h"
#include "physics/Constants.h"
#include "physics/Elements.h"
#include "physics/ScatteringTable.h"
#include <thread>

using namespace ElectronMultislice;

namespace
{
Parametrization
ParametrizationOf(std::string name)
{
  std::replace(name.begin(), name.end(), '_', '-');
  for (const auto parametrization :
       { Parametrization::Lobato, Parametrization::Kirkland, Parametrization::Peng, Parametrization::PengLow, Parametrization::PengIons })
  {
    if (ParametrizationName(parametrization) == name)
    {
      return parametrization;
    }
  }
  throw std::runtime_error("no parametrization " + name);
}

std::string
MessageOf(Parametrization parametrization, int atomicNumber)
{
  try
  {
    GetScatteringTerms(parametrization, atomicNumber);
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    return error.what();
  }
  return "";
}

class ScatteringFactorsOracle : public testing::TestWithParam<OracleTest::OracleCase>
{};
} // namespace

TEST_P(ScatteringFactorsOracle, FactorsAndPotentials)
{
  const auto &           inputs = GetParam().inputs;
  OracleTest::Comparison compare(GetParam(), GetParam().doubleTolerance);
  const auto             parametrization = ParametrizationOf(inputs.at("parametrization"));
  for (const std::string species : inputs.at("species"))
  {
    const auto & terms = GetScatteringTerms(parametrization, species);
    if (parametrization != Parametrization::PengIons)
    {
      EXPECT_EQ(&terms, &GetScatteringTerms(parametrization, AtomicNumberOfSymbol(species)));
    }
    std::vector<double> factor, smeared, coefficient, potential, projected;
    for (const double k : OracleTest::Numbers(inputs.at("k_per_A")))
    {
      factor.push_back(ElectronScatteringFactor(terms, k * k));
      smeared.push_back(factor.back() * std::exp(-2.0 * Pi * Pi * 0.1 * 0.1 * k * k));
      coefficient.push_back(factor.back() * InverseKappa());
    }
    for (const double r : OracleTest::Numbers(inputs.at("r_A")))
    {
      potential.push_back(AtomPotential(terms, r));
      projected.push_back(ProjectedAtomPotential(terms, r));
    }
    const auto & outputs = GetParam().outputs.at(species);
    compare.Expect(species, outputs, "f_e_A", factor);
    compare.Expect(species, outputs, "f_e_u0.1_A", smeared);
    compare.Expect(species, outputs, "F_V_A3", coefficient);
    compare.Expect(species, outputs, "V_r_V", potential);
    compare.Expect(species, outputs, "V_z_V_A", projected);
  }
  compare.ExpectComplete();
}

INSTANTIATE_TEST_SUITE_P(Oracle,
                         ScatteringFactorsOracle,
                         testing::ValuesIn(OracleTest::ReadOracle("01_scattering.json",
                                                                  [](const auto & c) { return c.kind == "scattering"; })),
                         OracleTest::CaseName);

// Sums of every column of the published tables, formed outside this program: no row and no digit is lost on the way into the library.
TEST(ScatteringFactors, ColumnSumsOfTheEmbeddedTables)
{
  struct Sums
  {
    Parametrization                             parametrization;
    std::size_t                                 rows;
    std::vector<std::pair<std::string, double>> columns;
  };
  const Sums tables[] = {
    { Parametrization::Lobato,
      103,
      { { "a1", 738.419705333147 },
        { "a2", -2967.92873823752 },
        { "a3", 3019.03311159003 },
        { "a4", -215.538854430475 },
        { "a5", 0.799749350212928 },
        { "b1", 803.922238426588 },
        { "b2", 144.50227184018 },
        { "b3", 64.92679682522 },
        { "b4", 12.0235311579131 },
        { "b5", 4.09059180055917 } } },
    { Parametrization::Kirkland,
      103,
      { { "a1", 165.4718007145 },
        { "a2", 173.1879892442 },
        { "a3", 172.5108021795 },
        { "b1", 724.0546190317 },
        { "b2", 1521.3828846564 },
        { "b3", 1042.3294553002 },
        { "c1", 50.0169433078 },
        { "c2", 111.5971810577 },
        { "c3", 29.2599241544 },
        { "d1", 285.4166324297 },
        { "d2", 769.9519725511 },
        { "d3", 37697.9600013352 } } },
    { Parametrization::Peng,
      98,
      { { "a1", 34.7333 },
        { "a2", 140.3742 },
        { "a3", 293.5033 },
        { "a4", 328.6322 },
        { "a5", 265.2937 },
        { "b1", 11.0217 },
        { "b2", 111.3029 },
        { "b3", 610.577 },
        { "b4", 2754.2996 },
        { "b5", 8505.7316 } } },
    { Parametrization::PengLow,
      98,
      { { "a1", 70.3855 },
        { "a2", 172.2214 },
        { "a3", 285.9502 },
        { "a4", 304.473 },
        { "a5", 229.9914 },
        { "b1", 27.4154 },
        { "b2", 199.2554 },
        { "b3", 836.2613 },
        { "b4", 3305.3148 },
        { "b5", 9210.64 } } },
    { Parametrization::PengIons,
      106,
      { { "a1", 46.142 },
        { "a2", 105.5088 },
        { "a3", 215.2768 },
        { "a4", -91.8752 },
        { "a5", 238.9464 },
        { "b1", 19.8238 },
        { "b2", 132.89 },
        { "b3", 487.142 },
        { "b4", 1129.99 },
        { "b5", 2383.33 } } },
  };
  for (const Sums & expected : tables)
  {
    const auto & rows = ScatteringTable::Get(expected.parametrization).GetRows();
    SCOPED_TRACE(ParametrizationName(expected.parametrization));
    EXPECT_EQ(rows.size(), expected.rows);
    std::map<std::string, double> sums;
    for (const auto & row : rows)
    {
      for (const auto & [column, value] : row.second.coefficients)
      {
        sums[column] += value;
      }
    }
    EXPECT_EQ(sums.size(), expected.columns.size());
    for (const auto & [column, sum] : expected.columns)
    {
      EXPECT_NEAR(sums[column], sum, 1e-11 * std::max(1.0, std::fabs(sum))) << column;
    }
  }
}

TEST(ScatteringFactors, MottBetheLimitOfLobatoForEveryElement)
{
  // k² f_e -> Z/(2 pi² a0) for large k: holds for the published coefficients to 2e-10. a0: CODATA 2018
  const double bohrRadius = 0.529177210903;
  for (int z = 1; z <= 103; ++z)
  {
    double limit = 0.0;
    for (const ScatteringTerm & term : GetScatteringTerms(Parametrization::Lobato, z))
    {
      limit += term.kind == ScatteringTerm::Kind::Lorentzian ? term.amplitude : 0.0;
    }
    EXPECT_NEAR(limit / (z / (2.0 * Pi * Pi * bohrRadius)), 1.0, 5e-10) << ElementSymbol(z);
  }
}

TEST(ScatteringFactors, ForwardValuesOfDoyleAndTurner)
{
  // f_e(0) in Å from relativistic Hartree-Fock, P. A. Doyle and P. S. Turner, Acta Cryst. A24 (1968) 390, as in International Tables
  // C, 4.3; all fits within 2.5 %
  const std::pair<int, double> forward[] = { { 6, 2.509 }, { 8, 1.983 }, { 14, 5.828 }, { 29, 5.600 }, { 79, 10.573 } };
  for (const auto parametrization : { Parametrization::Lobato, Parametrization::Kirkland, Parametrization::Peng, Parametrization::PengLow })
  {
    for (const auto & [z, value] : forward)
    {
      EXPECT_NEAR(ElectronScatteringFactor(GetScatteringTerms(parametrization, z), 0.0) / value, 1.0, 0.025)
        << ParametrizationName(parametrization) << ' ' << ElementSymbol(z);
    }
  }
}

TEST(ScatteringFactors, TablesAgreeWithEachOther)
{
  // of all elements at 0.2 to 3 1/Å at most 7.7 % apart (Sc, Ir, Po)
  for (int z = 1; z <= 98; ++z)
  {
    for (const double k : { 0.2, 0.5, 1.0, 2.0, 3.0 })
    {
      const auto   factor = [&](Parametrization which) { return ElectronScatteringFactor(GetScatteringTerms(which, z), k * k); };
      const double lobato = factor(Parametrization::Lobato);
      EXPECT_NEAR(lobato / factor(Parametrization::Kirkland), 1.0, 0.078) << z << ' ' << k;
      EXPECT_NEAR(lobato / factor(Parametrization::Peng), 1.0, 0.078) << z << ' ' << k;
    }
  }
}

TEST(ScatteringFactors, AnElementWithoutParametersIsNamedWithTheTablesRange)
{
  const std::string einsteinium = MessageOf(Parametrization::Peng, 99);
  for (const char * part : { "Es", "99", "\"peng\"", "H (1) to Cf (98)" })
  {
    EXPECT_NE(einsteinium.find(part), std::string::npos) << einsteinium;
  }
  const std::string oganesson = MessageOf(Parametrization::Lobato, 118);
  for (const char * part : { "Og", "\"lobato\"", "H (1) to Lr (103)" })
  {
    EXPECT_NE(oganesson.find(part), std::string::npos) << oganesson;
  }
  EXPECT_NE(MessageOf(Parametrization::PengIons, 8).find("ions"), std::string::npos);
  EXPECT_NE(MessageOf(Parametrization::Kirkland, 0), "");
  EXPECT_EQ(MessageOf(Parametrization::Lobato, 103), "");
}

TEST(ScatteringFactors, IonsAreFoundByTheirSpecies)
{
  EXPECT_EQ(GetScatteringTerms(Parametrization::PengIons, "O--").size(), 5u);
  EXPECT_EQ(GetScatteringTerms(Parametrization::PengIons, "U++++++").size(), 5u);
  try
  {
    GetScatteringTerms(Parametrization::PengIons, "Ti+");
    FAIL();
  }
  catch (const Error & error)
  {
    EXPECT_NE(std::string(error.what()).find("Ti++, Ti+++ or Ti++++"), std::string::npos) << error.what();
  }
  EXPECT_THROW(GetScatteringTerms(Parametrization::Lobato, "O--"), Error);
  EXPECT_THROW(GetScatteringTerms(Parametrization::Lobato, ""), Error);
}

TEST(ScatteringFactors, FirstUseMayBeInSeveralThreads)
{
  std::vector<const ScatteringTerms *> seen(8);
  std::vector<std::thread>             threads;
  for (auto & terms : seen)
  {
    threads.emplace_back([&terms] { terms = &GetScatteringTerms(Parametrization::PengLow, 14); });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
  for (const auto * terms : seen)
  {
    EXPECT_EQ(terms, seen.front());
  }
}
