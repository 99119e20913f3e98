#ifndef specimen_AtomRecords_h
#define specimen_AtomRecords_h
#include "specimen/Structure.h"
#include <string>

namespace ElectronMultislice
{
/** \class AtomRecords
 * \brief What all structure readers do alike: occupancies, left-out atoms, shared sites, remarks. */
class AtomRecords
{
public:
  AtomRecords(const std::string & name, Structure & structure);

  /** Adds an atom read at a line. Occupancy 0: left out; up to 1.01: 1; below 0 or above: Input error with the line. */
  void
  Add(Atom atom, std::size_t line);

  /** Input error if nothing was added; numbers the shared sites; sets hasDisplacements; writes the remarks. */
  void
  Finish();

private:
  std::string m_Name;
  Structure & m_Structure;
  std::size_t m_LeftOut = 0;
};

/** Isotropic tensor of B = 8 pi² u². */
DisplacementTensor
DisplacementFromB(double b);
} // namespace ElectronMultislice
#endif
