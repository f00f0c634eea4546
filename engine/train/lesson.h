// The patterns that lessons teach: which of them is all that a proof takes.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "train/effort.h"

namespace mw {

enum class Lesson { kNone, kNumber, k11, k12, k121, k1221, kHole, kReduction, kCount };

constexpr std::array<std::string_view, 9> kLessons = {
    "", "number", "1-1", "1-2", "1-2-1", "1-2-2-1", "hole", "reduction", "count"};

// Whether a proof is an example of a lesson, and takes nothing besides.
inline bool teaches(Lesson lesson, const Effort& effort) {
  static constexpr std::array<std::string_view, 7> kPatterns = {
      "", "", "1-1 pattern", "1-2 pattern", "1-2-1", "1-2-2-1", "Hole"};
  switch (lesson) {
    case Lesson::kNone: return false;
    case Lesson::kNumber: return effort.numbers == 1 && !effort.total;
    case Lesson::kReduction: return effort.pattern.ends_with(" by reduction");
    case Lesson::kCount: return effort.total && effort.numbers <= 4;
    default: return effort.pattern == kPatterns[static_cast<std::size_t>(lesson)];
  }
}

}  // namespace mw
