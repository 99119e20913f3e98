#ifndef io_OutputFiles_h
#define io_OutputFiles_h
#include <cstdint>
#include <string>

namespace ElectronMultislice
{
/** Absolute path of the file that will be written, symbolic links followed. Creates the folder if only the last level is missing. File
 * error if the folder is missing or cannot be written, or if something is there that is no regular file. */
std::string
PrepareOutputPath(const std::string & path);

/** File error unless the file system of the path's folder has that much space. `what` stands in the message: "results". */
void
CheckFreeSpace(const std::string & path, std::uint64_t bytes, const std::string & what);

/** Writes beside the path and renames, so that there is a whole file or none. */
void
WriteWholeFile(const std::string & path, const std::string & bytes);

/** Text of a system error, with the way out where the disk is full; no full stop. */
std::string
SystemErrorText(int error);

/** \class OutputFileLock
 * \brief A file that this run alone may write, while its name may change.
 *
 * The lock goes with the process, also after a kill. It does not hinder readers (other than the locks of the HDF5 library), and is skipped
 * where the file system knows no locks. */
class OutputFileLock
{
public:
  /** Creates the file if it is missing. File error if another run holds it. */
  explicit OutputFileLock(const std::string & path);
  ~OutputFileLock();
  OutputFileLock(const OutputFileLock &) = delete;
  OutputFileLock &
  operator=(const OutputFileLock &) = delete;

  /** Is an existing file held by another run? */
  static bool
  IsHeld(const std::string & path);

  void
  Rename(const std::string & path);
  /** Overwrites a part of the file. */
  void
  Write(std::uint64_t offset, const void * bytes, std::size_t size);
  /** Everything on the disk, as far as the system can tell. */
  void
  Synchronize();

private:
  int         m_Descriptor = -1;
  std::string m_Path;
};
} // namespace ElectronMultislice
#endif
