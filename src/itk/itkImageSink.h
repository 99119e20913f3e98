#ifndef itk_itkImageSink_h
#define itk_itkImageSink_h
#include "simulation/Sink.h"
#include <algorithm>

namespace itk
{
/** \class ImageSink
 * \brief Finished blocks of a run into the pixels of images that somebody else has allocated. Results without a buffer are dropped. */
template <typename T>
class ImageSink : public ::ElectronMultislice::Sink<T>
{
public:
  explicit ImageSink(const ::ElectronMultislice::MultisliceProblem & problem)
    : m_Planes(problem.exitPlanes.size())
    , m_Waves(problem.GetNumberOfWaves())
  {
    for (const auto & pattern : ::ElectronMultislice::GetMeasurementLayout(problem).patterns)
    {
      m_Crops.push_back({ pattern.nx, { 0, pattern.nx }, { 0, pattern.ny } });
    }
  }

  /** One image of the scan per (component, exit plane), exit planes fastest. */
  void
  SetScalarBuffers(std::vector<T *> buffers)
  {
    m_Scalars = std::move(buffers);
  }

  /** One image of patterns [wave][ky][kx] per (pattern, exit plane), exit planes fastest. */
  void
  SetPatternBuffers(std::vector<T *> buffers)
  {
    m_Patterns = std::move(buffers);
  }

  /** Only these pixels of a pattern are kept, so that its images are [wave][y][x] of them. */
  void
  SetPatternCrop(std::size_t pattern, ::ElectronMultislice::Range x, ::ElectronMultislice::Range y)
  {
    m_Crops[pattern].x = x;
    m_Crops[pattern].y = y;
  }

  /** One image [y][x] of a plane wave per (objective lens, exit plane), exit planes fastest. */
  void
  SetImageBuffers(std::vector<T *> buffers)
  {
    m_Images = std::move(buffers);
  }

  /** One image of waves [plane][wave][y][x] per configuration. */
  void
  SetExitWaveBuffers(std::vector<std::complex<T> *> buffers)
  {
    m_ExitWaves = std::move(buffers);
  }

  void
  WriteBlock(const ::ElectronMultislice::BlockResult<T> & block) override
  {
    const std::size_t components = m_Scalars.size() / m_Planes;
    const double *    value = block.values.data();
    for (std::size_t plane = 0; plane < m_Planes; ++plane)
    {
      for (std::size_t wave = block.waves.first; wave < block.waves.End(); ++wave)
      {
        for (std::size_t component = 0; component < components; ++component)
        {
          m_Scalars[component * m_Planes + plane][wave] = static_cast<T>(*value++);
        }
      }
    }
    for (std::size_t i = 0; i < m_Patterns.size(); ++i)
    {
      const std::vector<T> & patterns = block.patterns[i / m_Planes];
      const Crop &           crop = m_Crops[i / m_Planes];
      const std::size_t      size = patterns.size() / m_Planes; // of all patterns of the block at one plane
      const std::size_t      pixels = size / block.waves.count;
      const T *              source = patterns.data() + i % m_Planes * size;
      T *                    target = m_Patterns[i] + block.waves.first * crop.x.count * crop.y.count;
      for (std::size_t wave = 0; wave < block.waves.count; ++wave, source += pixels)
      {
        for (std::size_t y = crop.y.first; y < crop.y.End(); ++y)
        {
          target = std::copy_n(source + y * crop.width + crop.x.first, crop.x.count, target);
        }
      }
    }
    for (std::size_t i = 0; i < m_Images.size(); ++i)
    {
      const std::vector<T> & images = block.images[i / m_Planes];
      const std::size_t      pixels = images.size() / m_Planes;
      std::copy_n(images.begin() + static_cast<std::ptrdiff_t>(i % m_Planes * pixels), pixels, m_Images[i]);
    }
  }

  void
  WriteExitWaves(std::size_t configuration, ::ElectronMultislice::Range waves, const std::vector<std::complex<T>> & values) override
  {
    if (configuration >= m_ExitWaves.size())
    {
      return;
    }
    const std::size_t size = values.size() / m_Planes;
    const std::size_t pixels = size / waves.count;
    for (std::size_t plane = 0; plane < m_Planes; ++plane)
    {
      std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(plane * size),
                  size,
                  m_ExitWaves[configuration] + (plane * m_Waves + waves.first) * pixels);
    }
  }

private:
  struct Crop
  {
    std::size_t                 width; ///< of the whole pattern
    ::ElectronMultislice::Range x, y;
  };
  std::size_t                    m_Planes;
  std::size_t                    m_Waves;
  std::vector<T *>               m_Scalars;
  std::vector<T *>               m_Patterns;
  std::vector<Crop>              m_Crops; ///< one per pattern
  std::vector<T *>               m_Images;
  std::vector<std::complex<T> *> m_ExitWaves;
};
} // namespace itk
#endif
