#include "cli/Command.h"
#include "cli/StructureSummary.h"
#include "specimen/StructureReader.h"
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace ElectronMultislice
{
void
AddStructureCommand(CLI::App & application, CommandAction & action)
{
  struct Arguments
  {
    std::string file;
    std::string block;
  };
  auto       arguments = std::make_shared<Arguments>();
  CLI::App * command = application.add_subcommand("structure", "Say what is read from a structure file");
  command->footer("Prints the cell, the atoms of each element after symmetry, occupancies, thermal displacements with the unit in the\n"
                  "file and the unit they became, and whatever the reader decided.\n"
                  "\n"
                  "Examples:\n"
                  "  electron-multislice structure SrTiO3.cif\n"
                  "  electron-multislice structure many.cif --block phase_2");
  command->add_option("file", arguments->file, "Structure file: CIF or XYZ (plain, extended, Prismatic/Kirkland)")
    ->type_name("")
    ->required();
  command->add_option("--block", arguments->block, "Data block of a CIF (default: the first with atoms)")->type_name("NAME");
  command->callback([arguments, &action] {
    action = [arguments] {
      const Structure structure = ReadStructure(arguments->file, arguments->block);
      std::cout << DescribeStructure(structure);
    };
  });
}
} // namespace ElectronMultislice
