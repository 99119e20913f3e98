#include "io/Provenance.h"
#include "execution/HostResources.h"
#include "io/EmdWriter.h"
#include "io/ResultFile.h"
#include "physics/Constants.h"

namespace ElectronMultislice
{
const std::string &
ConventionsText()
{
  static const std::string text =
    "Lengths in Å, spatial frequencies k = 1/d in 1/Å (no 2 pi), angles alpha = wavelength x k. Arrays are stored slowest axis first, x "
    "fastest. Pixel (0, 0) of an image is centred at the supercell's origin; x and y of the supercell are x and y of the image. The beam "
    "travels along +z and enters at z = 0; depths are counted from there. Waves are exp(+2 pi i k.r). Diffraction patterns have the beam "
    "at "
    "index N/2 (integer division). Intensities are fractions of the incident beam. Positive defocus = underfocus, C10 = -defocus, "
    "aberration kernel exp(-i chi). Means over thermal configurations; exit waves and potentials one by one. NaN = not computed.";
  return text;
}

namespace
{
/** What stands behind the last comma: what a processor's name ends with. */
std::string
InstructionSet(const std::string & processor)
{
  const auto comma = processor.rfind(", ");
  return comma == std::string::npos ? "unknown" : processor.substr(comma + 2);
}
} // namespace

void
WriteProvenance(const Hdf5Context & context, hid_t group, const SimulationDescription & description, const Plan & plan)
{
  const MultisliceProblem & problem = plan.problem;
  const std::string         processor = GetProcessorName();
  std::string               devices;
  for (const PlannedDevice & planned : plan.devices)
  {
    devices += (devices.empty() ? "" : "; ") + planned.device.name + " (" + planned.device.description + ")";
  }
  const auto write = [&context, group](const std::string & name, const auto & value) { WriteMetadata(context, group, name, value); };
  write("program", std::string("ElectronMultislice"));
  write("version", GetVersion());
  write("conventions", ConventionsText());
  write("precision", std::string(plan.doublePrecision ? "float64" : "float32"));
  write("devices", devices);
  write("processor", processor);
  write("instruction_set", InstructionSet(processor));
  write("hdf5_library", std::string(H5_VERS_INFO));
  write("structure", description.specimen.structureFile);
  write("seed", std::to_string(description.thermal.seed)); // text: all 64 bits
  write("configurations", static_cast<double>(problem.GetNumberOfConfigurations()));
  write("energy_eV", problem.energy);
  write("wavelength_A", Wavelength(problem.energy));
  write("grid_x", static_cast<double>(problem.grid.nx));
  write("grid_y", static_cast<double>(problem.grid.ny));
  write("transmission_oversampling", static_cast<double>(problem.oversampling));
  write("length_x_A", problem.grid.lengthX);
  write("length_y_A", problem.grid.lengthY);
  write("thickness_A", problem.sliceEdges.back());
  write("slices", static_cast<double>(problem.GetNumberOfSlices()));
}
} // namespace ElectronMultislice
