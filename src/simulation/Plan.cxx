#include "simulation/Plan.h"
#include "common/Text.h"
#include "physics/Constants.h"

namespace ElectronMultislice
{
namespace
{
void
AddRow(std::string & text, const std::string & name, const std::string & value)
{
  text += "  " + name + std::string(name.size() < 15 ? 15 - name.size() : 1, ' ') + value + "\n";
}

std::string
IlluminationText(const MultisliceProblem & problem)
{
  switch (problem.illumination)
  {
    case Illumination::PlaneWave:
      return "plane wave";
    case Illumination::Given:
      return FormatCount(problem.GetNumberOfWaves(), "given wave");
    default:
      return FormatCount(problem.positions.size(), "probe position") + ", semiangle " + FormatNumber(problem.lens.semiangle * 1e3, 4) +
             " mrad";
  }
}
} // namespace

std::string
Plan::ToText() const
{
  const Grid & grid = problem.grid;
  const double wavelength = Wavelength(problem.energy);
  const double limit = BandLimitCutoff(problem.bandLimit, grid.GetSpacingX(), grid.GetSpacingY());
  std::string  text = "Plan\n";
  AddRow(text,
         "specimen",
         (problem.specimen ? FormatCount(problem.specimen->GetAtoms().size(), "atom") + " in " : std::string("given potential, ")) +
           FormatNumber(grid.lengthX, 6) + " x " + FormatNumber(grid.lengthY, 6) + " x " + FormatNumber(problem.sliceEdges.back(), 6) +
           " Å");
  AddRow(text,
         "grid",
         std::to_string(grid.nx) + " x " + std::to_string(grid.ny) + " pixels of " + FormatNumber(grid.GetSpacingX(), 4) + " x " +
           FormatNumber(grid.GetSpacingY(), 4) + " Å, band limit " + FormatNumber(1e3 * wavelength * limit, 4) +
           " mrad; transmission functions formed " + FormatCount(problem.oversampling, "time") + " finer");
  AddRow(text,
         "slices",
         FormatCount(problem.GetNumberOfSlices(), "slice") + " of " +
           FormatNumber(problem.sliceEdges.back() / static_cast<double>(problem.GetNumberOfSlices()), 5) + " Å, " +
           FormatCount(problem.exitPlanes.size(), "exit plane") + ", " +
           FormatCount(problem.GetNumberOfConfigurations(), "thermal configuration"));
  AddRow(text,
         "beam",
         FormatNumber(problem.energy / 1e3, 6) + " keV, wavelength " + FormatNumber(wavelength, 6) + " Å, " + IlluminationText(problem));
  std::string detectors;
  for (const Detector & detector : problem.detectors)
  {
    detectors += (detectors.empty() ? "" : ", ") + detector.name;
  }
  AddRow(text, "detectors", detectors.empty() ? "none" : detectors);
  if (!problem.images.empty())
  {
    const Lens & lens = problem.images.front();
    std::string  defoci;
    for (const Lens & image : problem.images)
    {
      defoci += (defoci.empty() ? "" : ", ") + FormatNumber(image.aberrations.GetDefocus() + 0.0, 6); // + 0 makes -0 a 0
    }
    AddRow(text,
           "images",
           FormatCount(problem.images.size() * problem.exitPlanes.size(), "image") + ": defocus " + defoci + " Å, " +
             (lens.semiangle > 0.0 ? "aperture " + FormatNumber(lens.semiangle * 1e3, 4) + " mrad" : std::string("no aperture")) +
             (problem.imageNoise.dose > 0.0 ? ", dose " + FormatNumber(problem.imageNoise.dose) + " e/Å²" : std::string()));
  }
  AddRow(text, "precision", doublePrecision ? "float64" : "float32");
  AddRow(text,
         "work",
         FormatCount(numberOfUnits, "unit") + " of at most " + FormatCount(batch, "wave") + "; results written in blocks of " +
           FormatCount(block, "wave"));
  for (const PlannedDevice & planned : devices)
  {
    AddRow(text,
           planned.device.name,
           planned.device.description + "; slices kept: " + std::to_string(planned.setup.sliceChunk) + " x " +
             FormatCount(planned.setup.configurations, "configuration") + "; memory " + FormatBytes(planned.memory.Total()) + " (slices " +
             FormatBytes(planned.memory.transmission) + ", waves " + FormatBytes(planned.memory.waves) + ", work " +
             FormatBytes(planned.memory.work) + ")");
  }
  AddRow(text, "host memory", FormatBytes(hostMemory) + " predicted, limit " + FormatBytes(hostMemoryLimit));
  AddRow(text, "results", FormatBytes(resultBytes));
  AddRow(text, "time", "about " + FormatDuration(estimatedSeconds) + " (rough)");
  return text + report.ToText();
}
} // namespace ElectronMultislice
