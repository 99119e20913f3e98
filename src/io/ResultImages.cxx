#include "io/ResultImages.h"
#include "common/Error.h"
#include "common/Text.h"
#include "io/ImageFiles.h"
#include "io/ResultReader.h"
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace ElectronMultislice
{
namespace
{
using Kind = PlannedImage::Kind;

constexpr std::size_t FewPositions = 36; ///< that are shown one by one

/** "39.05" for the 39.050000000000004 of added slices. */
std::string
FormatDepth(double depth)
{
  return FormatNumber(depth, 7);
}

std::string
RemoveEnding(const std::string & path)
{
  const std::filesystem::path ending = std::filesystem::path(path).extension();
  const bool                  known = ending == ".h5" || ending == ".hdf5" || ending == ".emd";
  return known ? path.substr(0, path.size() - ending.string().size()) : path;
}

ImageGeometry
DescribeGeometry(const EmdArray & array)
{
  const EmdDimension & y = array.dimensions[array.dimensions.size() - 2];
  const EmdDimension & x = array.dimensions.back();
  ImageGeometry        geometry; // pixel sizes are positive, whatever the direction of the scan
  geometry.nx = x.GetSize();
  geometry.ny = y.GetSize();
  geometry.spacingX = std::abs(x.spacing);
  geometry.spacingY = std::abs(y.spacing);
  geometry.unit = x.units;
  geometry.originX = x.values.front();
  geometry.originY = y.values.front();
  return geometry;
}

/** The kinds of image that an array makes. */
std::vector<Kind>
KindsOf(const EmdArray & array, std::size_t positions)
{
  switch (array.source)
  {
    case EmdArray::Source::Scalars:
      return array.scanAxes == 2 ? std::vector<Kind>{ Kind::Scalar } : std::vector<Kind>{};
    case EmdArray::Source::Pattern:
      return positions > 1 && positions <= FewPositions ? std::vector<Kind>{ Kind::MeanPattern, Kind::Patterns }
                                                        : std::vector<Kind>{ Kind::MeanPattern };
    case EmdArray::Source::Images:
      return { Kind::Lens };
    case EmdArray::Source::ExitWaves:
      return { Kind::Waves };
    default:
      return {};
  }
}

std::size_t
CountOf(Kind kind, const EmdArray & array)
{
  return kind == Kind::Lens ? array.defoci.size() : kind == Kind::Scalar ? array.components : 1;
}

/** Positions side by side: as in the scan, or as a square if they are a list. */
void
ChooseTiles(PlannedImage & image, const EmdArray & array, std::size_t positions)
{
  if (array.scanAxes == 2)
  {
    const std::size_t firstPixelAxis = array.dimensions.size() - array.pixelAxes;
    image.tilesX = array.dimensions[firstPixelAxis - 1].GetSize();
    image.tilesY = array.dimensions[firstPixelAxis - 2].GetSize();
    return;
  }
  image.tilesX = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(positions))));
  image.tilesY = (positions + image.tilesX - 1) / image.tilesX;
}

/** Title, end of the file name and tiles. */
std::string
DescribeImage(PlannedImage & image, const EmdArray & array, std::size_t positions)
{
  std::string name = image.kind == Kind::Scalar ? array.componentNames[image.component] : array.name;
  image.title = name;
  switch (image.kind)
  {
    case Kind::Scalar:
      break;
    case Kind::MeanPattern:
      image.title += positions > 1 ? ", mean over positions" : "";
      break;
    case Kind::Patterns:
      image.title += ", each position";
      name += "-each";
      ChooseTiles(image, array, positions);
      break;
    case Kind::Lens:
      image.title += ", defocus " + FormatNumber(array.defoci[image.component]) + " Å";
      name += "-" + FormatNumber(array.defoci[image.component]) + "A";
      break;
    case Kind::Waves:
      image.title += array.configurationAxes > 0 ? ", first configuration" : "";
      if (positions > FewPositions)
      {
        image.title += ", first position";
      }
      else if (positions > 1)
      {
        ChooseTiles(image, array, positions);
      }
      break;
  }
  return name;
}

/** Image number `tile` of `tilesX` columns into its place. */
template <typename T>
void
CopyTile(const std::vector<T> & values, const ImageGeometry & geometry, std::size_t tile, std::vector<T> & target)
{
  const std::size_t tileX = geometry.nx / geometry.tilesX;
  const std::size_t tileY = geometry.ny / geometry.tilesY;
  const std::size_t first = tile / geometry.tilesX * tileY * geometry.nx + tile % geometry.tilesX * tileX;
  for (std::size_t row = 0; row < tileY; ++row)
  {
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(row * tileX),
                tileX,
                target.begin() + static_cast<std::ptrdiff_t>(first + row * geometry.nx));
  }
}

ImageGeometry
SideBySide(ImageGeometry geometry, const PlannedImage & image)
{
  geometry.title = image.title;
  geometry.tilesX = image.tilesX;
  geometry.tilesY = image.tilesY;
  geometry.nx *= image.tilesX;
  geometry.ny *= image.tilesY;
  if (image.tilesX * image.tilesY > 1)
  {
    geometry.originX = geometry.originY = 0.0; // every tile has one of its own
  }
  return geometry;
}

/** Writes the images of one result file. */
class ImageWriter
{
public:
  ImageWriter(const std::vector<std::string> & formats, const std::vector<EmdArray> & layout, const std::string & resultPath)
    : m_Formats(formats)
    , m_Layout(layout)
    , m_ResultPath(resultPath)
  {}

  void
  Write(const PlannedImage & image, const AveragedPatterns & patterns)
  {
    const EmdArray &    array = m_Layout[image.array];
    const ImageGeometry geometry = DescribeGeometry(array);
    const std::size_t   size = geometry.nx * geometry.ny;
    if (image.kind == Kind::Waves)
    {
      WriteWaves(image, SideBySide(geometry, image), ReadTiles(ReadResultWave, image, std::complex<float>(NAN)));
    }
    else if (image.kind == Kind::Patterns)
    {
      WriteReal(image, SideBySide(geometry, image), ReadTiles(ReadResultImage, image, NAN));
    }
    else if (image.kind == Kind::Lens)
    {
      const std::size_t planes = array.depthAxes > 0 ? array.dimensions[array.defocusAxes].GetSize() : 1;
      WriteReal(image, SideBySide(geometry, image), ReadResultImage(m_ResultPath, array.name, image.component * planes + image.plane));
    }
    else
    {
      const bool                  isPattern = image.kind == Kind::MeanPattern;
      const std::vector<double> & source = isPattern ? patterns.at(array.pattern) : GetScalars(image.array);
      const std::size_t           place = isPattern ? image.plane : image.plane * array.components + image.component;
      const auto                  first = source.begin() + static_cast<std::ptrdiff_t>(place * size);
      WriteReal(image, SideBySide(geometry, image), std::vector<float>(first, first + static_cast<std::ptrdiff_t>(size)));
    }
  }

  const std::vector<std::string> &
  GetWrittenFiles() const
  {
    return m_Written;
  }

private:
  /** The positions that an image shows, side by side; `missing` where the last row has no more. */
  template <typename T>
  std::vector<T>
  ReadTiles(std::vector<T> (*read)(const std::string &, const std::string &, std::size_t), const PlannedImage & image, T missing) const
  {
    const EmdArray &    array = m_Layout[image.array];
    const ImageGeometry geometry = SideBySide(DescribeGeometry(array), image);
    std::size_t         positions = 1;
    for (std::size_t axis = array.dimensions.size() - array.pixelAxes - array.scanAxes; axis < array.dimensions.size() - array.pixelAxes;
         ++axis)
    {
      positions *= array.dimensions[axis].GetSize();
    }
    std::vector<T> values(geometry.nx * geometry.ny, missing);
    for (std::size_t tile = 0; tile < std::min(positions, image.tilesX * image.tilesY); ++tile)
    {
      // the first configuration comes first
      CopyTile(read(m_ResultPath, array.name, image.plane * positions + tile), geometry, tile, values);
    }
    return values;
  }

  /** Small: one number per position and component; images come array by array. */
  const std::vector<double> &
  GetScalars(std::size_t array)
  {
    if (m_ScalarsOf != array || m_Scalars.values.empty())
    {
      m_Scalars = ReadResultArray(m_ResultPath, m_Layout[array].name);
      m_ScalarsOf = array;
    }
    return m_Scalars.values;
  }

  void
  WriteReal(const PlannedImage & image, const ImageGeometry & geometry, const std::vector<float> & values)
  {
    const ImageView view{ geometry, values.data() };
    for (const std::string & format : m_Formats)
    {
      const std::string path = ImageFilePaths(image, format).front();
      if (format == "tiff")
      {
        WriteTiff(path, view);
      }
      else
      {
        WritePreview(path, view, image.kind == Kind::MeanPattern || image.kind == Kind::Patterns);
      }
      m_Written.push_back(path);
    }
  }

  void
  WriteWaves(const PlannedImage & image, const ImageGeometry & geometry, const std::vector<std::complex<float>> & values)
  {
    for (const std::string & format : m_Formats)
    {
      const std::vector<std::string> paths = ImageFilePaths(image, format);
      if (format == "tiff")
      {
        std::vector<float> amplitudes, phases;
        for (const std::complex<float> & value : values)
        {
          amplitudes.push_back(std::abs(value));
          phases.push_back(std::arg(value));
        }
        ImageView view{ geometry, amplitudes.data() };
        view.title = geometry.title + ", amplitude";
        WriteTiff(paths[0], view);
        view.values = phases.data();
        view.title = geometry.title + ", phase in rad";
        WriteTiff(paths[1], view);
      }
      else
      {
        WriteWavePreview(paths[0], WaveView{ geometry, values.data() });
      }
      m_Written.insert(m_Written.end(), paths.begin(), paths.end());
    }
  }

  const std::vector<std::string> & m_Formats;
  const std::vector<EmdArray> &    m_Layout;
  const std::string &              m_ResultPath;
  std::vector<std::string>         m_Written;
  ResultArray                      m_Scalars;
  std::size_t                      m_ScalarsOf = 0;
};
} // namespace

std::vector<std::string>
ImageFilePaths(const PlannedImage & image, const std::string & format)
{
  if (format == "tiff")
  {
    return image.kind == Kind::Waves ? std::vector<std::string>{ image.path + "-amplitude.tif", image.path + "-phase.tif" }
                                     : std::vector<std::string>{ image.path + ".tif" };
  }
  if (format == "png")
  {
    return { image.path + ".png" };
  }
  throw InputError("Images cannot be written as '" + format + "'. Use tiff or png.");
}

std::vector<PlannedImage>
PlanResultImages(const std::vector<EmdArray> & layout, const MultisliceProblem & problem, const std::string & resultPath)
{
  const std::string         stem = RemoveEnding(resultPath);
  const std::vector<double> depths = GetExitPlaneDepths(problem);
  const std::size_t         positions = problem.GetNumberOfWaves();
  std::vector<PlannedImage> images;
  std::set<std::string>     names;
  for (std::size_t a = 0; a < layout.size(); ++a)
  {
    for (const Kind kind : KindsOf(layout[a], positions))
    {
      for (std::size_t component = 0; component < CountOf(kind, layout[a]); ++component)
      {
        for (std::size_t plane = 0; plane < depths.size(); ++plane)
        {
          PlannedImage image;
          image.kind = kind;
          image.array = a;
          image.plane = plane;
          image.component = component;
          std::string name = DescribeImage(image, layout[a], positions);
          if (depths.size() > 1)
          {
            image.title += ", depth " + FormatDepth(depths[plane]) + " Å";
            name += "-" + FormatDepth(depths[plane]) + "A";
          }
          while (!names.insert(name).second)
          {
            name += "-other"; // a detector named like a component of another
          }
          image.path = stem + "-" + name;
          images.push_back(image);
        }
      }
    }
  }
  return images;
}

std::vector<std::string>
WriteResultImages(const std::vector<PlannedImage> & images,
                  const std::vector<std::string> &  formats,
                  const std::vector<EmdArray> &     layout,
                  const std::string &               resultPath,
                  const AveragedPatterns &          patterns)
{
  ImageWriter writer(formats, layout, resultPath);
  for (const PlannedImage & image : images)
  {
    writer.Write(image, patterns);
  }
  return writer.GetWrittenFiles();
}
} // namespace ElectronMultislice
