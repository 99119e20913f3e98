#include "itkElectronDetectorOutputs.h"
#include "ItkTestTools.h"
#include "itkElectronCenterOfMassDetector.h"
#include "itkElectronPixelatedDetector.h"
#include "itkElectronSegmentedDetector.h"
#include "itkImageSource.h"

using test::Contains;
using test::ErrorText;
using test::MakeAnnularDetector;

namespace
{
/** Detector outputs behind some of another type, at some depths. */
template <typename TOutputImage>
class DetectingSource : public itk::ElectronDetectorOutputs<itk::ImageSource<TOutputImage>>
{
public:
  using Self = DetectingSource;
  using Superclass = itk::ElectronDetectorOutputs<itk::ImageSource<TOutputImage>>;
  using Pointer = itk::SmartPointer<Self>;
  itkNewMacro(Self);
  itkTypeMacro(DetectingSource, ElectronDetectorOutputs);

  using Superclass::GetDetectorImage;
  using Superclass::GetDetectorOutputs;

  void
  SetSeries(const std::vector<std::string> & leading, const std::vector<double> & depths)
  {
    m_Leading = leading;
    m_Depths = depths;
    this->SynchronizeOutputs();
  }

  const itk::DataObject *
  Output(unsigned int index) const
  {
    return this->itk::ProcessObject::GetOutput(index);
  }

protected:
  std::vector<std::string>
  GetLeadingOutputNames() const override
  {
    return m_Leading;
  }
  std::vector<double>
  GetDetectedDepths() const override
  {
    return m_Depths;
  }

private:
  std::vector<std::string> m_Leading;
  std::vector<double>      m_Depths;
};

using Flat = DetectingSource<itk::Image<float, 2>>;
using Patterned = DetectingSource<itk::Image<double, 4>>;
using Names = std::vector<std::string>;
} // namespace

TEST(ElectronDetectorOutputs, ExistFromTheMomentTheDetectorIsAdded)
{
  auto source = Flat::New();
  EXPECT_EQ(source->GetNumberOfIndexedOutputs(), 1u);
  EXPECT_EQ(source->GetOutputNames(), Names());
  auto bf = MakeAnnularDetector("bf", 0, 20);
  source->AddDetector(bf);
  source->AddDetector(itk::ElectronCenterOfMassDetector::New());
  EXPECT_EQ(source->GetOutputNames(), (Names{ "bf", "center-of-mass-x", "center-of-mass-y" }));
  EXPECT_EQ(source->GetNumberOfIndexedOutputs(), 3u);
  EXPECT_EQ(source->GetOutput("center-of-mass-y"), source->GetOutput(2u));
  EXPECT_EQ(source->GetOutputName(1), "center-of-mass-x");
  EXPECT_EQ(source->GetNumberOfDetectors(), 2u);
  EXPECT_EQ(source->GetDetector(0), bf.GetPointer());
  EXPECT_TRUE(Contains(source->GetDetectorOutputs()[2].quantity, "1/Å"));
  EXPECT_EQ(source->GetDetectorOutputs()[2].detector, 1u);
  EXPECT_EQ(source->GetDetectorOutputs()[2].component, 1u);
  const itk::ImageBase<2> * first = source->GetOutput(0u);
  source->ClearDetectors();
  EXPECT_EQ(source->GetNumberOfIndexedOutputs(), 1u);
  EXPECT_EQ(source->GetOutput(0u), first); // whoever holds the first output keeps it
}

TEST(ElectronDetectorOutputs, NameTheDepthsInTheirOrder)
{
  auto source = Flat::New();
  source->AddDetector(MakeAnnularDetector("bf", 0, 20));
  source->AddDetector(MakeAnnularDetector("adf", 30, 60));
  source->SetSeries({}, { 19.525, 40 });
  EXPECT_EQ(source->GetOutputNames(), (Names{ "bf@19.525", "bf@40", "adf@19.525", "adf@40" }));
  EXPECT_EQ(source->GetNumberOfIndexedOutputs(), 4u);
  EXPECT_EQ(source->GetDetectorOutputs()[3].exitPlane, 1u);
  EXPECT_EQ(source->GetDetectorOutputs()[3].detector, 1u);
  EXPECT_EQ(source->GetOutput("adf@40"), source->GetOutput(3u));
}

TEST(ElectronDetectorOutputs, StandBehindOutputsOfAnotherType)
{
  auto source = Patterned::New();
  source->SetSeries({ "patterns" }, {});
  source->AddDetector(MakeAnnularDetector("bf", 0, 20));
  EXPECT_EQ(source->GetOutputNames(), (Names{ "patterns", "bf" }));
  EXPECT_NE((dynamic_cast<const itk::Image<double, 4> *>(source->Output(0))), nullptr);
  EXPECT_EQ(source->GetOutput("bf"), source->Output(1));
  EXPECT_EQ(source->GetDetectorImage(0), source->Output(1));
  EXPECT_TRUE(Contains(ErrorText([&] { source->GetOutput("patterns"); }), "GetOutput(0)"));
  // more of them: what stood there changes its type
  source->SetSeries({ "patterns@10", "patterns@20" }, { 10, 20 });
  EXPECT_EQ(source->GetOutputNames(), (Names{ "patterns@10", "patterns@20", "bf@10", "bf@20" }));
  EXPECT_NE((dynamic_cast<const itk::Image<double, 4> *>(source->Output(1))), nullptr);
  EXPECT_EQ(source->GetOutput("bf@20"), source->Output(3));
  source->SetSeries({ "patterns" }, {});
  EXPECT_EQ(source->GetOutput("bf"), source->Output(1));
}

TEST(ElectronDetectorOutputs, FollowAChangedDetector)
{
  auto source = Flat::New();
  auto segments = itk::ElectronSegmentedDetector::New();
  source->AddDetector(segments);
  EXPECT_EQ(source->GetOutputNames().size(), 4u);
  const auto before = source->GetMTime();
  segments->SetNumberOfAzimuthalBins(6);
  EXPECT_GT(source->GetMTime(), before);
  const auto * last = source->GetOutput("segmented-r0-a5"); // makes the outputs follow
  EXPECT_EQ(last, source->GetOutput(5u));
}

TEST(ElectronDetectorOutputs, RefuseWhatCannotBe)
{
  auto source = Flat::New();
  EXPECT_TRUE(Contains(ErrorText([&] { source->AddDetector(nullptr); }), "null"));
  EXPECT_TRUE(Contains(ErrorText([&] { source->AddDetector(itk::ElectronPixelatedDetector::New()); }), "\"pixelated\" is pixelated"));
  EXPECT_TRUE(Contains(ErrorText([&] { source->GetOutput("bf"); }), "add a detector first"));
  source->AddDetector(MakeAnnularDetector("bf", 0, 20));
  EXPECT_TRUE(Contains(ErrorText([&] { source->AddDetector(MakeAnnularDetector("bf", 0, 10)); }), "\"bf\" already"));
  EXPECT_TRUE(Contains(ErrorText([&] { source->GetOutput("adf"); }), "the names are bf"));
  EXPECT_TRUE(Contains(ErrorText([&] { source->GetOutputName(1); }), "there are 1"));
  EXPECT_TRUE(Contains(ErrorText([&] { source->GetDetector(1); }), "Detector 1"));
  EXPECT_EQ(source->GetNumberOfDetectors(), 1u);
}

TEST(ElectronDetectorOutputs, Print)
{
  auto source = Flat::New();
  source->AddDetector(MakeAnnularDetector("bf", 0, 20));
  EXPECT_TRUE(Contains(test::Printed(source.GetPointer()), "Detector: bf"));
  EXPECT_TRUE(Contains(test::Printed(source.GetPointer()), "OuterAngle: 0.02 rad"));
}
