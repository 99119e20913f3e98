#include "backends/ProblemContent.h"

namespace ElectronMultislice
{
namespace
{
void
AddBackend(ContentBytes & bytes, const Backend & backend, bool doublePrecision)
{
  bytes.Add(backend.GetVariant()).Add(doublePrecision);
}

void
AddGrid(ContentBytes & bytes, const Grid & grid)
{
  bytes.Add(grid.nx).Add(grid.ny).Add(grid.lengthX).Add(grid.lengthY);
}

void
AddLens(ContentBytes & bytes, const Lens & lens)
{
  bytes.Add(lens.semiangle).Add(lens.edge).Add(lens.focalSpread).Add(lens.angularSpread);
  for (const Aberrations::Order & order : Aberrations::Orders)
  {
    bytes.Add(lens.aberrations.GetCoefficient(order.n, order.m)).Add(lens.aberrations.GetAngle(order.n, order.m));
  }
}

/** Adds the incident waves; false if nothing is known of them. */
bool
AddIllumination(ContentBytes & bytes, const MultisliceProblem & problem)
{
  bytes.Add(problem.illumination);
  switch (problem.illumination)
  {
    case Illumination::PlaneWave:
      return true;
    case Illumination::Given: {
      const std::string id = problem.waves ? problem.waves->GetContentId() : std::string();
      bytes.Add(id);
      return !id.empty();
    }
    default:
      AddLens(bytes, problem.lens);
      bytes.Add(problem.positions.size());
      for (const auto & position : problem.positions)
      {
        bytes.AddAll(position);
      }
      return true;
  }
}
} // namespace

Content
GetPotentialContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision)
{
  ContentBytes source; // long, so a part of its own
  if (problem.potential)
  {
    const std::string id = problem.potential->GetContentId();
    if (id.empty())
    {
      return {};
    }
    source.Add(id);
  }
  else
  {
    problem.specimen->AddContent(source);
  }
  ContentBytes way;
  AddBackend(way, backend, doublePrecision);
  AddGrid(way, problem.grid);
  way.Add(problem.potential != nullptr).Add(problem.oversampling).Add(problem.parametrization);
  way.Add(problem.potentialBandLimited ? problem.bandLimit : BandLimit::None);
  return Content().With(source).With(way);
}

Content
GetTransmissionContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision)
{
  const Content potential = GetPotentialContent(problem, backend, doublePrecision);
  return potential.IsEmpty() ? potential : potential.With(ContentBytes().Add(problem.energy).Add(problem.bandLimit));
}

Content
GetIncidentWaveContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision)
{
  ContentBytes bytes;
  AddBackend(bytes, backend, doublePrecision);
  AddGrid(bytes, problem.grid);
  bytes.Add(problem.energy);
  return AddIllumination(bytes, problem) ? Content().With(bytes) : Content();
}

Content
GetWaveContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision)
{
  const Content transmission = GetTransmissionContent(problem, backend, doublePrecision);
  ContentBytes  bytes;
  if (transmission.IsEmpty() || !AddIllumination(bytes, problem))
  {
    return {};
  }
  bytes.Add(problem.tilt.x).Add(problem.tilt.y).Add(problem.propagator).AddAll(problem.sliceEdges).AddAll(problem.exitPlanes);
  return transmission.With(bytes);
}
} // namespace ElectronMultislice
