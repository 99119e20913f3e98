#ifndef specimen_CifDocument_h
#define specimen_CifDocument_h
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** One value of a CIF, without its quotes. */
struct CifValue
{
  std::string text;
  std::size_t line = 0;
  bool        known = true; ///< false for an unquoted ? or .
};

/** Values of one tag: of a loop's column, or the single one of a pair. */
struct CifColumn
{
  std::vector<CifValue> values;
  std::size_t           loop = 0; ///< columns of one loop have the same number; 0: a pair
};

/** \class CifBlock
 * \brief A data block. Tags are looked up in lower case with '_' for '.', so that old names, DDLm names and magCIF names are alike. */
class CifBlock
{
public:
  CifBlock(std::string fileName, std::string blockName)
    : m_FileName(std::move(fileName))
    , m_Name(std::move(blockName))
  {}
  const std::string &
  GetFileName() const
  {
    return m_FileName;
  }
  const std::string &
  GetName() const
  {
    return m_Name;
  }

  void
  Add(const std::string & tag, CifColumn column);

  /** Column of a tag, or null. Input error if the tag stands there twice with different values. */
  const CifColumn *
  Find(const std::string & tag) const;

  /** First value of the first tag that has a known one, or null. */
  const CifValue *
  FindValue(const std::vector<std::string> & tags) const;

private:
  std::string                      m_FileName;
  std::string                      m_Name;
  std::map<std::string, CifColumn> m_Columns;
  std::set<std::string>            m_Contradicting;
};

/** Blocks of a CIF text, parsed by gemmi's grammar. Input error "name:line: ..." for bad syntax. */
std::vector<CifBlock>
ParseCif(const std::string & text, const std::string & name);

/** "0.1234(5)" -> 0.1234; false if it is no finite number. */
bool
ParseCifNumber(const std::string & text, double & value);
} // namespace ElectronMultislice
#endif
