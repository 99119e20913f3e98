#include "execution/Settings.h"
#include "common/Error.h"
#include "execution/HostResources.h"
#include <gtest/gtest.h>
#include <limits>

using namespace ElectronMultislice;

namespace
{
/** The message of the Input error that setting it throws; empty if none. */
std::string
Refusal(const std::string & name, const std::string & value, const std::string & origin = "test")
{
  try
  {
    Settings().Set(name, value, origin);
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    return error.what();
  }
  return "";
}

std::string
Stored(const std::string & name, const std::string & value)
{
  Settings settings;
  settings.Set(name, value, "test");
  return settings.GetText(name);
}

void
ExpectContains(const std::string & text, const std::string & part)
{
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in \"" << text << "\"";
}
} // namespace

TEST(Settings, HoldsTheTableOfTheDesign)
{
  std::map<std::string, std::string> defaults;
  for (const Settings::Definition & definition : Settings::GetDefinitions())
  {
    defaults[definition.name] = definition.defaultValue;
    EXPECT_FALSE(definition.allowed.empty());
  }
  const std::map<std::string, std::string> expected{ { "device", "auto" },
                                                     { "multi-gpu.enabled", "false" },
                                                     { "multi-gpu.devices", "all" },
                                                     { "multi-gpu.allow-mixed", "false" },
                                                     { "multi-gpu.allow-oversubscription", "false" },
                                                     { "multi-gpu.memory-pool", "auto" },
                                                     { "fft.plan-cache", "auto" },
                                                     { "potential.slice-chunk-size", "auto" },
                                                     { "scan.batch-size", "auto" },
                                                     { "precision", "float32" },
                                                     { "threads", "all" },
                                                     { "virtual-devices", "1" },
                                                     { "memory-limit.host", "80 %" },
                                                     { "memory-limit.device", "80 %" },
                                                     { "cache-limit", "25 %" },
                                                     { "progress", "auto" },
                                                     { "log-level", "info" } };
  EXPECT_EQ(defaults, expected);
}

TEST(Settings, EveryDefaultIsAllowed)
{
  for (const Settings::Definition & definition : Settings::GetDefinitions())
  {
    EXPECT_EQ(Refusal(definition.name, definition.defaultValue), "");
    EXPECT_EQ(Settings().Get(definition.name).origin, "default");
  }
}

TEST(Settings, TheCacheTakesAPartOfTheHostsLimit)
{
  Settings settings;
  EXPECT_EQ(GetCacheLimit(settings, 1000), 250u);
  settings.Set("cache-limit", "10 %", "test");
  EXPECT_EQ(GetCacheLimit(settings, 1000), 100u);
  settings.Set("cache-limit", "2 GB", "test");
  EXPECT_EQ(GetCacheLimit(settings, 1000), 2000000000u);
  settings.Set("cache-limit", "0", "test");
  EXPECT_EQ(GetCacheLimit(settings, 1000), 0u);
  EXPECT_NE(Refusal("cache-limit", "-1"), "");
  EXPECT_NE(Refusal("cache-limit", "auto"), "");
}

TEST(Settings, KeepsValueAndOrigin)
{
  Settings settings;
  settings.Set("threads", " 3 ", "flag --threads");
  EXPECT_EQ(settings.Get("threads").value, "3");
  EXPECT_EQ(settings.Get("threads").origin, "flag --threads");
  EXPECT_EQ(settings.GetCount("threads"), 3u);
  EXPECT_EQ(settings.GetCount("scan.batch-size"), 0u);
  EXPECT_EQ(settings.GetCount("virtual-devices"), 1u);
  settings.Set("threads", "auto", "setter");
  EXPECT_EQ(settings.Get("threads").value, "all");
  EXPECT_EQ(settings.GetCount("threads"), 0u);
}

TEST(Settings, Booleans)
{
  for (const std::string yes : { "true", "yes", "on" })
  {
    EXPECT_EQ(Stored("multi-gpu.enabled", yes), "true");
  }
  for (const std::string no : { "false", "no", "off" })
  {
    EXPECT_EQ(Stored("multi-gpu.enabled", no), "false");
  }
  Settings settings;
  EXPECT_FALSE(settings.GetBoolean("multi-gpu.enabled"));
  settings.Set("multi-gpu.enabled", "true", "setter");
  EXPECT_TRUE(settings.GetBoolean("multi-gpu.enabled"));
  ExpectContains(Refusal("multi-gpu.enabled", "1"), "allowed: true or false");
}

TEST(Settings, UnknownNameSaysTheNearest)
{
  ExpectContains(Refusal("thread", "2", "job.yaml:7:3"), "job.yaml:7:3: unknown setting \"thread\"; did you mean \"threads\"?");
  ExpectContains(Refusal("multi_gpu.enabled", "true"), "did you mean \"multi-gpu.enabled\"?");
  ExpectContains(Refusal("colour", "red"), "the settings are device, ");
}

TEST(Settings, ValueOutOfRangeSaysWhatIsAllowed)
{
  const std::string text = Refusal("device", "gpu", "flag --device");
  ExpectContains(text, "flag --device: setting \"device\" cannot be \"gpu\"; allowed: auto, reference, cpu or cuda");
  ExpectContains(Refusal("device", "crda"), "did you mean \"cuda\"?");
  for (const std::string bad : { "0", "-1", "1.5", "4097", "two", "", "99999999999999999999", "nan" })
  {
    ExpectContains(Refusal("threads", bad), "a whole number from 1 to 4096");
  }
  for (const std::string name : { "scan.batch-size", "potential.slice-chunk-size" })
  {
    ExpectContains(Refusal(name, "0"), "auto, or a whole number of at least 1");
  }
  EXPECT_NE(Refusal("virtual-devices", "auto"), "");
  EXPECT_NE(Refusal("virtual-devices", "257"), "");
  ExpectContains(Refusal("precision", "double"), "float32 or float64");
  ExpectContains(Refusal("progress", "maybe"), "auto, on or off");
  ExpectContains(Refusal("log-level", "infos"), "did you mean \"info\"?");
}

TEST(Settings, ARefusedValueChangesNothing)
{
  Settings settings;
  settings.Set("threads", "2", "first");
  EXPECT_THROW(settings.Set("threads", "none", "second"), Error);
  EXPECT_EQ(settings.Get("threads").value, "2");
  EXPECT_EQ(settings.Get("threads").origin, "first");
}

TEST(Settings, DeviceLists)
{
  EXPECT_EQ(Stored("multi-gpu.devices", "all"), "all");
  EXPECT_EQ(Stored("multi-gpu.devices", "0, 2"), "0,2");
  EXPECT_EQ(Stored("multi-gpu.devices", "1,1"), "1,1"); // whether one may be listed twice is decided when devices are taken
  EXPECT_EQ(Stored("multi-gpu.devices", "GPU-5d0b1f5e-1234"), "GPU-5d0b1f5e-1234");
  ExpectContains(Refusal("multi-gpu.devices", "0,first"), "\"first\" is neither an index nor a UUID");
  EXPECT_NE(Refusal("multi-gpu.devices", "0,"), "");
  EXPECT_NE(Refusal("multi-gpu.devices", ""), "");
  EXPECT_NE(Refusal("multi-gpu.devices", "-1"), "");
}

TEST(Settings, MemoryThatASettingDoesNotTake)
{
  EXPECT_EQ(Stored("fft.plan-cache", "-1"), "-1");
  EXPECT_EQ(Stored("fft.plan-cache", "0"), "0");
  EXPECT_EQ(Stored("multi-gpu.memory-pool", "0"), "0");
  EXPECT_NE(Refusal("multi-gpu.memory-pool", "-1"), "");
  for (const std::string bad : { "auto", "0", "0 %", "-1", "110 %", "8", "lots" })
  {
    ExpectContains(Refusal("memory-limit.host", bad), "a percentage above 0 such as 80 %, or an amount such as 8 GB");
  }
  Settings settings;
  settings.Set("memory-limit.host", "512 MB", "setter");
  EXPECT_EQ(settings.GetMemory("memory-limit.host").bytes, 512000000u);
}

TEST(MemoryAmount, ReadsWhatPeopleWrite)
{
  const auto bytes = [](const std::string & text) {
    const MemoryAmount amount = ParseMemoryAmount(text);
    EXPECT_EQ(amount.kind, MemoryAmount::Kind::Bytes);
    return amount.bytes;
  };
  EXPECT_EQ(bytes("2 GB"), 2000000000u);
  EXPECT_EQ(bytes("2GB"), 2000000000u);
  EXPECT_EQ(bytes("2 GiB"), 2147483648u);
  EXPECT_EQ(bytes("1.5 GiB"), 1610612736u);
  EXPECT_EQ(bytes("512 MB"), 512000000u);
  EXPECT_EQ(bytes("1 KiB"), 1024u);
  EXPECT_EQ(bytes("3 kB"), 3000u);
  EXPECT_EQ(bytes("1 TB"), 1000000000000u);
  EXPECT_EQ(bytes("100 B"), 100u);
  EXPECT_EQ(bytes("1e9"), 1000000000u);
  EXPECT_EQ(bytes("1e9 B"), 1000000000u);
  EXPECT_EQ(bytes("2147483648"), 2147483648u);
  EXPECT_EQ(bytes("0"), 0u);
  EXPECT_EQ(ParseMemoryAmount("auto").kind, MemoryAmount::Kind::Automatic);
  EXPECT_EQ(ParseMemoryAmount("-1").kind, MemoryAmount::Kind::Unlimited);
  EXPECT_EQ(ParseMemoryAmount(" 80 % ").kind, MemoryAmount::Kind::Percentage);
  EXPECT_DOUBLE_EQ(ParseMemoryAmount("12.5%").percentage, 12.5);
}

TEST(MemoryAmount, RefusesTheRestWithExamples)
{
  for (const std::string bad :
       { "", "GB", "2 Gb", "2 gigabytes", "-2 GB", "101 %", "nan", "inf", "1,5 GB", "8", "1e30 GB", "0x10", "2 GB 3", "--1", "-0.5 %" })
  {
    try
    {
      ParseMemoryAmount(bad);
      ADD_FAILURE() << "\"" << bad << "\" was taken";
    }
    catch (const Error & error)
    {
      EXPECT_EQ(error.GetKind(), ErrorKind::Input);
      ExpectContains(error.what(), "\"2 GB\"");
    }
  }
  try
  {
    ParseMemoryAmount("8");
    FAIL();
  }
  catch (const Error & error)
  {
    ExpectContains(error.what(), "would be 8 bytes; did you mean \"8 GB\"?");
  }
}

TEST(MemoryAmount, Resolves)
{
  EXPECT_EQ(ParseMemoryAmount("auto").Resolve(1000, 7), 7u);
  EXPECT_EQ(ParseMemoryAmount("25 %").Resolve(1000, 7), 250u);
  EXPECT_EQ(ParseMemoryAmount("100 %").Resolve(123456789012ull, 7), 123456789012ull);
  EXPECT_EQ(ParseMemoryAmount("2 GB").Resolve(1000, 7), 2000000000u); // an amount is what it is, whatever is there
  EXPECT_EQ(ParseMemoryAmount("-1").Resolve(1000, 7), std::numeric_limits<std::uint64_t>::max());
}
