#ifndef physics_Aberrations_h
#define physics_Aberrations_h
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace ElectronMultislice
{
/** \class Aberrations
 * \brief Aberration coefficients C_nm (Å) and azimuths phi_nm (rad) to fifth order.
 *
 * chi(alpha, phi) = (2 pi/lambda) sum alpha^(n+1)/(n+1) C_nm cos(m (phi - phi_nm)); the wave is multiplied by exp(-i chi).
 * phi runs from +x towards +y. C10 = -defocus: positive defocus is underfocus.
 */
class Aberrations
{
public:
  /** (n, m) of each coefficient, in the order of m_Coefficients. */
  struct Order
  {
    int n;
    int m;
  };
  static constexpr std::size_t          Count = 14;
  static const std::array<Order, Count> Orders;

  /** Set by name: "C10" ... "C56", "phi12" ..., or an alias: defocus (= -C10), Cs (C30), C5 (C50), astigmatism (C12), coma (C21),
   * trefoil (C23), and their "-angle" (phi12, phi21, phi23). Returns false for an unknown name. */
  bool
  Set(std::string_view name, double value);

  /** All names that Set() takes. */
  static const std::vector<std::string> &
  GetNames();

  /** True when a name is an angle (radians), false for a length (Å). */
  static bool
  IsAngle(std::string_view name);

  double
  GetCoefficient(int n, int m) const;
  double
  GetAngle(int n, int m) const;
  void
  SetCoefficient(int n, int m, double coefficient, double angle = 0.0);

  double
  GetDefocus() const
  {
    return -m_Coefficients[0];
  }

  /** chi in rad at angle alpha (rad) and azimuth phi (rad). */
  double
  Phase(double alpha, double phi, double wavelength) const;

  /** d chi/d alpha and (1/alpha) d chi/d phi. */
  std::array<double, 2>
  PhaseGradient(double alpha, double phi, double wavelength) const;

  bool
  operator==(const Aberrations & other) const
  {
    return m_Coefficients == other.m_Coefficients && m_Angles == other.m_Angles;
  }

private:
  std::array<double, Count> m_Coefficients{};
  std::array<double, Count> m_Angles{};
};
} // namespace ElectronMultislice
#endif
