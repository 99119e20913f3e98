#include "specimen/StructureText.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <zlib.h>

namespace ElectronMultislice
{
namespace
{
constexpr std::size_t LargestText = std::size_t{ 1 } << 32; // 4 GiB

class Inflater
{
public:
  explicit Inflater(const std::string & name)
    : m_Name(name)
  {
    constexpr int gzip = 16 + MAX_WBITS;
    if (inflateInit2(&m_Stream, gzip) != Z_OK)
    {
      throw Error(ErrorKind::Memory, m_Name + ": zlib could not start to decompress.");
    }
  }
  ~Inflater()
  {
    inflateEnd(&m_Stream);
  }
  Inflater(const Inflater &) = delete;
  Inflater &
  operator=(const Inflater &) = delete;

  std::string
  Run(const std::string & compressed)
  {
    std::string       text;
    std::vector<char> buffer(1 << 16);
    std::size_t       position = 0;
    int               state = Z_OK;
    while (state != Z_STREAM_END || position < compressed.size())
    {
      if (state == Z_STREAM_END) // files may hold several gzip members
      {
        inflateReset(&m_Stream);
      }
      const std::size_t piece = std::min<std::size_t>(compressed.size() - position, 1 << 20);
      m_Stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(compressed.data() + position));
      m_Stream.avail_in = static_cast<uInt>(piece);
      m_Stream.next_out = reinterpret_cast<Bytef *>(buffer.data());
      m_Stream.avail_out = static_cast<uInt>(buffer.size());
      state = inflate(&m_Stream, Z_NO_FLUSH);
      const std::size_t produced = buffer.size() - m_Stream.avail_out;
      const std::size_t consumed = piece - m_Stream.avail_in;
      text.append(buffer.data(), produced);
      position += consumed;
      if ((state != Z_OK && state != Z_STREAM_END) || (state == Z_OK && produced == 0 && consumed == 0))
      {
        throw InputError(m_Name + ": the compressed data are damaged or end early after " + std::to_string(text.size()) +
                         " characters of text. Copy the file again, or decompress it with gunzip to see what is left.");
      }
      if (text.size() > LargestText)
      {
        throw InputError(m_Name + ": the decompressed text is larger than 4 GiB, the most that is read.");
      }
    }
    return text;
  }

private:
  std::string m_Name;
  z_stream    m_Stream{};
};
} // namespace

std::string
LoadStructureText(const std::string & path)
{
  const auto      file = std::filesystem::u8path(path);
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
  {
    throw Error(ErrorKind::File, path + ": this is a folder; a structure file (.cif, .mcif, .xyz, .exyz, or these with .gz) is needed.");
  }
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error) && !std::filesystem::is_fifo(file, error))
  {
    throw Error(ErrorKind::File, path + ": this is no ordinary file; a structure file is needed."); // a device may never end
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
  {
    throw Error(ErrorKind::File,
                path + ": the structure file cannot be opened. Check the name and the folder, and that the file may be read.");
  }
  std::string content{ std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>() };
  if (stream.bad())
  {
    throw Error(ErrorKind::File, path + ": reading the structure file failed.");
  }
  const bool compressed = content.size() >= 2 && content[0] == '\x1f' && content[1] == '\x8b';
  return compressed ? Inflater(path).Run(content) : content;
}

std::string
NormalizeText(const std::string & text, const std::string & name)
{
  const auto startsWith = [&](std::string_view mark) { return text.compare(0, mark.size(), mark) == 0; };
  if (startsWith("\xFF\xFE") || startsWith("\xFE\xFF"))
  {
    throw InputError(name + ": the file is UTF-16 text; save it as UTF-8 (or plain ASCII).");
  }
  if (text.find('\0') != std::string::npos)
  {
    throw InputError(name + ": the file holds binary data, not text; a CIF or XYZ file is needed.");
  }
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = startsWith("\xEF\xBB\xBF") ? 3 : 0; i < text.size(); ++i)
  {
    if (text[i] != '\r')
    {
      result.push_back(text[i]);
    }
    else if (i + 1 >= text.size() || text[i + 1] != '\n')
    {
      result.push_back('\n'); // line ends of old Macintosh files
    }
  }
  return result;
}

std::vector<std::string_view>
SplitLines(std::string_view text)
{
  std::vector<std::string_view> lines;
  while (!text.empty())
  {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Error
ErrorAtLine(const std::string & name, std::size_t line, const std::string & text)
{
  return InputError(name + ":" + std::to_string(line) + ": " + text);
}

std::string
Quoted(std::string_view text)
{
  constexpr std::size_t most = 60;
  if (text.size() <= most)
  {
    return "\"" + std::string(text) + "\"";
  }
  std::size_t length = most;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u)
  {
    --length; // not inside a UTF-8 character
  }
  return "\"" + std::string(text.substr(0, length)) + "...\"";
}

std::string_view
Trimmed(std::string_view text)
{
  while (!text.empty() && IsBlank(text.front()))
  {
    text.remove_prefix(1);
  }
  while (!text.empty() && IsBlank(text.back()))
  {
    text.remove_suffix(1);
  }
  return text;
}

std::string
LowerCase(std::string_view text)
{
  std::string result(text);
  for (auto & c : result)
  {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return result;
}
} // namespace ElectronMultislice
