// Cell codes of the CSV format, beside the numbers 0 to 8 of open cells.
#pragma once

namespace mw {

constexpr int kCodeFlag = 9, kCodeMine = 10, kCodeHidden = 11;

}  // namespace mw
