#include "io/EmdWriter.h"
#include <algorithm>
#include <limits>

namespace ElectronMultislice
{
namespace
{
Hdf5Handle
MakeScalarSpace(const Hdf5Context & context)
{
  return context.Take(H5Screate(H5S_SCALAR), H5Sclose);
}

Hdf5Handle
MakeFixedTextType(const Hdf5Context & context, std::size_t size)
{
  Hdf5Handle type = context.Take(H5Tcopy(H5T_C_S1), H5Tclose);
  context.Check(H5Tset_size(type, size));
  context.Check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  context.Check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

Hdf5Handle
MakeDatasetProperties(const Hdf5Context & context)
{
  Hdf5Handle properties = context.Take(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  context.Check(H5Pset_layout(properties, H5D_CONTIGUOUS));
  context.Check(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY));
  context.Check(H5Pset_obj_track_times(properties, false));
  return properties;
}

Hdf5Handle
CreateDataset(const Hdf5Context & context, hid_t parent, const std::string & name, hid_t type, hid_t space, hid_t properties)
{
  return context.Take(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), H5Dclose);
}

void
WriteAttribute(const Hdf5Context & context, hid_t object, const std::string & name, hid_t type, const void * value)
{
  const Hdf5Handle space = MakeScalarSpace(context);
  const Hdf5Handle attribute = context.Take(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  context.Check(H5Awrite(attribute, type, value));
}

/** Cuts at the start of a character. */
void
CutText(std::string & text, std::size_t size)
{
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
  {
    --size;
  }
  text.resize(size);
}

void
CreateAxis(const Hdf5Context & context, hid_t group, std::size_t index, const EmdDimension & dimension)
{
  const std::string name = "dim" + std::to_string(index);
  const Hdf5Handle  properties = MakeDatasetProperties(context);
  Hdf5Handle        data;
  if (!dimension.labels.empty())
  {
    const hsize_t             size = dimension.labels.size();
    const Hdf5Handle          space = context.Take(H5Screate_simple(1, &size, nullptr), H5Sclose);
    const Hdf5Handle          type = MakeHdf5TextType(context);
    std::vector<const char *> labels;
    for (const std::string & label : dimension.labels)
    {
      labels.push_back(label.c_str());
    }
    data = CreateDataset(context, group, name, type, space, properties);
    context.Check(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, labels.data()));
  }
  else
  {
    std::vector<double> values = dimension.values;
    if (values.size() == 1)
    {
      // EMD's short form, origin and one step on: readers have no other way to learn the scale
      values.push_back(values[0] + dimension.spacing);
    }
    const hsize_t    size = values.size();
    const Hdf5Handle space = context.Take(H5Screate_simple(1, &size, nullptr), H5Sclose);
    data = CreateDataset(context, group, name, H5T_NATIVE_DOUBLE, space, properties);
    context.Check(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  }
  WriteTextAttribute(context, data, "name", dimension.name);
  WriteTextAttribute(context, data, "units", dimension.units);
}

void
SetFillValue(const Hdf5Context & context, hid_t properties, hid_t type, hid_t realType)
{
  const double nan[2] = { std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN() };
  const float  nanFloat[2] = { std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::quiet_NaN() };
  const void * value = H5Tget_size(realType) == sizeof(double) ? static_cast<const void *>(nan) : nanFloat;
  context.Check(H5Pset_fill_value(properties, type, value));
  // filling is ours: the library's own cannot be interrupted
  context.Check(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER));
}
} // namespace

Hdf5Handle
CreateEmdGroup(const Hdf5Context & context,
               hid_t               parent,
               const std::string & name,
               const std::string & emdType,
               const std::string & pythonClass)
{
  const Hdf5Handle properties = context.Take(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
  context.Check(H5Pset_obj_track_times(properties, false));
  Hdf5Handle group = context.Take(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, properties, H5P_DEFAULT), H5Gclose);
  if (!emdType.empty())
  {
    WriteTextAttribute(context, group, "emd_group_type", emdType);
    WriteTextAttribute(context, group, "python_class", pythonClass);
  }
  return group;
}

void
WriteTextAttribute(const Hdf5Context & context, hid_t object, const std::string & name, const std::string & value)
{
  const Hdf5Handle type = MakeHdf5TextType(context);
  const char *     text = value.c_str();
  WriteAttribute(context, object, name, type, &text);
}

void
WriteIntegerAttribute(const Hdf5Context & context, hid_t object, const std::string & name, int value)
{
  WriteAttribute(context, object, name, H5T_NATIVE_INT, &value);
}

void
WriteNumberAttribute(const Hdf5Context & context, hid_t object, const std::string & name, double value)
{
  WriteAttribute(context, object, name, H5T_NATIVE_DOUBLE, &value);
}

Hdf5Handle
CreateText(const Hdf5Context & context, hid_t parent, const std::string & name, const std::string & text, std::size_t capacity)
{
  const Hdf5Handle type = MakeFixedTextType(context, std::max({ capacity, text.size(), std::size_t{ 1 } }));
  Hdf5Handle       data = CreateDataset(context, parent, name, type, MakeScalarSpace(context), MakeDatasetProperties(context));
  ReplaceText(context, data, text);
  return data;
}

void
ReplaceText(const Hdf5Context & context, hid_t dataset, std::string text)
{
  const Hdf5Handle  type = context.Take(H5Dget_type(dataset), H5Tclose);
  const std::size_t size = H5Tget_size(type);
  if (text.size() > size)
  {
    const std::string note = "\n(cut)";
    CutText(text, size - std::min(size, note.size()));
    text += note;
  }
  text.resize(size);
  context.Check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
}

void
WriteMetadata(const Hdf5Context & context, hid_t group, const std::string & name, const std::string & value)
{
  WriteTextAttribute(context, CreateText(context, group, name, value), "type", "string");
}

void
WriteMetadata(const Hdf5Context & context, hid_t group, const std::string & name, double value)
{
  const Hdf5Handle data = CreateDataset(context, group, name, H5T_NATIVE_DOUBLE, MakeScalarSpace(context), MakeDatasetProperties(context));
  context.Check(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value));
  WriteTextAttribute(context, data, "type", "number");
}

Hdf5Handle
CreateFlags(const Hdf5Context & context, hid_t parent, const std::string & name, const std::vector<hsize_t> & shape)
{
  const Hdf5Handle space = context.Take(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
  // the library's default fill is zeros, at allocation
  return CreateDataset(context, parent, name, H5T_NATIVE_UINT8, space, MakeDatasetProperties(context));
}

CreatedArray
CreateEmdArray(const Hdf5Context & context, hid_t parent, const EmdArray & array, hid_t realType)
{
  CreatedArray created;
  created.group = CreateEmdGroup(context, parent, array.name, "array", "Array");
  WriteTextAttribute(context, created.group, "quantity", array.quantity);
  if (array.depthAxes == 0 && array.depth > 0.0)
  {
    WriteNumberAttribute(context, created.group, "depth_A", array.depth);
  }
  if (array.defoci.size() == 1)
  {
    WriteNumberAttribute(context, created.group, "defocus_A", array.defoci.front());
  }
  if (array.scanRotation != 0.0)
  {
    WriteNumberAttribute(context, created.group, "scan_rotation_rad", array.scanRotation);
  }
  std::vector<hsize_t> shape;
  for (std::size_t i = 0; i < array.dimensions.size(); ++i)
  {
    shape.push_back(array.dimensions[i].GetSize());
    CreateAxis(context, created.group, i, array.dimensions[i]);
  }
  const Hdf5Handle space = context.Take(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
  const Hdf5Handle type = array.isComplex ? MakeHdf5ComplexType(context, realType) : context.Take(H5Tcopy(realType), H5Tclose);
  const Hdf5Handle properties = MakeDatasetProperties(context);
  SetFillValue(context, properties, type, realType);
  created.data = CreateDataset(context, created.group, "data", type, space, properties);
  WriteTextAttribute(context, created.data, "units", array.units);
  return created;
}
} // namespace ElectronMultislice
