#ifndef io_InlineStructure_h
#define io_InlineStructure_h
#include "io/YamlNode.h"
#include "specimen/Structure.h"

namespace ElectronMultislice
{
/** A structure written in the job itself: the keys cell, atoms, source and remarks of a section. */
Structure
ReadInlineStructure(const YamlNode & section);

/** The same keys into an open map of the emitter. */
void
WriteInlineStructure(YAML::Emitter & emitter, const Structure & structure);

/** A mean-square displacement along one direction in Å². Beyond `largest` it is refused with the question whether it is a B factor. */
double
ReadMeanSquareDisplacement(const YamlNode & node, double largest);
} // namespace ElectronMultislice
#endif
