#ifndef specimen_Matrix3_h
#define specimen_Matrix3_h
#include "specimen/Structure.h"
#include <cmath>

namespace ElectronMultislice
{
/** Rows of a 3 x 3 matrix. The vectors of a cell are its rows: Cartesian = Transposed(cell) * fractional. */
using Matrix3 = std::array<Vector3, 3>;

inline double
Dot(const Vector3 & a, const Vector3 & b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Vector3
Cross(const Vector3 & a, const Vector3 & b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

inline double
Norm(const Vector3 & a)
{
  return std::sqrt(Dot(a, a));
}

inline Vector3
Multiply(const Matrix3 & matrix, const Vector3 & vector)
{
  return { Dot(matrix[0], vector), Dot(matrix[1], vector), Dot(matrix[2], vector) };
}

inline Matrix3
Transposed(const Matrix3 & m)
{
  return { Vector3{ m[0][0], m[1][0], m[2][0] }, Vector3{ m[0][1], m[1][1], m[2][1] }, Vector3{ m[0][2], m[1][2], m[2][2] } };
}

inline Matrix3
Multiply(const Matrix3 & a, const Matrix3 & b)
{
  const Matrix3 columns = Transposed(b);
  return { Multiply(columns, a[0]), Multiply(columns, a[1]), Multiply(columns, a[2]) };
}

inline double
Determinant(const Matrix3 & m)
{
  return Dot(m[0], Cross(m[1], m[2]));
}

/** The determinant must not be zero. */
inline Matrix3
Inverse(const Matrix3 & m)
{
  const double scale = 1.0 / Determinant(m);
  Matrix3      columns{ Cross(m[1], m[2]), Cross(m[2], m[0]), Cross(m[0], m[1]) };
  for (auto & column : columns)
  {
    for (auto & value : column)
    {
      value *= scale;
    }
  }
  return Transposed(columns);
}

/** R U R^T of a symmetric tensor xx, yy, zz, xy, xz, yz. */
inline DisplacementTensor
Transform(const Matrix3 & r, const DisplacementTensor & u)
{
  const Matrix3 tensor{ Vector3{ u[0], u[3], u[4] }, Vector3{ u[3], u[1], u[5] }, Vector3{ u[4], u[5], u[2] } };
  const Matrix3 result = Multiply(Multiply(r, tensor), Transposed(r));
  return { result[0][0], result[1][1], result[2][2], result[0][1], result[0][2], result[1][2] };
}

inline bool
IsIsotropic(const DisplacementTensor & u)
{
  return u[0] == u[1] && u[1] == u[2] && u[3] == 0.0 && u[4] == 0.0 && u[5] == 0.0;
}
} // namespace ElectronMultislice
#endif
