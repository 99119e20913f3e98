#ifndef io_JobReference_h
#define io_JobReference_h
#include <string>

namespace ElectronMultislice
{
/** Markdown tables of every key of the job file: key, value, default, meaning, made from the schema that the reader uses. */
std::string
JobFileReference();
} // namespace ElectronMultislice
#endif
