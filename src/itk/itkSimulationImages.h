#ifndef itk_itkSimulationImages_h
#define itk_itkSimulationImages_h
#include "itkDataObject.h"
#include "simulation/Description.h"
#include <string>
#include <utility>
#include <vector>

namespace itk
{
/** Images by name, in the order of the job's detectors. */
using NamedImages = std::vector<std::pair<std::string, DataObject::Pointer>>;

template <typename T>
class ImageSink;

/** Allocates the images of a run with their geometry and metadata and lets the sink write to them. */
template <typename T>
NamedImages
MakeSimulationImages(const ::ElectronMultislice::SimulationDescription & description,
                     const ::ElectronMultislice::MultisliceProblem &     problem,
                     ImageSink<T> &                                      sink);
} // namespace itk
#endif
