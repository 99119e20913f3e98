#ifndef physics_SensitivityMap_h
#define physics_SensitivityMap_h
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** \struct SensitivityMap
 * \brief Measured sensitivity of a detector over the angles (alpha x, alpha y) in rad, seen from the beam. */
struct SensitivityMap
{
  std::size_t           nx = 0, ny = 0;
  std::vector<double>   values;                              ///< [y][x]
  std::array<double, 2> origin{};                            ///< angles of pixel (0, 0)
  std::array<double, 4> pixelAxes{ { 1.0, 0.0, 0.0, 1.0 } }; ///< angles = origin + pixelAxes (x, y), rows first

  /** Linear between the pixel centres, constant in the outer half of the border's pixels, 0 outside the pixels. */
  double
  At(double alphaX, double alphaY) const;

  /** Largest angle of the centre of a pixel that is not 0. */
  double
  GetReach() const;

  /** Input error if there are no pixels, values that are not finite, nothing but zeros, or axes that lie on one line. `name`: of the
   * detector, for the text. */
  void
  Check(const std::string & name) const;
};
} // namespace ElectronMultislice
#endif
