#include "ItkTestTools.h"
#include "itkElectronMultisliceExecutionContext.h"

using test::Contains;
using test::ErrorText;
using Context = itk::ElectronMultisliceExecutionContext;

TEST(ElectronMultisliceExecutionContext, IsOneForTheProcess)
{
  EXPECT_EQ(Context::GetInstance().GetPointer(), Context::GetInstance().GetPointer());
  EXPECT_NE(Context::GetInstance().GetPointer(), Context::New().GetPointer());
}

TEST(ElectronMultisliceExecutionContext, SettersAndSettingsAreTheSame)
{
  auto context = Context::New();
  context->SetNumberOfThreads(3);
  EXPECT_EQ(context->GetSetting("threads"), "3");
  EXPECT_EQ(context->GetNumberOfThreads(), 3u);
  EXPECT_EQ(context->GetSettingOrigin("threads"), "setter");
  context->SetNumberOfThreads(0);
  EXPECT_EQ(context->GetSetting("threads"), "all");
  context->SetSetting("scan.batch-size", "7");
  EXPECT_EQ(context->GetBatchSize(), 7u);
  context->SetBatchSize(0);
  EXPECT_EQ(context->GetSetting("scan.batch-size"), "auto");
  context->SetSliceChunkSize(4);
  EXPECT_EQ(context->GetSetting("potential.slice-chunk-size"), "4");
  context->SetNumberOfVirtualDevices(2);
  EXPECT_EQ(context->GetNumberOfVirtualDevices(), 2u);
  context->SetHostMemoryLimit("2 GB");
  EXPECT_EQ(context->GetHostMemoryLimit(), "2 GB");
  context->SetDeviceMemoryLimit("50 %");
  EXPECT_EQ(context->GetDeviceMemoryLimit(), "50 %");
  context->SetMultiGPU(true);
  EXPECT_TRUE(context->GetMultiGPU());
  context->SetDevice("reference");
  EXPECT_EQ(context->GetDevice(), "reference");
  for (const std::string & name : Context::GetSettingNames())
  {
    EXPECT_FALSE(context->GetSetting(name).empty()) << name;
  }
  context->ResetSettings();
  EXPECT_EQ(context->GetSetting("device"), "auto");
}

TEST(ElectronMultisliceExecutionContext, RefusesWhatItDoesNotKnow)
{
  auto context = Context::New();
  EXPECT_TRUE(Contains(ErrorText([&] { context->SetSetting("thread", "2"); }), "threads")); // the nearest name
  EXPECT_TRUE(Contains(ErrorText([&] { context->SetSetting("threads", "many"); }), "many"));
  EXPECT_TRUE(Contains(ErrorText([&] { context->SetDevice("gpu"); }), "cuda")); // what is allowed
  EXPECT_EQ(context->GetSetting("device"), "auto");
}

TEST(ElectronMultisliceExecutionContext, OnlyDevicesCanChangeResults)
{
  auto       context = Context::New();
  const auto result = context->GetResultMTime();
  const auto modified = context->GetMTime();
  context->SetNumberOfThreads(1);
  EXPECT_EQ(context->GetResultMTime(), result);
  EXPECT_GT(context->GetMTime(), modified);
  context->SetDevice("reference");
  EXPECT_GT(context->GetResultMTime(), result);
  const auto again = context->GetMTime();
  context->SetDevice("reference");
  EXPECT_EQ(context->GetMTime(), again);
}

TEST(ElectronMultisliceExecutionContext, AnswersEveryDeviceRequest)
{
  auto context = Context::New();
  context->SetNumberOfVirtualDevices(2);
  const std::string text = context->GetDeviceReport();
  EXPECT_TRUE(Contains(text, "cpu:0"));
  EXPECT_TRUE(Contains(text, "cpu:1"));
  EXPECT_TRUE(Contains(text, "cuda")); // declined, with the reason
}

TEST(ElectronMultisliceExecutionContext, KnowsFastSizes)
{
  EXPECT_TRUE(Context::IsFastFFTSize(384));
  EXPECT_FALSE(Context::IsFastFFTSize(382)); // 2 x 191
  EXPECT_EQ(Context::NextFastFFTSize(382), 384u);
}

TEST(ElectronMultisliceExecutionContext, Prints)
{
  auto context = Context::New();
  context->SetNumberOfThreads(5);
  const std::string text = test::Printed(context.GetPointer());
  EXPECT_TRUE(Contains(text, "threads: 5 (setter)"));
  EXPECT_TRUE(Contains(text, "device: auto (default)"));
}
