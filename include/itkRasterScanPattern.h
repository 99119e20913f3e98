#ifndef itkRasterScanPattern_h
#define itkRasterScanPattern_h
#include "itkDataObject.h"
#include "itkImageBase.h"
#include "itkObjectFactory.h"
#include "ElectronMultisliceExport.h"
#include <vector>

namespace itk
{
/** \class RasterScanPattern
 * \brief Where the probe stands: a raster with the geometry of an image, or any list of positions.
 *
 * Raster: pixel (i, j) of the scan image is at Start + R (i Step[0], j Step[1]), R the rotation by Rotation from +x towards +y. Start
 * becomes the image's origin, Step its spacing, Count its size, R its direction, exactly; nothing is adjusted to fit. Lengths in Å, in the
 * coordinates of the potential image; positions outside of it are periodic images.
 *
 * List: after SetPositions() the raster is not used. The scan image then has size (number of positions, 1), origin 0 and spacing 1, and its
 * first index counts the positions.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT RasterScanPattern : public DataObject
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(RasterScanPattern);

  using Self = RasterScanPattern;
  using Superclass = DataObject;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using ImageBaseType = ImageBase<2>;
  using PointType = ImageBaseType::PointType;
  using SpacingType = ImageBaseType::SpacingType;
  using SizeType = ImageBaseType::SizeType;
  using DirectionType = ImageBaseType::DirectionType;

  itkNewMacro(Self);
  itkTypeMacro(RasterScanPattern, DataObject);

  /** First position in Å. Default (0, 0). */
  itkSetMacro(Start, PointType);
  itkGetConstReferenceMacro(Start, PointType);
  void
  SetStart(double x, double y);

  /** Distance of neighbours in Å, above 0. Default (0.2, 0.2). */
  itkSetMacro(Step, SpacingType);
  itkGetConstReferenceMacro(Step, SpacingType);
  void
  SetStep(double x, double y);

  /** Positions along the rows and columns, at least 1. Default (1, 1). */
  itkSetMacro(Count, SizeType);
  itkGetConstReferenceMacro(Count, SizeType);
  void
  SetCount(SizeValueType x, SizeValueType y);

  /** Angle in rad of the rows from +x towards +y. Default 0. */
  itkSetMacro(Rotation, double);
  itkGetConstMacro(Rotation, double);

  /** x, y of each position in Å, one after another; empty: the raster is used. */
  void
  SetPositions(const std::vector<double> & positions);
  const std::vector<double> &
  GetPositions() const
  {
    return m_Positions;
  }

  /** True while no list of positions is set. */
  bool
  IsRaster() const
  {
    return m_Positions.empty();
  }

  SizeValueType
  GetNumberOfPositions() const;

  /** Size, origin, spacing and direction of the image of this scan. Throws for values out of range, naming them. */
  void
  GetImageGeometry(SizeType & size, PointType & origin, SpacingType & spacing, DirectionType & direction) const;

  void
  Initialize() override;
  void
  Graft(const DataObject * data) override;

protected:
  RasterScanPattern();
  ~RasterScanPattern() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  PointType           m_Start;
  SpacingType         m_Step;
  SizeType            m_Count;
  double              m_Rotation{ 0.0 };
  std::vector<double> m_Positions;
};
} // namespace itk
#endif
