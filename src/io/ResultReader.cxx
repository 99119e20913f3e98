#include "io/ResultReader.h"
#include "common/Error.h"
#include "io/Hdf5Handles.h"
#include <cstring>

namespace ElectronMultislice
{
namespace
{
Hdf5Handle
OpenFile(const Hdf5Context & context)
{
  const Hdf5Handle access = context.Take(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  // a run that is still writing changes values only, so looking on is safe
  context.Check(H5Pset_file_locking(access, false, true));
#endif
  return context.Take(H5Fopen(context.GetPath().c_str(), H5F_ACC_RDONLY, access), H5Fclose);
}

std::string
ReadTextAttribute(const Hdf5Context & context, hid_t object, const std::string & name)
{
  const Hdf5Handle attribute = context.Take(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  const Hdf5Handle type = MakeHdf5TextType(context);
  char *           text = nullptr;
  context.Check(H5Aread(attribute, type, &text));
  std::string result = text ? text : "";
  H5free_memory(text);
  return result;
}

std::vector<hsize_t>
GetShape(const Hdf5Context & context, hid_t data)
{
  const Hdf5Handle     space = context.Take(H5Dget_space(data), H5Sclose);
  std::vector<hsize_t> shape(static_cast<std::size_t>(context.Check(H5Sget_simple_extent_ndims(space))));
  context.Check(H5Sget_simple_extent_dims(space, shape.data(), nullptr));
  return shape;
}

std::size_t
Product(const std::vector<hsize_t> & shape)
{
  std::size_t product = 1;
  for (const hsize_t n : shape)
  {
    product *= n;
  }
  return product;
}

EmdDimension
ReadAxis(const Hdf5Context & context, hid_t group, std::size_t index)
{
  const Hdf5Handle  data = context.Take(H5Dopen2(group, ("dim" + std::to_string(index)).c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle  type = context.Take(H5Dget_type(data), H5Tclose);
  const std::size_t size = Product(GetShape(context, data));
  EmdDimension      axis{ ReadTextAttribute(context, data, "name"), ReadTextAttribute(context, data, "units"), {}, {}, 1.0 };
  if (H5Tget_class(type) == H5T_STRING)
  {
    const Hdf5Handle    text = MakeHdf5TextType(context);
    std::vector<char *> labels(size);
    context.Check(H5Dread(data, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, labels.data()));
    for (char * label : labels)
    {
      axis.labels.emplace_back(label);
      H5free_memory(label);
    }
    return axis;
  }
  axis.values.resize(size);
  context.Check(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, axis.values.data()));
  if (size > 1)
  {
    axis.spacing = axis.values[1] - axis.values[0];
  }
  return axis;
}

herr_t
CollectArrayName(hid_t group, const char * name, const H5L_info_t *, void * data)
{
  if (H5Oexists_by_name(group, name, H5P_DEFAULT) > 0)
  {
    const Hdf5Handle child(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
    if (H5Iget_type(child) == H5I_GROUP && H5Lexists(child, "data", H5P_DEFAULT) > 0)
    {
      static_cast<std::vector<std::string> *>(data)->emplace_back(name);
    }
  }
  return 0;
}
/** At one place of all the other axes, see ReadResultImage(). */
template <typename T>
std::vector<T>
ReadLastTwoAxes(const Hdf5Context & context, const std::string & name, const Hdf5Handle & memoryType, std::size_t index)
{
  const Hdf5Handle           file = OpenFile(context);
  const Hdf5Handle           data = context.Take(H5Dopen2(file, ("root/" + name + "/data").c_str(), H5P_DEFAULT), H5Dclose);
  const std::vector<hsize_t> shape = GetShape(context, data);
  std::vector<hsize_t>       start(shape.size(), 0);
  std::vector<hsize_t>       count(shape.size(), 1);
  for (std::size_t axis = shape.size(); axis-- > 0;)
  {
    if (axis + 2 >= shape.size())
    {
      count[axis] = shape[axis];
      continue;
    }
    start[axis] = index % shape[axis];
    index /= shape[axis];
  }
  std::vector<T>   values(Product(count));
  const hsize_t    total = values.size();
  const Hdf5Handle fileSpace = context.Take(H5Dget_space(data), H5Sclose);
  const Hdf5Handle memorySpace = context.Take(H5Screate_simple(1, &total, nullptr), H5Sclose);
  context.Check(H5Sselect_hyperslab(fileSpace, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr));
  context.Check(H5Dread(data, memoryType, memorySpace, fileSpace, H5P_DEFAULT, values.data()));
  return values;
}
} // namespace

bool
IsResultFile(const std::string & path)
{
  const Hdf5Silence silence;
  try
  {
    const Hdf5Context context(path, "open");
    const Hdf5Handle  file = OpenFile(context);
    return ReadTextAttribute(context, file, "authoring_program") == "ElectronMultislice";
  }
  catch (const Error &)
  {
    return false;
  }
}

bool
IsResultComplete(const std::string & path)
{
  const Hdf5Silence silence;
  const Hdf5Context context(path, "read");
  const Hdf5Handle  file = OpenFile(context);
  const Hdf5Handle  root = context.Take(H5Gopen2(file, "root", H5P_DEFAULT), H5Gclose);
  const Hdf5Handle  attribute = context.Take(H5Aopen(root, "complete", H5P_DEFAULT), H5Aclose);
  int               complete = 0;
  context.Check(H5Aread(attribute, H5T_NATIVE_INT, &complete));
  return complete == 1;
}

std::vector<std::string>
ListResultArrays(const std::string & path)
{
  const Hdf5Silence        silence;
  const Hdf5Context        context(path, "read");
  const Hdf5Handle         file = OpenFile(context);
  const Hdf5Handle         root = context.Take(H5Gopen2(file, "root", H5P_DEFAULT), H5Gclose);
  std::vector<std::string> names;
  context.Check(H5Literate(root, H5_INDEX_NAME, H5_ITER_INC, nullptr, CollectArrayName, &names));
  return names;
}

ResultArray
ReadResultArray(const std::string & path, const std::string & name)
{
  const Hdf5Silence          silence;
  const Hdf5Context          context(path, "read the array " + name + " of");
  const Hdf5Handle           file = OpenFile(context);
  const Hdf5Handle           group = context.Take(H5Gopen2(file, ("root/" + name).c_str(), H5P_DEFAULT), H5Gclose);
  const Hdf5Handle           data = context.Take(H5Dopen2(group, "data", H5P_DEFAULT), H5Dclose);
  const Hdf5Handle           type = context.Take(H5Dget_type(data), H5Tclose);
  const std::vector<hsize_t> shape = GetShape(context, data);
  ResultArray                array;
  array.shape.assign(shape.begin(), shape.end());
  array.isComplex = H5Tget_class(type) == H5T_COMPOUND;
  array.units = ReadTextAttribute(context, data, "units");
  array.quantity = ReadTextAttribute(context, group, "quantity");
  array.values.resize(Product(shape) * (array.isComplex ? 2 : 1));
  const Hdf5Handle memoryType =
    array.isComplex ? MakeHdf5ComplexType(context, H5T_NATIVE_DOUBLE) : context.Take(H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose);
  context.Check(H5Dread(data, memoryType, H5S_ALL, H5S_ALL, H5P_DEFAULT, array.values.data()));
  for (std::size_t i = 0; i < shape.size(); ++i)
  {
    array.dimensions.push_back(ReadAxis(context, group, i));
  }
  return array;
}

std::vector<float>
ReadResultImage(const std::string & path, const std::string & name, std::size_t index)
{
  const Hdf5Silence silence;
  const Hdf5Context context(path, "read an image of the array " + name + " of");
  return ReadLastTwoAxes<float>(context, name, context.Take(H5Tcopy(H5T_NATIVE_FLOAT), H5Tclose), index);
}

std::vector<std::complex<float>>
ReadResultWave(const std::string & path, const std::string & name, std::size_t index)
{
  const Hdf5Silence silence;
  const Hdf5Context context(path, "read a wave of the array " + name + " of");
  return ReadLastTwoAxes<std::complex<float>>(context, name, MakeHdf5ComplexType(context, H5T_NATIVE_FLOAT), index);
}

std::string
ReadResultText(const std::string & path, const std::string & name)
{
  const Hdf5Silence silence;
  const Hdf5Context context(path, "read the text " + name + " of");
  const Hdf5Handle  file = OpenFile(context);
  const Hdf5Handle  data = context.Take(H5Dopen2(file, ("root/" + name).c_str(), H5P_DEFAULT), H5Dclose);
  const Hdf5Handle  type = context.Take(H5Dget_type(data), H5Tclose);
  std::string       text(H5Tget_size(type), '\0');
  context.Check(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
  text.resize(std::strlen(text.c_str()));
  return text;
}

std::vector<unsigned char>
ReadFinished(const std::string & path, const std::string & array)
{
  const Hdf5Silence          silence;
  const Hdf5Context          context(path, "read the finished parts of");
  const Hdf5Handle           file = OpenFile(context);
  const std::string          name = array.empty() ? "root/finished" : "root/" + array + "/finished";
  const Hdf5Handle           data = context.Take(H5Dopen2(file, name.c_str(), H5P_DEFAULT), H5Dclose);
  std::vector<unsigned char> flags(Product(GetShape(context, data)));
  context.Check(H5Dread(data, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, flags.data()));
  return flags;
}
} // namespace ElectronMultislice
