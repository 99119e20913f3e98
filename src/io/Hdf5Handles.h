#ifndef io_Hdf5Handles_h
#define io_Hdf5Handles_h
#include <hdf5.h>
#include <string>
#include <utility>

namespace ElectronMultislice
{
/** \class Hdf5Silence
 * \brief Keeps the HDF5 library from printing its error stack while in scope; one per public entry point, since the library's setting is
 * per thread and belongs to the program around us. */
class Hdf5Silence
{
public:
  Hdf5Silence();
  ~Hdf5Silence();
  Hdf5Silence(const Hdf5Silence &) = delete;
  Hdf5Silence &
  operator=(const Hdf5Silence &) = delete;

private:
  H5E_auto2_t m_Function = nullptr;
  void *      m_Data = nullptr;
};

/** \class Hdf5Handle
 * \brief Owns an HDF5 identifier and closes it with the function that belongs to it. */
class Hdf5Handle
{
public:
  using Closer = herr_t (*)(hid_t);

  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Closer closer)
    : m_Id(id)
    , m_Closer(closer)
  {}
  Hdf5Handle(Hdf5Handle && other) noexcept
    : m_Id(std::exchange(other.m_Id, H5I_INVALID_HID))
    , m_Closer(other.m_Closer)
  {}
  Hdf5Handle &
  operator=(Hdf5Handle && other) noexcept
  {
    std::swap(m_Id, other.m_Id);
    std::swap(m_Closer, other.m_Closer);
    return *this;
  }
  ~Hdf5Handle()
  {
    Close();
  }

  operator hid_t() const
  {
    return m_Id;
  }
  /** False if the library could not close it (data that could not be written, say). */
  bool
  Close()
  {
    const hid_t id = std::exchange(m_Id, H5I_INVALID_HID);
    return id < 0 || m_Closer(id) >= 0;
  }

private:
  hid_t  m_Id = H5I_INVALID_HID;
  Closer m_Closer = nullptr;
};

/** Text of the innermost entry of the library's error stack: the system's message ("No space left on device") where there is one. */
std::string
GetHdf5ErrorText();

/** \class Hdf5Context
 * \brief Names the file and what is being done, so that a failed call becomes a File error that says so. */
class Hdf5Context
{
public:
  Hdf5Context(std::string path, std::string action)
    : m_Path(std::move(path))
    , m_Action(std::move(action))
  {}
  void
  SetPath(const std::string & path)
  {
    m_Path = path;
  }
  void
  SetAction(const std::string & action)
  {
    m_Action = action;
  }
  const std::string &
  GetPath() const
  {
    return m_Path;
  }

  /** Takes an identifier or a status as the library returned it; throws if it is negative. */
  template <typename TStatus>
  TStatus
  Check(TStatus status) const
  {
    if (status < 0)
    {
      Fail(GetHdf5ErrorText());
    }
    return status;
  }
  Hdf5Handle
  Take(hid_t id, Hdf5Handle::Closer closer) const
  {
    return { Check(id), closer };
  }
  [[noreturn]] void
  Fail(const std::string & reason) const;

private:
  std::string m_Path;
  std::string m_Action; ///< "create", "write the finished positions of"
};

/** Variable-length UTF-8 string, what h5py reads as str. */
Hdf5Handle
MakeHdf5TextType(const Hdf5Context & context);

/** Compound {r, i}, what h5py reads as complex64 or complex128. */
Hdf5Handle
MakeHdf5ComplexType(const Hdf5Context & context, hid_t component);

template <typename T>
hid_t
Hdf5RealType();
template <>
inline hid_t
Hdf5RealType<float>()
{
  return H5T_NATIVE_FLOAT;
}
template <>
inline hid_t
Hdf5RealType<double>()
{
  return H5T_NATIVE_DOUBLE;
}
} // namespace ElectronMultislice
#endif
