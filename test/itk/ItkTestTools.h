#ifndef test_itk_ItkTestTools_h
#define test_itk_ItkTestTools_h
#include "itkAtomicStructure.h"
#include "itkElectronAnnularDetector.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageRegionConstIterator.h"
#include "itkRasterScanPattern.h"
#include "itkScanningDetectorImageFilter.h"
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace test
{
template <typename T>
using Potential = itk::Image<T, 3>;
template <typename T>
using Scan = itk::Image<T, 2>;
template <typename T>
using Source = itk::ElectronPotentialImageSource<Potential<T>>;
template <typename T>
using Filter = itk::ScanningDetectorImageFilter<Potential<T>, Scan<T>>;

/** Three atoms in a right-angled cell without any symmetry: one heavy atom off the centre. */
inline itk::AtomicStructure::Pointer
MakeStructure()
{
  auto structure = itk::AtomicStructure::New();
  structure->SetPositions({ 1.0, 1.5, 0.5, 2.5, 0.75, 2.0, 3.0, 4.0, 3.5 });
  structure->SetAtomicNumbers({ 79, 14, 8 });
  structure->SetMeanSquareDisplacements({ 0.006, 0.007, 0.008 });
  structure->SetCell({ 4.0, 5.0, 4.0 });
  return structure;
}

/** 2 x 2 cells, slices of 2 Å, waves of 48 x 60 pixels. */
template <typename T>
typename Source<T>::Pointer
MakeSource(const itk::AtomicStructure * structure)
{
  auto source = Source<T>::New();
  source->SetStructure(structure);
  source->SetRepetitions(2, 2, 2);
  source->SetGridSize(48, 60);
  source->SetSliceThickness(2.0);
  return source;
}

inline itk::ElectronAnnularDetector::Pointer
MakeAnnularDetector(const char * name, double inner, double outer)
{
  auto detector = itk::ElectronAnnularDetector::New();
  detector->SetName(name);
  detector->SetInnerAngleInMilliradians(inner);
  detector->SetOuterAngleInMilliradians(outer);
  return detector;
}

inline itk::RasterScanPattern::Pointer
MakeScan(itk::SizeValueType x, itk::SizeValueType y)
{
  auto scan = itk::RasterScanPattern::New();
  scan->SetStart(0.25, 0.5);
  scan->SetStep(0.5, 0.625);
  scan->SetCount(x, y);
  return scan;
}

/** 100 kV, 25 mrad, bright field and annular dark field; 5 x 4 positions. */
template <typename T>
typename Filter<T>::Pointer
MakeFilter(const Potential<T> * potential, const itk::RasterScanPattern * scan = nullptr)
{
  auto filter = Filter<T>::New();
  filter->SetInput(potential);
  filter->SetScanPattern(scan ? scan : MakeScan(5, 4).GetPointer());
  filter->SetEnergy(100e3);
  filter->SetSemiangleInMilliradians(25.0);
  filter->AddDetector(MakeAnnularDetector("bf", 0.0, 25.0));
  filter->AddDetector(MakeAnnularDetector("adf", 30.0, 60.0));
  return filter;
}

/** Zeros over angles in rad; origin: angles of index (0, 0). */
template <typename T>
typename itk::Image<T, 2>::Pointer
MakeAngleImage(const itk::ImageRegion<2> & region, double spacingX, double spacingY, double originX, double originY)
{
  auto         image = itk::Image<T, 2>::New();
  const double spacing[] = { spacingX, spacingY };
  const double origin[] = { originX, originY };
  image->SetRegions(region);
  image->SetSpacing(spacing);
  image->SetOrigin(origin);
  image->Allocate(true);
  return image;
}

/** Pixels of the buffered region, x fastest. */
template <typename TImage>
std::vector<typename TImage::PixelType>
Pixels(const TImage * image)
{
  std::vector<typename TImage::PixelType> values;
  itk::ImageRegionConstIterator<TImage>   it(image, image->GetBufferedRegion());
  for (; !it.IsAtEnd(); ++it)
  {
    values.push_back(it.Get());
  }
  return values;
}

/** Description of the ITK exception that the function throws; "nothing thrown" if none. */
inline std::string
ErrorText(const std::function<void()> & function)
{
  try
  {
    function();
  }
  catch (const itk::ExceptionObject & error)
  {
    return error.GetDescription();
  }
  return "nothing thrown";
}

template <typename TObject>
std::string
Printed(const TObject * object)
{
  std::ostringstream text;
  object->Print(text);
  return text.str();
}

inline testing::AssertionResult
Contains(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos ? testing::AssertionSuccess()
                                              : testing::AssertionFailure() << "\"" << part << "\" is not in \"" << text << "\"";
}

/** How often a filter has run. */
class RunCounter
{
public:
  explicit RunCounter(itk::ProcessObject * process)
    : m_Count(std::make_shared<int>(0))
  {
    process->AddObserver(itk::StartEvent(), [count = m_Count](const itk::EventObject &) { ++*count; });
  }
  int
  Get() const
  {
    return *m_Count;
  }

private:
  std::shared_ptr<int> m_Count;
};

/** A folder of its own for a test, removed at the end. */
class TemporaryFolder
{
public:
  TemporaryFolder()
    : m_Path(std::filesystem::temp_directory_path() /
             ("electron-multislice-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + "-" +
              std::to_string(std::hash<const void *>{}(this) % 1000000) + std::to_string(std::time(nullptr))))
  {
    std::filesystem::create_directories(m_Path);
  }
  ~TemporaryFolder()
  {
    std::error_code ignored;
    std::filesystem::remove_all(m_Path, ignored);
  }
  std::string
  Write(const std::string & name, const std::string & content) const
  {
    std::ofstream(m_Path / name, std::ios::binary) << content;
    return (m_Path / name).u8string();
  }
  std::string
  Path(const std::string & name) const
  {
    return (m_Path / std::filesystem::u8path(name)).u8string();
  }

private:
  std::filesystem::path m_Path;
};

/** A cubic cell with one atom at the origin, as extended XYZ. */
inline std::string
CubicXyz(double a, const std::string & symbol)
{
  std::ostringstream text;
  text << "1\nLattice=\"" << a << " 0 0 0 " << a << " 0 0 0 " << a << "\" Properties=species:S:1:pos:R:3\n" << symbol << " 0 0 0\n";
  return text.str();
}
} // namespace test
#endif
