// Column pass of the codelets: lanes are W columns of one wave, loaded from its rows by transposing tiles. Twin: the library engine's.
#include "backends/cpu/kernels/Codelet.h"
#include "backends/cpu/kernels/CodeletLengths.h"
#include "backends/cpu/kernels/CodeletPlan.h"

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
namespace
{
/** Real or imaginary parts (part 0 or 1) of one W x W tile, transposed: from rows to columns, and back. */
template <typename T>
KERNEL_INLINE void
LoadTile(const T * tile, int part, Lanes<T> (&v)[VectorBytes / sizeof(T)])
{
  const auto * source = reinterpret_cast<const Lanes<T> *>(tile) + part;
  Unrolled<W<T>>(UNROLLED_BODY(i) { v[i] = source[2 * i]; });
  Transpose(v);
}
template <typename T>
KERNEL_INLINE void
StoreTile(T * tile, int part, Lanes<T> (&v)[VectorBytes / sizeof(T)])
{
  auto * target = reinterpret_cast<Lanes<T> *>(tile) + part;
  Transpose(v);
  Unrolled<W<T>>(UNROLLED_BODY(i) { target[2 * i] = v[i]; });
}

template <typename T, int n1>
void
LoadRows(const ColumnArguments<T> & a)
{
  const CodeletPlan<T> & plan = *a.plan;
  const int              stride = plan.n2 + 1;
  constexpr int          tiles = n1 / W<T>;
  for (int i2 = 0; i2 < plan.n2; ++i2)
  {
    PrefetchBytes(a.prefetchPropagator, i2 * n1 / 2 * ComplexBytes, (i2 + 1) * n1 / 2 * ComplexBytes);
    Complex<T> x[n1];
    Unrolled<tiles>(UNROLLED_BODY(g) {
      const T * tile = a.state + (static_cast<std::size_t>(i2) * tiles + g) * a.blockStride;
      Lanes<T>  v[W<T>];
      LoadTile(tile, 0, v);
      Unrolled<W<T>>(UNROLLED_BODY(i) { x[g * W<T> + i].re = v[i]; });
      LoadTile(tile, 1, v);
      Unrolled<W<T>>(UNROLLED_BODY(i) { x[g * W<T> + i].im = v[i]; });
    });
    Transform<n1, 1>(x);
    const T * twiddle = plan.twiddles.data() + 2 * i2;
    Unrolled<n1>(UNROLLED_BODY(k) {
      const T * w = twiddle + 2 * k * plan.n2;
      Store(a.scratch + (k * stride + i2) * 2 * W<T>, k == 0 ? x[0] : Multiply(x[k], Broadcast(w[0]), Broadcast(w[1])));
    });
  }
}

/** First half of the inverse of one k1: n2 points, conjugate twiddle factors, into its row of the scratch. */
template <int n2, typename T>
KERNEL_INLINE void
StoreInverse(Complex<T> * x, const T * twiddle, T * column)
{
  Transform<n2, -1>(x);
  Unrolled<n2>(UNROLLED_BODY(i) {
    Store(column + i * 2 * W<T>, i == 0 ? x[0] : MultiplyConjugate(x[i], Broadcast(twiddle[2 * i]), Broadcast(twiddle[2 * i + 1])));
  });
}

template <typename T, int n2, bool withIntensity>
void
Propagate(const ColumnArguments<T> & a)
{
  const CodeletPlan<T> & plan = *a.plan;
  constexpr int          L = n2 / 3; // nothing passes between: L < k2 < n2 - L - 1
  for (int k1 = 0; k1 < plan.n1; ++k1)
  {
    if (a.prefetchState)
    {
      const int blocks = n2 / W<T>; // row blocks per k1: n1 n2/W in all
      for (int block = k1 * blocks; block < (k1 + 1) * blocks; ++block)
      {
        PrefetchBytes(a.prefetchState + block * a.blockStride, 0, W<T> * ComplexBytes);
      }
    }
    T *        column = a.scratch + k1 * (n2 + 1) * 2 * W<T>;
    const T *  propagator = a.propagator + k1 * n2 * 2 * W<T>;
    Complex<T> x[n2];
    Unrolled<n2>(UNROLLED_BODY(i) { x[i] = Load(column + i * 2 * W<T>); });
    Transform<n2, 1>(x);
    Unrolled<n2>(UNROLLED_BODY(k) {
      if constexpr (k > L && k < n2 - L - 1)
      {
        x[k] = Complex<T>{};
      }
      else
      {
        const Complex<T> p = Load(propagator + k * 2 * W<T>);
        x[k] = Multiply(x[k], p.re, p.im);
      }
    });
    if constexpr (withIntensity)
    {
      auto * intensity = reinterpret_cast<Lanes<T> *>(a.intensity) + k1 * n2;
      Unrolled<n2>(UNROLLED_BODY(k) { intensity[k] = x[k].re * x[k].re + x[k].im * x[k].im; });
    }
    StoreInverse<n2>(x, plan.twiddles.data() + 2 * k1 * n2, column);
  }
}

template <typename T, int n2>
void
Start(const ColumnArguments<T> & a)
{
  const CodeletPlan<T> & plan = *a.plan;
  for (int k1 = 0; k1 < plan.n1; ++k1)
  {
    T *        column = a.scratch + k1 * (n2 + 1) * 2 * W<T>;
    const T *  spectrum = a.propagator + k1 * n2 * 2 * W<T>;
    Complex<T> x[n2];
    Unrolled<n2>(UNROLLED_BODY(k) { x[k] = Load(spectrum + k * 2 * W<T>); });
    StoreInverse<n2>(x, plan.twiddles.data() + 2 * k1 * n2, column);
  }
}

template <typename T, int n1>
void
StoreRows(const ColumnArguments<T> & a)
{
  const CodeletPlan<T> & plan = *a.plan;
  const int              stride = plan.n2 + 1;
  constexpr int          tiles = n1 / W<T>;
  for (int i2 = 0; i2 < plan.n2; ++i2)
  {
    PrefetchBytes(a.prefetchPropagator, i2 * n1 / 2 * ComplexBytes, (i2 + 1) * n1 / 2 * ComplexBytes);
    Complex<T> x[n1];
    Unrolled<n1>(UNROLLED_BODY(k) { x[k] = Load(a.scratch + (k * stride + i2) * 2 * W<T>); });
    Transform<n1, -1>(x);
    Unrolled<tiles>(UNROLLED_BODY(g) {
      T *      tile = a.state + (static_cast<std::size_t>(i2) * tiles + g) * a.blockStride;
      Lanes<T> v[W<T>];
      Unrolled<W<T>>(UNROLLED_BODY(i) { v[i] = x[g * W<T> + i].re; });
      StoreTile(tile, 0, v);
      Unrolled<W<T>>(UNROLLED_BODY(i) { v[i] = x[g * W<T> + i].im; });
      StoreTile(tile, 1, v);
    });
  }
}
} // namespace

template <typename T>
ColumnPhases<T>
GetColumnPhases(int n1, int n2)
{
  ColumnPhases<T> phases{};
  switch (n1)
  {
#define CASE(n)                                                                                                                            \
  case n:                                                                                                                                  \
    phases.loadRows = LoadRows<T, n>;                                                                                                      \
    phases.storeRows = StoreRows<T, n>;                                                                                                    \
    break;
    FOR_BLOCK_LENGTHS(CASE)
#undef CASE
  }
  switch (n2)
  {
#define CASE(n)                                                                                                                            \
  case n:                                                                                                                                  \
    phases.propagate = Propagate<T, n, false>;                                                                                             \
    phases.detect = Propagate<T, n, true>;                                                                                                 \
    phases.start = Start<T, n>;                                                                                                            \
    break;
    FOR_ALL_LENGTHS(CASE)
#undef CASE
  }
  return phases;
}
template ColumnPhases<KERNEL_REAL>
GetColumnPhases<KERNEL_REAL>(int, int);
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
