#ifndef test_specimen_TestStructures_h
#define test_specimen_TestStructures_h
#include "common/Error.h"
#include "specimen/Structure.h"
#include <gtest/gtest.h>
#include <string>

namespace ElectronMultislice
{
inline Structure
Box(double a, double b, double c)
{
  Structure structure;
  structure.cell = { Vector3{ a, 0, 0 }, Vector3{ 0, b, 0 }, Vector3{ 0, 0, c } };
  structure.source = "test";
  return structure;
}

inline Atom
MakeAtom(int atomicNumber, const Vector3 & position, double occupancy = 1.0, double meanSquareDisplacement = 0.0)
{
  Atom atom;
  atom.atomicNumber = atomicNumber;
  atom.position = position;
  atom.occupancy = occupancy;
  atom.displacement = IsotropicDisplacement(meanSquareDisplacement);
  return atom;
}

/** The text of the Input (or File) error that a call throws; a failure if it throws none. */
template <typename TFunction>
std::string
ErrorOf(TFunction && function, ErrorKind kind = ErrorKind::Input)
{
  try
  {
    function();
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

inline testing::AssertionResult
Contains(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos ? testing::AssertionSuccess()
                                              : testing::AssertionFailure() << "\"" << part << "\" is not in: " << text;
}

#define EXPECT_CONTAINS(text, part) EXPECT_TRUE(::ElectronMultislice::Contains((text), (part)))
} // namespace ElectronMultislice
#endif
