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
  enum class Kind
  {
    Scalar,      ///< a component over the scan
    MeanPattern, ///< mean over the positions
    Patterns,    ///< the patterns of a few positions side by side
    Lens,        ///< by an objective lens
    Waves        ///< exit waves of a few positions side by side, or of the first one
  };
  std::string path; ///< without ending: <stem>-<component>[-<depth>A], <stem>-image-<defocus>A[-<depth>A]
  std::string title;
  Kind        kind = Kind::Scalar;
  std::size_t array = 0; ///< in the layout
  std::size_t plane = 0;
  std::size_t component = 0;          ///< or defocus
  std::size_t tilesX = 1, tilesY = 1; ///< positions side by side
};

/** Files of an image: <path>.tif or <path>.png; the TIFFs of a wave are <path>-amplitude.tif and <path>-phase.tif (rad). Input error for an
 * unknown format. */
std::vector<std::string>
ImageFilePaths(const PlannedImage & image, const std::string & format);

/** Images of every component, averaged pattern, defocus and exit wave (of the first configuration) at every exit plane; where at most 36
 * positions were recorded, also their patterns one by one. No scalar images for a list of positions or a plane wave: those are no images.
 */
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
} // namespace ElectronMultislice
#endif
