#ifndef specimen_XyzFields_h
#define specimen_XyzFields_h
#include <string>
#include <string_view>
#include <vector>

namespace ElectronMultislice
{
/** \class XyzLines
 * \brief The lines of an XYZ file of any kind, read in order. */
class XyzLines
{
public:
  XyzLines(std::string_view text, std::string name);

  /** Next line that is neither blank nor a # comment; false at the end. */
  bool
  NextFilled();
  /** Next line whatever it holds. */
  bool
  NextAny();
  /** Number of the current line, from 1. */
  std::size_t
  GetNumber() const
  {
    return m_Next;
  }
  std::string_view
  GetLine() const
  {
    return m_Lines[m_Next - 1];
  }
  std::size_t
  GetNumberOfLines() const
  {
    return m_Lines.size();
  }
  std::size_t
  GetNumberOfLinesLeft() const
  {
    return m_Lines.size() - m_Next;
  }
  const std::string &
  GetName() const
  {
    return m_Name;
  }

  /** Fields of the current line, separated by blanks, or by commas that are not decimal commas; Input error for those. */
  std::vector<std::string_view>
  GetFields() const;

  /** The same without looking for decimal commas, to see what kind of line it is. */
  std::vector<std::string_view>
  GuessFields() const;

  /** A field as a finite number; Input error naming the line and `what` otherwise. */
  double
  Number(std::string_view field, const std::string & what) const;

  /** Element of a symbol ("Fe", "FE", "Fe1") or of an atomic number. */
  int
  Element(std::string_view field) const;

  /** Throws an Input error at the current line. */
  [[noreturn]] void
  Fail(const std::string & text) const;

private:
  std::vector<std::string_view> m_Lines;
  std::string                   m_Name;
  std::size_t                   m_Next = 0;
};
} // namespace ElectronMultislice
#endif
