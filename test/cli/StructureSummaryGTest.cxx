#include "cli/StructureSummary.h"
#include <gtest/gtest.h>

namespace ElectronMultislice
{
namespace
{
bool
Contains(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

Structure
TwoElements()
{
  Structure structure;
  structure.cell = CellVectors({ 3.905, 4.0, 5.0, 90.0, 90.0, 90.0 });
  structure.atoms.resize(3);
  structure.atoms[0].atomicNumber = 38;
  structure.atoms[0].displacement = IsotropicDisplacement(0.0075);
  structure.atoms[1].atomicNumber = 8;
  structure.atoms[1].occupancy = 0.5;
  structure.atoms[1].displacement = { 0.006, 0.009, 0.012, 0.0, 0.0, 0.0 };
  structure.atoms[2].atomicNumber = 8;
  structure.atoms[2].occupancy = 0.75;
  structure.hasDisplacements = true;
  structure.source = "two.cif";
  structure.remarks = { "thermal: B_iso in Å², u² = B/(8π²)" };
  return structure;
}

TEST(StructureSummary, TellsCellAtomsOccupanciesAndDisplacements)
{
  const std::string text = DescribeStructure(TwoElements());
  EXPECT_TRUE(Contains(text, "a = 3.905 Å, b = 4 Å, c = 5 Å")) << text;
  EXPECT_TRUE(Contains(text, "3 atoms, sum of occupancies 2.25")) << text;
  EXPECT_TRUE(Contains(text, "0.5 to 0.75")) << text;
  EXPECT_TRUE(Contains(text, "0.5922")) << text; // B = 8 pi² 0.0075 = 0.59218 Å²
  EXPECT_TRUE(Contains(text, "0 to 0.009, anisotropic")) << text;
  EXPECT_TRUE(Contains(text, "note: thermal: B_iso in Å²")) << text;
  EXPECT_FALSE(Contains(text, "warning")) << text;
}

TEST(StructureSummary, WarnsOfWhatARunRefuses)
{
  Structure oblique = TwoElements();
  oblique.cell = CellVectors({ 3.0, 3.0, 5.0, 90.0, 90.0, 120.0 });
  EXPECT_TRUE(Contains(DescribeStructure(oblique), "not right-angled (up to 30° off)")) << DescribeStructure(oblique);

  Structure bare = TwoElements();
  bare.cell = {};
  bare.hasDisplacements = false;
  const std::string text = DescribeStructure(bare);
  EXPECT_TRUE(Contains(text, "gives no cell")) << text;
  EXPECT_TRUE(Contains(text, "no thermal displacements")) << text;
}
} // namespace
} // namespace ElectronMultislice
