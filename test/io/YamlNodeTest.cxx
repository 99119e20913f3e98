#include "io/YamlNode.h"
#include "JobTestSupport.h"
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
YamlNode
Parse(const std::string & text)
{
  return YamlNode::Parse(text, "file.yaml");
}

template <typename Function>
std::string
Refusal(Function function)
{
  try
  {
    function();
    ADD_FAILURE() << "no error";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    return error.what();
  }
  return "";
}
} // namespace

TEST(YamlNode, SaysLineAndColumn)
{
  const YamlNode root = Parse("a: 1\nb:\n  c: [1, x]\n");
  EXPECT_EQ(root.Require("a").GetLocation(), "file.yaml:1:4");
  const YamlNode item = root.Require("b").Require("c").GetItems()[1];
  EXPECT_EQ(item.GetLocation(), "file.yaml:3:10");
  EXPECT_EQ(Refusal([&] { item.GetNumber(); }),
            "file.yaml:3:10: b.c[1]: \"x\" is not a finite number (with a decimal point, such as 1.5 or 2e-3)");
}

TEST(YamlNode, ColumnsCountCharacters)
{
  const YamlNode root = Parse("a: {b: 200 Å, c: x}\n"); // x is the 18th character, the 19th byte
  EXPECT_EQ(root.Require("a").Require("c").GetLocation(), "file.yaml:1:18");
}

TEST(YamlNode, LinesOfEveryKindAreCounted)
{
  EXPECT_EQ(Parse("a: 1\r\nb: 2\r\n").Require("b").GetLocation(), "file.yaml:2:4");
  EXPECT_EQ(Parse("\xEF\xBB\xBF# mark\na: 1\n").Require("a").GetLocation(), "file.yaml:2:4");
  EXPECT_EQ(Parse("\xEF\xBB\xBF"
                  "a: 1\n")
              .Require("a")
              .GetLocation(),
            "file.yaml:1:4");
}

TEST(YamlNode, RefusesWhatWouldBeReadByHalf)
{
  ExpectContains(Refusal([] { Parse(std::string("a: 1\nb: \x04 2\nc: 3\n")); }), "file.yaml:2:4: there is a control character (code 4)");
  ExpectContains(Refusal([] { Parse(std::string("a: 1\0b: 2\n", 10)); }), "file.yaml:1:5: there is a control character (code 0)");
  ExpectContains(Refusal([] { Parse("a: 1\nb: 200 \xC5\n"); }), "file.yaml:2:8: this is not UTF-8 text");
  ExpectContains(Refusal([] { Parse("a: 1\n---\na: 2\n"); }), "a second YAML document begins here");
}

TEST(YamlNode, BrokenYamlSaysWhere)
{
  ExpectContains(Refusal([] { Parse("a: [1, 2\nb: 3\n"); }), "file.yaml:2:");
  ExpectContains(Refusal([] { Parse("a: 1\n\tb: 2\n"); }), "file.yaml:2:1: this line is indented by a tab; YAML allows only spaces");
  ExpectContains(Refusal([] { Parse("a:\n  b: 1\n\tc: 2\n"); }), "file.yaml:3:1: this line is indented by a tab");
  ExpectContains(Refusal([] { Parse("a: 1\n  b: 2\n"); }), "this is not valid YAML");
  ExpectContains(Refusal([] { Parse("a: \"open\n"); }), "file.yaml:");
  ExpectContains(Refusal([] { Parse("a: *nobody\n"); }), "file.yaml:1:");
  ExpectContains(Refusal([] { Parse(std::string(100000, '[')); }), "file.yaml:1:");
}

TEST(YamlNode, KeysGivenTwice)
{
  ExpectContains(Refusal([] {
                   Parse("a: 1\nb: 2\na: 3\n").AllowKeys({ "a", "b" });
                 }),
                 "file.yaml:3:1: the key \"a\" is given twice; the first stands at file.yaml:1:4");
  ExpectContains(Refusal([] { Parse("x: {a: 1, a: 1}\n").Require("x").Find("a"); }), "file.yaml:1:11: x: the key \"a\" is given twice");
}

TEST(YamlNode, UnknownKeys)
{
  const auto allow = [](const std::string & text) {
    return Refusal([&] { Parse(text).Require("p").AllowKeys({ "grid", "slice-thickness" }); });
  };
  EXPECT_EQ(allow("p:\n  grid: 1\n  slice_thicknes: 2\n"),
            "file.yaml:3:3: p: unknown key \"slice_thicknes\"; did you mean \"slice-thickness\"?");
  ExpectContains(allow("p: {colour: red}\n"), "unknown key \"colour\"; known keys are grid or slice-thickness");
  ExpectContains(allow("p: 3\n"), "file.yaml:1:4: p: keys with values are expected here, not \"3\"");
  ExpectContains(allow("p: [1]\n"), "keys with values are expected here, not a list");
  ExpectContains(allow("p: {[1, 2]: 3}\n"), "a key must be a word");
}

TEST(YamlNode, AnEmptyValueIsAnEmptySection)
{
  const YamlNode section = Parse("p:\nq: 1\n").Require("p");
  EXPECT_TRUE(section.GetEntries().empty());
  EXPECT_NO_THROW(section.AllowKeys({ "a" }));
  EXPECT_EQ(Refusal([&] { section.Require("a"); }), "file.yaml:1:1: p: the key \"a\" is missing");
  EXPECT_EQ(Refusal([&] { section.GetText(); }), "file.yaml:1:1: p: the value is missing");
  EXPECT_TRUE(Parse("").GetEntries().empty());
  EXPECT_TRUE(Parse("# nothing\n").GetEntries().empty());
}

TEST(YamlNode, TypedValues)
{
  const YamlNode root = Parse("t: text\nn: -1.5e-3\nc: 12\nb: yes\nl: [1, 2]\nm: {a: 1}\nq: '20 mrad'\ne: ''\n");
  EXPECT_EQ(root.Require("t").GetText(), "text");
  EXPECT_EQ(root.Require("q").GetText(), "20 mrad");
  EXPECT_EQ(root.Require("n").GetNumber(), -1.5e-3);
  EXPECT_EQ(root.Require("c").GetCount(1, 12), 12u);
  EXPECT_TRUE(root.Require("b").GetBoolean());
  EXPECT_EQ(root.Require("l").GetItems(2, "[1, 2]").size(), 2u);
  ExpectContains(Refusal([&] { root.Require("c").GetCount(1, 11); }), "\"12\" is not a whole number from 1 to 11");
  ExpectContains(Refusal([&] { root.Require("n").GetCount(0, 11); }), "is not a whole number");
  ExpectContains(Refusal([&] { root.Require("n").GetNumber(0.0, 1.0); }), "-0.0015 is outside 0 to 1");
  ExpectContains(Refusal([&] { root.Require("t").GetBoolean(); }), "\"text\" is neither true nor false");
  ExpectContains(Refusal([&] { root.Require("l").GetItems(3, "[1, 2, 3]"); }),
                 "a list of 3 is expected here, such as [1, 2, 3], not one of 2");
  ExpectContains(Refusal([&] { root.Require("t").GetItems(); }), "a list is expected here, not \"text\"");
  ExpectContains(Refusal([&] { root.Require("l").GetText(); }), "a single value is expected here, not a list");
  ExpectContains(Refusal([&] { root.Require("m").GetText(); }), "a single value is expected here, not keys with values");
  ExpectContains(Refusal([&] { root.Require("e").GetText(); }), "the value is empty");
}

TEST(YamlNode, CountsUpToTheLargest)
{
  EXPECT_EQ(Parse("n: 18446744073709551615").Require("n").GetCount(0, UINT64_MAX), UINT64_MAX);
  for (const std::string bad : { "18446744073709551616", "-1", "+1", "1.0", "1e3", "0x1", "one" })
  {
    ExpectContains(Refusal([&] { Parse("n: " + bad).Require("n").GetCount(0, UINT64_MAX); }), "is not a whole number");
  }
}

TEST(YamlNode, AliasesAreTheValuesOfTheirAnchors)
{
  const YamlNode root = Parse("a: &x {k: 3}\nb: *x\n");
  EXPECT_EQ(root.Require("b").Require("k").GetNumber(), 3.0);
}

TEST(YamlNode, LocatesErrorsFromElsewhere)
{
  const YamlNode node = Parse("a: 1\nb: 2\n").Require("b");
  EXPECT_EQ(node.Located([] { return 5; }), 5);
  EXPECT_EQ(Refusal([&] { node.Located([]() -> int { throw InputError("wrong"); }); }), "file.yaml:2:4: b: wrong");
}
