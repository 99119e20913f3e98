#include "io/TextFile.h"
#include "common/Error.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ElectronMultislice
{
std::string
ReadTextFile(const std::string & path, const std::string & kind)
{
  const auto file = std::filesystem::u8path(path);
  const auto failure = [&](const std::string & why) {
    return Error(ErrorKind::File, "cannot read the " + kind + " \"" + path + "\": " + why);
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
  {
    throw failure("it is a folder");
  }
  if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored) &&
      !std::filesystem::is_fifo(file, ignored))
  {
    throw failure("it is no ordinary file"); // a device may never end
  }
  errno = 0;
  std::ifstream      stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream)
  {
    throw failure(errno != 0 ? std::strerror(errno) : "it cannot be opened");
  }
  if (stream.peek() != std::ifstream::traits_type::eof())
  {
    text << stream.rdbuf();
  }
  if (stream.bad() || text.fail())
  {
    throw failure("reading failed");
  }
  return text.str();
}
} // namespace ElectronMultislice
