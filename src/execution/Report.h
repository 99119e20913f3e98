#ifndef execution_Report_h
#define execution_Report_h
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** \class Report
 * \brief What became of every request: devices taken and declined with the reason, notes and warnings. Nothing is ignored silently. */
class Report
{
public:
  enum class Kind
  {
    Taken,
    Declined,
    Note,
    Warning
  };
  struct Line
  {
    Kind        kind;
    std::string subject; ///< "cpu:0", "cuda", "grid"
    std::string text;
  };

  /** The same line is kept once. */
  void
  Add(Kind kind, const std::string & subject, const std::string & text);
  const std::vector<Line> &
  GetLines() const
  {
    return m_Lines;
  }
  /** One line each: "taken     cpu:0  2 threads, ...". */
  std::string
  ToText() const;

private:
  std::vector<Line> m_Lines;
};

const char *
ReportKindName(Report::Kind kind);
} // namespace ElectronMultislice
#endif
