// Boards made of arbitrary bytes: any codes at all, or mines laid by lot of which a part is shown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "play/analysis.h"

namespace {

// The bytes, read from the front; zeros when they have run out.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
  bool empty() const { return left_ == 0; }
  int next() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  int below(int limit) { return limit <= 256 ? next() % limit : (next() << 8 | next()) % limit; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

struct Table {
  int rows = 1, cols = 1, mines = mw::kUnknownMines;
  bool trust_flags = true;
  double seconds = std::numeric_limits<double>::infinity();
  bool possible = false;  // numbers and total come from `mine`
  std::vector<std::int8_t> code;
  std::vector<char> mine;
};

const Table* current_table = nullptr;

// Aborts with the board at hand as CSV, ready for `python -m solvers analyse`.
void require(bool good, const char* what) {
  if (good) return;
  const Table& table = *current_table;
  std::fprintf(stderr, "fuzz: %s (trust_flags=%s)\n", what, table.trust_flags ? "yes" : "no");
  if (table.mines >= 0) std::fprintf(stderr, "#mines %d\n", table.mines);
  for (std::size_t c = 0; c < table.code.size(); ++c)
    std::fprintf(stderr, "%d%c", table.code[c], (c + 1) % table.cols ? ',' : '\n');
  std::abort();
}

void add_numbers(Table& table, const mw::Grid& grid) {
  for (mw::Cell c = 0; c < grid.size(); ++c) {
    if (table.code[c] > 8) continue;
    std::int8_t number = 0;
    for (mw::Cell n : grid.around(c)) number = static_cast<std::int8_t>(number + table.mine[n]);
    table.code[c] = number;
  }
}

// Cells one by one, each any code.
void read_codes(Table& table, Bytes& bytes) {
  const int low = bytes.below(12);
  for (auto& code : table.code) {
    const int byte = bytes.next();
    code = static_cast<std::int8_t>(byte & 128 ? mw::kCodeHidden : low + byte % (12 - low));
  }
}

// Mines by lot, a share of the cells open, marked mines and then perhaps a few cells altered.
void lay_mines(Table& table, Bytes& bytes, const mw::Grid& grid) {
  const int mined = bytes.next(), open = bytes.next(), flags = bytes.next(),
            altered = bytes.below(5);
  const int total = bytes.below(5);
  std::uint32_t state = static_cast<std::uint32_t>(bytes.next() << 8 | bytes.next()) + 1;
  const auto lot = [&] {
    if (!bytes.empty()) return bytes.next();
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return static_cast<int>(state >> 24);
  };
  int mines = 0;
  for (mw::Cell c = 0; c < grid.size(); ++c) {
    mines += table.mine[c] = lot() < mined;
    const bool shown = lot() < (table.mine[c] ? flags : open);
    table.code[c] = !shown           ? mw::kCodeHidden
                    : !table.mine[c] ? 0
                    : lot() & 1      ? mw::kCodeFlag
                                     : mw::kCodeMine;
  }
  add_numbers(table, grid);
  table.possible = altered < 3 && total < 3;
  if (total > 0) table.mines = total < 3 ? mines : std::max(0, mines + bytes.below(7) - 3);
  if (altered >= 3)
    for (int i = 2; i < altered; ++i)
      table.code[lot() * 256 % grid.size()] = static_cast<std::int8_t>(lot() % 12);
}

Table read_table(Bytes& bytes) {
  Table table;
  const int kind = bytes.next();
  const bool large = (kind & 112) == 112;
  table.rows = 1 + bytes.below(large ? 40 : 12);
  table.cols = 1 + bytes.below(large ? 40 : 12);
  table.trust_flags = !(kind & 2);
  if (large && (kind & 8)) table.seconds = 0.001 * bytes.below(32);
  const mw::Grid grid(table.rows, table.cols);
  table.code.assign(grid.size(), mw::kCodeHidden);
  table.mine.assign(grid.size(), 0);
  if (kind & 1) {
    lay_mines(table, bytes, grid);
  } else {
    if (kind & 4) table.mines = bytes.below(1000) - (kind & 8 ? 0 : 1);
    read_codes(table, bytes);
  }
  return table;
}

bool counts_as_mine(const Table& table, mw::Cell c) {
  return table.code[c] == mw::kCodeMine || (table.code[c] == mw::kCodeFlag && table.trust_flags);
}

}  // namespace
