#ifndef backends_cpu_PotentialTransforms_h
#define backends_cpu_PotentialTransforms_h
#include <array>
#include <cstddef>
#include <vector>

namespace ElectronMultislice
{
/** Frequencies that pass a band limit: 0 .. positive - 1 and -negative .. -1. */
struct KeptFrequencies
{
  std::size_t positive = 0;
  std::size_t negative = 0;
  std::size_t
  Count() const
  {
    return positive + negative;
  }
  /** The i-th of them as a signed frequency: ascending FFT index. */
  long
  Frequency(std::size_t i) const
  {
    return i < positive ? static_cast<long>(i) : static_cast<long>(i) - static_cast<long>(Count());
  }
};

/** \struct PotentialShape
 * \brief Grids of the potential and what of their spectra is not zero. Sizes are {nx, ny}. */
struct PotentialShape
{
  std::array<std::size_t, 2>     nodes{}; ///< where atoms are spread: the fine grid or twice finer
  std::array<std::size_t, 2>     fine{};  ///< transmission grid
  std::array<std::size_t, 2>     wave{};
  std::array<KeptFrequencies, 2> potential;    ///< of the fine grid; along x the half spectrum, nx/2 counted as positive
  std::array<KeptFrequencies, 2> transmission; ///< of the wave grid
};

/** exp(-(xx fx² + yy fy² + xy fx fy)) of signed frequencies: Debye-Waller factor. */
struct Smearing
{
  double xx = 0.0, yy = 0.0, xy = 0.0;
  bool
  IsSet() const
  {
    return xx != 0.0 || yy != 0.0 || xy != 0.0;
  }
};

/** What the last pass needs to write a transmission function in its layout. */
template <typename T>
struct PackingTarget
{
  T *                              values;
  std::size_t                      lanes;  ///< numbers T in a register; a multiple of the lanes of the transforms
  const std::vector<std::size_t> & rows;   ///< y of each row, None for an empty one; in whole blocks of `lanes`
  const std::vector<std::size_t> & pixels; ///< x of each place
};

/** \class PotentialTransforms
 * \brief The double transforms of one slice, atoms on a grid -> potential -> transmission function, for one thread at a time per state.
 *
 * Row and column passes that leave out what the band limits make zero and rows without atoms; W = lanes: doubles in a SIMD register.
 * Between passes a row block lies in the state as [column][re W | im W], lanes = rows; a column pass transposes W x W tiles. Everything is
 * done in place: the potential's half spectrum, then the transmission function's kept columns. Unnormalised: factors carry the
 * normalisation.
 */
class PotentialTransforms
{
public:
  static constexpr std::size_t None = static_cast<std::size_t>(-1);

  virtual ~PotentialTransforms() = default;

  /** Spread atoms, [y][x] -> state, transformed along x; row blocks (of W rows) that are not used are left alone. */
  virtual void
  TransformNodes(const double * nodes, const std::vector<char> & usedBlocks, double * state) const = 0;

  /** Transform along y, times factors [column block][kept ky][W] and smearing, added to the coefficients of the same shape, complex (those
   * of the first species are overwritten); of the last species transformed back along y into the state. coefficients may be null if the
   * first is the last. */
  virtual void
  AddSpecies(const std::vector<char> & usedBlocks,
             const double *            factors,
             const Smearing &          smearing,
             bool                      first,
             bool                      last,
             double *                  coefficients,
             double *                  state) const = 0;

  /** State -> potential, [y][x]. */
  virtual void
  StorePotential(double * state, float * potential) const = 0;
  virtual void
  StorePotential(double * state, double * potential) const = 0;

  /** State with the potential -> state with exp(i sigma potential), transformed along x. rounded: the potential in single precision. */
  virtual void
  FormTransmission(double sigma, bool rounded, double * state) const = 0;
  /** The same of a potential that is given, [y][x]. */
  virtual void
  FormTransmission(double sigma, const float * potential, double * state) const = 0;
  virtual void
  FormTransmission(double sigma, const double * potential, double * state) const = 0;

  /** Transform along y, times the band limit [column block][kept ky][W], back along y on the wave grid, rows in the order of `rows`. */
  virtual void
  LimitTransmission(const double * bandLimit, const std::vector<std::size_t> & rows, double * state) const = 0;

  /** Back along x, into the layout of a transmission function. */
  virtual void
  PackTransmission(const double * state, const PackingTarget<float> & target) const = 0;
  virtual void
  PackTransmission(const double * state, const PackingTarget<double> & target) const = 0;

  /** Sizes in doubles, W lanes; `rows` places of the transmission layout. */
  static std::size_t
  GetStateSize(const PotentialShape & shape, std::size_t lanes, std::size_t rows);
  /** Complex. */
  static std::size_t
  GetCoefficientsSize(const PotentialShape & shape, std::size_t lanes)
  {
    return 2 * GetFactorsSize(shape, lanes);
  }
  static std::size_t
  GetFactorsSize(const PotentialShape & shape, std::size_t lanes)
  {
    return GetBlocks(shape.potential[0].Count(), lanes) * lanes * shape.potential[1].Count();
  }
  static std::size_t
  GetBandLimitSize(const PotentialShape & shape, std::size_t lanes)
  {
    return GetBlocks(shape.transmission[0].Count(), lanes) * lanes * shape.transmission[1].Count();
  }
  static std::size_t
  GetBlocks(std::size_t count, std::size_t lanes)
  {
    return (count + lanes - 1) / lanes;
  }

protected:
  explicit PotentialTransforms(const PotentialShape & shape)
    : m_Shape(shape)
  {}
  /** Doubles from one row block of the state to the next: not a multiple of a page, whose rows would share a place in the caches. */
  static std::size_t
  GetBlockStride(const PotentialShape & shape, std::size_t lanes);

  const PotentialShape m_Shape;
};
} // namespace ElectronMultislice
#endif
