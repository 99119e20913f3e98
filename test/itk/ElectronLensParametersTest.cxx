#include "ItkTestTools.h"
#include "itkElectronObjectiveLensParameters.h"

using test::Contains;
using test::ErrorText;

namespace
{
class ObjectiveLens : public itk::ElectronObjectiveLensParameters<itk::Object>
{
public:
  using Self = ObjectiveLens;
  using Superclass = itk::ElectronObjectiveLensParameters<itk::Object>;
  using Pointer = itk::SmartPointer<Self>;
  itkNewMacro(Self);
  itkTypeMacro(ObjectiveLens, ElectronObjectiveLensParameters);
};

/** Whether the function changes the modification time of the object. */
bool
Modifies(const itk::Object * object, const std::function<void()> & function)
{
  const auto before = object->GetMTime();
  function();
  return object->GetMTime() > before;
}
} // namespace

TEST(ElectronLensParameters, DefaultsAreAPerfectOpenLens)
{
  const auto lens = ObjectiveLens::New();
  EXPECT_EQ(lens->GetSemiangle(), 0.0);
  EXPECT_EQ(lens->GetApertureEdge(), itk::ElectronMultisliceEnums::ApertureEdge::Soft);
  EXPECT_EQ(lens->GetDefocus(), 0.0);
  EXPECT_EQ(lens->GetFocalSpread(), 0.0);
  EXPECT_EQ(lens->GetAngularSpread(), 0.0);
}

TEST(ElectronLensParameters, ChangesAreModifications)
{
  const auto lens = ObjectiveLens::New();
  EXPECT_TRUE(Modifies(lens, [&] { lens->SetSemiangleInMilliradians(20.0); }));
  EXPECT_DOUBLE_EQ(lens->GetSemiangle(), 0.02);
  EXPECT_TRUE(Modifies(lens, [&] { lens->SetApertureEdge(itk::ElectronMultisliceEnums::ApertureEdge::Hard); }));
  EXPECT_TRUE(Modifies(lens, [&] { lens->SetDefocus(500.0); }));
  EXPECT_DOUBLE_EQ(lens->GetAberration("C10"), -500.0);
  EXPECT_FALSE(Modifies(lens, [&] { lens->SetAberration("C10", -500.0); }));
  EXPECT_TRUE(Modifies(lens, [&] { lens->SetFocalSpread(30.0); }));
  EXPECT_TRUE(Modifies(lens, [&] { lens->SetAngularSpreadInMilliradians(0.1); }));
  EXPECT_DOUBLE_EQ(lens->GetAngularSpread(), 1e-4);
  EXPECT_TRUE(Modifies(lens, [&] { lens->ClearAberrations(); }));
  EXPECT_EQ(lens->GetDefocus(), 0.0);
  EXPECT_FALSE(Modifies(lens, [&] { lens->ClearAberrations(); }));
}

TEST(ElectronLensParameters, RefusedNamesChangeNothing)
{
  const auto lens = ObjectiveLens::New();
  EXPECT_FALSE(Modifies(
    lens, [&] { EXPECT_TRUE(Contains(ErrorText([&] { lens->SetAberration("C31", 1.0); }), "There is no aberration named \"C31\"")); }));
}

TEST(ElectronLensParameters, Prints)
{
  const auto lens = ObjectiveLens::New();
  lens->SetSemiangleInMilliradians(20.0);
  lens->SetAberration("Cs", 1e7);
  lens->SetFocalSpread(30.0);
  lens->SetAngularSpread(1e-4);
  const std::string text = test::Printed(lens.GetPointer());
  for (const char * part :
       { "Semiangle: 0.02 rad", "ApertureEdge: soft", "Aberrations: C30 1e+07 Å", "FocalSpread: 30 Å", "AngularSpread: 0.0001 rad" })
  {
    EXPECT_TRUE(Contains(text, part));
  }
}
