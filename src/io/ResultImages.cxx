#include "io/ResultImages.h"
#include "common/Error.h"
#include "common/Text.h"
#include "io/ImageFiles.h"
#include "io/ResultReader.h"
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

namespace ElectronMultislice
{
namespace
{
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

ImageView
DescribeGeometry(const EmdArray & array)
{
  const EmdDimension & y = array.dimensions[array.dimensions.size() - 2];
  const EmdDimension & x = array.dimensions.back();
  ImageView            view; // pixel sizes are positive, whatever the direction of the scan
  view.nx = x.GetSize();
  view.ny = y.GetSize();
  view.spacingX = std::abs(x.spacing);
  view.spacingY = std::abs(y.spacing);
  view.unit = x.units;
  view.originX = x.values.front();
  view.originY = y.values.front();
  return view;
}

void
WriteFormats(const PlannedImage &             image,
             const std::vector<std::string> & formats,
             ImageView                        view,
             const std::vector<float> &       values,
             std::vector<std::string> &       written)
{
  view.values = values.data();
  view.title = image.title;
  for (const std::string & format : formats)
  {
    const std::string path = image.path + ImageEnding(format);
    if (format == "tiff")
    {
      WriteTiff(path, view);
    }
    else
    {
      WritePreview(path, view, image.isPattern);
    }
    written.push_back(path);
  }
}
} // namespace

std::string
ImageEnding(const std::string & format)
{
  if (format == "tiff")
  {
    return ".tif";
  }
  if (format == "png")
  {
    return ".png";
  }
  throw InputError("Images cannot be written as '" + format + "'. Use tiff or png.");
}

std::vector<PlannedImage>
PlanResultImages(const std::vector<EmdArray> & layout, const MultisliceProblem & problem, const std::string & resultPath)
{
  const std::string         stem = RemoveEnding(resultPath);
  const std::vector<double> depths = GetExitPlaneDepths(problem);
  std::vector<PlannedImage> images;
  std::set<std::string>     names;
  for (std::size_t a = 0; a < layout.size(); ++a)
  {
    const EmdArray & array = layout[a];
    const bool       isPattern = array.source == EmdArray::Source::Pattern;
    const bool       isImage = array.source == EmdArray::Source::Images;
    if (!isPattern && !isImage && !(array.source == EmdArray::Source::Scalars && array.scanAxes == 2))
    {
      continue;
    }
    for (std::size_t component = 0; component < (isImage ? array.defoci.size() : array.components); ++component)
    {
      for (std::size_t plane = 0; plane < depths.size(); ++plane)
      {
        std::string name = isPattern || isImage ? array.name : array.componentNames[component];
        std::string title = name;
        if (isImage)
        {
          title += ", defocus " + FormatNumber(array.defoci[component]) + " Å";
          name += "-" + FormatNumber(array.defoci[component]) + "A";
        }
        if (isPattern && problem.GetNumberOfWaves() > 1)
        {
          title += ", mean over positions";
        }
        if (depths.size() > 1)
        {
          title += ", depth " + FormatDepth(depths[plane]) + " Å";
          name += "-" + FormatDepth(depths[plane]) + "A";
        }
        while (!names.insert(name).second)
        {
          name += "-other"; // a detector named like a component of another
        }
        images.push_back({ stem + "-" + name, title, isPattern, a, plane, component });
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
  std::vector<std::string>           written;
  std::map<std::size_t, ResultArray> scalars; // small: one number per position and component
  for (const PlannedImage & image : images)
  {
    const EmdArray & array = layout[image.array];
    const ImageView  view = DescribeGeometry(array);
    if (array.source == EmdArray::Source::Images)
    {
      const std::size_t planes = array.depthAxes > 0 ? array.dimensions[array.defocusAxes].GetSize() : 1;
      WriteFormats(image, formats, view, ReadResultImage(resultPath, array.name, image.component * planes + image.plane), written);
      continue;
    }
    const std::size_t           size = view.nx * view.ny;
    const std::vector<double> * source = nullptr;
    std::size_t                 first = 0;
    if (image.isPattern)
    {
      source = &patterns.at(array.pattern);
      first = image.plane * size;
    }
    else
    {
      if (scalars.find(image.array) == scalars.end())
      {
        scalars.clear(); // images come array by array
        scalars[image.array] = ReadResultArray(resultPath, array.name);
      }
      source = &scalars[image.array].values;
      first = (image.plane * array.components + image.component) * size;
    }
    const std::vector<float> values(source->begin() + static_cast<std::ptrdiff_t>(first),
                                    source->begin() + static_cast<std::ptrdiff_t>(first + size));
    WriteFormats(image, formats, view, values, written);
  }
  return written;
}
} // namespace ElectronMultislice
