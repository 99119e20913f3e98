#include "itkSimulationImages.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkImage.h"
#include "itkImageSink.h"
#include "itkMetaDataObject.h"
#include "itkScanGeometry.h"
#include "common/Text.h"
#include <cmath>

namespace itk
{
namespace
{
using ::ElectronMultislice::Detector;
using ::ElectronMultislice::DetectorType;
using ::ElectronMultislice::MultisliceProblem;
using ::ElectronMultislice::SimulationDescription;

/** Geometry of the scan in the last two axes of an image; a plane wave is a scan of one position. */
template <typename TImage>
void
SetScanGeometry(TImage & image, typename TImage::SizeType & size, const SimulationDescription & description)
{
  constexpr unsigned int x = TImage::ImageDimension - 2;
  constexpr unsigned int y = x + 1;
  const auto &           scan = description.scan;
  size[x] = scan.positions.size();
  size[y] = 1;
  if (description.illumination == ::ElectronMultislice::Illumination::PlaneWave)
  {
    size[x] = 1;
  }
  else if (scan.IsRaster())
  {
    auto origin = image.GetOrigin();
    auto spacing = image.GetSpacing();
    auto direction = image.GetDirection();
    for (unsigned int d = 0; d < 2; ++d)
    {
      size[x + d] = scan.count[d];
      origin[x + d] = scan.start[d];
      spacing[x + d] = scan.step[d] > 0.0 ? scan.step[d] : 1.0; // a single position may have no step
    }
    if (scan.rotation != 0.0)
    {
      direction[x][x] = direction[y][y] = std::cos(scan.rotation);
      direction[y][x] = std::sin(scan.rotation);
      direction[x][y] = -direction[y][x];
    }
    image.SetOrigin(origin);
    image.SetSpacing(spacing);
    image.SetDirection(direction);
  }
}

std::string
QuantityOf(const Detector & detector)
{
  if (detector.type != DetectorType::CenterOfMass)
  {
    return "intensity / fraction of the beam";
  }
  return detector.divided ? "centre of mass / (1/Å)" : "intensity times spatial frequency / (1/Å)";
}
} // namespace

template <typename T>
NamedImages
MakeSimulationImages(const SimulationDescription & description, const MultisliceProblem & problem, ImageSink<T> & sink)
{
  const ElectronMultisliceMetaData metaData(description, true);
  NamedImages                      images;
  const bool        raster = description.illumination == ::ElectronMultislice::Illumination::Probe && description.scan.IsRaster();
  const std::string scanUnits = raster ? "Å, Å" : "index, index";
  const bool        series = !description.exitPlaneDepths.empty() || description.exitPlaneEvery > 0;

  // one image per exit plane
  const auto add =
    [&](DataObject * image, const std::string & name, std::size_t plane, const std::string & units, const std::string & quantity) {
      const double      depth = problem.sliceEdges[problem.exitPlanes[plane]];
      const std::string fullName = series ? name + "@" + ::ElectronMultislice::FormatNumber(depth, 10) : name;
      auto &            dictionary = image->GetMetaDataDictionary();
      metaData.Put(dictionary, "[" + units + "]", quantity);
      EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.output", fullName);
      EncapsulateMetaData<double>(dictionary, "exit_plane_depth_A", depth);
      images.emplace_back(fullName, image);
    };

  using ScanImage = Image<T, 2>;
  std::vector<T *> scalars;
  for (const auto & component : ::ElectronMultislice::GetComponents(problem.detectors))
  {
    for (std::size_t plane = 0; plane < problem.exitPlanes.size(); ++plane)
    {
      auto                         image = ScanImage::New();
      typename ScanImage::SizeType size;
      SetScanGeometry(*image, size, description);
      image->SetRegions(size);
      image->Allocate();
      scalars.push_back(image->GetBufferPointer());
      add(image, component.name, plane, scanUnits, QuantityOf(problem.detectors[component.detector]));
    }
  }
  sink.SetScalarBuffers(std::move(scalars));

  using PatternImage = Image<T, 4>;
  std::vector<T *> patterns;
  for (const auto & pattern : ::ElectronMultislice::GetMeasurementLayout(problem).patterns)
  {
    for (std::size_t plane = 0; plane < problem.exitPlanes.size(); ++plane)
    {
      auto                            image = PatternImage::New();
      typename PatternImage::SizeType size;
      SetPatternGeometry(*image, size, pattern, problem.grid);
      SetScanGeometry(*image, size, description);
      image->SetRegions(size);
      image->Allocate();
      patterns.push_back(image->GetBufferPointer());
      add(image, problem.detectors[pattern.detector].name, plane, "1/Å, 1/Å, " + scanUnits, "intensity / fraction of the beam");
    }
  }
  sink.SetPatternBuffers(std::move(patterns));

  // images of a plane wave by objective lenses: "image", "image-60A" in a focal series
  std::vector<T *> lensImages;
  for (const auto & lens : problem.images)
  {
    for (std::size_t plane = 0; plane < problem.exitPlanes.size(); ++plane)
    {
      auto                               image = ScanImage::New();
      const typename ScanImage::SizeType size{ { problem.grid.nx, problem.grid.ny } };
      auto                               spacing = image->GetSpacing();
      spacing[0] = problem.grid.GetSpacingX();
      spacing[1] = problem.grid.GetSpacingY();
      image->SetSpacing(spacing);
      image->SetRegions(size);
      image->Allocate();
      lensImages.push_back(image->GetBufferPointer());
      const double defocus = lens.aberrations.GetDefocus() + 0.0; // + 0 makes -0 a 0
      EncapsulateMetaData<double>(image->GetMetaDataDictionary(), "defocus_A", defocus);
      add(image,
          problem.images.size() > 1 ? "image-" + ::ElectronMultislice::FormatNumber(defocus) + "A" : "image",
          plane,
          "Å, Å",
          "image intensity, 1 in vacuum");
    }
  }
  sink.SetImageBuffers(std::move(lensImages));

  if (!problem.exitWaves)
  {
    return images;
  }
  using WaveImage = Image<std::complex<T>, 3>;
  std::vector<std::complex<T> *> waves;
  const std::size_t              configurations = problem.GetNumberOfConfigurations();
  for (std::size_t configuration = 0; configuration < configurations; ++configuration)
  {
    auto                         image = WaveImage::New();
    typename WaveImage::SizeType size{ { problem.grid.nx, problem.grid.ny, problem.exitPlanes.size() * problem.GetNumberOfWaves() } };
    auto                         spacing = image->GetSpacing();
    spacing[0] = problem.grid.GetSpacingX();
    spacing[1] = problem.grid.GetSpacingY();
    image->SetSpacing(spacing);
    image->SetRegions(size);
    image->Allocate();
    waves.push_back(image->GetBufferPointer());
    const std::string   name = configurations == 1 ? "exit-waves" : "exit-waves-" + std::to_string(configuration);
    std::vector<double> depths;
    for (std::size_t plane : problem.exitPlanes)
    {
      depths.push_back(problem.sliceEdges[plane]);
    }
    auto & dictionary = image->GetMetaDataDictionary();
    metaData.Put(dictionary, "[Å, Å, index]", "wave function");
    EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.output", name);
    EncapsulateMetaData<std::vector<double>>(dictionary, "exit_plane_depths_A", depths);
    images.emplace_back(name, image.GetPointer());
  }
  sink.SetExitWaveBuffers(std::move(waves));
  return images;
}

template NamedImages
MakeSimulationImages<float>(const SimulationDescription &, const MultisliceProblem &, ImageSink<float> &);
template NamedImages
MakeSimulationImages<double>(const SimulationDescription &, const MultisliceProblem &, ImageSink<double> &);
} // namespace itk
