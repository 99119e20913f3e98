#ifndef itkElectronImageFormationFilter_h
#define itkElectronImageFormationFilter_h
#include "itkElectronWaveImageFilterBase.h"
#include <cstdint>
#include <vector>

namespace itk
{
/** \class ElectronImageFormationFilter
 * \brief HRTEM images: the intensity of exit waves behind an objective lens, averaged over the thermal configurations; focal and thickness
 * series; counting noise of a dose.
 *
 * Input: waves as MultisliceImageFilter orders them, index 2 = (configuration x exit planes + exit plane) x waves + wave.
 *
 * Output: a real three-dimensional image, x and y as the input's, index 2 = (defocus x exit planes + exit plane) x waves + wave, spacing 1.
 * Every plane is the mean of |psi'|² over the configurations, in their order; 1 is the incident beam of a plane wave of amplitude 1, so
 * that vacuum is 1. The metadata dictionary holds `defoci_A`, `exit_plane_depths_A` and `number_of_waves`, if the input's does, and
 * `dose_e_per_A2` and `noise_seed` with a dose. Behind a MultisliceImageFilter it holds the job of the images, too; behind other filters
 * of waves the job of the waves, `ElectronMultislice.wave_job`.
 *
 * Without aperture, aberrations, spreads and defocus the image is the intensity of the waves as they are: so it follows a
 * ContrastTransferFunctionImageFilter. The numbers are those of a job with `imaging:` and the same parameters.
 *
 * Regions: a requested region computes only its planes, and needs the same exit planes and waves of every configuration: the input is asked
 * for the smallest range of planes that holds these. A series streamed along index 2 has the same bits as the whole, with noise too. Beside
 * the images 20 bytes per pixel of the requested region are needed in float (32 in double), 24 (32) for each of its exit planes and waves,
 * and 16 for each thread.
 *
 * See ElectronWaveImageFilterBase for the lens, threads and errors. Instantiated for Image<std::complex<float>, 3> to Image<float, 3> and
 * the same in double.
 *
 * \sa MultisliceImageFilter ContrastTransferFunctionImageFilter
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT ElectronImageFormationFilter : public ElectronWaveImageFilterBase<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronImageFormationFilter);

  using Self = ElectronImageFormationFilter;
  using Superclass = ElectronWaveImageFilterBase<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  static_assert(std::is_same<TOutputImage, Image<typename Superclass::RealType, 3>>::value,
                "The filter goes from Image<std::complex<float>, 3> to Image<float, 3>, or the same in double.");

  itkNewMacro(Self);
  itkTypeMacro(ElectronImageFormationFilter, ElectronWaveImageFilterBase);

  /** Defoci of the series in Å, one image for each; positive is underfocus, relative to the exit plane. Each value once. A defocus among
   * the aberrations is refused: it stands here. Default: one, 0. */
  void
  SetDefoci(const std::vector<double> & defoci);
  const std::vector<double> &
  GetDefoci() const
  {
    return m_Defoci;
  }

  /** Thermal configurations among the waves; 0: `number_of_configurations` in the metadata of the waves, 1 if there is none. Default 0. */
  itkSetMacro(NumberOfConfigurations, unsigned int);
  itkGetConstMacro(NumberOfConfigurations, unsigned int);

  /** Electrons per Å² of the incident beam, at least 0, at most 1e9 per pixel. Every pixel becomes a number of counted electrons, drawn
   * from the Poisson law of its mean, divided by dose x pixel area: the unit stays the incident beam. 0: no noise. Default 0. */
  itkSetMacro(Dose, double);
  itkGetConstMacro(Dose, double);

  /** Seed of the counts. They are drawn by a counter-based generator keyed on (seed, plane of the output, pixel). Default 0. */
  itkSetMacro(Seed, uint64_t);
  itkGetConstMacro(Seed, uint64_t);

protected:
  ElectronImageFormationFilter() = default;
  ~ElectronImageFormationFilter() override = default;

  ::ElectronMultislice::MultisliceProblem
  DescribeOptics() const override;
  void
  GenerateOutputInformation() override;
  void
  GenerateInputRequestedRegion() override;
  void
  GenerateData() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  struct Series;

  Series
  GetSeries() const;

  /** The job of these images into their metadata, where that of the waves is known. */
  void
  PutJob();

  std::vector<double> m_Defoci{ 0.0 };
  unsigned int        m_NumberOfConfigurations{ 0 };
  double              m_Dose{ 0.0 };
  uint64_t            m_Seed{ 0 };
};

extern template class ElectronMultislice_EXPORT ElectronImageFormationFilter<Image<std::complex<float>, 3>, Image<float, 3>>;
extern template class ElectronMultislice_EXPORT ElectronImageFormationFilter<Image<std::complex<double>, 3>, Image<double, 3>>;
} // namespace itk
#endif
