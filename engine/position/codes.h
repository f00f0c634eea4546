// Cell codes of the CSV format, beside the numbers 0 to 8 of open cells.
#pragma once

#include <cstdint>

#include "position/position.h"

namespace mw {

constexpr int kCodeFlag = 9, kCodeMine = 10, kCodeHidden = 11;
// No code of files: an open cell whose number is left out of the question.
constexpr int kCodeBlank = 12;
// Numbers above 8, which squares do not have, come after all other codes.
constexpr int kCodeNine = 13;

// What a code says of its cell; flags count as mines if they are trusted.
constexpr CellState state_of(std::int8_t code, bool trust_flags) {
  const bool mine = (code == kCodeMine) | ((code == kCodeFlag) & trust_flags);
  if (kMostAround > 8 && code >= kCodeNine) return open_cell(code - kCodeNine + 9);
  return code <= 8 ? open_cell(code) : mine ? kMine : code == kCodeBlank ? kSafe : kHidden;
}

}  // namespace mw
