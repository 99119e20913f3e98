#include "common/Text.h"
#include "io/ImageFiles.h"
#include "io/Percentile.h"
#include "io/PngFile.h"
#include "io/PreviewPage.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
constexpr double LargestDecades = 6.0; ///< of a logarithmic picture

/** What a grey value is taken from. */
class GreyScale
{
public:
  GreyScale(const ImageView & image, bool logarithmic)
    : m_Logarithmic(logarithmic)
  {
    std::vector<float> values;
    std::copy_if(image.values, image.values + image.nx * image.ny, std::back_inserter(values), [this](float v) { return IsShown(v); });
    if (values.empty())
    {
      return;
    }
    m_Low = Percentile(values, 0.001);
    m_High = Percentile(values, 0.999);
    if (logarithmic)
    {
      m_Low = std::max(m_Low, m_High * std::pow(10.0, -LargestDecades));
    }
  }

  std::uint8_t
  operator()(float value) const
  {
    if (!IsShown(value))
    {
      return 0;
    }
    const double low = Transform(m_Low);
    const double high = Transform(m_High);
    if (!(high > low))
    {
      return 128;
    }
    const double fraction = std::clamp((Transform(value) - low) / (high - low), 0.0, 1.0);
    return static_cast<std::uint8_t>(std::lround(255.0 * fraction));
  }

  std::string
  GetRangeText() const
  {
    return FormatNumber(m_Low, 4) + " to " + FormatNumber(m_High, 4) + (m_Logarithmic ? ", logarithmic" : "");
  }

private:
  bool
  IsShown(float value) const
  {
    return std::isfinite(value) && (!m_Logarithmic || value > 0.0F);
  }
  double
  Transform(double value) const
  {
    return m_Logarithmic ? std::log10(value) : value;
  }

  bool   m_Logarithmic;
  double m_Low = 0.0;
  double m_High = 0.0;
};
} // namespace

void
WritePreview(const std::string & path, const ImageView & image, bool logarithmic)
{
  const GreyScale   grey(image, logarithmic);
  const PreviewPage page(image, { grey.GetRangeText() });
  GreyPicture       picture = page.GetBackground();
  page.DrawImage(picture, [&](std::size_t i) { return grey(image.values[i]); });
  WritePng(path, picture);
}
} // namespace ElectronMultislice
