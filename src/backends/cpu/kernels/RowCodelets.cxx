// Row pass of the codelets: lanes are W rows of one wave. Twin: the row pass of the library engine.
#include "backends/cpu/kernels/Codelet.h"
#include "backends/cpu/kernels/CodeletLengths.h"
#include "backends/cpu/kernels/CodeletPlan.h"

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
namespace
{
/** function(constant k2, place) for every k2 that is kept for this k1, places counted from the first. The length decides at compile time
 * but for one k2 on either side. */
template <int n2, typename Function>
KERNEL_INLINE void
ForKept(bool oneMoreLow, bool oneMoreHigh, Function && function)
{
  constexpr int L = n2 / 3;
  Unrolled<L>(UNROLLED_BODY(k2) { function(k2, k2); });
  if (oneMoreLow)
  {
    function(std::integral_constant<int, L>{}, L);
  }
  const int low = L + (oneMoreLow ? 1 : 0);
  if (oneMoreHigh)
  {
    function(std::integral_constant<int, n2 - L - 1>{}, low);
  }
  const int high = low + (oneMoreHigh ? 1 : 0);
  Unrolled<L>(UNROLLED_BODY(i) { function(std::integral_constant<int, n2 - L + i>{}, high + i); });
}

template <typename T, int n2>
void
InverseColumns(const RowArguments<T> & a)
{
  const CodeletPlan<T> & plan = *a.plan;
  const int              stride = plan.n1 + 1;
  for (int k1 = 0; k1 < plan.n1; ++k1)
  {
    PrefetchBytes(a.prefetchTransmission, k1 * n2 / 2 * ComplexBytes, (k1 + 1) * n2 / 2 * ComplexBytes);
    const T *  source = a.state + plan.firstPlace[k1] * 2 * W<T>;
    Complex<T> x[n2] = {};
    ForKept<n2>(
      plan.oneMoreLow[k1], plan.oneMoreHigh[k1], [&](auto k2, int place) __attribute__((always_inline)) {
        x[k2] = Load(source + place * 2 * W<T>);
      });
    Transform<n2, -1>(x);
    const T * twiddle = plan.twiddles.data() + 2 * k1 * n2;
    Unrolled<n2>(UNROLLED_BODY(i) {
      T * target = a.scratch + (i * stride + k1) * 2 * W<T>;
      Store(target, i == 0 ? x[0] : MultiplyConjugate(x[i], Broadcast(twiddle[2 * i]), Broadcast(twiddle[2 * i + 1])));
    });
  }
}

template <typename T, int n1>
void
MultiplyRows(const RowArguments<T> & a)
{
  const CodeletPlan<T> & plan = *a.plan;
  for (int i2 = 0; i2 < plan.n2; ++i2)
  {
    PrefetchBytes(a.prefetchState, plan.kept * i2 / plan.n2 * ComplexBytes, plan.kept * (i2 + 1) / plan.n2 * ComplexBytes);
    T *        row = a.scratch + i2 * (n1 + 1) * 2 * W<T>;
    const T *  transmission = a.transmission + i2 * n1 * 2 * W<T>;
    Complex<T> x[n1];
    Unrolled<n1>(UNROLLED_BODY(i) { x[i] = Load(row + i * 2 * W<T>); });
    Transform<n1, -1>(x);
    Unrolled<n1>(UNROLLED_BODY(i) {
      const Complex<T> t = Load(transmission + i * 2 * W<T>);
      x[i] = Multiply(x[i], t.re, t.im);
    });
    Transform<n1, 1>(x);
    const T * twiddle = plan.twiddles.data() + 2 * i2;
    Unrolled<n1>(UNROLLED_BODY(k) {
      const T * w = twiddle + 2 * k * plan.n2;
      Store(row + k * 2 * W<T>, k == 0 ? x[0] : Multiply(x[k], Broadcast(w[0]), Broadcast(w[1])));
    });
  }
}

template <typename T, int n2>
void
ForwardColumns(const RowArguments<T> & a)
{
  const CodeletPlan<T> & plan = *a.plan;
  const int              stride = plan.n1 + 1;
  for (int k1 = 0; k1 < plan.n1; ++k1)
  {
    PrefetchBytes(a.prefetchTransmission, k1 * n2 / 2 * ComplexBytes, (k1 + 1) * n2 / 2 * ComplexBytes);
    Complex<T> x[n2];
    Unrolled<n2>(UNROLLED_BODY(i) { x[i] = Load(a.scratch + (i * stride + k1) * 2 * W<T>); });
    Transform<n2, 1>(x);
    T * target = a.state + plan.firstPlace[k1] * 2 * W<T>;
    ForKept<n2>(
      plan.oneMoreLow[k1], plan.oneMoreHigh[k1], [&](auto k2, int place) __attribute__((always_inline)) {
        Store(target + place * 2 * W<T>, x[k2]);
      });
  }
}

template <typename T, int n1>
void
RealSpaceRows(const RowArguments<T> & a)
{
  for (int i2 = 0; i2 < a.plan->n2; ++i2)
  {
    Complex<T> x[n1];
    Unrolled<n1>(UNROLLED_BODY(i) { x[i] = Load(a.scratch + (i2 * (n1 + 1) + i) * 2 * W<T>); });
    Transform<n1, -1>(x);
    Unrolled<n1>(UNROLLED_BODY(i) { Store(a.values + (i2 * n1 + i) * 2 * W<T>, x[i]); });
  }
}
} // namespace

template <typename T>
RowPhases<T>
GetRowPhases(int n1, int n2)
{
  RowPhases<T> phases{};
  switch (n1)
  {
#define CASE(n)                                                                                                                            \
  case n:                                                                                                                                  \
    phases.multiply = MultiplyRows<T, n>;                                                                                                  \
    phases.realSpace = RealSpaceRows<T, n>;                                                                                                \
    break;
    FOR_SHORT_LENGTHS(CASE)
#undef CASE
  }
  switch (n2)
  {
#define CASE(n)                                                                                                                            \
  case n:                                                                                                                                  \
    phases.inverseColumns = InverseColumns<T, n>;                                                                                          \
    phases.forwardColumns = ForwardColumns<T, n>;                                                                                          \
    break;
    FOR_ALL_LENGTHS(CASE)
#undef CASE
  }
  return phases;
}
template RowPhases<KERNEL_REAL>
GetRowPhases<KERNEL_REAL>(int, int);
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
