#ifndef itkAtomicStructure_h
#define itkAtomicStructure_h
#include "itkDataObject.h"
#include "itkObjectFactory.h"
#include "ElectronMultisliceExport.h"
#include <memory>
#include <string>
#include <vector>

namespace itk
{
/** \class AtomicStructure
 * \brief Atoms in a cell: positions, elements, occupancies, thermal displacements, charges, shared sites.
 *
 * All numbers go in and out in bulk, as one std::vector per property with the atoms in the same order. The positions decide the number of
 * atoms, so set them first; every other setter needs one value per atom (or 6 for tensors) and throws an ExceptionObject otherwise. When
 * the number of atoms changes, all other properties return to their defaults.
 *
 * Lengths are in ångström, mean-square displacements in Å² along one direction (B = 8 pi² u²), angles of the cell in degrees. The cell
 * may be oblique here; filters that need a right-angled one refuse it with the angle. Repetition, beam axis and padding belong to
 * ElectronPotentialImageSource.
 *
 * A structure may hold several frames (snapshots of the same cell), for ElectronMultisliceEnums::ThermalModel::Frames: AddFrame() after
 * everything else is set; any later setter drops the added frames.
 *
 * A data object of the pipeline: every change counts as Modified(). Not thread-safe while it is being changed.
 *
 * \sa AtomicStructureFileReader
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT AtomicStructure : public DataObject
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(AtomicStructure);

  using Self = AtomicStructure;
  using Superclass = DataObject;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(AtomicStructure, DataObject);

  /** x, y, z of each atom in Å (Cartesian), one after another; any finite numbers, also outside the cell (wrapped later). */
  void
  SetPositions(const std::vector<double> & positions);
  std::vector<double>
  GetPositions() const;

  /** One per atom, 1 to 118. Default 0: unknown, refused when the structure is used. */
  void
  SetAtomicNumbers(const std::vector<int> & atomicNumbers);
  std::vector<int>
  GetAtomicNumbers() const;

  /** Probability that a site holds its atom, above 0 and at most 1. Default 1. */
  void
  SetOccupancies(const std::vector<double> & occupancies);
  std::vector<double>
  GetOccupancies() const;

  /** Mean-square thermal displacements in Å²: one number per atom (isotropic u² of one direction), or six (Cartesian U_xx, U_yy, U_zz,
   * U_xy, U_xz, U_yz). Default 0. The getter always gives six per atom. */
  void
  SetMeanSquareDisplacements(const std::vector<double> & displacements);
  std::vector<double>
  GetMeanSquareDisplacements() const;

  /** Charges in elementary charges. Default 0. Kept; tables of neutral atoms do not use them. */
  void
  SetCharges(const std::vector<double> & charges);
  std::vector<double>
  GetCharges() const;

  /** Atoms with the same number >= 0 share one site and exclude each other (their occupancies must not sum to more than 1).
   * Default -1: a site of its own. */
  void
  SetSites(const std::vector<int> & sites);
  std::vector<int>
  GetSites() const;

  /** Vectors a, b, c in Å, Cartesian: nine numbers (a, then b, then c), or three lengths of a right-angled cell along x, y, z. */
  void
  SetCell(const std::vector<double> & cell);
  /** Nine numbers. */
  std::vector<double>
  GetCell() const;

  /** Lengths in Å and angles in degrees; a is put along x, b into the xy plane. */
  void
  SetCellParameters(double a, double b, double c, double alpha = 90.0, double beta = 90.0, double gamma = 90.0);
  /** a, b, c in Å, alpha, beta, gamma in degrees; zeros while there is no cell. */
  std::vector<double>
  GetCellParameters() const;

  /** One more snapshot: positions of the same atoms in Å. */
  void
  AddFrame(const std::vector<double> & positions);
  /** 0 while empty. */
  unsigned int
  GetNumberOfFrames() const;
  /** Positions in Å of one frame; frame 0 is what GetPositions() gives. */
  std::vector<double>
  GetFramePositions(unsigned int frame) const;

  std::size_t
  GetNumberOfAtoms() const;

  /** Sum of the occupancies. */
  double
  GetTotalOccupancy() const;

  /** Symbols with the sums of their occupancies, ascending by atomic number: "O 3, Ti 1, Sr 1". */
  std::string
  GetComposition() const;

  /** Where the atoms come from: file and data block, or empty. */
  std::string
  GetProvenance() const;

  /** What a reader decided: thermal unit in the file and what it became, source of the symmetry, merged sites. */
  std::vector<std::string>
  GetRemarks() const;

  /** Several lines for people: atoms, composition, cell, occupancies, thermal displacements, remarks. */
  std::string
  GetSummary() const;

  /** Forgets everything. */
  void
  Initialize() override;

  /** Takes over the content of another AtomicStructure (shared until one of them is changed). */
  void
  Graft(const DataObject * data) override;

protected:
  AtomicStructure();
  ~AtomicStructure() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  friend struct AtomicStructureAccess;
  struct Implementation;
  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace itk
#endif
