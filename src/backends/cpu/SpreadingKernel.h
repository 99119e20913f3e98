#ifndef backends_cpu_SpreadingKernel_h
#define backends_cpu_SpreadingKernel_h
#include <cstddef>
#include <vector>

namespace ElectronMultislice
{
/** \class SpreadingKernel
 * \brief Kaiser-Bessel kernel phi(x) = I0(beta sqrt(1 - (2x/w)²))/I0(beta), |x| < w/2, that puts an atom on w x w grid nodes.
 *
 * The Fourier transform of the spread atoms divided by the kernel's own transform is the exact structure factor, up to an error that w
 * sets, for frequencies below 2/3 of the grid's Nyquist frequency (J. A. Fessler and B. P. Sutton, IEEE Trans. Signal Process. 51 (2003)
 * 560). Shape parameters beta: optimised for that band. Largest relative error of a Fourier coefficient: w = 10: 2.8e-7, w = 16: 1.3e-11.
 */
class SpreadingKernel
{
public:
  static constexpr std::size_t MaximumWidth = 16;

  /** width: 10 (single precision) or 16 (double). */
  explicit SpreadingKernel(std::size_t width);

  std::size_t
  GetWidth() const
  {
    return m_Width;
  }

  /** First node (may be negative) for an atom at `position`, in nodes, and the kernel's values at it and the following ones. */
  long
  Evaluate(double position, double * values) const;

  /** Transform of the kernel at a frequency in cycles per node. */
  double
  Transform(double frequency) const;

private:
  double
  Value(double x) const;

  std::size_t         m_Width;
  double              m_Beta;
  std::vector<double> m_Chebyshev; ///< [degree][node]: the kernel on the unit interval that the node covers
};
} // namespace ElectronMultislice
#endif
