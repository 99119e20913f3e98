#include "JobTestSupport.h"
#include "common/Error.h"
#include "io/JobFile.h"
#include <fstream>
#include <gtest/gtest.h>
#include <random>

namespace ElectronMultislice
{
std::string
SmallJob()
{
  return "specimen:\n"                                                 // 1
         "  structure: SrTiO3.cif\n"                                   // 2
         "potential:\n"                                                // 3
         "  grid: [64, 48]\n"                                          // 4
         "beam:\n"                                                     // 5
         "  energy: 200 keV\n"                                         // 6
         "illumination:\n"                                             // 7
         "  type: probe\n"                                             // 8
         "  semiangle: 20 mrad\n"                                      // 9
         "scan:\n"                                                     // 10
         "  step: [0.2, 0.3]\n"                                        // 11
         "  count: [4, 3]\n"                                           // 12
         "detectors:\n"                                                // 13
         "  haadf: {type: annular, inner: 50 mrad, outer: 80 mrad}\n"; // 14
}

std::string
SmallJobWith(const std::string & old, const std::string & replacement)
{
  std::string       text = SmallJob();
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), replacement);
}

SimulationDescription
ReadJob(const std::string & text)
{
  return ReadJobText(text, "job.yaml", "/base");
}

std::string
JobRefusal(const std::string & text, int exitCode)
{
  try
  {
    ReadJob(text);
    ADD_FAILURE() << "taken:\n" << text;
  }
  catch (const Error & error)
  {
    EXPECT_EQ(static_cast<int>(error.GetKind()), exitCode) << error.what();
    return error.what();
  }
  return "";
}

void
ExpectContains(const std::string & text, const std::string & part)
{
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in \"" << text << "\"";
}

namespace
{
void
ExpectEqual(const Structure & a, const Structure & b)
{
  EXPECT_EQ(a.cell, b.cell);
  EXPECT_EQ(a.hasDisplacements, b.hasDisplacements);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.remarks, b.remarks);
  ASSERT_EQ(a.atoms.size(), b.atoms.size());
  for (std::size_t i = 0; i < a.atoms.size(); ++i)
  {
    EXPECT_EQ(a.atoms[i].atomicNumber, b.atoms[i].atomicNumber);
    EXPECT_EQ(a.atoms[i].position, b.atoms[i].position);
    EXPECT_EQ(a.atoms[i].occupancy, b.atoms[i].occupancy);
    EXPECT_EQ(a.atoms[i].displacement, b.atoms[i].displacement);
    EXPECT_EQ(a.atoms[i].charge, b.atoms[i].charge);
    EXPECT_EQ(a.atoms[i].site, b.atoms[i].site);
  }
}

void
ExpectEqual(const Lens & a, const Lens & b)
{
  EXPECT_EQ(a.semiangle, b.semiangle);
  EXPECT_EQ(a.edge, b.edge);
  EXPECT_TRUE(a.aberrations == b.aberrations);
  EXPECT_EQ(a.focalSpread, b.focalSpread);
  EXPECT_EQ(a.angularSpread, b.angularSpread);
}

void
ExpectEqual(const Detector & a, const Detector & b)
{
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.type, b.type);
  EXPECT_EQ(a.inner, b.inner);
  EXPECT_EQ(a.outer, b.outer);
  EXPECT_EQ(a.radial, b.radial);
  EXPECT_EQ(a.azimuthal, b.azimuthal);
  EXPECT_EQ(a.rotation, b.rotation);
  EXPECT_EQ(a.divided, b.divided);
}
} // namespace

void
ExpectEqual(const SimulationDescription & a, const SimulationDescription & b)
{
  EXPECT_EQ(a.specimen.structureFile, b.specimen.structureFile);
  EXPECT_EQ(a.specimen.block, b.specimen.block);
  EXPECT_EQ(a.specimen.repetitions, b.specimen.repetitions);
  EXPECT_EQ(a.specimen.beamAxis, b.specimen.beamAxis);
  EXPECT_EQ(a.specimen.padding, b.specimen.padding);
  ASSERT_EQ(a.specimen.structures == nullptr, b.specimen.structures == nullptr);
  if (a.specimen.structures)
  {
    ASSERT_EQ(a.specimen.structures->size(), b.specimen.structures->size());
    for (std::size_t i = 0; i < a.specimen.structures->size(); ++i)
    {
      ExpectEqual(a.specimen.structures->at(i), b.specimen.structures->at(i));
    }
  }
  EXPECT_EQ(a.potential.grid, b.potential.grid);
  EXPECT_EQ(a.potential.sampling, b.potential.sampling);
  EXPECT_EQ(a.potential.slicing.thickness, b.potential.slicing.thickness);
  EXPECT_EQ(a.potential.slicing.count, b.potential.slicing.count);
  EXPECT_EQ(a.potential.slicing.thicknesses, b.potential.slicing.thicknesses);
  EXPECT_EQ(a.potential.parametrization, b.potential.parametrization);
  EXPECT_EQ(a.potential.oversampling, b.potential.oversampling);
  EXPECT_EQ(a.thermal.model, b.thermal.model);
  EXPECT_EQ(a.thermal.configurations, b.thermal.configurations);
  EXPECT_EQ(a.thermal.seed, b.thermal.seed);
  EXPECT_EQ(a.thermal.meanSquareDisplacement, b.thermal.meanSquareDisplacement);
  EXPECT_EQ(a.energy, b.energy);
  EXPECT_EQ(a.tilt.x, b.tilt.x);
  EXPECT_EQ(a.tilt.y, b.tilt.y);
  EXPECT_EQ(a.illumination, b.illumination);
  ExpectEqual(a.lens, b.lens);
  ASSERT_EQ(a.imaging.has_value(), b.imaging.has_value());
  if (a.imaging)
  {
    ExpectEqual(a.imaging->lens, b.imaging->lens);
    EXPECT_EQ(a.imaging->defoci, b.imaging->defoci);
    EXPECT_EQ(a.imaging->noise.dose, b.imaging->noise.dose);
    EXPECT_EQ(a.imaging->noise.seed, b.imaging->noise.seed);
  }
  EXPECT_EQ(a.scan.start, b.scan.start);
  EXPECT_EQ(a.scan.step, b.scan.step);
  EXPECT_EQ(a.scan.count, b.scan.count);
  EXPECT_EQ(a.scan.rotation, b.scan.rotation);
  EXPECT_EQ(a.scan.positions, b.scan.positions);
  ASSERT_EQ(a.detectors.size(), b.detectors.size());
  for (std::size_t i = 0; i < a.detectors.size(); ++i)
  {
    ExpectEqual(a.detectors[i], b.detectors[i]);
  }
  EXPECT_EQ(a.exitPlaneDepths, b.exitPlaneDepths);
  EXPECT_EQ(a.exitPlaneEvery, b.exitPlaneEvery);
  EXPECT_EQ(a.numerics.propagator, b.numerics.propagator);
  EXPECT_EQ(a.numerics.bandLimit, b.numerics.bandLimit);
  EXPECT_EQ(a.numerics.potentialBandLimited, b.numerics.potentialBandLimited);
  EXPECT_EQ(a.output.file, b.output.file);
  EXPECT_EQ(a.output.images, b.output.images);
  EXPECT_EQ(a.output.keep, b.output.keep);
  EXPECT_EQ(a.execution, b.execution);
  EXPECT_EQ(a.baseDirectory, b.baseDirectory);
}

TemporaryFolder::TemporaryFolder()
  : m_Path(std::filesystem::temp_directory_path() /
           std::filesystem::u8path("electron-multislice-структура_Å-" + std::to_string(std::random_device()())))
{
  std::filesystem::create_directories(m_Path);
}

TemporaryFolder::~TemporaryFolder()
{
  std::error_code ignored;
  std::filesystem::remove_all(m_Path, ignored);
}

std::string
TemporaryFolder::GetPath(const std::string & name) const
{
  return (m_Path / std::filesystem::u8path(name)).u8string();
}

std::string
TemporaryFolder::Write(const std::string & name, const std::string & text) const
{
  const std::string path = GetPath(name);
  std::filesystem::create_directories(std::filesystem::u8path(path).parent_path());
  std::ofstream(std::filesystem::u8path(path), std::ios::binary) << text;
  return path;
}
} // namespace ElectronMultislice
