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
  {}

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
      const std::size_t      plane = i % m_Planes;
      const std::size_t      size = patterns.size() / m_Planes; // of all patterns of the block at one plane
      const std::size_t      pixels = size / block.waves.count;
      std::copy_n(patterns.begin() + static_cast<std::ptrdiff_t>(plane * size), size, m_Patterns[i] + block.waves.first * pixels);
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
  std::size_t                    m_Planes;
  std::size_t                    m_Waves;
  std::vector<T *>               m_Scalars;
  std::vector<T *>               m_Patterns;
  std::vector<T *>               m_Images;
  std::vector<std::complex<T> *> m_ExitWaves;
};
} // namespace itk
#endif
