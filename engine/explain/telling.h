// The steps of an argument in English: short sentences, each with the cells it speaks of.
#pragma once

#include <string>
#include <vector>

#include "explain/argument.h"
#include "explain/clues.h"

namespace mw {

// One text for each step, marked for parts_of(). `cell` is the one asked for. Cases stand in lines
// of their own, indented by two spaces for each level.
std::vector<std::string> tell(const Clues& clues, const std::vector<Step>& steps, Cell cell);

// Where to look, without the answer: the first help a person gets.
std::string nudge(const Clues& clues, const Proof& proof, const std::vector<Step>& steps,
                  Cell cell);

}  // namespace mw
