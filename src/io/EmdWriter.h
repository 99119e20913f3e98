#ifndef io_EmdWriter_h
#define io_EmdWriter_h
#include "io/EmdLayout.h"
#include "io/Hdf5Handles.h"

namespace ElectronMultislice
{
/** The pieces an EMD 1.0 file is made of. Everything is created with its final size, so that later writing changes values only, never the
 *  structure of the file. No time stamps: equal runs give equal bytes. */
Hdf5Handle
CreateEmdGroup(const Hdf5Context & context,
               hid_t               parent,
               const std::string & name,
               const std::string & emdType,
               const std::string & pythonClass);

void
WriteTextAttribute(const Hdf5Context & context, hid_t object, const std::string & name, const std::string & value);
void
WriteIntegerAttribute(const Hdf5Context & context, hid_t object, const std::string & name, int value);
void
WriteNumberAttribute(const Hdf5Context & context, hid_t object, const std::string & name, double value);

/** UTF-8 text of fixed size (zeros behind it), at least `capacity` bytes. */
Hdf5Handle
CreateText(const Hdf5Context & context, hid_t parent, const std::string & name, const std::string & text, std::size_t capacity = 1);
/** Overwrites a text; what does not fit is cut, and said to be. */
void
ReplaceText(const Hdf5Context & context, hid_t dataset, std::string text);

/** One entry of an EMD metadata group, as emdfile reads it. */
void
WriteMetadata(const Hdf5Context & context, hid_t group, const std::string & name, const std::string & value);
void
WriteMetadata(const Hdf5Context & context, hid_t group, const std::string & name, double value);

/** Bytes 0, one per thing that can be finished. */
Hdf5Handle
CreateFlags(const Hdf5Context & context, hid_t parent, const std::string & name, const std::vector<hsize_t> & shape);

/** The group with its axes and attributes, and the `data` set: contiguous, allocated, not yet filled; its fill value is NaN. */
struct CreatedArray
{
  Hdf5Handle group;
  Hdf5Handle data;
};
CreatedArray
CreateEmdArray(const Hdf5Context & context, hid_t parent, const EmdArray & array, hid_t realType);
} // namespace ElectronMultislice
#endif
