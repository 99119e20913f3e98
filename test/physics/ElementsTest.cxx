#include "physics/Elements.h"
#include "common/Error.h"
#include <gtest/gtest.h>
#include <set>

using namespace ElectronMultislice;

TEST(Elements, SymbolsAndNumbersAreInverse)
{
  std::set<std::string> symbols;
  for (int z = 1; z <= LargestAtomicNumber; ++z)
  {
    symbols.insert(ElementSymbol(z));
    EXPECT_EQ(AtomicNumberOfSymbol(ElementSymbol(z)), z);
  }
  EXPECT_EQ(symbols.size(), 118u);
}

TEST(Elements, WellKnownOnes)
{
  const std::pair<const char *, int> known[] = { { "H", 1 },   { "C", 6 },   { "Na", 11 }, { "Fe", 26 }, { "Sr", 38 },  { "Xe", 54 },
                                                 { "La", 57 }, { "Lu", 71 }, { "Au", 79 }, { "U", 92 },  { "Lr", 103 }, { "Og", 118 } };
  for (const auto & [symbol, number] : known)
  {
    EXPECT_EQ(AtomicNumberOfSymbol(symbol), number);
  }
}

TEST(Elements, AnyLetterCaseAndIsotopesOfHydrogen)
{
  EXPECT_EQ(AtomicNumberOfSymbol("FE"), 26);
  EXPECT_EQ(AtomicNumberOfSymbol("fe"), 26);
  EXPECT_EQ(AtomicNumberOfSymbol("D"), 1);
  EXPECT_EQ(AtomicNumberOfSymbol("t"), 1);
  EXPECT_EQ(AtomicNumberOfSymbol("Co"), 27);
  EXPECT_EQ(AtomicNumberOfSymbol("CO"), 27); // one symbol is asked for, not a molecule
}

TEST(Elements, NoElement)
{
  for (const char * text : { "", "Xx", "Fe2", " Fe", "Sr2+", "Vac", "J" })
  {
    EXPECT_EQ(AtomicNumberOfSymbol(text), 0) << text;
  }
  for (const int z : { 0, -1, 119, 1000000 })
  {
    EXPECT_THROW(ElementSymbol(z), Error) << z;
  }
}
