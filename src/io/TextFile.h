#ifndef io_TextFile_h
#define io_TextFile_h
#include <string>

namespace ElectronMultislice
{
/** The whole file. File error with the system's reason, naming it as `kind` ("job file"). The path is UTF-8. */
std::string
ReadTextFile(const std::string & path, const std::string & kind);
} // namespace ElectronMultislice
#endif
