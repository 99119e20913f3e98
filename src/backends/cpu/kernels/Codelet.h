// Short Fourier transforms, one per lane: a SIMD lane is one independent transform. Lengths are composed at compile time from 2, 3, 4 and 5
// by decimation (J. W. Cooley and J. W. Tukey, Math. Comp. 19 (1965) 297); twin: the plain sum in test/backends/CodeletTest.cxx.
#ifndef backends_cpu_kernels_Codelet_h
#define backends_cpu_kernels_Codelet_h
#include "backends/cpu/kernels/Lanes.h"
#include <type_traits>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
/** A complex number per lane. */
template <typename T>
struct Complex
{
  Lanes<T> re, im;
};
template <typename T>
KERNEL_INLINE Complex<T>
              operator+(Complex<T> a, Complex<T> b)
{
  return { a.re + b.re, a.im + b.im };
}
template <typename T>
KERNEL_INLINE Complex<T>
              operator-(Complex<T> a, Complex<T> b)
{
  return { a.re - b.re, a.im - b.im };
}
template <typename T>
KERNEL_INLINE Lanes<T>
              Broadcast(T value)
{
  return value - Lanes<T>{};
}
template <typename T>
KERNEL_INLINE Complex<T>
              Load(const T * place)
{
  const auto * v = reinterpret_cast<const Lanes<T> *>(place);
  return { v[0], v[1] };
}
template <typename T>
KERNEL_INLINE void
Store(T * place, Complex<T> value)
{
  auto * v = reinterpret_cast<Lanes<T> *>(place);
  v[0] = value.re;
  v[1] = value.im;
}
/** a (re + i im), and a (re - i im). */
template <typename T>
KERNEL_INLINE Complex<T>
              Multiply(Complex<T> a, Lanes<T> re, Lanes<T> im)
{
  return { a.re * re - a.im * im, a.re * im + a.im * re };
}
template <typename T>
KERNEL_INLINE Complex<T>
              MultiplyConjugate(Complex<T> a, Lanes<T> re, Lanes<T> im)
{
  return { a.re * re + a.im * im, a.im * re - a.re * im };
}

/** function(integral_constant<int, 0>) ... function(integral_constant<int, n - 1>): a loop whose index is a constant. */
template <typename Function, int... i>
KERNEL_INLINE void
UnrolledLoop(Function && function, std::integer_sequence<int, i...>)
{
  (function(std::integral_constant<int, i>{}), ...);
}
template <int n, typename Function>
KERNEL_INLINE void
Unrolled(Function && function)
{
  UnrolledLoop(function, std::make_integer_sequence<int, n>{});
}
#define UNROLLED_BODY(index) [&](auto index) __attribute__((always_inline))

/** cos and sin of 2 pi k/n at compile time: reduced to the first octant, then the Taylor series in double. */
constexpr double
CosineSeries(double x)
{
  double sum = 0.0, term = 1.0;
  for (int i = 0; i < 30; i += 2)
  {
    sum += term;
    term *= -x * x / ((i + 1) * (i + 2));
  }
  return sum;
}
constexpr double
SineSeries(double x)
{
  double sum = 0.0, term = x;
  for (int i = 1; i < 30; i += 2)
  {
    sum += term;
    term *= -x * x / ((i + 1) * (i + 2));
  }
  return sum;
}
constexpr double
CosineOfTurn(int k, int n)
{
  constexpr double Pi = 3.14159265358979323846;
  k = ((k % n) + n) % n;
  if (2 * k > n)
  {
    k = n - k;
  }
  if (8 * k <= n)
  {
    return CosineSeries(2.0 * Pi * k / n);
  }
  if (8 * k <= 3 * n)
  {
    return -SineSeries(2.0 * Pi * (4.0 * k - n) / (4.0 * n));
  }
  return -CosineSeries(2.0 * Pi * (2.0 * k - n) / (2.0 * n));
}
constexpr double
SineOfTurn(int k, int n)
{
  return CosineOfTurn(4 * k - n, 4 * n);
}

/** Lanes as an int, and bytes of a complex number per lane. */
template <typename T>
constexpr int         W = static_cast<int>(VectorBytes / sizeof(T));
constexpr std::size_t ComplexBytes = 2 * VectorBytes;

/** Times exp(-sign 2 pi i k/n), with the multiples of an eighth turn written out. */
template <int sign, int k0, int n, typename T>
KERNEL_INLINE Complex<T>
              Twiddle(Complex<T> a)
{
  constexpr int k = ((sign * k0) % n + n) % n;
  constexpr T   half = static_cast<T>(0.70710678118654752440);
  if constexpr (k == 0)
  {
    return a;
  }
  else if constexpr (4 * k == n)
  {
    return { a.im, -a.re };
  }
  else if constexpr (2 * k == n)
  {
    return { -a.re, -a.im };
  }
  else if constexpr (4 * k == 3 * n)
  {
    return { -a.im, a.re };
  }
  else if constexpr (8 * k == n)
  {
    return { (a.re + a.im) * half, (a.im - a.re) * half };
  }
  else if constexpr (8 * k == 3 * n)
  {
    return { (a.im - a.re) * half, -((a.re + a.im) * half) };
  }
  else if constexpr (8 * k == 5 * n)
  {
    return { -((a.re + a.im) * half), (a.re - a.im) * half };
  }
  else if constexpr (8 * k == 7 * n)
  {
    return { (a.re - a.im) * half, (a.re + a.im) * half };
  }
  else
  {
    constexpr T c = static_cast<T>(CosineOfTurn(k, n)), s = static_cast<T>(SineOfTurn(k, n));
    return { a.re * c + a.im * s, a.im * c - a.re * s };
  }
}

/** Times -i (forward) or +i. */
template <int sign, typename T>
KERNEL_INLINE Complex<T>
              Quarter(Complex<T> a)
{
  if constexpr (sign > 0)
  {
    return { a.im, -a.re };
  }
  else
  {
    return { -a.im, a.re };
  }
}

/** First factor of a composite length: large powers of two first, which spill least. */
constexpr int
FirstFactor(int n)
{
  if (n == 16 || n == 32)
  {
    return 4;
  }
  if (n % 8 == 0)
  {
    return n == 8 ? 2 : 8;
  }
  return n % 4 == 0 ? 4 : n % 5 == 0 ? 5 : n % 3 == 0 ? 3 : 2;
}

/** x[k] = sum_j x[j] exp(-sign 2 pi i j k/n), in place. */
template <int n, int sign, typename T>
KERNEL_INLINE void
Transform(Complex<T> * x)
{
  if constexpr (n == 1)
  {}
  else if constexpr (n == 2)
  {
    const Complex<T> a = x[0], b = x[1];
    x[0] = a + b;
    x[1] = a - b;
  }
  else if constexpr (n == 3)
  {
    constexpr T      half = static_cast<T>(0.5), root = static_cast<T>(0.86602540378443864676);
    const Complex<T> sum = x[1] + x[2], turned = Quarter<sign>(x[1] - x[2]);
    const Complex<T> middle{ x[0].re - sum.re * half, x[0].im - sum.im * half };
    x[0] = x[0] + sum;
    x[1] = { middle.re + turned.re * root, middle.im + turned.im * root };
    x[2] = { middle.re - turned.re * root, middle.im - turned.im * root };
  }
  else if constexpr (n == 4)
  {
    const Complex<T> a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = Quarter<sign>(x[1] - x[3]);
    x[0] = a + c;
    x[1] = b + d;
    x[2] = a - c;
    x[3] = b - d;
  }
  else if constexpr (n == 5)
  {
    constexpr T      c1 = static_cast<T>(CosineOfTurn(1, 5)), c2 = static_cast<T>(CosineOfTurn(2, 5));
    constexpr T      s1 = static_cast<T>(SineOfTurn(1, 5)), s2 = static_cast<T>(SineOfTurn(2, 5));
    const Complex<T> z = x[0], a = x[1] + x[4], b = x[2] + x[3], c = Quarter<sign>(x[1] - x[4]), d = Quarter<sign>(x[2] - x[3]);
    const Complex<T> p{ z.re + a.re * c1 + b.re * c2, z.im + a.im * c1 + b.im * c2 };
    const Complex<T> q{ z.re + a.re * c2 + b.re * c1, z.im + a.im * c2 + b.im * c1 };
    const Complex<T> u{ c.re * s1 + d.re * s2, c.im * s1 + d.im * s2 };
    const Complex<T> v{ c.re * s2 - d.re * s1, c.im * s2 - d.im * s1 };
    x[0] = z + a + b;
    x[1] = p + u;
    x[4] = p - u;
    x[2] = q + v;
    x[3] = q - v;
  }
  else
  {
    constexpr int a = FirstFactor(n), b = n / a;
    Complex<T>    y[n];
    Unrolled<b>(UNROLLED_BODY(j) {
      Complex<T> t[a];
      Unrolled<a>(UNROLLED_BODY(i) { t[i] = x[i * b + j]; });
      Transform<a, sign>(t);
      Unrolled<a>(UNROLLED_BODY(i) { y[i * b + j] = Twiddle<sign, i * j, n>(t[i]); });
    });
    Unrolled<a>(UNROLLED_BODY(i) {
      Complex<T> t[b];
      Unrolled<b>(UNROLLED_BODY(j) { t[j] = y[i * b + j]; });
      Transform<b, sign>(t);
      Unrolled<b>(UNROLLED_BODY(j) { x[i + a * j] = t[j]; });
    });
  }
}
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
#endif
