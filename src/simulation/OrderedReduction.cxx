#include "simulation/OrderedReduction.h"
#include "simulation/ImageNoise.h"
#include <iterator>

namespace ElectronMultislice
{
template <typename T>
BlockReduction<T>::BlockReduction(const MultisliceProblem & problem, const MeasurementLayout & layout, Range waves)
  : m_Problem(problem)
  , m_Layout(layout)
  , m_Waves(waves)
  , m_WaveConfigurationsLeft(waves.count * problem.GetNumberOfConfigurations())
{
  const std::size_t samples = problem.exitPlanes.size() * waves.count;
  m_Scalars.assign(samples * layout.scalarCount, 0.0);
  for (const auto & pattern : layout.patterns)
  {
    m_PicturePixels.push_back(pattern.nx * pattern.ny);
  }
  m_PicturePixels.insert(m_PicturePixels.end(), problem.images.size(), problem.grid.GetNumberOfPixels());
  for (const std::size_t pixels : m_PicturePixels)
  {
    if (problem.GetNumberOfConfigurations() > 1)
    {
      m_PictureSums.emplace_back(samples * pixels, 0.0);
    }
    else
    {
      m_SinglePictures.emplace_back(samples * pixels, T(0));
    }
  }
}

template <typename T>
void
BlockReduction<T>::Add(UnitResult<T> && unit)
{
  const std::size_t first = unit.waves.first;
  std::size_t &     next = m_NextConfiguration[first];
  m_WaveConfigurationsLeft -= unit.waves.count;
  if (unit.configuration != next)
  {
    m_Early.emplace(std::make_pair(first, unit.configuration), std::move(unit));
    return;
  }
  Accumulate(unit);
  ++next;
  for (auto early = m_Early.find({ first, next }); early != m_Early.end(); early = m_Early.find({ first, next }))
  {
    Accumulate(early->second);
    m_Early.erase(early);
    ++next;
  }
}

template <typename T>
void
BlockReduction<T>::Accumulate(const UnitResult<T> & unit)
{
  const std::size_t offset = unit.waves.first - m_Waves.first;
  const auto        add = [&](const auto & source, auto & target, std::size_t perWave) {
    const std::size_t count = unit.waves.count * perWave;
    for (std::size_t plane = 0; plane < m_Problem.exitPlanes.size(); ++plane)
    {
      const auto * from = source.data() + plane * count;
      auto *       to = target.data() + (plane * m_Waves.count + offset) * perWave;
      for (std::size_t i = 0; i < count; ++i)
      {
        to[i] += from[i];
      }
    }
  };
  add(unit.scalars, m_Scalars, m_Layout.scalarCount);
  for (std::size_t p = 0; p < m_PicturePixels.size(); ++p)
  {
    const std::size_t patterns = unit.patterns.size();
    const auto &      picture = p < patterns ? unit.patterns[p] : unit.images[p - patterns];
    if (m_PictureSums.empty())
    {
      add(picture, m_SinglePictures[p], m_PicturePixels[p]);
    }
    else
    {
      add(picture, m_PictureSums[p], m_PicturePixels[p]);
    }
  }
}

template <typename T>
BlockResult<T>
BlockReduction<T>::Finish()
{
  BlockResult<T> block;
  block.waves = m_Waves;
  const std::size_t samples = m_Problem.exitPlanes.size() * m_Waves.count;
  for (std::size_t sample = 0; sample < samples; ++sample)
  {
    for (const auto & scalars : m_Layout.scalars)
    {
      const double * sums = m_Scalars.data() + sample * m_Layout.scalarCount + scalars.first;
      m_Problem.detectors[scalars.detector].AppendComponents(sums, m_Problem.GetNumberOfConfigurations(), block.values);
    }
  }
  block.patterns = TakePictures();
  const auto firstImage = block.patterns.begin() + static_cast<std::ptrdiff_t>(m_Layout.patterns.size());
  block.images.assign(std::make_move_iterator(firstImage), std::make_move_iterator(block.patterns.end()));
  block.patterns.resize(m_Layout.patterns.size());
  AddNoise(block);
  return block;
}

template <typename T>
void
BlockReduction<T>::AddNoise(BlockResult<T> & block) const
{
  const std::size_t planes = m_Problem.exitPlanes.size(), waves = m_Problem.GetNumberOfWaves();
  const std::size_t pixels = m_Problem.grid.GetNumberOfPixels();
  for (std::size_t lens = 0; lens < block.images.size(); ++lens)
  {
    for (std::size_t i = 0; i < planes * m_Waves.count; ++i)
    {
      const std::size_t sample = i / m_Waves.count * waves + m_Waves.first + i % m_Waves.count;
      AddImageNoise(
        m_Problem.imageNoise, m_Problem.grid, GetImageIndex(lens, sample, planes * waves), block.images[lens].data() + i * pixels);
    }
  }
}

template <typename T>
std::vector<std::vector<T>>
BlockReduction<T>::TakePictures()
{
  std::vector<std::vector<T>> pictures = std::move(m_SinglePictures);
  const double                configurations = static_cast<double>(m_Problem.GetNumberOfConfigurations());
  for (auto & sums : m_PictureSums)
  {
    std::vector<T> averages(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i)
    {
      averages[i] = static_cast<T>(sums[i] / configurations);
    }
    sums = {};
    pictures.push_back(std::move(averages));
  }
  return pictures;
}

template class BlockReduction<float>;
template class BlockReduction<double>;
} // namespace ElectronMultislice
