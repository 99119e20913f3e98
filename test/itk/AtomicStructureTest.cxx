#include "ItkTestTools.h"

using test::Contains;
using test::ErrorText;

TEST(AtomicStructure, GivesBackWhatWasSet)
{
  auto       structure = itk::AtomicStructure::New();
  const auto before = structure->GetMTime();
  structure->SetPositions({ 0, 0, 0, 1.25, 2.5, -3.75 });
  structure->SetAtomicNumbers({ 38, 8 });
  structure->SetOccupancies({ 1.0, 0.25 });
  structure->SetCharges({ 2.0, -2.0 });
  structure->SetSites({ 3, -1 });
  structure->SetCell({ 3.9, 0, 0, 0, 4.1, 0, 0.5, 0, 5.0 });
  EXPECT_GT(structure->GetMTime(), before);

  EXPECT_EQ(structure->GetNumberOfAtoms(), 2u);
  EXPECT_EQ(structure->GetPositions(), (std::vector<double>{ 0, 0, 0, 1.25, 2.5, -3.75 }));
  EXPECT_EQ(structure->GetAtomicNumbers(), (std::vector<int>{ 38, 8 }));
  EXPECT_EQ(structure->GetOccupancies(), (std::vector<double>{ 1.0, 0.25 }));
  EXPECT_EQ(structure->GetCharges(), (std::vector<double>{ 2.0, -2.0 }));
  EXPECT_EQ(structure->GetSites(), (std::vector<int>{ 3, -1 }));
  EXPECT_EQ(structure->GetCell(), (std::vector<double>{ 3.9, 0, 0, 0, 4.1, 0, 0.5, 0, 5.0 }));
  EXPECT_DOUBLE_EQ(structure->GetTotalOccupancy(), 1.25);
  EXPECT_EQ(structure->GetComposition(), "O 0.25, Sr 1");
  EXPECT_EQ(structure->GetNumberOfFrames(), 1u);
}

TEST(AtomicStructure, TakesIsotropicAndAnisotropicDisplacements)
{
  auto structure = itk::AtomicStructure::New();
  structure->SetPositions({ 0, 0, 0, 1, 1, 1 });
  structure->SetAtomicNumbers({ 6, 6 });
  structure->SetMeanSquareDisplacements({ 0.01, 0.02 });
  EXPECT_EQ(structure->GetMeanSquareDisplacements(), (std::vector<double>{ 0.01, 0.01, 0.01, 0, 0, 0, 0.02, 0.02, 0.02, 0, 0, 0 }));
  const std::vector<double> tensors{ 0.01, 0.02, 0.03, 0.001, 0.002, -0.003, 0.04, 0.05, 0.06, 0, 0, 0 };
  structure->SetMeanSquareDisplacements(tensors);
  EXPECT_EQ(structure->GetMeanSquareDisplacements(), tensors);
}

TEST(AtomicStructure, UnderstandsCellParameters)
{
  auto structure = itk::AtomicStructure::New();
  structure->SetCellParameters(3.0, 3.0, 5.0, 90.0, 90.0, 120.0);
  const auto cell = structure->GetCell();
  // a hexagonal cell: b = (-a/2, sqrt(3)/2 a, 0)
  EXPECT_NEAR(cell[3], -1.5, 1e-12);
  EXPECT_NEAR(cell[4], 1.5 * std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(structure->GetCellParameters()[5], 120.0, 1e-10);
}

TEST(AtomicStructure, AddsFramesAndDropsThemWhenChanged)
{
  auto structure = test::MakeStructure();
  auto moved = structure->GetPositions();
  moved[0] += 0.25;
  structure->AddFrame(moved);
  EXPECT_EQ(structure->GetNumberOfFrames(), 2u);
  EXPECT_EQ(structure->GetFramePositions(1), moved);
  EXPECT_EQ(structure->GetFramePositions(0), structure->GetPositions());
  EXPECT_TRUE(Contains(ErrorText([&] { structure->GetFramePositions(2); }), "there are 2 frames"));
  structure->SetCharges({ 0, 0, 1 });
  EXPECT_EQ(structure->GetNumberOfFrames(), 1u);
}

TEST(AtomicStructure, NamesWhatIsWrong)
{
  auto structure = itk::AtomicStructure::New();
  EXPECT_TRUE(Contains(ErrorText([&] { structure->SetAtomicNumbers({ 6 }); }), "1 value for 0 atoms"));
  EXPECT_TRUE(Contains(ErrorText([&] { structure->SetPositions({ 0, 0 }); }), "three numbers per atom"));
  EXPECT_TRUE(Contains(ErrorText([&] { structure->SetPositions({ 0, 0, std::nan("") }); }), "value 2 is nan"));
  structure->SetPositions({ 0, 0, 0 });
  EXPECT_TRUE(Contains(ErrorText([&] { structure->SetAtomicNumbers({ 119 }); }), "118"));
  EXPECT_TRUE(Contains(ErrorText([&] { structure->SetOccupancies({ 1.5 }); }), "at most 1"));
  EXPECT_TRUE(Contains(ErrorText([&] { structure->SetMeanSquareDisplacements({ -0.01 }); }), "cannot be negative"));
  EXPECT_TRUE(Contains(ErrorText([&] { structure->SetCell({ 1, 2 }); }), "2 were given"));
  // nothing was taken over from the refused calls
  EXPECT_EQ(structure->GetAtomicNumbers(), (std::vector<int>{ 0 }));
}

TEST(AtomicStructure, NewNumberOfAtomsResetsTheRest)
{
  auto structure = test::MakeStructure();
  structure->SetPositions({ 0, 0, 0 });
  EXPECT_EQ(structure->GetAtomicNumbers(), (std::vector<int>{ 0 }));
  EXPECT_EQ(structure->GetMeanSquareDisplacements(), std::vector<double>(6, 0.0));
  structure->Initialize();
  EXPECT_EQ(structure->GetNumberOfAtoms(), 0u);
  EXPECT_EQ(structure->GetNumberOfFrames(), 0u);
}

TEST(AtomicStructure, GraftSharesUntilOneChanges)
{
  auto original = test::MakeStructure();
  auto copy = itk::AtomicStructure::New();
  copy->Graft(original);
  EXPECT_EQ(copy->GetPositions(), original->GetPositions());
  copy->SetAtomicNumbers({ 1, 2, 3 });
  EXPECT_EQ(original->GetAtomicNumbers(), (std::vector<int>{ 79, 14, 8 }));
}

TEST(AtomicStructure, PrintsASummary)
{
  auto              structure = test::MakeStructure();
  const std::string text = test::Printed(structure.GetPointer());
  EXPECT_TRUE(Contains(text, "AtomicStructure"));
  EXPECT_TRUE(Contains(text, "3 atoms, O 1, Si 1, Au 1"));
  EXPECT_TRUE(Contains(text, "a 4, b 5, c 4 Å"));
  EXPECT_TRUE(Contains(text, "0.006 to 0.008 Å²"));
  EXPECT_TRUE(Contains(itk::AtomicStructure::New()->GetSummary(), "no atoms"));
}
