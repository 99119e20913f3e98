#ifndef specimen_ExtendedXyz_h
#define specimen_ExtendedXyz_h
#include "specimen/Matrix3.h"
#include "specimen/XyzFields.h"
#include <optional>

namespace ElectronMultislice
{
/** What a column of thermal displacements holds. */
enum class DisplacementUnit
{
  None,
  MeanSquare,    ///< u² in Å²
  DebyeWallerB,  ///< B = 8 pi² u² in Å²
  RootMeanSquare ///< u in Å
};

/** \struct XyzColumns
 * \brief What the second line of an XYZ frame says about cell and columns. Plain XYZ: no cell, symbol and position. */
struct XyzColumns
{
  bool                       extended = false;
  Matrix3                    cell{};
  Vector3                    origin{};
  std::size_t                element = 0;
  std::size_t                position = 1;
  std::optional<std::size_t> occupancy;
  std::optional<std::size_t> displacement;
  std::optional<std::size_t> charge;
  DisplacementUnit           displacementUnit = DisplacementUnit::None;
  std::size_t                count = 4; ///< columns of a line
  std::vector<std::string>   remarks;
};

/** Reads Lattice="..." (vectors a, b, c one after the other), Properties=name:type:columns:..., pbc="T T F" and Origin="..." from the
 *  current line, which is a frame's second. Input error for a key that cannot be used. */
XyzColumns
ReadXyzColumns(const XyzLines & lines);
} // namespace ElectronMultislice
#endif
