#ifndef itkElectronPotentialImageSource_h
#define itkElectronPotentialImageSource_h
#include "itkImageSource.h"
#include "itkImage.h"
#include "itkFixedArray.h"
#include "itkAtomicStructure.h"
#include "itkElectronMultisliceEnums.h"
#include "itkElectronMultisliceExecutionContext.h"
#include "itkPipelineResetOnError.h"
#include <map>
#include <memory>
#include <string>
#include <type_traits>

namespace itk
{
/** \class ElectronPotentialImageSource
 * \brief Projected electrostatic potential of the slices of a specimen, in V Å.
 *
 * Output: a real three-dimensional image. Index 0 and 1 are x and y of the supercell, pixel (0, 0) at its origin, spacing = length /
 * pixels; index 2 counts the slices along the beam (entrance face at z = 0), origin dz/2, spacing dz. x and y are sampled on the
 * transmission grid: GridSize (the grid of the waves) times TransmissionOversampling. One thermal configuration per image,
 * ConfigurationIndex.
 *
 * The supercell is the structure's cell, which must be right-angled, repeated, with one of its axes turned along the beam and vacuum added.
 * The potential is the exact structure-factor sum of the tabulated scattering factors, band-limited (see SetBandLimit()):
 * V(k) = sum of occupancy f_e(k)/kappa exp(-2 pi i k.r) / area, projected along the beam; an atom belongs to the slice that holds its
 * undisplaced z. The accumulated error of the fast sum is below 1e-6 of the peak.
 *
 * Thermal vibrations are drawn by a counter-based generator keyed on (Seed, configuration, atom, axis): the same for any number of threads,
 * any region and any order.
 *
 * Pipeline: the size of the image depends on the structure, so the structure is brought up to date in GenerateOutputInformation(). The
 * image streams along z: a region computes only its slices (x and y are always computed whole), with the same bits. When the output feeds
 * ScanningDetectorImageFilter directly, the image is never computed: the filter takes the description and all configurations.
 *
 * The pixel type is the precision of the computation. Instantiated for Image<float, 3> and Image<double, 3>. Errors are ExceptionObjects
 * whose text says what is wrong and the way out.
 *
 * \sa AtomicStructureFileReader ScanningDetectorImageFilter
 * \ingroup ElectronMultislice
 */
template <typename TOutputImage>
class ITK_TEMPLATE_EXPORT ElectronPotentialImageSource : public PipelineResetOnError<ImageSource<TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronPotentialImageSource);

  using Self = ElectronPotentialImageSource;
  using Superclass = PipelineResetOnError<ImageSource<TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using OutputImageType = TOutputImage;
  static_assert(std::is_floating_point<typename TOutputImage::PixelType>::value && TOutputImage::ImageDimension == 3,
                "The potential is an Image<float, 3> or Image<double, 3>.");
  using RepetitionsType = FixedArray<unsigned int, 3>;
  using PaddingType = FixedArray<double, 3>;
  using GridSizeType = Size<2>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronPotentialImageSource, ImageSource);

  /** The atoms. Required. */
  itkSetInputMacro(Structure, AtomicStructure);
  itkGetInputMacro(Structure, AtomicStructure);

  /** Repetitions of the structure's cell along a, b, c, each at least 1. Default 1, 1, 1. */
  itkSetMacro(Repetitions, RepetitionsType);
  itkGetConstReferenceMacro(Repetitions, RepetitionsType);
  void
  SetRepetitions(unsigned int a, unsigned int b, unsigned int c);

  /** Axis of the cell along the beam. Default c: (x, y, z) = (a, b, c). */
  itkSetEnumMacro(BeamAxis, ElectronMultisliceEnums::BeamAxis);
  itkGetEnumMacro(BeamAxis, ElectronMultisliceEnums::BeamAxis);

  /** Vacuum in Å added on each side along x, y, z (after the axes are turned), at least 0. Default 0. */
  itkSetMacro(Padding, PaddingType);
  itkGetConstReferenceMacro(Padding, PaddingType);
  void
  SetPadding(double x, double y, double z);

  /** Pixels of the waves along x and y; (0, 0): from Sampling. Default (0, 0). Sizes are never changed; slow ones are reported. */
  itkSetMacro(GridSize, GridSizeType);
  itkGetConstReferenceMacro(GridSize, GridSizeType);
  void
  SetGridSize(SizeValueType x, SizeValueType y);

  /** Largest pixel of the waves in Å, above 0; the next fast size is taken. Used while GridSize is (0, 0). Default 0.05. */
  itkSetMacro(Sampling, double);
  itkGetConstMacro(Sampling, double);

  /** The potential is sampled so many times finer than the waves, 1 to 4. Default 2: removes most of the aliasing of exp(i sigma V). */
  itkSetMacro(TransmissionOversampling, unsigned int);
  itkGetConstMacro(TransmissionOversampling, unsigned int);

  /** Largest thickness of a slice in Å, above 0: ceil(height / thickness - 1e-9) equal slices. Default 2. */
  itkSetMacro(SliceThickness, double);
  itkGetConstMacro(SliceThickness, double);

  /** Number of equal slices; 0: from SliceThickness. Default 0. */
  itkSetMacro(NumberOfSlices, unsigned int);
  itkGetConstMacro(NumberOfSlices, unsigned int);

  /** Table of scattering factors. Default Lobato. */
  itkSetEnumMacro(Parametrization, ElectronMultisliceEnums::Parametrization);
  itkGetEnumMacro(Parametrization, ElectronMultisliceEnums::Parametrization);

  /** Band limit of the potential on its own grid. Default Taper; None keeps the whole grid. */
  itkSetEnumMacro(BandLimit, ElectronMultisliceEnums::BandLimit);
  itkGetEnumMacro(BandLimit, ElectronMultisliceEnums::BandLimit);

  /** Default None: atoms at rest. */
  itkSetEnumMacro(ThermalModel, ElectronMultisliceEnums::ThermalModel);
  itkGetEnumMacro(ThermalModel, ElectronMultisliceEnums::ThermalModel);

  /** Frozen-phonon configurations that filters average over, at least 1. Default 1. Only ThermalModel::FrozenPhonons draws; Frames has one
   * configuration per frame. */
  itkSetMacro(NumberOfConfigurations, unsigned int);
  itkGetConstMacro(NumberOfConfigurations, unsigned int);

  /** Seed of the draws. Default 0. */
  itkSetMacro(Seed, uint64_t);
  itkGetConstMacro(Seed, uint64_t);

  /** Which configuration the image shows, below the number of configurations. Default 0. */
  itkSetMacro(ConfigurationIndex, unsigned int);
  itkGetConstMacro(ConfigurationIndex, unsigned int);

  /** Mean-square displacement u² in Å² of one direction for an element ("Sr"); takes the place of the structure's. */
  void
  SetMeanSquareDisplacement(const std::string & element, double meanSquareDisplacement);
  /** Negative if none was set for the element. */
  double
  GetMeanSquareDisplacement(const std::string & element) const;
  void
  ClearMeanSquareDisplacements();

  /** Settings to compute the image with; null: those of the global context. Default null. */
  itkSetObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);
  itkGetModifiableObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);

  ModifiedTimeType
  GetMTime() const override;

protected:
  ElectronPotentialImageSource();
  ~ElectronPotentialImageSource() override;
  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  GenerateOutputInformation() override;
  void
  EnlargeOutputRequestedRegion(DataObject * output) override;
  void
  GenerateData() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  friend struct ElectronPotentialAccess;
  struct Implementation;

  RepetitionsType                             m_Repetitions;
  ElectronMultisliceEnums::BeamAxis           m_BeamAxis{ ElectronMultisliceEnums::BeamAxis::C };
  PaddingType                                 m_Padding;
  GridSizeType                                m_GridSize;
  double                                      m_Sampling{ 0.05 };
  unsigned int                                m_TransmissionOversampling{ 2 };
  double                                      m_SliceThickness{ 2.0 };
  unsigned int                                m_NumberOfSlices{ 0 };
  ElectronMultisliceEnums::Parametrization    m_Parametrization{ ElectronMultisliceEnums::Parametrization::Lobato };
  ElectronMultisliceEnums::BandLimit          m_BandLimit{ ElectronMultisliceEnums::BandLimit::Taper };
  ElectronMultisliceEnums::ThermalModel       m_ThermalModel{ ElectronMultisliceEnums::ThermalModel::None };
  unsigned int                                m_NumberOfConfigurations{ 1 };
  uint64_t                                    m_Seed{ 0 };
  unsigned int                                m_ConfigurationIndex{ 0 };
  std::map<std::string, double>               m_MeanSquareDisplacements;
  ElectronMultisliceExecutionContext::Pointer m_ExecutionContext;
  std::unique_ptr<Implementation>             m_Implementation;
};

extern template class ElectronMultislice_EXPORT ElectronPotentialImageSource<Image<float, 3>>;
extern template class ElectronMultislice_EXPORT ElectronPotentialImageSource<Image<double, 3>>;
} // namespace itk
#endif
