#ifndef physics_ScatteringFactors_h
#define physics_ScatteringFactors_h
#include <string>
#include <string_view>
#include <vector>

namespace ElectronMultislice
{
/** Tables of electron scattering factors (first Born approximation, rest mass).
 *  Lobato: I. Lobato and D. Van Dyck, Acta Cryst. A70 (2014) 636, Z = 1 to 103.
 *  Kirkland: E. J. Kirkland, Advanced Computing in Electron Microscopy, 2nd ed. (2010), appendix C, Z = 1 to 103.
 *  Peng: L.-M. Peng et al., Acta Cryst. A52 (1996) 257, 0 to 6 1/Å (Peng) and 0 to 2 1/Å (PengLow), in s = k/2, Z = 1 to 98.
 *  PengIons: L.-M. Peng, Acta Cryst. A54 (1998) 481: the Gaussian part only. */
enum class Parametrization
{
  Lobato,
  Kirkland,
  Peng,
  PengLow,
  PengIons
};

/** "lobato", "kirkland", "peng", "peng-low", "peng-ions". */
const std::string &
ParametrizationName(Parametrization parametrization);

/** One term of f_e(k), k = 1/d in 1/Å. */
struct ScatteringTerm
{
  enum class Kind
  {
    Lorentzian,        ///< amplitude / (k² + parameter)
    SquaredLorentzian, ///< amplitude / (k² + parameter)²
    Gaussian           ///< amplitude exp(-parameter k²)
  };
  Kind   kind;
  double amplitude;
  double parameter;
};
using ScatteringTerms = std::vector<ScatteringTerm>;

/** Terms of a neutral atom; an Input error that names the element and the table's range when the table has none. Thread-safe. */
const ScatteringTerms &
GetScatteringTerms(Parametrization parametrization, int atomicNumber);

/** Terms of a table row by its species text ("Si", "O--"). */
const ScatteringTerms &
GetScatteringTerms(Parametrization parametrization, std::string_view species);

/** f_e in Å at squared spatial frequency k² (1/Å²). */
double
ElectronScatteringFactor(const ScatteringTerms & terms, double squaredFrequency);

/** Potential of the isolated atom in V at radius r > 0 in Å. */
double
AtomPotential(const ScatteringTerms & terms, double radius);

/** Potential projected along z in V Å at distance r > 0 in Å. */
double
ProjectedAtomPotential(const ScatteringTerms & terms, double radius);
} // namespace ElectronMultislice
#endif
