#ifndef VacuumPotential_h
#define VacuumPotential_h
#include "backends/MultisliceProblem.h"
#include <algorithm>

namespace ElectronMultislice
{
/** No atoms at all: slices of zeros of so many pixels. */
class VacuumPotential : public GivenPotential
{
public:
  explicit VacuumPotential(std::size_t pixels)
    : m_Pixels(pixels)
  {}
  void
  GetSlice(std::size_t, float * values) const override
  {
    std::fill(values, values + m_Pixels, 0.0f);
  }
  void
  GetSlice(std::size_t, double * values) const override
  {
    std::fill(values, values + m_Pixels, 0.0);
  }

private:
  std::size_t m_Pixels;
};
} // namespace ElectronMultislice
#endif
