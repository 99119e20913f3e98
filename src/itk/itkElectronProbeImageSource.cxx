#include "itkElectronProbeImageSource.h"
#include "itkElectronLensAccess.h"
#include "itkScanGeometry.h"
#include "physics/Constants.h"
#include "simulation/ProbeWave.h"

namespace itk
{
template <typename TOutputImage>
ElectronProbeImageSource<TOutputImage>::ElectronProbeImageSource()
{
  m_Position.Fill(0.0);
}

template <typename TOutputImage>
void
ElectronProbeImageSource<TOutputImage>::SetPosition(double x, double y)
{
  PointType position;
  position[0] = x;
  position[1] = y;
  this->SetPosition(position);
}

template <typename TOutputImage>
SizeValueType
ElectronProbeImageSource<TOutputImage>::GetNumberOfWaves() const
{
  const auto * scan = this->GetScanPattern();
  return scan ? scan->GetNumberOfPositions() : 1;
}

template <typename TOutputImage>
::ElectronMultislice::MultisliceProblem
ElectronProbeImageSource<TOutputImage>::DescribeOptics() const
{
  auto problem = Superclass::DescribeOptics();
  problem.illumination = ::ElectronMultislice::Illumination::Probe;
  problem.lens = ElectronLensAccess::GetLens(*this);
  problem.positions = { { m_Position[0], m_Position[1] } };
  if (const auto * scan = this->GetScanPattern())
  {
    problem.positions = GetScanDescription(*scan).GetPositions();
  }
  for (auto & position : problem.positions)
  {
    position[0] -= this->GetOrigin()[0]; // counted from the first pixel
    position[1] -= this->GetOrigin()[1];
  }
  return problem;
}

template <typename TOutputImage>
auto
ElectronProbeImageSource<TOutputImage>::MakeWaveFunction() const -> typename ElectronWaveImageSource<TOutputImage>::WaveFunctionType
{
  using PixelType = typename TOutputImage::PixelType;
  const auto                            problem = this->DescribeOptics();
  const ::ElectronMultislice::ProbeWave probe(problem.lens, problem.grid, ::ElectronMultislice::Wavelength(problem.energy));
  return [probe, positions = problem.positions](SizeValueType wave, PixelType * values) { probe.Fill(positions[wave], values); };
}

template <typename TOutputImage>
void
ElectronProbeImageSource<TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Position: " << m_Position << " Å\n";
}

template class ElectronProbeImageSource<Image<std::complex<float>, 3>>;
template class ElectronProbeImageSource<Image<std::complex<double>, 3>>;
} // namespace itk
