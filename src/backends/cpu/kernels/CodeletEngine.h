#ifndef backends_cpu_kernels_CodeletEngine_h
#define backends_cpu_kernels_CodeletEngine_h
#include "backends/cpu/SliceEngine.h"
#include "backends/cpu/kernels/CodeletPlan.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
/** \class CodeletEngine
 * \brief Passes of codelets with the multiplications inside: three phases per pass, nothing reordered, one block in cache at a time. */
template <typename T>
class CodeletEngine : public SliceEngine<T>
{
public:
  using SliceEngine<T>::m_Layout;

  explicit CodeletEngine(SliceLayout layout)
    : SliceEngine<T>(std::move(layout))
    , m_PlanX(m_Layout.splitX[0], m_Layout.splitX[1])
    , m_PlanY(m_Layout.splitY[0], m_Layout.splitY[1])
    , m_Rows(GetRowPhases<T>(m_PlanX.n1, m_PlanX.n2))
    , m_Columns(GetColumnPhases<T>(m_PlanY.n1, m_PlanY.n2))
  {}

  void
  RowPass(T * const * states, const T * transmission, std::size_t waves, std::size_t first, std::size_t last) const override
  {
    const std::size_t tile = m_Layout.nx * 2 * m_Layout.lanes;
    RowArguments<T>   arguments{ &m_PlanX, nullptr, GetScratch(), nullptr, nullptr };
    for (std::size_t block = first; block < last; ++block)
    {
      arguments.transmission = transmission + block * tile;
      for (std::size_t wave = 0; wave < waves; ++wave) // inside: the tile of the transmission function stays in cache
      {
        const bool lastWave = wave + 1 == waves, lastBlock = block + 1 == last;
        arguments.state = states[wave] + block * GetBlockStride();
        arguments.prefetchState = !lastWave    ? states[wave + 1] + block * GetBlockStride()
                                  : !lastBlock ? states[0] + (block + 1) * GetBlockStride()
                                               : nullptr;
        arguments.prefetchTransmission = wave == 0 ? arguments.transmission + tile / 2 : nullptr;
        m_Rows.inverseColumns(arguments);
        m_Rows.multiply(arguments);
        arguments.prefetchTransmission = lastWave && !lastBlock ? arguments.transmission + tile : nullptr;
        m_Rows.forwardColumns(arguments);
      }
    }
  }

  void
  ColumnPass(T * const * states,
             const T *   propagator,
             T * const * intensities,
             bool        inverse,
             std::size_t waves,
             std::size_t first,
             std::size_t last) const override
  {
    const std::size_t  tile = m_Layout.ny * 2 * m_Layout.lanes, columnStride = 2 * m_Layout.lanes * m_Layout.lanes;
    ColumnArguments<T> arguments{ &m_PlanY, nullptr, GetBlockStride(), GetScratch(), nullptr, nullptr };
    for (std::size_t block = first; block < last; ++block)
    {
      arguments.propagator = propagator + block * tile;
      for (std::size_t wave = 0; wave < waves; ++wave)
      {
        const bool lastWave = wave + 1 == waves, lastBlock = block + 1 == last;
        arguments.state = states[wave] + block * columnStride;
        arguments.prefetchState = !lastWave    ? states[wave + 1] + block * columnStride
                                  : !lastBlock ? states[0] + (block + 1) * columnStride
                                               : nullptr;
        arguments.prefetchPropagator = wave == 0 ? arguments.propagator + tile / 2 : nullptr;
        m_Columns.loadRows(arguments);
        if (intensities)
        {
          arguments.intensity = intensities[wave] + block * m_Layout.ny * m_Layout.lanes;
          m_Columns.detect(arguments);
        }
        else
        {
          m_Columns.propagate(arguments);
        }
        if (inverse)
        {
          arguments.prefetchPropagator = lastWave && !lastBlock ? arguments.propagator + tile : nullptr;
          m_Columns.storeRows(arguments);
        }
      }
    }
  }

  void
  StartColumns(const T * spectrum, T * state, std::size_t first, std::size_t last) const override
  {
    ColumnArguments<T> arguments{ &m_PlanY, nullptr, GetBlockStride(), GetScratch(), nullptr, nullptr };
    for (std::size_t block = first; block < last; ++block)
    {
      arguments.propagator = spectrum + block * m_Layout.ny * 2 * m_Layout.lanes;
      arguments.state = state + block * 2 * m_Layout.lanes * m_Layout.lanes;
      m_Columns.start(arguments);
      m_Columns.storeRows(arguments);
    }
  }

  void
  RealSpace(const T * state, T * values, std::size_t first, std::size_t last) const override
  {
    RowArguments<T> arguments{ &m_PlanX, nullptr, GetScratch(), nullptr, nullptr };
    for (std::size_t block = first; block < last; ++block)
    {
      arguments.state = const_cast<T *>(state) + block * GetBlockStride(); // this phase only reads it
      arguments.values = values + block * m_Layout.nx * 2 * m_Layout.lanes;
      m_Rows.inverseColumns(arguments);
      m_Rows.realSpace(arguments);
    }
  }

private:
  std::size_t
  GetBlockStride() const
  {
    return m_Layout.GetColumnBlocks() * m_Layout.lanes * 2 * m_Layout.lanes;
  }
  T *
  GetScratch() const
  {
    static thread_local Scratch scratch;
    const auto                  size = [](const CodeletPlan<T> & plan) {
      return static_cast<std::size_t>(std::max((plan.n1 + 1) * plan.n2, (plan.n2 + 1) * plan.n1));
    };
    return static_cast<T *>(scratch.Get(std::max(size(m_PlanX), size(m_PlanY)) * 2 * m_Layout.lanes * sizeof(T)));
  }

  CodeletPlan<T>  m_PlanX;
  CodeletPlan<T>  m_PlanY;
  RowPhases<T>    m_Rows;
  ColumnPhases<T> m_Columns;
};

template <typename T>
CodeletPlan<T>::CodeletPlan(std::size_t length1, std::size_t length2)
  : n1(static_cast<int>(length1))
  , n2(static_cast<int>(length2))
{
  constexpr double Pi = 3.14159265358979323846;
  const int        n = n1 * n2, limit = n / 3;
  for (int k1 = 0; k1 < n1; ++k1)
  {
    for (int i2 = 0; i2 < n2; ++i2)
    {
      const double angle = -2.0 * Pi * (k1 * i2 % n) / n;
      twiddles.push_back(static_cast<T>(std::cos(angle)));
      twiddles.push_back(static_cast<T>(std::sin(angle)));
    }
    const int third = n2 / 3;
    firstPlace.push_back(kept);
    oneMoreLow.push_back(k1 + n1 * third <= limit);
    oneMoreHigh.push_back(n1 * (third + 1) - k1 <= limit);
    kept += 2 * third + oneMoreLow.back() + oneMoreHigh.back();
  }
}
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
#endif
