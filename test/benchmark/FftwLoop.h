#ifndef benchmark_FftwLoop_h
#define benchmark_FftwLoop_h
#include "BenchmarkProblem.h"
#include <complex>
#include <fftw3.h>
#include <thread>
#include <vector>

namespace ElectronMultislice
{
/** \class FftwLoop
 * \brief The slice loop that most programs have: waves larger than any cache, a pass per step. */
class FftwLoop
{
public:
  using Complex = std::complex<float>;

  /** threadsPerWave: threads inside each pass. */
  FftwLoop(int n, std::size_t waves, std::size_t threadsPerWave = 1)
    : m_Pixels(static_cast<std::size_t>(n) * static_cast<std::size_t>(n))
    , m_Waves(waves)
    , m_ThreadsPerWave(threadsPerWave)
    , m_Psi(static_cast<Complex *>(fftwf_malloc(m_Pixels * waves * sizeof(Complex))))
    , m_T(m_Pixels)
    , m_P(m_Pixels)
  {
    std::uint32_t random = 1;
    auto *        data = reinterpret_cast<fftwf_complex *>(m_Psi);
    fftwf_init_threads();
    fftwf_plan_with_nthreads(static_cast<int>(threadsPerWave));
    m_Forward = fftwf_plan_dft_2d(n, n, data, data, FFTW_FORWARD, FFTW_MEASURE);
    m_Inverse = fftwf_plan_dft_2d(n, n, data, data, FFTW_BACKWARD, FFTW_MEASURE);
    for (std::size_t i = 0; i < m_Pixels; ++i)
    {
      m_T[i] = std::polar(1.0f, RandomPhase(random));
      m_P[i] = std::polar(1.0f / static_cast<float>(m_Pixels), RandomPhase(random));
    }
    for (std::size_t i = 0; i < m_Pixels * waves; ++i)
    {
      m_Psi[i] = { RandomPhase(random), RandomPhase(random) };
    }
  }
  FftwLoop(const FftwLoop &) = delete;
  FftwLoop &
  operator=(const FftwLoop &) = delete;
  ~FftwLoop()
  {
    fftwf_destroy_plan(m_Forward);
    fftwf_destroy_plan(m_Inverse);
    fftwf_free(m_Psi);
  }

  /** One slice of waves [first, last), pass by pass. */
  void
  Slice(std::size_t first, std::size_t last)
  {
    Multiply(first, last, m_T.data());
    Transform(m_Forward, first, last);
    Multiply(first, last, m_P.data());
    Transform(m_Inverse, first, last);
  }

private:
  void
  Multiply(std::size_t first, std::size_t last, const Complex * factors)
  {
    std::vector<std::thread> team;
    for (std::size_t t = 1; t < m_ThreadsPerWave; ++t)
    {
      team.emplace_back([=] { MultiplyPart(first, last, factors, t); });
    }
    MultiplyPart(first, last, factors, 0);
    for (std::thread & thread : team)
    {
      thread.join();
    }
  }
  void
  MultiplyPart(std::size_t first, std::size_t last, const Complex * factors, std::size_t part)
  {
    const float * f = reinterpret_cast<const float *>(factors);
    for (std::size_t wave = first; wave < last; ++wave)
    {
      float * p = reinterpret_cast<float *>(m_Psi + wave * m_Pixels);
      for (std::size_t i = m_Pixels * part / m_ThreadsPerWave; i < m_Pixels * (part + 1) / m_ThreadsPerWave; ++i)
      {
        const float re = p[2 * i] * f[2 * i] - p[2 * i + 1] * f[2 * i + 1];
        p[2 * i + 1] = p[2 * i] * f[2 * i + 1] + p[2 * i + 1] * f[2 * i];
        p[2 * i] = re;
      }
    }
  }
  void
  Transform(fftwf_plan plan, std::size_t first, std::size_t last)
  {
    for (std::size_t wave = first; wave < last; ++wave)
    {
      auto * data = reinterpret_cast<fftwf_complex *>(m_Psi + wave * m_Pixels);
      fftwf_execute_dft(plan, data, data);
    }
  }

  std::size_t          m_Pixels;
  std::size_t          m_Waves;
  std::size_t          m_ThreadsPerWave;
  Complex *            m_Psi;
  std::vector<Complex> m_T, m_P;
  fftwf_plan           m_Forward;
  fftwf_plan           m_Inverse;
};
} // namespace ElectronMultislice
#endif
