// Cell codes of the CSV format, beside the numbers 0 to 8 of open cells.
#pragma once

namespace mw {

constexpr int kCodeFlag = 9, kCodeMine = 10, kCodeHidden = 11;
// No code of files: an open cell whose number is left out of the question.
constexpr int kCodeBlank = 12;

}  // namespace mw
