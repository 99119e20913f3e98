#include "OracleProblem.h"
#include <iostream>
#include <map>

using namespace OracleTest;

// The cases that the conformance suite leaves out, by name: a case that falls out of it, or comes into it, must be changed here too.
TEST(OracleConformanceCoverage, EveryCaseIsRunOrNamed)
{
  const std::map<std::string, std::set<std::string>> notCovered{
    { "02_potential.json",
      { "single_C_on_grid_lobato_finite",
        "single_Au_off_grid_lobato_finite",
        "single_Au_off_grid_lobato_finite_z_periodic",
        "two_species_occupancy_lobato_finite",
        "debye_waller_lobato_finite",
        "debye_waller_lobato_finite_z_periodic",
        "debye_waller_peng_finite",
        "debye_waller_peng_finite_z_periodic",
        "full_array_finite",
        "abtem_compatible_single_C" } },
    { "03_probe.json",
      { "gaussian_paraxial_127",
        "gaussian_exact_127",
        "gaussian_moving_255x257",
        "gaussian_band_limited_255x257",
        "ctf_envelopes_200kV",
        "ctf_round_200kV" } },
    { "04_srtio3.json", { "abtem_compatible", "abtem_compatible_aberrated", "abtem_compatible_segmented", "plane_wave_abtem_compatible" } },
    { "05_specimens.json", {} },
    { "06_hrtem.json", { "kirkland_row_abtem_compatible" } },
    { "07_prism.json", { "prism_f1", "prism_f2", "prism_f1_aberrated", "prism_f2_aberrated" } },
  };
  const std::map<std::string, std::size_t> numbersOfCases{ { "02_potential.json", 19 }, { "03_probe.json", 29 }, { "04_srtio3.json", 19 },
                                                           { "05_specimens.json", 10 }, { "06_hrtem.json", 3 },  { "07_prism.json", 6 } };
  for (const auto & [file, names] : notCovered)
  {
    std::set<std::string> left;
    const auto            cases = ReadOracle(file);
    EXPECT_EQ(cases.size(), numbersOfCases.at(file)) << file;
    for (const OracleCase & oracleCase : cases)
    {
      const std::string reason = WhyNotCovered(oracleCase);
      if (!reason.empty())
      {
        std::cout << "not yet covered: " << oracleCase.name << " (" << reason << ")\n";
        left.insert(oracleCase.name);
      }
    }
    EXPECT_EQ(left, names) << file;
  }
}
