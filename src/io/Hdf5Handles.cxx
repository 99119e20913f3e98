#include "io/Hdf5Handles.h"
#include "common/Error.h"
#include "io/OutputFiles.h"
#include <cstdlib>

namespace ElectronMultislice
{
Hdf5Silence::Hdf5Silence()
{
  H5Eget_auto2(H5E_DEFAULT, &m_Function, &m_Data);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5Silence::~Hdf5Silence()
{
  H5Eset_auto2(H5E_DEFAULT, m_Function, m_Data);
}

namespace
{
herr_t
KeepDescription(unsigned, const H5E_error2_t * error, void * data)
{
  // downward: from the call that we made to where it failed, so the last one wins; a system message beats what is inside it
  auto &            text = *static_cast<std::string *>(data);
  const std::string description = error->desc ? error->desc : "";
  if (!description.empty() && text.find("errno = ") == std::string::npos)
  {
    text = description;
  }
  return 0;
}
} // namespace

std::string
GetHdf5ErrorText()
{
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, KeepDescription, &text);
  // the system's error is written into it, followed by addresses: "..., errno = 28, error message = '...', buf = 0x..."
  const std::string mark = "errno = ";
  const auto        begin = text.find(mark);
  if (begin != std::string::npos)
  {
    return SystemErrorText(std::atoi(text.c_str() + begin + mark.size()));
  }
  return text.empty() ? "the HDF5 library gives no reason" : text;
}

void
Hdf5Context::Fail(const std::string & reason) const
{
  throw Error(ErrorKind::File, "Cannot " + m_Action + " " + m_Path + ": " + reason + ".");
}

Hdf5Handle
MakeHdf5TextType(const Hdf5Context & context)
{
  Hdf5Handle type = context.Take(H5Tcopy(H5T_C_S1), H5Tclose);
  context.Check(H5Tset_size(type, H5T_VARIABLE));
  context.Check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

Hdf5Handle
MakeHdf5ComplexType(const Hdf5Context & context, hid_t component)
{
  const std::size_t size = H5Tget_size(component);
  Hdf5Handle        type = context.Take(H5Tcreate(H5T_COMPOUND, 2 * size), H5Tclose);
  context.Check(H5Tinsert(type, "r", 0, component));
  context.Check(H5Tinsert(type, "i", size, component));
  return type;
}
} // namespace ElectronMultislice
