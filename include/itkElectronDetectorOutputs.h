#ifndef itkElectronDetectorOutputs_h
#define itkElectronDetectorOutputs_h
#include "itkElectronDetectorList.h"
#include "itkImage.h"
#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

namespace itk
{
/** \class ElectronDetectorOutputs
 * \brief Gives a filter detectors, and one two-dimensional output for each component of each detector at each exit plane.
 *
 * Outputs exist from the moment their detector is added, in the order detector, component, exit plane; GetOutputName() names them and
 * GetOutput(name) finds them. A filter may have outputs of its own before them: it names them in GetLeadingOutputNames(). Changing a
 * detector makes the filter run again.
 *
 * TSuperclass is an ImageSource (or a filter) of floating-point images.
 *
 * \ingroup ElectronMultislice
 */
template <typename TSuperclass>
class ITK_TEMPLATE_EXPORT ElectronDetectorOutputs : public TSuperclass
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronDetectorOutputs);

  using Self = ElectronDetectorOutputs;
  using Superclass = TSuperclass;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkTypeMacro(ElectronDetectorOutputs, TSuperclass);

  /** Image of a detector over the scan. */
  using DetectorImageType = Image<typename TSuperclass::OutputImageType::PixelType, 2>;

  /** Adds a detector and its outputs; names must differ. Pixelated detectors are refused. */
  void
  AddDetector(ElectronDetector * detector)
  {
    if (detector)
    {
      this->CheckDetector(*detector);
    }
    m_Detectors.Add(detector);
    this->SynchronizeOutputs();
    this->Modified();
  }

  void
  ClearDetectors()
  {
    m_Detectors.Clear();
    this->SynchronizeOutputs();
    this->Modified();
  }

  unsigned int
  GetNumberOfDetectors() const
  {
    return m_Detectors.GetSize();
  }

  ElectronDetector *
  GetDetector(unsigned int index)
  {
    return m_Detectors.Get(index);
  }

  /** Name of an output: that of the component, with "@<depth in Å>" behind it when there are exit planes. */
  std::string
  GetOutputName(unsigned int index) const
  {
    const auto names = this->GetOutputNames();
    if (index >= names.size())
    {
      throw ExceptionObject(__FILE__,
                            __LINE__,
                            "Output " + std::to_string(index) + " was asked for; there are " + std::to_string(names.size()) +
                              ", counted from 0.",
                            this->GetNameOfClass());
    }
    return names[index];
  }

  /** Names of all outputs in their order. */
  std::vector<std::string>
  GetOutputNames() const
  {
    auto names = this->GetLeadingOutputNames();
    for (const auto & output : this->GetDetectorOutputs())
    {
      names.push_back(output.name);
    }
    return names;
  }

  using Superclass::GetOutput;
  /** The image of a detector by its name; throws and says the names there are. */
  DetectorImageType *
  GetOutput(const std::string & name)
  {
    const std::size_t index = ElectronDetectorList::FindOutput(this->GetOutputNames(), name);
    this->SynchronizeOutputs(); // a detector may have been changed since it was added
    auto * image = dynamic_cast<DetectorImageType *>(this->ProcessObject::GetOutput(index));
    if (!image)
    {
      throw ExceptionObject(__FILE__,
                            __LINE__,
                            "The output \"" + name + "\" is no image of a detector; GetOutput(" + std::to_string(index) + ") gives it.",
                            this->GetNameOfClass());
    }
    return image;
  }

  ModifiedTimeType
  GetMTime() const override
  {
    return std::max(Superclass::GetMTime(), m_Detectors.GetMTime());
  }

  using Superclass::MakeOutput;
  DataObject::Pointer
  MakeOutput(ProcessObject::DataObjectPointerArraySizeType index) override
  {
    return index < this->GetLeadingOutputNames().size() ? Superclass::MakeOutput(index) : DetectorImageType::New().GetPointer();
  }

protected:
  ElectronDetectorOutputs() = default;
  ~ElectronDetectorOutputs() override = default;

  /** Names of the outputs before those of the detectors. */
  virtual std::vector<std::string>
  GetLeadingOutputNames() const
  {
    return {};
  }

  /** Depths in Å of the planes that are detected; none: one plane, which is not named. A filter whose depths change calls
   * SynchronizeOutputs(). */
  virtual std::vector<double>
  GetDetectedDepths() const
  {
    return {};
  }

  /** Throws if this filter cannot use the detector. */
  virtual void
  CheckDetector(const ElectronDetector & detector) const
  {
    if (detector.GetNumberOfComponents() == 0)
    {
      throw ExceptionObject(__FILE__,
                            __LINE__,
                            "The detector \"" + std::string(detector.GetName()) +
                              "\" is pixelated, and the detector outputs of this filter are two-dimensional. Four-dimensional data come "
                              "from ScanningDiffractionImageFilter and ElectronMultisliceSimulation.",
                            this->GetNameOfClass());
    }
  }

  const ElectronDetectorList &
  GetDetectors() const
  {
    return m_Detectors;
  }

  /** What the outputs of the detectors are, in their order. */
  std::vector<ElectronDetectorList::Output>
  GetDetectorOutputs() const
  {
    return m_Detectors.GetOutputs(this->GetDetectedDepths());
  }

  /** Index of the first output of a detector. */
  unsigned int
  GetFirstDetectorOutput() const
  {
    return static_cast<unsigned int>(this->GetLeadingOutputNames().size());
  }

  /** The image of a detector by its place among the outputs of the detectors. */
  DetectorImageType *
  GetDetectorImage(std::size_t index)
  {
    return static_cast<DetectorImageType *>(this->ProcessObject::GetOutput(this->GetFirstDetectorOutput() + index));
  }

  /** As many outputs as there are names, and at least one, each of its type. Called at every change of names; filters call it in
   * GenerateOutputInformation(), since a detector may have been changed after it was added. */
  void
  SynchronizeOutputs()
  {
    const std::size_t count = std::max<std::size_t>(1, this->GetOutputNames().size());
    this->SetNumberOfIndexedOutputs(count);
    for (std::size_t i = 0; i < count; ++i)
    {
      if (!this->HasTypeOfOutput(i))
      {
        this->SetNthOutput(i, this->MakeOutput(i));
        this->ProcessObject::GetOutput(i)->SetPipelineMTime(this->ProcessObject::GetOutput(0)->GetPipelineMTime());
      }
    }
  }

  void
  PrintSelf(std::ostream & os, Indent indent) const override
  {
    Superclass::PrintSelf(os, indent);
    m_Detectors.Print(os, indent);
  }

private:
  bool
  HasTypeOfOutput(std::size_t index)
  {
    const DataObject * output = this->ProcessObject::GetOutput(index);
    if (std::is_same<DetectorImageType, typename TSuperclass::OutputImageType>::value)
    {
      return output != nullptr;
    }
    const bool isDetectorImage = dynamic_cast<const DetectorImageType *>(output) != nullptr;
    return output && isDetectorImage == (index >= this->GetFirstDetectorOutput());
  }

  ElectronDetectorList m_Detectors;
};
} // namespace itk
#endif
