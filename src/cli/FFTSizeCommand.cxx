#include "cli/Command.h"
#include "common/Error.h"
#include "common/Text.h"
#include "fourier/FastSizes.h"
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace ElectronMultislice
{
namespace
{
constexpr long long LargestSize = 1000000;

std::string
Factorization(std::size_t n)
{
  std::string text;
  for (std::size_t factor = 2; n > 1; factor = factor * factor > n ? n : factor + 1)
  {
    int power = 0;
    for (; n % factor == 0; n /= factor)
    {
      ++power;
    }
    if (power > 0)
    {
      text += (text.empty() ? "" : " x ") + std::to_string(factor) + (power > 1 ? "^" + std::to_string(power) : "");
    }
  }
  return text.empty() ? "1" : text;
}

void
PrintFFTSize(const std::string & text)
{
  long long value = 0;
  if (!ParseInteger(text, value) || value < 1 || value > LargestSize)
  {
    throw InputError("a transform size is a whole number from 1 to " + std::to_string(LargestSize) + ", not \"" + text + "\".");
  }
  const auto        size = static_cast<std::size_t>(value);
  const std::string factors = Factorization(size);
  std::cout << size << (factors == text ? "" : " = " + factors);
  if (IsFastFFTSize(size))
  {
    std::cout << " is fast\n";
    return;
  }
  const std::size_t next = NextFastFFTSize(size);
  std::cout << " is slow: a transform takes about " << FormatNumber(FFTSizeCost(size), 2) << " times as long per point as one of " << next
            << ", the next fast size (" << Factorization(next) << ")\n";
}
} // namespace

void
AddFFTSizeCommand(CLI::App & application, CommandAction & action)
{
  auto       sizes = std::make_shared<std::vector<std::string>>();
  CLI::App * command = application.add_subcommand("fft-size", "Say whether a grid size is fast, and the next fast one");
  command->footer("A size is fast when its prime factors are 2, 3, 5 and 7. Sizes are never changed silently: a job may use any.\n"
                  "\n"
                  "Example:\n"
                  "  electron-multislice fft-size 384 509");
  command->add_option("size", *sizes, "Pixels along one axis")->type_name("")->required();
  command->callback([sizes, &action] {
    action = [sizes] {
      for (const std::string & size : *sizes)
      {
        PrintFFTSize(size);
      }
    };
  });
}
} // namespace ElectronMultislice
