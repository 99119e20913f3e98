#include "specimen/SymmetryExpansion.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
/** Images that coincide; positions are summed as seen from the first. */
struct Cluster
{
  Vector3                         first{};
  Vector3                         sum{};
  std::vector<DisplacementTensor> displacements;
};

Vector3
NearestDifference(const Vector3 & a, const Vector3 & b)
{
  Vector3 difference{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    difference[k] = a[k] - b[k];
    difference[k] -= std::round(difference[k]);
  }
  return difference;
}

double
Wrapped(double x)
{
  x -= std::floor(x);
  return x >= 1.0 - 1e-9 ? 0.0 : x;
}

SiteImage
MeanOf(const Cluster & cluster, double & change)
{
  SiteImage    image;
  const double count = static_cast<double>(cluster.displacements.size());
  for (std::size_t k = 0; k < 3; ++k)
  {
    image.fractional[k] = Wrapped(cluster.first[k] + cluster.sum[k] / count);
  }
  for (std::size_t k = 0; k < 6; ++k)
  {
    for (const auto & u : cluster.displacements)
    {
      image.displacement[k] += u[k] / count;
    }
    for (const auto & u : cluster.displacements)
    {
      change = std::max(change, std::abs(u[k] - image.displacement[k]));
    }
  }
  return image;
}
} // namespace

ExpandedSite
ExpandSite(const SiteImage & site, const std::vector<SymmetryOperator> & operators, const Matrix3 & cell)
{
  const Matrix3        toCartesian = Transposed(cell);
  std::vector<Cluster> clusters;
  for (const auto & op : operators)
  {
    Vector3 position = Multiply(op.rotation, site.fractional);
    for (std::size_t k = 0; k < 3; ++k)
    {
      position[k] += op.translation[k];
    }
    auto cluster = std::find_if(clusters.begin(), clusters.end(), [&](const Cluster & c) {
      return Norm(Multiply(toCartesian, NearestDifference(position, c.first))) < SpecialPositionDistance;
    });
    if (cluster == clusters.end())
    {
      clusters.push_back({ position, {}, {} });
      cluster = clusters.end() - 1;
    }
    const Vector3 difference = NearestDifference(position, cluster->first);
    for (std::size_t k = 0; k < 3; ++k)
    {
      cluster->sum[k] += difference[k];
    }
    cluster->displacements.push_back(Transform(op.rotation, site.displacement));
  }
  ExpandedSite result;
  for (const auto & cluster : clusters)
  {
    result.images.push_back(MeanOf(cluster, result.displacementChange));
    result.uneven = result.uneven || cluster.displacements.size() != clusters.front().displacements.size();
  }
  return result;
}
} // namespace ElectronMultislice
