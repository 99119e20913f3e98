#include "io/OutputFiles.h"
#include "common/Error.h"
#include "common/Text.h"
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
namespace fs = std::filesystem;

Error
FileError(const std::string & text)
{
  return { ErrorKind::File, text };
}

/** Writes everything or throws; interrupted and partial writes go on. */
void
WriteAll(int descriptor, const std::string & path, const char * bytes, std::size_t size, off_t offset)
{
  while (size > 0)
  {
    const ssize_t written = pwrite(descriptor, bytes, size, offset);
    if (written < 0 && errno == EINTR)
    {
      continue;
    }
    if (written <= 0)
    {
      throw FileError("Cannot write " + path + ": " + SystemErrorText(written < 0 ? errno : ENOSPC) + ".");
    }
    bytes += written;
    size -= static_cast<std::size_t>(written);
    offset += written;
  }
}

/** False if someone else holds the file. */
bool
TryLock(int descriptor, bool forWriting)
{
#ifdef F_OFD_SETLK
  struct flock lock = {};
  lock.l_type = forWriting ? F_WRLCK : F_RDLCK;
  lock.l_whence = SEEK_SET;
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
#else
  static_cast<void>(descriptor);
  static_cast<void>(forWriting);
  return true;
#endif
}
} // namespace

std::string
SystemErrorText(int error)
{
  const std::string text = std::generic_category().message(error);
  const bool        isFull = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return isFull ? text + ". Make room there, or choose a folder on another disk" : text;
}

std::string
PrepareOutputPath(const std::string & path)
{
  if (path.empty())
  {
    throw InputError("No output file is named. Give one as `file` in the section `output`.");
  }
  std::error_code error;
  fs::path        full = fs::weakly_canonical(fs::absolute(path), error);
  if (error)
  {
    throw FileError("Cannot use " + path + " as an output file: " + error.message() + ". Choose a folder that you may read and write.");
  }
  const fs::path folder = full.parent_path();
  if (fs::is_directory(full, error) || !full.has_filename())
  {
    throw FileError("Cannot write " + path + ": it is a folder. Name a file in it.");
  }
  if (fs::exists(full, error) && !fs::is_regular_file(full, error))
  {
    throw FileError("Cannot write " + path + ": it exists and is no ordinary file. Choose another name.");
  }
  if (!fs::exists(folder, error))
  {
    if (!fs::is_directory(folder.parent_path(), error))
    {
      throw FileError("Cannot write " + path + ": the folder " + folder.string() + " does not exist, nor the one above it. Create " +
                      folder.parent_path().string() + " first or choose another place.");
    }
    if (!fs::create_directory(folder, error) && error)
    {
      throw FileError("Cannot create the folder " + folder.string() + " for " + path + ": " + error.message() +
                      ". Choose a folder that you may write.");
    }
  }
  else if (!fs::is_directory(folder, error))
  {
    throw FileError("Cannot write " + path + ": " + folder.string() + " is no folder.");
  }
  if (faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
  {
    throw FileError("Cannot write into the folder " + folder.string() + ": " + SystemErrorText(errno) +
                    ". Choose a folder that you may write.");
  }
  return full.string();
}

void
CheckFreeSpace(const std::string & path, std::uint64_t bytes, const std::string & what)
{
  const std::string folder = fs::absolute(path).parent_path().string();
  struct statvfs    status = {};
  if (statvfs(folder.c_str(), &status) != 0)
  {
    return; // a file system that does not tell; a full disk is still noticed when the file is made
  }
  const std::uint64_t available = static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
  if (available < bytes)
  {
    throw FileError("The " + what + " need " + FormatBytes(bytes) + ", but the file system of " + folder + " has only " +
                    FormatBytes(available) +
                    " free. Choose a folder with more space, or ask for less: fewer positions, a smaller maximum angle of pixelated "
                    "detectors, fewer exit planes, nothing in `keep`.");
  }
}

void
WriteWholeFile(const std::string & path, const std::string & bytes)
{
  const std::string partial = path + ".partial";
  const int         descriptor = open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0)
  {
    throw FileError("Cannot create " + path + ": " + SystemErrorText(errno) + ".");
  }
  try
  {
    WriteAll(descriptor, path, bytes.data(), bytes.size(), 0);
    if (fsync(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
    {
      throw FileError("Cannot write " + path + ": " + SystemErrorText(errno) + ".");
    }
  }
  catch (...)
  {
    close(descriptor);
    unlink(partial.c_str());
    throw;
  }
  if (close(descriptor) != 0 || rename(partial.c_str(), path.c_str()) != 0)
  {
    const int error = errno;
    unlink(partial.c_str());
    throw FileError("Cannot write " + path + ": " + SystemErrorText(error) + ".");
  }
}

OutputFileLock::OutputFileLock(const std::string & path)
  : m_Path(path)
{
  m_Descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (m_Descriptor < 0)
  {
    throw FileError("Cannot create " + path + ": " + SystemErrorText(errno) + ". Choose a folder that you may write.");
  }
  if (!TryLock(m_Descriptor, true))
  {
    close(m_Descriptor);
    throw FileError("Another run is writing " + path + " just now. Wait for it, stop it, or choose another output file.");
  }
}

OutputFileLock::~OutputFileLock()
{
  close(m_Descriptor);
}

bool
OutputFileLock::IsHeld(const std::string & path)
{
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
  {
    return false;
  }
  const bool free = TryLock(descriptor, false);
  close(descriptor);
  return !free;
}

void
OutputFileLock::Rename(const std::string & path)
{
  if (rename(m_Path.c_str(), path.c_str()) != 0)
  {
    throw FileError("Cannot rename " + m_Path + " to " + path + ": " + SystemErrorText(errno) + ".");
  }
  m_Path = path;
}

void
OutputFileLock::Write(std::uint64_t offset, const void * bytes, std::size_t size)
{
  WriteAll(m_Descriptor, m_Path, static_cast<const char *>(bytes), size, static_cast<off_t>(offset));
}

void
OutputFileLock::Synchronize()
{
  if (fsync(m_Descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
  {
    throw FileError("Cannot write " + m_Path + ": " + SystemErrorText(errno) + ".");
  }
}
} // namespace ElectronMultislice
