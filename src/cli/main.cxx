#include "cli/Command.h"

int
main(int argumentCount, char ** arguments)
{
  return ElectronMultislice::RunCommandLine(argumentCount, arguments);
}
