#ifndef itkElectronMultisliceEnums_h
#define itkElectronMultisliceEnums_h
#include "ElectronMultisliceExport.h"
#include <cstdint>
#include <iosfwd>

namespace itk
{
/** \class ElectronMultisliceEnums
 * \brief Choices of the classes of this module; the words of the job file in parentheses.
 * \ingroup ElectronMultislice
 */
class ElectronMultisliceEnums
{
public:
  /** Axis of the structure's cell that becomes z, along the beam. */
  enum class BeamAxis : uint8_t
  {
    A = 0, ///< (a) (x, y, z) = (b, c, a)
    B = 1, ///< (b) (x, y, z) = (c, a, b)
    C = 2  ///< (c) (x, y, z) = (a, b, c)
  };

  /** Table of electron scattering factors of neutral atoms. */
  enum class Parametrization : uint8_t
  {
    Lobato = 0,   ///< (lobato) I. Lobato and D. Van Dyck, Acta Cryst. A70 (2014) 636; Z = 1 to 103
    Kirkland = 1, ///< (kirkland) E. J. Kirkland, Advanced Computing in Electron Microscopy, 2nd ed. (2010), app. C; Z = 1 to 103
    Peng = 2,     ///< (peng) L.-M. Peng et al., Acta Cryst. A52 (1996) 257, to s = 6 1/Å; Z = 1 to 98
    PengLow = 3   ///< (peng-low) the same paper, to s = 2 1/Å; Z = 1 to 98
  };

  /** Treatment of thermal vibrations and of partial occupancies. */
  enum class ThermalModel : uint8_t
  {
    None = 0,          ///< (none) atoms at rest; occupancies are weights
    DebyeWaller = 1,   ///< (debye-waller) potential smeared by the mean-square displacements; occupancies are weights
    FrozenPhonons = 2, ///< (frozen-phonons) Einstein model: displacements and occupancies drawn for every configuration
    Frames = 3         ///< (frames) the frames of the AtomicStructure, one configuration each, taken as they are
  };

  /** Free-space propagator between slices. */
  enum class Propagator : uint8_t
  {
    Exact = 0,   ///< (exact) exp(2 pi i dz (sqrt(1/lambda² - k²) - 1/lambda))
    Paraxial = 1 ///< (paraxial) exp(-i pi lambda dz k²)
  };

  /** Band limit of transmission functions, propagator and potential. d is the larger pixel size. */
  enum class BandLimit : uint8_t
  {
    Taper = 0,     ///< (taper) 2/3 of the Nyquist frequency with a cosine edge of 0.01/d
    Radial = 1,    ///< (radial) 2/3 of the Nyquist frequency, sharp
    Separable = 2, ///< (separable) the same for kx and ky by themselves
    None = 3       ///< (none)
  };

  /** Edge of the probe-forming aperture. */
  enum class ApertureEdge : uint8_t
  {
    Soft = 0, ///< (soft) linear edge one reciprocal pixel wide
    Hard = 1  ///< (hard) 1 up to and including the semiangle, 0 beyond
  };
};

/** Print the word of the job file. */
extern ElectronMultislice_EXPORT std::ostream &
                                 operator<<(std::ostream & out, ElectronMultisliceEnums::BeamAxis value);
extern ElectronMultislice_EXPORT std::ostream &
                                 operator<<(std::ostream & out, ElectronMultisliceEnums::Parametrization value);
extern ElectronMultislice_EXPORT std::ostream &
                                 operator<<(std::ostream & out, ElectronMultisliceEnums::ThermalModel value);
extern ElectronMultislice_EXPORT std::ostream &
                                 operator<<(std::ostream & out, ElectronMultisliceEnums::Propagator value);
extern ElectronMultislice_EXPORT std::ostream &
                                 operator<<(std::ostream & out, ElectronMultisliceEnums::BandLimit value);
extern ElectronMultislice_EXPORT std::ostream &
                                 operator<<(std::ostream & out, ElectronMultisliceEnums::ApertureEdge value);
} // namespace itk
#endif
