#ifndef common_Error_h
#define common_Error_h
#include <stdexcept>
#include <string>

namespace ElectronMultislice
{
/** What went wrong, as far as a caller reacts differently to it. The value is the exit code of the command. */
enum class ErrorKind
{
  Internal = 1, ///< a fault of this program
  Input = 2,    ///< a value, key, file content or combination that cannot be used
  Memory = 3,   ///< does not fit the memory limit, or an allocation failed
  File = 4,     ///< a file cannot be read or written
  Aborted = 130 ///< stopped on request (Ctrl-C, AbortGenerateData)
};

/** \class Error
 * \brief The one exception of the core: a one-paragraph text that says what was wrong, the value, what is allowed and the way out.
 */
class Error : public std::runtime_error
{
public:
  Error(ErrorKind kind, const std::string & text)
    : std::runtime_error(text)
    , m_Kind(kind)
  {}
  ErrorKind
  GetKind() const
  {
    return m_Kind;
  }

private:
  ErrorKind m_Kind;
};

/** Shorthand for the most frequent kind. */
inline Error
InputError(const std::string & text)
{
  return { ErrorKind::Input, text };
}

/** What ends a run that somebody stopped. */
inline Error
AbortedError()
{
  return { ErrorKind::Aborted, "Stopped on request." };
}
} // namespace ElectronMultislice
#endif
