// consumer STRUCTURE: says how many atoms the structure has.
#include "itkAtomicStructureFileReader.h"
#include <iostream>

int
main(int, char * argv[])
{
  auto reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(argv[1]);
  reader->Update();
  std::cout << reader->GetOutput()->GetNumberOfAtoms() << " atoms\n";
  return 0;
}
