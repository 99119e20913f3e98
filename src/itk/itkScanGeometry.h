#ifndef itk_itkScanGeometry_h
#define itk_itkScanGeometry_h
#include "itkRasterScanPattern.h"
#include "simulation/Description.h"

namespace itk
{
/** The core's view of a scan. */
inline ::ElectronMultislice::ScanDescription
GetScanDescription(const RasterScanPattern & pattern)
{
  ::ElectronMultislice::ScanDescription scan;
  const auto &                          positions = pattern.GetPositions();
  for (std::size_t i = 0; i + 1 < positions.size(); i += 2)
  {
    scan.positions.push_back({ positions[i], positions[i + 1] });
  }
  for (unsigned int d = 0; d < 2; ++d)
  {
    scan.start[d] = pattern.GetStart()[d];
    scan.step[d] = pattern.GetStep()[d];
    scan.count[d] = pattern.GetCount()[d];
  }
  scan.rotation = pattern.GetRotation();
  return scan;
}

/** The last two axes of an image, and of its size, are those of a scan. */
template <typename TImage>
void
SetScanGeometry(TImage & image, typename TImage::SizeType & size, const RasterScanPattern & scan)
{
  constexpr unsigned int           first = TImage::ImageDimension - 2;
  RasterScanPattern::SizeType      scanSize;
  RasterScanPattern::PointType     scanOrigin;
  RasterScanPattern::SpacingType   scanSpacing;
  RasterScanPattern::DirectionType scanDirection;
  scan.GetImageGeometry(scanSize, scanOrigin, scanSpacing, scanDirection);
  auto origin = image.GetOrigin();
  auto spacing = image.GetSpacing();
  auto direction = image.GetDirection();
  for (unsigned int d = 0; d < 2; ++d)
  {
    size[first + d] = scanSize[d];
    origin[first + d] = scanOrigin[d];
    spacing[first + d] = scanSpacing[d];
    for (unsigned int column = 0; column < 2; ++column)
    {
      direction[first + d][first + column] = scanDirection[d][column];
    }
  }
  image.SetOrigin(origin);
  image.SetSpacing(spacing);
  image.SetDirection(direction);
}

/** The first two axes of an image of diffraction patterns, the beam at physical point 0. */
template <typename TImage>
void
SetPatternGeometry(TImage &                                                 image,
                   typename TImage::SizeType &                              size,
                   const ::ElectronMultislice::MeasurementLayout::Pattern & pattern,
                   const ::ElectronMultislice::Grid &                       grid)
{
  auto spacing = image.GetSpacing();
  auto origin = image.GetOrigin();
  size[0] = pattern.nx;
  size[1] = pattern.ny;
  spacing[0] = 1.0 / grid.lengthX;
  spacing[1] = 1.0 / grid.lengthY;
  for (unsigned int d = 0; d < 2; ++d)
  {
    origin[d] = -static_cast<double>(size[d] / 2) * spacing[d];
  }
  image.SetSpacing(spacing);
  image.SetOrigin(origin);
}
} // namespace itk
#endif
