#include "physics/Elements.h"
#include "common/Error.h"
#include <array>

namespace ElectronMultislice
{
namespace
{
const std::array<std::string, LargestAtomicNumber> &
GetSymbols()
{
  static const std::array<std::string, LargestAtomicNumber> symbols{
    "H",  "He", "Li", "Be", "B",  "C",  "N",  "O",  "F",  "Ne", "Na", "Mg", "Al", "Si", "P",  "S",  "Cl", "Ar", "K",  "Ca",
    "Sc", "Ti", "V",  "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr", "Rb", "Sr", "Y",  "Zr",
    "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I",  "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd",
    "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W",  "Re", "Os", "Ir", "Pt", "Au", "Hg",
    "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U",  "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm",
    "Md", "No", "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og"
  };
  return symbols;
}

// without <cctype>, whose answers depend on the locale
char
Lower(char c)
{
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool
SameLetters(std::string_view a, std::string_view b)
{
  if (a.size() != b.size())
  {
    return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    if (Lower(a[i]) != Lower(b[i]))
    {
      return false;
    }
  }
  return true;
}
} // namespace

const std::string &
ElementSymbol(int atomicNumber)
{
  if (atomicNumber < 1 || atomicNumber > LargestAtomicNumber)
  {
    throw InputError("Atomic number " + std::to_string(atomicNumber) + " is no element; 1 (H) to 118 (Og) are.");
  }
  return GetSymbols()[static_cast<std::size_t>(atomicNumber - 1)];
}

int
AtomicNumberOfSymbol(std::string_view symbol)
{
  for (int number = 1; number <= LargestAtomicNumber; ++number)
  {
    if (SameLetters(symbol, GetSymbols()[static_cast<std::size_t>(number - 1)]))
    {
      return number;
    }
  }
  return SameLetters(symbol, "D") || SameLetters(symbol, "T") ? 1 : 0; // isotopes of hydrogen
}
} // namespace ElectronMultislice
