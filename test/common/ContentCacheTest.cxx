#include "common/ContentCache.h"
#include <gtest/gtest.h>
#include <thread>

using namespace ElectronMultislice;

namespace
{
using Kind = ContentCache::Kind;

Content
MakeContent(const std::string & text)
{
  return Content().With(ContentBytes().Add(text));
}

std::shared_ptr<const int>
Value(int value)
{
  return std::make_shared<const int>(value);
}

/** The bytes that a content of one text takes: its length and itself. */
std::uint64_t
SizeOf(const std::string & text)
{
  return 8 + text.size();
}

/** Without counting: an int found at {0, item}, or -1. */
int
Look(ContentCache & cache, const Content & content, std::uint64_t item)
{
  const auto found = cache.Find<int>(Kind::Transmission, content, { 0, item });
  return found ? *found : -1;
}
} // namespace

TEST(Content, IsComparedByItsBytes)
{
  EXPECT_TRUE(MakeContent("abc") == MakeContent("abc"));
  EXPECT_EQ(MakeContent("abc").GetHash(), MakeContent("abc").GetHash());
  EXPECT_FALSE(MakeContent("abc") == MakeContent("abd"));
  EXPECT_FALSE(MakeContent("abc") == Content());
  EXPECT_FALSE(MakeContent("abc") == MakeContent("abc").With(ContentBytes()));
  // nothing runs into the next
  EXPECT_FALSE(Content().With(ContentBytes().Add(std::string("a")).Add(std::string("bc"))) ==
               Content().With(ContentBytes().Add(std::string("ab")).Add(std::string("c"))));
  // one bit of a number
  EXPECT_FALSE(Content().With(ContentBytes().Add(1.0)) == Content().With(ContentBytes().Add(1.0 + 2.3e-16)));
  EXPECT_FALSE(Content().With(ContentBytes().Add(1)) == Content().With(ContentBytes().Add(1.0)));
}

TEST(ContentCache, FindsWhatIsEqualInEverything)
{
  ContentCache cache(1000);
  cache.Keep(Kind::Transmission, MakeContent("gold"), { 3, 5 }, Value(7), 10);
  EXPECT_EQ(*cache.Find<int>(Kind::Transmission, MakeContent("gold"), { 3, 5 }), 7);
  EXPECT_EQ(cache.Find<int>(Kind::Transmission, MakeContent("silver"), { 3, 5 }), nullptr);
  EXPECT_EQ(cache.Find<int>(Kind::Potential, MakeContent("gold"), { 3, 5 }), nullptr);
  EXPECT_EQ(cache.Find<int>(Kind::Transmission, MakeContent("gold"), { 5, 3 }), nullptr);
  EXPECT_EQ(cache.Find<unsigned>(Kind::Transmission, MakeContent("gold"), { 3, 5 }), nullptr) << "of another type";
  const auto statistics = cache.GetStatistics(Kind::Transmission);
  EXPECT_EQ(statistics.hits, 1u);
  EXPECT_EQ(statistics.misses, 3u);
  EXPECT_EQ(statistics.entries, 1u);
  EXPECT_EQ(statistics.bytes, 10u);
  EXPECT_EQ(cache.GetStatistics(Kind::Potential).misses, 1u);
  EXPECT_EQ(cache.GetBytes(), 10 + SizeOf("gold"));
}

TEST(ContentCache, TheLeastRecentlyUsedGoesFirst)
{
  const Content content = MakeContent("gold");
  ContentCache  cache(30 + SizeOf("gold"));
  for (int i = 0; i < 3; ++i)
  {
    cache.Keep(Kind::Transmission, content, { 0, static_cast<std::uint64_t>(i) }, Value(i), 10);
  }
  EXPECT_EQ(Look(cache, content, 0), 0); // used again: 1 is now the oldest
  cache.Keep(Kind::Transmission, content, { 0, 3 }, Value(3), 10);
  EXPECT_EQ(Look(cache, content, 1), -1);
  EXPECT_EQ(Look(cache, content, 2), 2);
  cache.Keep(Kind::Transmission, content, { 0, 4 }, Value(4), 20); // takes the place of two: 0 and 3
  EXPECT_EQ(Look(cache, content, 0), -1);
  EXPECT_EQ(Look(cache, content, 3), -1);
  EXPECT_EQ(Look(cache, content, 2), 2);
  EXPECT_EQ(Look(cache, content, 4), 4);
  EXPECT_EQ(cache.GetStatistics(Kind::Transmission).entries, 2u);
  EXPECT_EQ(cache.GetStatistics(Kind::Transmission).bytes, 30u);
}

TEST(ContentCache, NeverHoldsMoreThanItsLimit)
{
  ContentCache cache(1000);
  for (std::uint64_t i = 0; i < 500; ++i)
  {
    cache.Keep(static_cast<Kind>(i % 4), MakeContent("content " + std::to_string(i % 7)), { i, 0 }, Value(1), i * 37 % 211);
    ASSERT_LE(cache.GetBytes(), 1000u);
  }
  cache.Keep(Kind::Potential, MakeContent("large"), { 0, 0 }, Value(1), 1001);
  EXPECT_EQ(cache.Find<int>(Kind::Potential, MakeContent("large"), { 0, 0 }), nullptr);
  EXPECT_GT(cache.GetBytes(), 500u) << "what does not fit at all drives nothing out";
  cache.SetLimit(300);
  EXPECT_LE(cache.GetBytes(), 300u);
  EXPECT_GT(cache.GetBytes(), 0u);
  cache.Clear();
  EXPECT_EQ(cache.GetBytes(), 0u);
  for (const Kind kind : { Kind::Potential, Kind::Transmission, Kind::ExitWaves, Kind::IncidentWaves })
  {
    EXPECT_EQ(cache.GetStatistics(kind).entries, 0u);
    EXPECT_EQ(cache.GetStatistics(kind).bytes, 0u);
  }
}

TEST(ContentCache, KeepsNothingWithLimitZeroOrWithoutContent)
{
  ContentCache none;
  none.Keep(Kind::Potential, MakeContent(""), { 0, 0 }, Value(1), 0);
  EXPECT_EQ(none.Find<int>(Kind::Potential, MakeContent(""), { 0, 0 }), nullptr);
  ContentCache cache(1000);
  cache.Keep(Kind::Potential, Content(), { 0, 0 }, Value(1), 1);
  EXPECT_EQ(cache.Find<int>(Kind::Potential, Content(), { 0, 0 }), nullptr);
}

TEST(ContentCache, CountsALongContentOnce)
{
  const std::string text(500, 'x');
  ContentCache      cache(1000);
  for (std::uint64_t i = 0; i < 3; ++i) // made anew each time, with different endings
  {
    cache.Keep(Kind::Transmission, MakeContent(text).With(ContentBytes().Add(i)), { 0, 0 }, Value(1), 10);
  }
  EXPECT_EQ(cache.GetBytes(), SizeOf(text) + 3 * (8 + 10));
  const Content other = MakeContent(text);
  const Content shared = cache.Share(other);
  EXPECT_TRUE(shared == other);
  EXPECT_NE(shared.GetParts()[0], other.GetParts()[0]);
  EXPECT_EQ(cache.Share(MakeContent(text)).GetParts()[0], shared.GetParts()[0]);
  cache.Clear();
  EXPECT_EQ(cache.Share(other).GetParts()[0], other.GetParts()[0]);
}

TEST(ContentCache, TheFirstOfTwoEqualOnesStaysAndWhatIsInUseLivesOn)
{
  ContentCache cache(100);
  cache.Keep(Kind::Transmission, MakeContent("a"), { 0, 0 }, Value(1), 10);
  cache.Keep(Kind::Transmission, MakeContent("a"), { 0, 0 }, Value(2), 10);
  const auto used = cache.Find<int>(Kind::Transmission, MakeContent("a"), { 0, 0 });
  cache.Clear();
  EXPECT_EQ(*used, 1);
}

TEST(ContentCache, ManyThreads)
{
  ContentCache             cache(2000);
  std::atomic<int>         wrong{ 0 };
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
  {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 3000; ++i)
      {
        const int           key = (i * i + t * 17) % 300;
        const Content       content = MakeContent(std::to_string(key % 5));
        ContentCache::Index index{ 0, static_cast<std::uint64_t>(key) };
        const auto          found = cache.Find<int>(Kind::Transmission, content, index);
        wrong += found && *found != key;
        cache.Keep(Kind::Transmission, content, index, Value(key), 10 + static_cast<std::uint64_t>(key % 3));
        if (i % 1000 == 999)
        {
          cache.Clear();
        }
        wrong += cache.GetBytes() > 2000;
      }
    });
  }
  for (std::thread & thread : threads)
  {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
  const auto statistics = cache.GetStatistics(Kind::Transmission);
  EXPECT_EQ(statistics.hits + statistics.misses, 4u * 3000u);
  EXPECT_GT(statistics.hits, 0u);
  EXPECT_LE(statistics.bytes, 2000u);
}
