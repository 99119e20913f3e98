// What ITK's file formats keep of the images of this module: every cell of the table in docs/itk-classes.md, and that nothing is flipped.
#include "ItkTestTools.h"
#include "PatternSource.h"
#include "itkElectronMultisliceSimulation.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkMetaDataObject.h"
#include <cmath>
#include <complex>
#include <cstring>
#include <map>

using test::Pixels;

namespace
{
using Complex = std::complex<float>;

/** A value that says its index; complex ones differ in both parts. */
template <typename T>
T
Numbered(double number)
{
  return static_cast<T>(number);
}
template <>
Complex
Numbered<Complex>(double number)
{
  return { static_cast<float>(number), static_cast<float>(1.0 / (1.0 + number)) };
}
template <>
std::complex<double>
Numbered<std::complex<double>>(double number)
{
  return { number, 1.0 / (1.0 + number) };
}

/** 7 x 5 (x 3 x 2) pixels, all different; spacing, origin and direction, too, differ along every axis. */
template <typename TImage>
typename TImage::Pointer
MakeNumberedImage()
{
  constexpr unsigned int         dimension = TImage::ImageDimension;
  auto                           image = TImage::New();
  typename TImage::SizeType      size;
  typename TImage::SpacingType   spacing;
  typename TImage::PointType     origin;
  typename TImage::DirectionType direction;
  constexpr itk::SizeValueType   sizes[] = { 7, 5, 3, 2 };
  direction.SetIdentity();
  for (unsigned int d = 0; d < dimension; ++d)
  {
    size[d] = sizes[d];
    spacing[d] = 0.1 + 0.25 * d;
    origin[d] = 1.5 - 2.25 * d;
  }
  // a turn in the plane of the last two axes: the scan of a four-dimensional image
  direction(dimension - 2, dimension - 2) = direction(dimension - 1, dimension - 1) = 0.8;
  direction(dimension - 1, dimension - 2) = 0.6;
  direction(dimension - 2, dimension - 1) = -0.6;
  image->SetRegions(size);
  image->SetSpacing(spacing);
  image->SetOrigin(origin);
  image->SetDirection(direction);
  image->Allocate();
  const auto pixels = image->GetLargestPossibleRegion().GetNumberOfPixels();
  for (itk::SizeValueType i = 0; i < pixels; ++i)
  {
    image->GetBufferPointer()[i] = Numbered<typename TImage::PixelType>(0.5 + static_cast<double>(i));
  }
  auto & dictionary = image->GetMetaDataDictionary();
  itk::EncapsulateMetaData<std::string>(dictionary, "units", "[Å, 1/Å]");
  itk::EncapsulateMetaData<double>(dictionary, "energy_eV", 200e3);
  itk::EncapsulateMetaData<std::vector<double>>(dictionary, "exit_plane_depths_A", { 1.5, 3.0 });
  return image;
}

template <typename TImage>
void
Write(const TImage * image, const std::string & path)
{
  auto writer = itk::ImageFileWriter<TImage>::New();
  writer->SetInput(image);
  writer->SetFileName(path);
  writer->Update();
}

/** Null if the file is a colour image: that is how TIFF keeps pixels of two numbers. */
template <typename TImage>
typename TImage::Pointer
Read(const std::string & path)
{
  auto reader = itk::ImageFileReader<TImage>::New();
  reader->SetFileName(path);
  reader->Update();
  const bool colors = reader->GetImageIO()->GetPixelType() == itk::IOPixelEnum::RGB;
  return colors ? nullptr : reader->GetOutput();
}

/** Written and read back; null where the format refuses. */
template <typename TImage>
typename TImage::Pointer
RoundTrip(const std::string & ending)
{
  const test::TemporaryFolder folder;
  try
  {
    const auto image = MakeNumberedImage<TImage>();
    Write(image.GetPointer(), folder.Path("image" + ending));
    auto read = Read<TImage>(folder.Path("image" + ending));
    return read && Pixels(read.GetPointer()) == Pixels(image.GetPointer()) ? read : nullptr;
  }
  catch (const itk::ExceptionObject &)
  {
    return nullptr;
  }
}

template <typename TImage>
std::string
Keeps(const std::string & ending)
{
  return RoundTrip<TImage>(ending) ? "yes" : "no";
}

/** Compares a property of what comes back in two, three and four dimensions. */
template <typename TCompare>
std::string
KeepsGeometry(const std::string & ending, const TCompare & compare)
{
  const auto same = [&](auto pointer) {
    using ImageType = typename decltype(pointer)::ObjectType;
    const auto read = RoundTrip<ImageType>(ending);
    return read ? (compare(*read, *MakeNumberedImage<ImageType>()) ? "yes" : "no") : "none";
  };
  const std::string flat = same(itk::Image<float, 2>::Pointer());
  const std::string solid = same(itk::Image<float, 3>::Pointer());
  const std::string patterns = same(itk::Image<float, 4>::Pointer());
  if (patterns == "none" ? flat == solid : flat == solid && solid == patterns)
  {
    return flat;
  }
  return flat == "yes" && solid == "no" && patterns != "yes"   ? "2-D only"
         : flat == "no" && solid == "yes" && patterns != "yes" ? "3-D only"
                                                               : flat + ", " + solid + ", " + patterns;
}

std::string
KeepsNumbers(const std::string & ending)
{
  const auto read = RoundTrip<itk::Image<float, 2>>(ending);
  double     energy = 0.0;
  if (itk::ExposeMetaData<double>(read->GetMetaDataDictionary(), "energy_eV", energy))
  {
    return energy == 200e3 ? "yes" : "wrong";
  }
  std::string text;
  itk::ExposeMetaData<std::string>(read->GetMetaDataDictionary(), "energy_eV", text);
  return text.empty() ? "no" : std::stod(text) == 200e3 ? "as text" : "wrong";
}

std::string
KeepsLists(const std::string & ending)
{
  const auto          read = RoundTrip<itk::Image<float, 2>>(ending);
  std::vector<double> list;
  std::string         text;
  if (itk::ExposeMetaData<std::vector<double>>(read->GetMetaDataDictionary(), "exit_plane_depths_A", list))
  {
    return list == std::vector<double>{ 1.5, 3.0 } ? "yes" : "wrong";
  }
  itk::ExposeMetaData<std::string>(read->GetMetaDataDictionary(), "exit_plane_depths_A", text);
  return text.empty() ? "no" : text == "1.5 3" ? "as text" : "wrong";
}

std::string
KeepsText(const std::string & ending)
{
  const auto  read = RoundTrip<itk::Image<float, 2>>(ending);
  std::string text;
  itk::ExposeMetaData<std::string>(read->GetMetaDataDictionary(), "units", text);
  return text == "[Å, 1/Å]" ? "yes" : text.empty() ? "no" : "wrong";
}

/** Does a writer that is told to write three pieces ask its input for three? And is the file the same? */
std::string
IsWrittenInPieces(const std::string & ending)
{
  const test::TemporaryFolder folder;
  using SourceType = test::PatternSource<float, 3>;
  using ImageType = SourceType::ImageType;
  auto source = SourceType::New();
  source->Set({ { 7, 5, 6 } }, [](const ImageType::IndexType & i) { return static_cast<float>(i[0] + 10 * i[1] + 100 * i[2]); });
  auto writer = itk::ImageFileWriter<ImageType>::New();
  writer->SetInput(source->GetOutput());
  writer->SetFileName(folder.Path("image" + ending));
  writer->SetNumberOfStreamDivisions(3);
  writer->Update();
  const int runs = source->GetNumberOfRuns();
  source->UpdateLargestPossibleRegion();
  const bool right = Pixels(Read<ImageType>(folder.Path("image" + ending)).GetPointer()) == Pixels(source->GetOutput());
  return !right ? "wrong" : runs == 3 ? "yes" : "no";
}

/** The rows of a table of the document, cells by the names of their columns. */
std::vector<std::map<std::string, std::string>>
ReadTable(const std::string & path, const std::string & marker)
{
  std::ifstream                                   file(path);
  std::string                                     line;
  std::vector<std::string>                        names;
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(file, line) && line.find(marker) == std::string::npos)
  {}
  while (std::getline(file, line) && !line.empty() && line[0] == '|')
  {
    std::vector<std::string> cells;
    std::istringstream       text(line.substr(1));
    for (std::string cell; std::getline(text, cell, '|');)
    {
      const auto first = cell.find_first_not_of(" `");
      cells.push_back(first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(" `") + 1 - first));
    }
    if (names.empty())
    {
      names = cells;
    }
    else if (cells[0].find("---") == std::string::npos)
    {
      rows.emplace_back();
      for (std::size_t i = 0; i < cells.size(); ++i)
      {
        rows.back()[names.at(i)] = cells[i];
      }
    }
  }
  return rows;
}

/** The last bytes of a file, as many as the pixels take. */
template <typename T>
std::vector<T>
LastValues(const std::string & path, std::size_t count)
{
  std::ifstream     file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  const std::string bytes = content.str();
  std::vector<T>    values(count);
  EXPECT_GT(bytes.size(), count * sizeof(T));
  std::memcpy(values.data(), bytes.data() + bytes.size() - count * sizeof(T), count * sizeof(T));
  return values;
}
} // namespace

TEST(ImageFormats, KeepWhatTheDocumentSays)
{
  const auto rows = ReadTable(SOURCE_DIR "/docs/itk-classes.md", "checked by test/itk/ImageFormatsTest.cxx");
  ASSERT_EQ(rows.size(), 5u);
  const auto near = [](const auto & a, const auto & b) {
    for (unsigned int d = 0; d < a.Size(); ++d)
    {
      if (std::abs(a[d] - b[d]) > 1e-6) // some keep floats
      {
        return false;
      }
    }
    return true;
  };
  for (auto row : rows)
  {
    const std::string ending = row["ending"];
    SCOPED_TRACE(ending);
    EXPECT_EQ(row["float"], (Keeps<itk::Image<float, 2>>(ending)));
    EXPECT_EQ(row["double"], (Keeps<itk::Image<double, 2>>(ending)));
    EXPECT_EQ(row["complex float"], (Keeps<itk::Image<Complex, 3>>(ending)));
    EXPECT_EQ(row["complex double"], (Keeps<itk::Image<std::complex<double>, 3>>(ending)));
    EXPECT_EQ(row["4-D"], (Keeps<itk::Image<float, 4>>(ending)));
    EXPECT_EQ(row["spacing"], KeepsGeometry(ending, [&](const auto & a, const auto & b) { return near(a.GetSpacing(), b.GetSpacing()); }));
    EXPECT_EQ(row["origin"], KeepsGeometry(ending, [&](const auto & a, const auto & b) { return near(a.GetOrigin(), b.GetOrigin()); }));
    EXPECT_EQ(row["direction"], KeepsGeometry(ending, [](const auto & a, const auto & b) {
                return (a.GetDirection().GetVnlMatrix() - b.GetDirection().GetVnlMatrix()).absolute_value_max() < 1e-6;
              }));
    EXPECT_EQ(row["text"], KeepsText(ending));
    EXPECT_EQ(row["numbers"], KeepsNumbers(ending));
    EXPECT_EQ(row["lists"], KeepsLists(ending));
    EXPECT_EQ(row["in pieces"], IsWrittenInPieces(ending));
  }
}

TEST(ImageFormats, RowsAreWrittenFromTheFirstOn)
{
  // not only read back by the same library: the bytes are the pixels in their order, x fastest, y = 0 first
  const test::TemporaryFolder folder;
  for (const char * ending : { ".mha", ".nrrd", ".mrc" })
  {
    const std::string path = folder.Path(std::string("image") + ending);
    const auto        real = MakeNumberedImage<itk::Image<float, 3>>();
    Write(real.GetPointer(), path);
    EXPECT_EQ(LastValues<float>(path, 7 * 5 * 3), Pixels(real.GetPointer())) << ending;
    const auto waves = MakeNumberedImage<itk::Image<Complex, 3>>();
    Write(waves.GetPointer(), path);
    EXPECT_EQ(LastValues<Complex>(path, 7 * 5 * 3), Pixels(waves.GetPointer())) << ending;
  }
}

TEST(ImageFormats, MrcHeadersHoldTheSizeInAngstrom)
{
  const test::TemporaryFolder folder;
  Write(MakeNumberedImage<itk::Image<float, 3>>().GetPointer(), folder.Path("image.mrc"));
  std::ifstream     file(folder.Path("image.mrc"), std::ios::binary);
  std::vector<char> header(1024);
  file.read(header.data(), 1024);
  float        cell[3];
  std::int32_t size[3], mode;
  std::memcpy(size, header.data(), sizeof(size));
  std::memcpy(&mode, header.data() + 12, sizeof(mode));
  std::memcpy(cell, header.data() + 40, sizeof(cell)); // MRC2014: words 11 to 13, in Å
  EXPECT_EQ(size[0], 7);
  EXPECT_EQ(size[1], 5);
  EXPECT_EQ(mode, 2); // float
  EXPECT_FLOAT_EQ(cell[0], 7 * 0.1f);
  EXPECT_FLOAT_EQ(cell[1], 5 * 0.35f);
  EXPECT_FLOAT_EQ(cell[2], 3 * 0.6f);
}

TEST(ImageFormats, ExitWavesStandWhereTheAtomIs)
{
  // one heavy atom off the centre of an area that is not square: the phase is largest there, before and after the file
  const test::TemporaryFolder folder;
  folder.Write("atom.xyz", "1\nLattice=\"6 0 0 0 9 0 0 0 2\" Properties=species:S:1:pos:R:3\nAu 1.5 6 1\n");
  auto simulation = itk::ElectronMultisliceSimulation::New();
  simulation->SetJobText(R"(specimen: {structure: atom.xyz}
potential: {grid: [48, 72], slice-thickness: 2}
beam: {energy: 200 keV}
illumination: {type: plane-wave}
output: {file: result.h5, keep: [exit-waves]}
)",
                         folder.Path(""));
  simulation->RunToMemory();
  using WaveType = itk::Image<Complex, 3>;
  const auto * waves = dynamic_cast<const WaveType *>(simulation->GetOutput("exit-waves"));
  ASSERT_NE(waves, nullptr);
  for (const char * ending : { ".nrrd", ".mrc", ".mha", ".h5" })
  {
    SCOPED_TRACE(ending);
    Write(waves, folder.Path(std::string("waves") + ending));
    const auto read = Read<WaveType>(folder.Path(std::string("waves") + ending));
    ASSERT_EQ(Pixels(read.GetPointer()), Pixels(waves));
    EXPECT_NEAR(read->GetSpacing()[0], 0.125, 1e-7);
    EXPECT_NEAR(read->GetSpacing()[1], 0.125, 1e-7);
    WaveType::IndexType brightest{};
    double              largest = 0.0;
    for (itk::IndexValueType y = 0; y < 72; ++y)
    {
      for (itk::IndexValueType x = 0; x < 48; ++x)
      {
        const double phase = std::arg(read->GetPixel({ { x, y, 0 } }));
        if (phase > largest)
        {
          largest = phase;
          brightest = { { x, y, 0 } };
        }
      }
    }
    EXPECT_EQ(brightest, (WaveType::IndexType{ { 12, 48, 0 } })); // 1.5 Å and 6 Å at 0.125 Å
  }
}
