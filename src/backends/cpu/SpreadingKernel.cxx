#include "backends/cpu/SpreadingKernel.h"
#include "common/Error.h"
#include "physics/Constants.h"
#include <cmath>

namespace ElectronMultislice
{
namespace
{
constexpr std::size_t Degrees = 24; // Chebyshev terms: the interpolation error is below 1e-15 of the kernel's peak
}

SpreadingKernel::SpreadingKernel(std::size_t width)
  : m_Width(width)
  , m_Beta(width == 10 ? 20.7279 : 32.9338)
{
  if (width != 10 && width != 16)
  {
    throw Error(ErrorKind::Internal, "A spreading kernel has a width of 10 or 16 nodes.");
  }
  m_Chebyshev.resize(width * Degrees);
  for (std::size_t node = 0; node < width; ++node)
  {
    for (std::size_t degree = 0; degree < Degrees; ++degree)
    {
      double sum = 0.0;
      for (std::size_t j = 0; j < Degrees; ++j)
      {
        const double angle = Pi * (static_cast<double>(j) + 0.5) / Degrees;
        const double offset = 0.5 * (std::cos(angle) + 1.0);
        sum += Value(offset + static_cast<double>(node) - 0.5 * static_cast<double>(width)) * std::cos(static_cast<double>(degree) * angle);
      }
      m_Chebyshev[degree * width + node] = sum * (degree == 0 ? 1.0 : 2.0) / Degrees;
    }
  }
}

double
SpreadingKernel::Value(double x) const
{
  const double y = 2.0 * x / static_cast<double>(m_Width);
  return std::cyl_bessel_i(0.0, m_Beta * std::sqrt(std::fmax(1.0 - y * y, 0.0))) / std::cyl_bessel_i(0.0, m_Beta);
}

long
SpreadingKernel::Evaluate(double position, double * values) const
{
  const double start = position - 0.5 * static_cast<double>(m_Width);
  const double first = std::ceil(start);
  const double u = 2.0 * (first - start) - 1.0; // [-1, 1)
  // Clenshaw's recurrence, all nodes side by side
  double b1[MaximumWidth] = {}, b2[MaximumWidth] = {};
  for (std::size_t degree = Degrees - 1; degree > 0; --degree)
  {
    const double * c = m_Chebyshev.data() + degree * m_Width;
    for (std::size_t node = 0; node < m_Width; ++node)
    {
      const double b = c[node] + 2.0 * u * b1[node] - b2[node];
      b2[node] = b1[node];
      b1[node] = b;
    }
  }
  for (std::size_t node = 0; node < m_Width; ++node)
  {
    values[node] = m_Chebyshev[node] + u * b1[node] - b2[node];
  }
  return static_cast<long>(first);
}

double
SpreadingKernel::Transform(double frequency) const
{
  const double w = static_cast<double>(m_Width);
  const double square = m_Beta * m_Beta - Pi * Pi * w * w * frequency * frequency;
  const double root = std::sqrt(std::fabs(square));
  const double shape = root < 1e-8 ? 1.0 : square > 0.0 ? std::sinh(root) / root : std::sin(root) / root;
  return w * shape / std::cyl_bessel_i(0.0, m_Beta);
}
} // namespace ElectronMultislice
