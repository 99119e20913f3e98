#include "io/ResultFile.h"
#include "common/Error.h"
#include "io/EmdWaves.h"
#include "io/EmdWriter.h"
#include "io/JobFile.h"
#include "io/OutputFiles.h"
#include "io/Provenance.h"
#include "io/ResultReader.h"
#include <algorithm>
#include <filesystem>
#include <limits>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
/** An array of the file while it is written. */
struct OpenArray
{
  EmdArray   array;
  Hdf5Handle data;
  Hdf5Handle finished; ///< exit waves and potential have their own: [configuration][wave or slice]
};

/** RosettaSciIO makes one stack of all arrays whose path begins with that of another ("bf", "bf-wide"). */
bool
BeginsAnotherName(const std::string & name, const std::vector<EmdArray> & arrays)
{
  return std::any_of(arrays.begin(), arrays.end(), [&name](const EmdArray & other) {
    return other.name.size() > name.size() && other.name.compare(0, name.size(), name) == 0;
  });
}

Hdf5Handle
CreateHdf5File(const Hdf5Context & context, const std::string & path)
{
  const Hdf5Handle access = context.Take(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // every value goes to the system once, where it belongs; the library would read and write again what lies around it
  context.Check(H5Pset_sieve_buf_size(access, 0));
#if H5_VERSION_GE(1, 10, 7)
  // the library's own locks fail on many cluster file systems and keep readers away; OutputFileLock does what is needed
  context.Check(H5Pset_file_locking(access, false, true));
#endif
  const Hdf5Handle creation = context.Take(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  return context.Take(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access), H5Fclose);
}

void
CheckReplaceable(const std::string & path)
{
  if (!std::filesystem::exists(path))
  {
    return;
  }
  if (OutputFileLock::IsHeld(path))
  {
    throw Error(ErrorKind::File, "Another run is writing " + path + " just now. Wait for it, stop it, or choose another output file.");
  }
  if (!IsResultFile(path))
  {
    throw Error(ErrorKind::File,
                path + " exists and is no result of this program, so it is not overwritten. Choose another output file or remove it.");
  }
}

[[noreturn]] void
FailInternally(const std::string & text)
{
  throw Error(ErrorKind::Internal, "Result file: " + text + ".");
}

void
RequireSize(std::size_t given, std::size_t expected, const std::string & what)
{
  if (given != expected)
  {
    FailInternally(std::to_string(given) + " " + what + " where " + std::to_string(expected) + " are due");
  }
}

/** Room for a report that grows while running: its place in the file is fixed. */
constexpr std::size_t ReportCapacity = 64 * 1024;
} // namespace

template <typename T>
struct ResultFile<T>::Implementation
{
  explicit Implementation(const std::string & givenPath)
    : path(PrepareOutputPath(givenPath))
    , context(path, "create")
  {}

  void
  Create(const SimulationDescription & description, const Plan & plan, const RunControl * control);
  void
  CreateRoot(const SimulationDescription & description, const Plan & plan);
  void
  CreateArrays(const std::vector<EmdArray> & arrays, const MultisliceProblem & problem);
  void
  FillWithNaN(const OpenArray & open, const RunControl * control);
  void
  WriteImages(const BlockResult<T> & block);

  /** Data first, then the record that it is there; a kill in between leaves the record short, never ahead. */
  void
  MarkFinished(hid_t flags, std::size_t first, std::size_t count);
  void
  Flush()
  {
    context.Check(H5Fflush(file, H5F_SCOPE_LOCAL));
  }
  OpenArray &
  Find(EmdArray::Source source)
  {
    const auto found = std::find_if(open.begin(), open.end(), [source](const OpenArray & o) { return o.array.source == source; });
    if (found == open.end())
    {
      FailInternally("this run keeps no such array");
    }
    return *found;
  }

  std::string                     path;
  Hdf5Context                     context;
  std::size_t                     planes = 0;
  std::size_t                     waves = 0;
  std::size_t                     components = 0;
  std::size_t                     slices = 0;
  std::unique_ptr<OutputFileLock> lock; ///< goes after the file
  Hdf5Handle                      file;
  Hdf5Handle                      root;
  Hdf5Handle                      report;
  Hdf5Handle                      finished;
  std::vector<OpenArray>          open;
  std::vector<T>                  buffer;
  std::size_t                     finishedWaves = 0;
  std::size_t                     missingParts = 0; ///< exit waves and slices of the potential still to come
};

template <typename T>
void
ResultFile<T>::Implementation::Create(const SimulationDescription & description, const Plan & plan, const RunControl * control)
{
  planes = plan.problem.exitPlanes.size();
  waves = plan.problem.GetNumberOfWaves();
  slices = plan.problem.GetNumberOfSlices();
  const auto arrays = MakeEmdLayout(description, plan.problem, plan.layout);
  CheckReplaceable(path);
  const std::uint64_t overhead = 1 << 20;
  CheckFreeSpace(path, GetEmdBytes(arrays, sizeof(T) == sizeof(double)) + overhead, "results");

  const std::string partial = path + ".partial";
  lock = std::make_unique<OutputFileLock>(partial);
  try
  {
    file = CreateHdf5File(context, partial);
    CreateRoot(description, plan);
    CreateArrays(arrays, plan.problem);
    Flush(); // gives the file its size
    for (const OpenArray & array : open)
    {
      FillWithNaN(array, control);
    }
    for (const OpenArray & array : open)
    {
      if (array.array.source == EmdArray::Source::Positions)
      {
        context.Check(H5Dwrite(array.data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, plan.problem.positions.data()));
      }
    }
    Flush();
    lock->Rename(path);
  }
  catch (...)
  {
    unlink(partial.c_str());
    throw;
  }
}

template <typename T>
void
ResultFile<T>::Implementation::CreateRoot(const SimulationDescription & description, const Plan & plan)
{
  WriteTextAttribute(context, file, "emd_group_type", "file");
  WriteIntegerAttribute(context, file, "version_major", 1);
  WriteIntegerAttribute(context, file, "version_minor", 0);
  WriteTextAttribute(context, file, "authoring_program", "ElectronMultislice");
  root = CreateEmdGroup(context, file, "root", "root", "Root");
  WriteIntegerAttribute(context, root, "complete", 0);
  CreateText(context, root, "job", WriteJobText(description));
  report = CreateText(context, root, "report", plan.report.ToText(), ReportCapacity);
  finished = CreateFlags(context, root, "finished", { waves });
  const Hdf5Handle bundle = CreateEmdGroup(context, root, "metadatabundle", "", "");
  WriteProvenance(context, CreateEmdGroup(context, bundle, "provenance", "metadata", "Metadata"), description, plan);
  // where emdfile looks for it is not where a person would
  context.Check(H5Lcreate_soft("/root/metadatabundle/provenance", root, "provenance", H5P_DEFAULT, H5P_DEFAULT));
  // what RosettaSciIO takes over into its metadata
  const Hdf5Handle microscope = CreateEmdGroup(context, file, "microscope", "", "");
  WriteNumberAttribute(context, microscope, "beam_energy_eV", plan.problem.energy);
  WriteTextAttribute(context, microscope, "name", "ElectronMultislice " + GetVersion() + " (simulation)");
}

template <typename T>
void
ResultFile<T>::Implementation::CreateArrays(const std::vector<EmdArray> & arrays, const MultisliceProblem & problem)
{
  Hdf5Handle apart;
  for (const EmdArray & array : arrays)
  {
    Hdf5Handle folder;
    if (BeginsAnotherName(array.name, arrays))
    {
      if (apart < 0)
      {
        apart = CreateEmdGroup(context, file, "arrays", "", "");
      }
      const std::string number = std::to_string(open.size());
      folder = CreateEmdGroup(context, apart, number, "", "");
      const std::string target = "/arrays/" + number + "/" + array.name;
      context.Check(H5Lcreate_soft(target.c_str(), root, array.name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
    }
    CreatedArray created = CreateEmdArray(context, folder < 0 ? root : folder, array, Hdf5RealType<T>());
    OpenArray    opened{ array, std::move(created.data), {} };
    const bool   isWave = array.source == EmdArray::Source::ExitWaves;
    if (isWave || array.source == EmdArray::Source::Potential)
    {
      const std::size_t parts = isWave ? waves : slices;
      opened.finished = CreateFlags(context, created.group, "finished", { problem.GetNumberOfConfigurations(), parts });
      missingParts += problem.GetNumberOfConfigurations() * parts;
    }
    if (array.source == EmdArray::Source::Scalars)
    {
      components += array.components;
    }
    open.push_back(std::move(opened));
  }
}

template <typename T>
void
ResultFile<T>::Implementation::FillWithNaN(const OpenArray & array, const RunControl * control)
{
  // also claims the space, so that a full disk is noticed now and not after hours
  const haddr_t offset = H5Dget_offset(array.data);
  if (offset == HADDR_UNDEF)
  {
    context.Fail("the library gives no place to the array " + array.array.name);
  }
  const std::size_t    total = array.array.GetNumberOfValues() * (array.array.isComplex ? 2 : 1);
  const std::size_t    chunk = std::min<std::size_t>(total, std::size_t{ 1 } << 20);
  const std::vector<T> nan(chunk, std::numeric_limits<T>::quiet_NaN());
  for (std::size_t done = 0; done < total; done += chunk)
  {
    if (control)
    {
      control->Check();
    }
    lock->Write(offset + done * sizeof(T), nan.data(), std::min(chunk, total - done) * sizeof(T));
  }
}

template <typename T>
void
ResultFile<T>::Implementation::WriteImages(const BlockResult<T> & block)
{
  for (const OpenArray & images : open)
  {
    if (images.array.source != EmdArray::Source::Images)
    {
      continue;
    }
    const std::size_t planeSize = block.waves.count * images.array.GetNumberOfPixels();
    RequireSize(block.images.size(), images.array.defoci.size(), "images");
    for (std::size_t defocus = 0; defocus < block.images.size(); ++defocus)
    {
      RequireSize(block.images[defocus].size(), planes * planeSize, "pixels of images");
      for (std::size_t plane = 0; plane < planes; ++plane)
      {
        const T * values = block.images[defocus].data() + plane * planeSize;
        WriteWaves(context, images.data, images.array, { 0, plane, 0, defocus }, block.waves, Hdf5RealType<T>(), values);
      }
    }
  }
}

template <typename T>
void
ResultFile<T>::Implementation::MarkFinished(hid_t flags, std::size_t first, std::size_t count)
{
  Flush();
  const Hdf5Handle     fileSpace = context.Take(H5Dget_space(flags), H5Sclose);
  const int            rank = context.Check(H5Sget_simple_extent_ndims(fileSpace));
  std::vector<hsize_t> shape(static_cast<std::size_t>(rank));
  context.Check(H5Sget_simple_extent_dims(fileSpace, shape.data(), nullptr));
  // [wave], or [configuration][part] with `first` counted through; never across configurations
  std::vector<hsize_t> start(shape.size(), 0);
  std::vector<hsize_t> size(shape.size(), 1);
  start.back() = first % shape.back();
  size.back() = count;
  if (rank == 2)
  {
    start.front() = first / shape.back();
  }
  const hsize_t                    length = count;
  const Hdf5Handle                 memorySpace = context.Take(H5Screate_simple(1, &length, nullptr), H5Sclose);
  const std::vector<unsigned char> ones(count, 1);
  context.Check(H5Sselect_hyperslab(fileSpace, H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr));
  context.Check(H5Dwrite(flags, H5T_NATIVE_UINT8, memorySpace, fileSpace, H5P_DEFAULT, ones.data()));
  Flush();
}

template <typename T>
ResultFile<T>::ResultFile(const std::string &           path,
                          const SimulationDescription & description,
                          const Plan &                  plan,
                          const RunControl *            control)
{
  const Hdf5Silence silence;
  auto              implementation = std::make_unique<Implementation>(path); // so that it goes in silence if this fails
  implementation->Create(description, plan, control);
  implementation->context.SetAction("write");
  m_Implementation = std::move(implementation);
}

template <typename T>
ResultFile<T>::~ResultFile()
{
  const Hdf5Silence silence;
  m_Implementation.reset();
}

template <typename T>
void
ResultFile<T>::WriteBlock(const BlockResult<T> & block)
{
  const Hdf5Silence silence;
  auto &            self = *m_Implementation;
  if (block.waves.count == 0 || block.waves.End() > self.waves)
  {
    FailInternally("a block of waves " + std::to_string(block.waves.first) + " to " + std::to_string(block.waves.End()) + " out of " +
                   std::to_string(self.waves));
  }
  RequireSize(block.values.size(), self.planes * block.waves.count * self.components, "values");
  for (const OpenArray & open : self.open)
  {
    if (open.array.source == EmdArray::Source::Scalars)
    {
      for (std::size_t plane = 0; plane < self.planes; ++plane)
      {
        for (std::size_t component = 0; component < open.array.components; ++component)
        {
          self.buffer.resize(block.waves.count);
          for (std::size_t wave = 0; wave < block.waves.count; ++wave)
          {
            const std::size_t row = plane * block.waves.count + wave;
            self.buffer[wave] = static_cast<T>(block.values[row * self.components + open.array.firstComponent + component]);
          }
          WriteWaves(self.context, open.data, open.array, { 0, plane, component }, block.waves, Hdf5RealType<T>(), self.buffer.data());
        }
      }
    }
    else if (open.array.source == EmdArray::Source::Pattern)
    {
      const std::vector<T> & values = block.patterns.at(open.array.pattern);
      const std::size_t      planeSize = block.waves.count * open.array.GetNumberOfPixels();
      RequireSize(values.size(), self.planes * planeSize, "pattern pixels");
      for (std::size_t plane = 0; plane < self.planes; ++plane)
      {
        WriteWaves(self.context, open.data, open.array, { 0, plane, 0 }, block.waves, Hdf5RealType<T>(), values.data() + plane * planeSize);
      }
    }
  }
  m_Implementation->WriteImages(block);
  self.MarkFinished(self.finished, block.waves.first, block.waves.count);
  self.finishedWaves += block.waves.count;
}

template <typename T>
void
ResultFile<T>::WriteExitWaves(std::size_t configuration, Range waves, const std::vector<std::complex<T>> & values)
{
  const Hdf5Silence silence;
  auto &            self = *m_Implementation;
  const OpenArray & open = self.Find(EmdArray::Source::ExitWaves);
  const std::size_t planeSize = waves.count * open.array.GetNumberOfPixels();
  RequireSize(values.size(), self.planes * planeSize, "pixels of exit waves");
  const Hdf5Handle type = MakeHdf5ComplexType(self.context, Hdf5RealType<T>());
  for (std::size_t plane = 0; plane < self.planes; ++plane)
  {
    WriteWaves(self.context, open.data, open.array, { configuration, plane, 0 }, waves, type, values.data() + plane * planeSize);
  }
  self.MarkFinished(open.finished, configuration * self.waves + waves.first, waves.count);
  self.missingParts -= std::min(self.missingParts, waves.count);
}

template <typename T>
void
ResultFile<T>::WritePotential(std::size_t configuration, std::size_t slice, const std::vector<T> & values)
{
  const Hdf5Silence silence;
  auto &            self = *m_Implementation;
  const OpenArray & open = self.Find(EmdArray::Source::Potential);
  RequireSize(values.size(), open.array.GetNumberOfPixels(), "pixels of a slice");
  WriteWaves(self.context, open.data, open.array, { configuration, slice, 0 }, { 0, 1 }, Hdf5RealType<T>(), values.data());
  self.MarkFinished(open.finished, configuration * self.slices + slice, 1);
  self.missingParts -= std::min<std::size_t>(self.missingParts, 1);
}

template <typename T>
void
ResultFile<T>::Finish(const RunSummary & summary)
{
  const Hdf5Silence silence;
  auto &            self = *m_Implementation;
  if (self.finishedWaves != self.waves || self.missingParts != 0)
  {
    FailInternally("only " + std::to_string(self.finishedWaves) + " of " + std::to_string(self.waves) + " waves were written, and " +
                   std::to_string(self.missingParts) + " exit waves or slices are missing");
  }
  ReplaceText(self.context, self.report, summary.report.ToText());
  self.Flush();
  self.lock->Synchronize();
  {
    const int        complete = 1;
    const Hdf5Handle attribute = self.context.Take(H5Aopen(self.root, "complete", H5P_DEFAULT), H5Aclose);
    self.context.Check(H5Awrite(attribute, H5T_NATIVE_INT, &complete));
  }
  self.Flush();
  self.open.clear();
  self.finished.Close();
  self.report.Close();
  self.root.Close();
  if (!self.file.Close())
  {
    self.context.Fail(GetHdf5ErrorText());
  }
  self.lock->Synchronize();
}

template <typename T>
const std::string &
ResultFile<T>::GetPath() const
{
  return m_Implementation->path;
}

template <typename T>
std::size_t
ResultFile<T>::GetNumberOfFinishedWaves() const
{
  return m_Implementation->finishedWaves;
}

template class ResultFile<float>;
template class ResultFile<double>;
} // namespace ElectronMultislice
