#include "ItkTestTools.h"
#include "itkAtomicStructureFileReader.h"
#include "itkElectronMultisliceSimulation.h"
#include "itkMetaDataObject.h"
#include <complex>

using test::Contains;
using test::ErrorText;
using Simulation = itk::ElectronMultisliceSimulation;

namespace
{
const char * const Job = R"(specimen:
  structure: one.xyz
  repetitions: [1, 1, 2]
potential:
  grid: [48, 60]
  slice-thickness: 2
beam:
  energy: 100 keV
illumination:
  type: probe
  semiangle: 25 mrad
scan:
  start: [0.25, 0.5]
  step: [0.5, 0.75]
  count: [3, 2]
detectors:
  adf: {type: annular, inner: 30 mrad, outer: 60 mrad}
  com: {type: center-of-mass}
  patterns: {type: pixelated, maximum-angle: 40 mrad}
output:
  file: result.h5
)";

std::string
WriteSpecimen(const test::TemporaryFolder & folder)
{
  folder.Write("one.xyz", test::CubicXyz(6.0, "Au"));
  return folder.Path("");
}
} // namespace

TEST(ElectronMultisliceSimulation, RunsToImages)
{
  const test::TemporaryFolder folder;
  auto                        simulation = Simulation::New();
  simulation->SetJobText(Job, WriteSpecimen(folder));
  EXPECT_TRUE(Contains(simulation->Plan(), "48 x 60"));
  double last = -1.0;
  simulation->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { last = simulation->GetProgress(); });
  simulation->RunToMemory();
  EXPECT_EQ(simulation->GetOutputNames(), (std::vector<std::string>{ "adf", "com-x", "com-y", "patterns" }));
  EXPECT_NEAR(last, 1.0, 1e-6);

  const auto * adf = dynamic_cast<const itk::Image<float, 2> *>(simulation->GetOutput("adf"));
  ASSERT_NE(adf, nullptr);
  EXPECT_EQ(adf->GetLargestPossibleRegion().GetSize(0), 3u);
  EXPECT_EQ(adf->GetOrigin()[1], 0.5);
  EXPECT_EQ(adf->GetSpacing()[1], 0.75);
  std::string text;
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(adf->GetMetaDataDictionary(), "quantity", text));
  EXPECT_EQ(text, "intensity / fraction of the beam");

  const auto * patterns = dynamic_cast<const itk::Image<float, 4> *>(simulation->GetOutput("patterns"));
  ASSERT_NE(patterns, nullptr);
  const auto size = patterns->GetLargestPossibleRegion().GetSize();
  EXPECT_EQ(size[2], 3u);
  EXPECT_EQ(size[3], 2u);
  EXPECT_DOUBLE_EQ(patterns->GetSpacing()[0], 1.0 / 6.0);
  // the beam is at physical point 0
  EXPECT_DOUBLE_EQ(patterns->GetOrigin()[0], -static_cast<double>(size[0] / 2) / 6.0);
  EXPECT_EQ(patterns->GetOrigin()[2], 0.25);
  EXPECT_TRUE(Contains(simulation->GetReport(), "cpu:0"));
  EXPECT_TRUE(Contains(ErrorText([&] { simulation->GetOutput("haadf"); }), "adf, com-x, com-y or patterns"));
}

TEST(ElectronMultisliceSimulation, ThePatternsAddUpToTheDetectors)
{
  const test::TemporaryFolder folder;
  auto                        simulation = Simulation::New();
  auto                        context = itk::ElectronMultisliceExecutionContext::New();
  context->SetSetting("precision", "float64");
  simulation->SetExecutionContext(context);
  std::string job = Job;
  job.replace(job.find("inner: 30 mrad, outer: 60 mrad"), 30, "inner: 0 mrad, outer: 35 mrad ");
  simulation->SetJobText(job, WriteSpecimen(folder));
  simulation->RunToMemory();
  const auto * disc = dynamic_cast<const itk::Image<double, 2> *>(simulation->GetOutput("adf"));
  const auto * patterns = dynamic_cast<const itk::Image<double, 4> *>(simulation->GetOutput("patterns"));
  ASSERT_NE(disc, nullptr);
  ASSERT_NE(patterns, nullptr);
  const auto   size = patterns->GetLargestPossibleRegion().GetSize();
  const double wavelength = 0.0370143; // Å at 100 kV, E. J. Kirkland, table B.1
  for (itk::IndexValueType j = 0; j < 2; ++j)
  {
    for (itk::IndexValueType i = 0; i < 3; ++i)
    {
      double sum = 0.0;
      for (itk::IndexValueType y = 0; y < static_cast<itk::IndexValueType>(size[1]); ++y)
      {
        for (itk::IndexValueType x = 0; x < static_cast<itk::IndexValueType>(size[0]); ++x)
        {
          const itk::Image<double, 4>::IndexType index{ { x, y, i, j } };
          itk::Image<double, 4>::PointType       point;
          patterns->TransformIndexToPhysicalPoint(index, point);
          sum += wavelength * std::hypot(point[0], point[1]) < 0.035 ? patterns->GetPixel(index) : 0.0;
        }
      }
      EXPECT_NEAR(sum, disc->GetPixel({ { i, j } }), 1e-10);
    }
  }
}

TEST(ElectronMultisliceSimulation, RepeatsTheJobOfAFilter)
{
  const test::TemporaryFolder folder;
  auto                        source = test::MakeSource<float>(test::MakeStructure()); // atoms in memory only
  auto                        filter = test::MakeFilter<float>(source->GetOutput());
  filter->SetAberration("C12", 20.0);
  filter->Update();
  const std::string job = Simulation::ReadJobText(filter->GetOutput("adf")->GetMetaDataDictionary());
  EXPECT_GT(job.size(), 500u); // several pieces
  EXPECT_EQ(job.find('\n'), std::string::npos);
  auto simulation = Simulation::New();
  simulation->SetJobText(job);
  simulation->RunToMemory();
  const auto * adf = dynamic_cast<const itk::Image<float, 2> *>(simulation->GetOutput("adf"));
  ASSERT_NE(adf, nullptr);
  EXPECT_EQ(test::Pixels(adf), test::Pixels(filter->GetOutput("adf")));
}

TEST(ElectronMultisliceSimulation, RepeatsTheJobOfAFilterOnAFile)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("gold.xyz", test::CubicXyz(4.0, "Au")));
  auto source = test::MakeSource<float>(reader->GetOutput());
  auto filter = test::MakeFilter<float>(source->GetOutput());
  filter->Update();
  const std::string job = filter->GetJobText();
  EXPECT_TRUE(Contains(job, folder.Path("gold.xyz")));
  auto simulation = Simulation::New();
  simulation->SetJobText(job);
  simulation->RunToMemory();
  const auto * adf = dynamic_cast<const itk::Image<float, 2> *>(simulation->GetOutput("adf"));
  ASSERT_NE(adf, nullptr);
  EXPECT_EQ(test::Pixels(adf), test::Pixels(filter->GetOutput("adf")));
  // atoms that are no longer those of the file are written out
  reader->GetOutput()->SetAtomicNumbers({ 78 });
  EXPECT_TRUE(Contains(filter->GetJobText(), "[Pt, "));
  EXPECT_TRUE(Contains(filter->GetJobText(), "(changed)"));
}

TEST(ElectronMultisliceSimulation, GivesExitPlanesAndExitWaves)
{
  const test::TemporaryFolder folder;
  const std::string           base = WriteSpecimen(folder);
  std::string                 job = Job;
  job.replace(job.find("  file: result.h5"), 17, "  file: result.h5\n  keep: [exit-waves]\nexit-planes: [6, 12]");
  auto simulation = Simulation::New();
  simulation->SetJobText(job, base);
  simulation->RunToMemory();
  EXPECT_NE(simulation->GetOutput("adf@6"), nullptr);
  EXPECT_NE(simulation->GetOutput("patterns@12"), nullptr);
  const auto * waves = dynamic_cast<const itk::Image<std::complex<float>, 3> *>(simulation->GetOutput("exit-waves"));
  ASSERT_NE(waves, nullptr);
  EXPECT_EQ(waves->GetLargestPossibleRegion().GetSize(0), 48u);
  EXPECT_EQ(waves->GetLargestPossibleRegion().GetSize(2), 12u); // 2 planes x 6 positions
}

TEST(ElectronMultisliceSimulation, GivesImagesOfAPlaneWave)
{
  const test::TemporaryFolder folder;
  const std::string           base = WriteSpecimen(folder);
  const std::string           text = Job;
  const std::string           job = text.substr(0, text.find("  type: probe")) +
                          "  type: plane-wave\nimaging: {aperture: 20 mrad, aberrations: {Cs: 1.0e5}, defocus: [30, 60]}\n"
                          "exit-planes: [6, 12]\n";
  auto simulation = Simulation::New();
  simulation->SetJobText(job, base);
  simulation->RunToMemory();
  EXPECT_EQ(simulation->GetOutputNames(), (std::vector<std::string>{ "image-30A@6", "image-30A@12", "image-60A@6", "image-60A@12" }));
  const auto * series = dynamic_cast<const itk::Image<float, 2> *>(simulation->GetOutput("image-60A@12"));
  ASSERT_NE(series, nullptr);
  EXPECT_EQ(series->GetLargestPossibleRegion().GetSize(0), 48u);
  EXPECT_EQ(series->GetLargestPossibleRegion().GetSize(1), 60u);
  EXPECT_DOUBLE_EQ(series->GetSpacing()[0], 6.0 / 48);
  EXPECT_DOUBLE_EQ(series->GetSpacing()[1], 6.0 / 60);
  double defocus = 0.0;
  ASSERT_TRUE(itk::ExposeMetaData<double>(series->GetMetaDataDictionary(), "defocus_A", defocus));
  EXPECT_EQ(defocus, 60.0);

  // one defocus and one plane by themselves
  auto single = Simulation::New();
  single->SetJobText(text.substr(0, text.find("  type: probe")) +
                       "  type: plane-wave\nimaging: {aperture: 20 mrad, aberrations: {Cs: 1.0e5}, defocus: 60}\n",
                     base);
  single->RunToMemory();
  const auto * alone = dynamic_cast<const itk::Image<float, 2> *>(single->GetOutput("image"));
  ASSERT_NE(alone, nullptr);
  for (std::size_t i = 0; i < 48 * 60; ++i)
  {
    ASSERT_EQ(series->GetBufferPointer()[i], alone->GetBufferPointer()[i]);
  }
}

TEST(ElectronMultisliceSimulation, RunsToAFile)
{
  const test::TemporaryFolder folder;
  WriteSpecimen(folder);
  auto simulation = Simulation::New();
  simulation->SetJobFileName(folder.Write("job.yaml", Job));
  simulation->SetOutputFileName(folder.Path("result.h5")); // the job's own is relative to the working folder
  simulation->Run();
  ASSERT_FALSE(simulation->GetOutputFileNames().empty());
  EXPECT_TRUE(Contains(simulation->GetOutputFileNames()[0], "result.h5"));
  EXPECT_TRUE(std::filesystem::exists(folder.Path("result.h5")));
  simulation->SetOutputFileName(folder.Path("other.h5"));
  simulation->Run();
  EXPECT_TRUE(std::filesystem::exists(folder.Path("other.h5")));
}

TEST(ElectronMultisliceSimulation, Stops)
{
  const test::TemporaryFolder folder;
  std::string                 job = Job;
  job.replace(job.find("[3, 2]"), 6, "[300, 200]");
  auto simulation = Simulation::New();
  simulation->SetJobText(job, WriteSpecimen(folder));
  simulation->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { simulation->AbortRun(); });
  EXPECT_THROW(simulation->RunToMemory(), itk::ProcessAborted);
  EXPECT_TRUE(simulation->GetOutputNames().empty());
}

TEST(ElectronMultisliceSimulation, SettersWinOverTheJob)
{
  const test::TemporaryFolder folder;
  auto                        context = itk::ElectronMultisliceExecutionContext::New();
  auto                        simulation = Simulation::New();
  simulation->SetExecutionContext(context);
  simulation->SetJobText(std::string(Job) + "execution: {precision: float64, threads: 1}\n", WriteSpecimen(folder));
  simulation->RunToMemory();
  EXPECT_NE((dynamic_cast<const itk::Image<double, 2> *>(simulation->GetOutput("adf"))), nullptr);
  context->SetSetting("precision", "float64");
  context->SetSetting("precision", "float32"); // set on purpose
  simulation->RunToMemory();
  EXPECT_NE((dynamic_cast<const itk::Image<float, 2> *>(simulation->GetOutput("adf"))), nullptr);
}

TEST(ElectronMultisliceSimulation, ErrorsNameLineAndWayOut)
{
  auto simulation = Simulation::New();
  EXPECT_TRUE(Contains(ErrorText([&] { simulation->RunToMemory(); }), "no job"));
  std::string misspelt = Job;
  misspelt.replace(misspelt.find("energy"), 6, "enrgy");
  const std::string text = ErrorText([&] { simulation->SetJobText(misspelt); });
  EXPECT_TRUE(Contains(text, ":8:3:"));
  EXPECT_TRUE(Contains(text, "energy"));
  EXPECT_TRUE(Contains(ErrorText([&] { simulation->SetJobFileName("/nowhere/job.yaml"); }), "/nowhere/job.yaml"));
  EXPECT_TRUE(Contains(ErrorText([&] { simulation->GetOutput("adf"); }), "RunToMemory"));
}

TEST(ElectronMultisliceSimulation, Prints)
{
  const test::TemporaryFolder folder;
  auto                        simulation = Simulation::New();
  EXPECT_TRUE(Contains(test::Printed(simulation.GetPointer()), "Job: none"));
  simulation->SetJobText(Job, WriteSpecimen(folder));
  EXPECT_TRUE(Contains(simulation->GetJobText(), "energy: 100 keV"));
  EXPECT_TRUE(Contains(test::Printed(simulation.GetPointer()), "Job: set"));
}
