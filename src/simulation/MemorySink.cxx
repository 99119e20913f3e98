#include "simulation/Sink.h"
#include <algorithm>

namespace ElectronMultislice
{
std::vector<Component>
GetComponents(const std::vector<Detector> & detectors)
{
  std::vector<Component> components;
  for (std::size_t d = 0; d < detectors.size(); ++d)
  {
    for (int c = 0; c < detectors[d].GetNumberOfComponents(); ++c)
    {
      components.push_back({ d, c, detectors[d].GetComponentName(c) });
    }
  }
  return components;
}

template <typename T>
MemorySink<T>::MemorySink(const MultisliceProblem & problem)
  : values(GetComponents(problem.detectors).size())
  , m_NumberOfPlanes(problem.exitPlanes.size())
  , m_NumberOfWaves(problem.GetNumberOfWaves())
{
  const std::size_t samples = m_NumberOfPlanes * m_NumberOfWaves;
  for (auto & image : values)
  {
    image.resize(samples);
  }
  for (const auto & pattern : GetMeasurementLayout(problem).patterns)
  {
    patterns.emplace_back(samples * pattern.nx * pattern.ny);
  }
  for (std::size_t i = 0; i < problem.images.size(); ++i)
  {
    images.emplace_back(samples * problem.grid.GetNumberOfPixels());
  }
  if (problem.exitWaves)
  {
    exitWaves.resize(problem.GetNumberOfConfigurations());
    for (auto & waves : exitWaves)
    {
      waves.resize(samples * problem.grid.GetNumberOfPixels());
    }
  }
}

namespace
{
/** [plane][wave of block][n] -> [plane][wave][n]. */
template <typename T>
void
CopyBlock(const std::vector<T> & block, Range waves, std::size_t planes, std::size_t totalWaves, std::vector<T> & all)
{
  const std::size_t n = all.size() / (planes * totalWaves);
  for (std::size_t plane = 0; plane < planes; ++plane)
  {
    const auto source = block.begin() + static_cast<std::ptrdiff_t>(plane * waves.count * n);
    std::copy(source,
              source + static_cast<std::ptrdiff_t>(waves.count * n),
              all.begin() + static_cast<std::ptrdiff_t>((plane * totalWaves + waves.first) * n));
  }
}
} // namespace

template <typename T>
void
MemorySink<T>::WriteBlock(const BlockResult<T> & block)
{
  const std::size_t components = values.size();
  for (std::size_t plane = 0; plane < m_NumberOfPlanes; ++plane)
  {
    for (std::size_t wave = 0; wave < block.waves.count; ++wave)
    {
      for (std::size_t c = 0; c < components; ++c)
      {
        values[c][plane * m_NumberOfWaves + block.waves.first + wave] = block.values[(plane * block.waves.count + wave) * components + c];
      }
    }
  }
  for (std::size_t p = 0; p < patterns.size(); ++p)
  {
    CopyBlock(block.patterns[p], block.waves, m_NumberOfPlanes, m_NumberOfWaves, patterns[p]);
  }
  for (std::size_t i = 0; i < images.size(); ++i)
  {
    CopyBlock(block.images[i], block.waves, m_NumberOfPlanes, m_NumberOfWaves, images[i]);
  }
}

template <typename T>
void
MemorySink<T>::WriteExitWaves(std::size_t configuration, Range waves, const std::vector<std::complex<T>> & block)
{
  CopyBlock(block, waves, m_NumberOfPlanes, m_NumberOfWaves, exitWaves[configuration]);
}

template class MemorySink<float>;
template class MemorySink<double>;
} // namespace ElectronMultislice
