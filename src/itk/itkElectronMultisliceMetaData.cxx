#include "itkElectronMultisliceMetaData.h"
#include "itkMetaDataObject.h"
#include "io/JobFile.h"
#include "io/ResultFile.h"
#include <algorithm>
#include <yaml-cpp/yaml.h>

namespace itk
{
namespace
{
constexpr std::size_t LargestJob = 30000; ///< bytes
constexpr std::size_t LeastPerAtom = 20;  ///< bytes of an atom in a job text
constexpr std::size_t LongestPiece = 480; ///< bytes; MetaIO reads 500 of a line while it writes in pieces

constexpr const char * WaveJob = "ElectronMultislice.wave_job";

std::string
KeyOfPiece(std::size_t piece, const std::string & key = "ElectronMultislice.job")
{
  return piece == 0 ? key : key + "." + std::to_string(piece);
}

/** Bytes of the next piece: whole characters, no blank at an end, since readers trim values. */
std::size_t
LengthOfPiece(const std::string & text, std::size_t first)
{
  std::size_t length = std::min(LongestPiece, text.size() - first);
  const auto  isCut = [&](std::size_t place) {
    const auto next = static_cast<unsigned char>(text[place]);
    return (next & 0xc0u) == 0x80u || text[place] == ' ' || text[place - 1] == ' ';
  };
  while (first + length < text.size() && length > 1 && isCut(first + length))
  {
    --length;
  }
  return length;
}

void
SetFlowStyle(YAML::Node node)
{
  if (node.IsMap())
  {
    node.SetStyle(YAML::EmitterStyle::Flow);
    for (const auto & entry : node)
    {
      SetFlowStyle(entry.second);
    }
  }
  else if (node.IsSequence())
  {
    node.SetStyle(YAML::EmitterStyle::Flow);
    for (const auto & entry : node)
    {
      SetFlowStyle(entry);
    }
  }
}

/** The same YAML on one line. */
std::string
OnOneLine(const std::string & yaml)
{
  const YAML::Node node = YAML::Load(yaml);
  SetFlowStyle(node);
  YAML::Emitter emitter;
  emitter << node;
  return emitter.c_str();
}
} // namespace

ElectronMultisliceMetaData::ElectronMultisliceMetaData(const ::ElectronMultislice::SimulationDescription & description, bool isWholeRun)
  : m_Energy(description.energy)
  , m_Seed(std::to_string(description.thermal.seed))
{
  if (!isWholeRun)
  {
    return;
  }
  const auto & detectors = description.detectors;
  if (std::any_of(detectors.begin(), detectors.end(), [](const auto & detector) { return detector.map != nullptr; }))
  {
    m_JobOmitted = "A detector has a measured sensitivity map, which is in no file that a job could name.";
    return;
  }
  std::size_t atoms = 0;
  if (description.specimen.structures)
  {
    for (const auto & structure : *description.specimen.structures)
    {
      atoms += structure.atoms.size();
    }
  }
  if (atoms * LeastPerAtom < LargestJob)
  {
    m_Job = OnOneLine(::ElectronMultislice::WriteJobText(description));
  }
  if (m_Job.empty() || m_Job.size() > LargestJob)
  {
    m_Job.clear();
    m_JobOmitted = "The job holds " + std::to_string(atoms) + " atoms that are in no file; GetJobText() gives it.";
  }
}

std::string
ElectronMultisliceMetaData::ReadJob(const MetaDataDictionary & dictionary)
{
  std::string job, piece;
  for (std::size_t i = 0; ExposeMetaData<std::string>(dictionary, KeyOfPiece(i), piece); ++i)
  {
    job += piece;
  }
  return job;
}

void
ElectronMultisliceMetaData::MoveToWaveJob(MetaDataDictionary & dictionary)
{
  std::string text;
  for (std::size_t piece = 0; ExposeMetaData<std::string>(dictionary, KeyOfPiece(piece), text); ++piece)
  {
    EncapsulateMetaData<std::string>(dictionary, KeyOfPiece(piece, WaveJob), text);
    dictionary.Erase(KeyOfPiece(piece));
  }
  dictionary.Erase("ElectronMultislice.job_omitted");
}

void
ElectronMultisliceMetaData::EraseWaveJob(MetaDataDictionary & dictionary)
{
  for (std::size_t piece = 0; dictionary.Erase(KeyOfPiece(piece, WaveJob)); ++piece)
  {}
}

void
ElectronMultisliceMetaData::Put(MetaDataDictionary & dictionary, const std::string & units, const std::string & quantity) const
{
  EncapsulateMetaData<std::string>(dictionary, "units", units);
  EncapsulateMetaData<std::string>(dictionary, "quantity", quantity);
  EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.version", ::ElectronMultislice::GetVersion());
  EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.seed", m_Seed);
  if (m_Energy > 0.0)
  {
    EncapsulateMetaData<double>(dictionary, "energy_eV", m_Energy);
  }
  // nothing of an earlier run stays behind
  for (std::size_t piece = 0; dictionary.Erase(KeyOfPiece(piece)); ++piece)
  {}
  dictionary.Erase("ElectronMultislice.job_omitted");
  std::size_t piece = 0;
  for (std::size_t first = 0; first < m_Job.size(); ++piece)
  {
    const std::size_t length = LengthOfPiece(m_Job, first);
    EncapsulateMetaData<std::string>(dictionary, KeyOfPiece(piece), m_Job.substr(first, length));
    first += length;
  }
  if (!m_JobOmitted.empty())
  {
    EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.job_omitted", m_JobOmitted);
  }
}
} // namespace itk
