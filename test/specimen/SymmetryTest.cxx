#include "TestStructures.h"
#include "specimen/SiteElement.h"
#include "specimen/SpaceGroups.h"
#include "specimen/SymmetryExpansion.h"
#include <algorithm>
#include <cmath>

using namespace ElectronMultislice;

namespace
{
const CellParameters Cubic{ 4, 4, 4, 90, 90, 90 };
const CellParameters Hexagonal{ 4, 4, 6, 90, 90, 120 };
const CellParameters Rhombohedral{ 4, 4, 4, 70, 70, 70 };

SymmetryOperator
Parse(const std::string & text)
{
  SymmetryOperator op;
  EXPECT_TRUE(ParseSymmetryOperator(text, op)) << text;
  return op;
}

/** number and count of operators of the first reading, "?" if there is none; a second reading adds "!". */
std::string
Reading(const std::string & name, const CellParameters & cell)
{
  const auto settings = SettingsOfName(name, cell);
  return settings.empty()
           ? "?"
           : std::to_string(settings[0].number) + "/" + std::to_string(settings[0].operators.size()) + (settings.size() > 1 ? "!" : "");
}
} // namespace

TEST(Symmetry, OperatorsInAllSpellings)
{
  const auto screw = Parse("-y+1/2,x-y,z+1/3");
  EXPECT_EQ(screw.rotation, (Matrix3{ Vector3{ 0, -1, 0 }, Vector3{ 1, -1, 0 }, Vector3{ 0, 0, 1 } }));
  EXPECT_EQ(screw.translation, (Vector3{ 0.5, 0, 1.0 / 3.0 }));
  for (const char * text : { " 1/2-Y , X-Y , 1/3+Z ",
                             "-y+0.5, x-y, z+0.3333",
                             "-y + 1/2, x - y, z + .333",
                             "-1*y+1/2,x-y,z+1/3",
                             "-y+1/2,x-y,z+1/3,+1",
                             "-y+1/2,x-y,z+1/3,-1",
                             "-y-1/2,x-y,z+4/3",
                             "1/2-y,-y+x,1/3+z" })
  {
    const auto op = Parse(text);
    EXPECT_EQ(op.rotation, screw.rotation) << text;
    EXPECT_NEAR(op.translation[0], 0.5, 1e-15) << text;
    EXPECT_NEAR(op.translation[2], 1.0 / 3.0, 1e-15) << text;
  }
  EXPECT_NEAR(Parse("x+1/5,y,z").translation[0], 0.2, 1e-15);
  EXPECT_NEAR(Parse("x/2+y/2,-x/2+y/2,2z").rotation[0][1], 0.5, 1e-15);
  for (const char * text :
       { "", "x", "x,y", "x,y,z,w", "x,y,z,2", "x,x,z", "x,y,z+", "x,y,q", "x,,z", "x y,y,z", "x,y,1/0+z", "x,y,z/0", "?" })
  {
    SymmetryOperator op;
    EXPECT_FALSE(ParseSymmetryOperator(text, op)) << text;
  }
  EXPECT_EQ(FormatSymmetryOperator(Parse("-y+1/2,x-y,z")), "-y+0.5,x-y,z");
}

TEST(Symmetry, GroupsAreClosed)
{
  EXPECT_EQ(MissingOperator({ Parse("x,y,z"), Parse("-x,-y,z+1/2") }), "");
  EXPECT_CONTAINS(MissingOperator({ Parse("x,y,z"), Parse("-y,x,z") }), "-x,-y,z");
  EXPECT_CONTAINS(MissingOperator({ Parse("-x,-y,-z") }), "x,y,z");
  EXPECT_EQ(DistinctOperators({ Parse("x,y,z"), Parse("x+1,y,z"), Parse("x,y,z,-1"), Parse("-x,y,z") }).size(), 2u);
  EXPECT_TRUE(IsSameOperator(Parse("x+2/3,y,z"), Parse("x-1/3,y,z")));
  EXPECT_FALSE(IsSameOperator(Parse("x+2/3,y,z"), Parse("x+1/3,y,z")));
}

TEST(Symmetry, OperatorsMustFitTheCell)
{
  const std::vector<SymmetryOperator> fourfold{ Parse("-y,x,z") };
  EXPECT_EQ(FindOperatorAgainstCell(fourfold, CellVectors({ 4, 4, 6, 90, 90, 90 })), nullptr);
  EXPECT_NE(FindOperatorAgainstCell(fourfold, CellVectors({ 4, 4.2, 6, 90, 90, 90 })), nullptr);
  EXPECT_NE(FindOperatorAgainstCell(fourfold, CellVectors({ 4, 4, 6, 90, 90, 120 })), nullptr);
  EXPECT_EQ(FindOperatorAgainstCell({ Parse("-y,x-y,z") }, CellVectors(Hexagonal)), nullptr);
}

// Numbers and orders: International Tables for Crystallography A.
TEST(Symmetry, NamesInAllSpellings)
{
  for (const char * name : { "F m -3 m", "Fm-3m", "F m 3 m", "Fm3m", "FM-3M", "fm-3m", "F_m_-3_m", " F m -3 m " })
  {
    EXPECT_EQ(Reading(name, Cubic), "225/192") << name;
  }
  EXPECT_EQ(Reading("P m 3 m", Cubic), "221/48");
  EXPECT_EQ(Reading("I m 3", Cubic), "204/48");
  EXPECT_EQ(Reading("Pa3", Cubic), "205/24");
  EXPECT_EQ(Reading("F d 3 m", Cubic), "227/192!");
  EXPECT_EQ(Reading("F d -3 m", Cubic), "227/192!");
  EXPECT_EQ(Reading("F d -3 m :2", Cubic), "227/192");
  EXPECT_EQ(Reading("F d -3 m:1", Cubic), "227/192");
  EXPECT_EQ(Reading("F d -3 m S", Cubic), "227/192");
  EXPECT_EQ(Reading("F d 3 m Z", Cubic), "227/192");
  EXPECT_EQ(Reading("I -4 2 d S", Cubic), "122/16"); // no choice of origin there
  EXPECT_EQ(Reading("R -3 c H", Hexagonal), "167/36");
  EXPECT_EQ(Reading("R -3 m :H", Hexagonal), "166/36");
  EXPECT_EQ(Reading("R -3 m", Hexagonal), "166/36");
  EXPECT_EQ(Reading("R -3 m", Rhombohedral), "166/12");
  EXPECT_EQ(Reading("R -3 m R", Rhombohedral), "166/12");
  EXPECT_EQ(Reading("P 21/c", Cubic), "14/4");
  EXPECT_EQ(Reading("P 2_1/c", Cubic), "14/4");
  EXPECT_EQ(Reading("P2(1)/c", Cubic), "14/4");
  EXPECT_EQ(Reading("P 1 21/n 1", Cubic), "14/4");
  EXPECT_EQ(Reading("P 63/m m c", Hexagonal), "194/24");
  EXPECT_EQ(Reading("C m c e", Cubic), "64/16");
  EXPECT_EQ(Reading("P 1", Cubic), "1/1");
  for (const char * name : { "C2:b1", "Q m m m", "F m -3 q", "", ":1", "225", "P", "hexagonal" })
  {
    EXPECT_EQ(Reading(name, Cubic), "?") << name;
  }
}

TEST(Symmetry, OriginChoicesOfDiamond)
{
  const auto first = SettingsOfName("F d -3 m:1", Cubic).at(0);
  const auto second = SettingsOfName("F d -3 m:2", Cubic).at(0);
  const auto inversion = Parse("-x,-y,-z");
  const auto has = [&](const SpaceGroupSetting & setting) {
    return std::any_of(setting.operators.begin(), setting.operators.end(), [&](const auto & op) { return IsSameOperator(op, inversion); });
  };
  EXPECT_FALSE(has(first));
  EXPECT_TRUE(has(second)); // choice 2 has its origin on the centre of inversion
  EXPECT_EQ(SettingOfHall("F 4d 2 3 -1d")->number, 227);
  EXPECT_EQ(SettingOfHall("-F 4vw 2vw 3")->number, 227);
  EXPECT_EQ(SettingOfOperators(second.operators)->name, "F d -3 m:2");
  EXPECT_FALSE(SettingOfHall("nonsense"));
}

TEST(Symmetry, NumbersTakeTheSettingThatFits)
{
  EXPECT_EQ(SettingsOfNumber(225, Cubic).at(0).operators.size(), 192u);
  EXPECT_EQ(SettingsOfNumber(166, Hexagonal).at(0).operators.size(), 36u);
  EXPECT_EQ(SettingsOfNumber(166, Rhombohedral).at(0).operators.size(), 12u);
  EXPECT_EQ(SettingsOfNumber(14, { 4, 5, 6, 90, 100, 90 }).at(0).name, "P 1 21/c 1");
  EXPECT_EQ(SettingsOfNumber(14, { 4, 5, 6, 90, 90, 100 }).at(0).name, "P 1 1 21/a");
  EXPECT_TRUE(SettingsOfNumber(0, Cubic).empty());
  EXPECT_TRUE(SettingsOfNumber(231, Cubic).empty());
}

TEST(Symmetry, PointGroupsSurviveAChangeOfOrigin)
{
  auto shifted = SettingsOfName("P m m a", Cubic).at(0).operators;
  for (auto & op : shifted)
  {
    const Vector3 s{ 0.1, 0.2, 0.3 };
    const Vector3 turned = Multiply(op.rotation, s);
    for (std::size_t k = 0; k < 3; ++k)
    {
      op.translation[k] += s[k] - turned[k];
    }
  }
  EXPECT_FALSE(SettingOfOperators(shifted));
  EXPECT_TRUE(HasPointGroupOf(shifted, 51));
  EXPECT_FALSE(HasPointGroupOf(shifted, 26)); // P m c 21
}

TEST(Symmetry, SpecialPositionsBecomeExact)
{
  const auto cell = CellVectors({ 4.758, 4.758, 12.99, 90, 90, 120 });
  const auto operators = SettingsOfName("P 63/m m c", Hexagonal).at(0).operators;
  const auto expanded = ExpandSite({ { 0.3333, 0.6667, 0.25 }, {} }, operators, cell);
  ASSERT_EQ(expanded.images.size(), 2u); // Wyckoff position 2 c
  EXPECT_FALSE(expanded.uneven);
  EXPECT_NEAR(expanded.images[0].fractional[0], 1.0 / 3.0, 1e-12);
  EXPECT_NEAR(expanded.images[0].fractional[1], 2.0 / 3.0, 1e-12);
}

TEST(Symmetry, NearlySpecialPositionsAreTold)
{
  // On the border of 0.02 Å: 0.0104 x 2 from its mirror image one way, less from the others.
  const auto cell = CellVectors(Cubic);
  const auto operators = SettingsOfName("P 4 m m", Cubic).at(0).operators;
  EXPECT_TRUE(ExpandSite({ { 0.0026, 0.0, 0.3 }, {} }, operators, cell).uneven);
  EXPECT_EQ(ExpandSite({ { 0.0005, 0.0, 0.3 }, {} }, operators, cell).images.size(), 1u);
  EXPECT_EQ(ExpandSite({ { 0.04, 0.0, 0.3 }, {} }, operators, cell).images.size(), 4u); // split by 0.3 Å: kept
}

TEST(SiteElement, TypeSymbols)
{
  EXPECT_EQ(ElementOfTypeSymbol("Fe3+", {}), 26);
  EXPECT_EQ(ElementOfTypeSymbol("FE", {}), 26);
  EXPECT_EQ(ElementOfTypeSymbol("O2-", {}), 8);
  EXPECT_EQ(ElementOfTypeSymbol("D", {}), 1);
  EXPECT_EQ(ElementOfTypeSymbol("Cval", {}), 6);
  EXPECT_EQ(ElementOfTypeSymbol("Sival", {}), 14);
  EXPECT_EQ(ElementOfTypeSymbol("Wat", {}), 8);
  EXPECT_EQ(ElementOfTypeSymbol("OH", {}), 8);
  EXPECT_EQ(ElementOfTypeSymbol("X", {}), 0);
  EXPECT_EQ(ElementOfTypeSymbol("Vac", {}), 0); // a vacancy, not vanadium
  EXPECT_EQ(ElementOfTypeSymbol("V5+", {}), 23);
  EXPECT_EQ(ElementOfTypeSymbol("", {}), 0);
  EXPECT_EQ(ChargeOfTypeSymbol("Fe3+"), 3.0);
  EXPECT_EQ(ChargeOfTypeSymbol("O-2"), -2.0);
  EXPECT_EQ(ChargeOfTypeSymbol("Cl-"), -1.0);
  EXPECT_EQ(ChargeOfTypeSymbol("Ti"), 0.0);
  EXPECT_EQ(ChargeOfTypeSymbol("Ti0+"), 0.0);
}

TEST(SiteElement, Labels)
{
  const auto formula = ElementsOfFormula("Na0.8 Co O2");
  EXPECT_EQ(formula, (std::set<int>{ 8, 11, 27 }));
  EXPECT_EQ(ElementsOfFormula("NaCoO2"), formula);
  EXPECT_EQ(ElementOfLabel("Fe1", {}), 26);
  EXPECT_EQ(ElementOfLabel("O-H2", {}), 8);
  EXPECT_EQ(ElementOfLabel("Wat10", {}), 8);
  EXPECT_EQ(ElementOfLabel("OW1", {}), 8);
  EXPECT_EQ(ElementOfLabel("CaM2", {}), 20);
  EXPECT_EQ(ElementOfLabel("KA", {}), 19);
  EXPECT_EQ(ElementOfLabel("D1", {}), 1);
  EXPECT_EQ(ElementOfLabel("NA1", formula), 11);
  EXPECT_EQ(ElementOfLabel("NA1", ElementsOfFormula("C6 N2")), 7);
  EXPECT_EQ(ElementOfLabel("NA1", {}), 0); // sodium or nitrogen: not guessed
  EXPECT_EQ(ElementOfLabel("T1", {}), 0);  // a tetrahedral site, not tritium
  EXPECT_EQ(ElementOfLabel("Va1", {}), 0); // a vacancy
  EXPECT_EQ(ElementOfLabel("1Fe", {}), 0);
  EXPECT_EQ(ElementOfLabel("", {}), 0);
}
