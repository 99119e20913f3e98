#ifndef io_ResultImages_h
#define io_ResultImages_h
#include "io/EmdLayout.h"
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** One image that a run makes beside its result file. */
struct PlannedImage
{
  std::string path; ///< without ending: <stem>-<component>[-<depth>A], <stem>-image-<defocus>A[-<depth>A]
  std::string title;
  bool        isPattern = false;
  std::size_t array = 0; ///< in the layout
  std::size_t plane = 0;
  std::size_t component = 0; ///< or defocus
};

/** Images of every component, position-averaged pattern or defocus, at every exit plane. None for a list of positions or a plane wave's
 * scalars: those are no images. */
std::vector<PlannedImage>
PlanResultImages(const std::vector<EmdArray> & layout, const MultisliceProblem & problem, const std::string & resultPath);

/** Position-averaged patterns: per pattern of the measurement layout [plane][ky][kx]. */
using AveragedPatterns = std::vector<std::vector<double>>;

/** Writes the images in the formats that are asked for ("tiff", "png") from the finished result file; returns what was written. */
std::vector<std::string>
WriteResultImages(const std::vector<PlannedImage> & images,
                  const std::vector<std::string> &  formats,
                  const std::vector<EmdArray> &     layout,
                  const std::string &               resultPath,
                  const AveragedPatterns &          patterns);

/** ".tif" for "tiff". */
std::string
ImageEnding(const std::string & format);
} // namespace ElectronMultislice
#endif
