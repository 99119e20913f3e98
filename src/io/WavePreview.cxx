#include "common/Text.h"
#include "io/ImageFiles.h"
#include "io/Percentile.h"
#include "io/PngFile.h"
#include "io/PreviewPage.h"
#include "physics/Constants.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
/** Amplitude of full brightness; 0 if there is none. */
double
FullAmplitude(const WaveView & wave)
{
  std::vector<float> amplitudes;
  for (std::size_t i = 0; i < wave.nx * wave.ny; ++i)
  {
    const float amplitude = std::abs(wave.values[i]);
    if (std::isfinite(amplitude))
    {
      amplitudes.push_back(amplitude);
    }
  }
  return amplitudes.empty() ? 0.0 : Percentile(amplitudes, 0.999);
}

/** Screens show a value v at a brightness of about v²: so the brightness goes with the amplitude. */
std::array<std::uint8_t, 3>
WaveColor(double phase, double amplitude)
{
  return PhaseColor(phase, std::sqrt(amplitude));
}

/** A disc of all phases, counterclockwise from the right, and all amplitudes, from its centre outwards. */
void
DrawColorWheel(ColorPicture & picture, std::size_t left, std::size_t top, std::size_t size)
{
  const double radius = 0.5 * static_cast<double>(size);
  for (std::size_t y = 0; y < size; ++y)
  {
    for (std::size_t x = 0; x < size; ++x)
    {
      const double right = static_cast<double>(x) + 0.5 - radius;
      const double up = radius - static_cast<double>(y) - 0.5;
      const double distance = std::hypot(right, up) / radius;
      const auto   color = WaveColor(std::atan2(up, right), distance);
      for (std::size_t channel = 0; channel < 3 && distance <= 1.0; ++channel)
      {
        picture[channel].pixels[(top + y) * picture[channel].width + left + x] = color[channel];
      }
    }
  }
}
} // namespace

std::array<std::uint8_t, 3>
PhaseColor(double phase, double brightness)
{
  std::array<std::uint8_t, 3> color{};
  if (!std::isfinite(phase) || !std::isfinite(brightness))
  {
    return color;
  }
  for (int channel = 0; channel < 3; ++channel)
  {
    // red at 0, green a third of a turn on, blue a third of a turn back: full up to a sixth of a turn away, none beyond a third
    const double distance = std::abs(std::remainder(phase / (2.0 * Pi) - channel / 3.0, 1.0));
    const double share = std::clamp(2.0 - 6.0 * distance, 0.0, 1.0);
    color[static_cast<std::size_t>(channel)] = static_cast<std::uint8_t>(std::lround(255.0 * share * std::clamp(brightness, 0.0, 1.0)));
  }
  return color;
}

void
WriteWavePreview(const std::string & path, const WaveView & wave)
{
  const double                   full = FullAmplitude(wave);
  const std::vector<std::string> lines{ "phase: red 0, green +120, blue -120 deg", "amplitude: 0 to " + FormatNumber(full, 4) };
  const std::size_t              wheel = PreviewPage::GetCaptionHeight(lines.size());
  const PreviewPage              page(wave, lines, wheel);
  ColorPicture                   picture{ page.GetBackground(), page.GetBackground(), page.GetBackground() };
  for (std::size_t channel = 0; channel < 3; ++channel)
  {
    page.DrawImage(picture[channel], [&](std::size_t i) {
      const std::complex<double> value(wave.values[i]);
      return WaveColor(std::arg(value), full > 0.0 ? std::abs(value) / full : 0.0)[channel];
    });
  }
  DrawColorWheel(picture, page.GetLegendX(), page.GetLegendY(), wheel);
  WritePng(path, picture);
}
} // namespace ElectronMultislice
