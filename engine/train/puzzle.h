// Puzzles: positions of played games in which something can be proven, with all the answers there
// are and a grade. Games are dealt from the seed alone and nothing depends on the clock, so that a
// seed gives the same puzzle everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "play/deal.h"
#include "position/codes.h"
#include "train/effort.h"
#include "train/lesson.h"
#include "train/study.h"

namespace mw {

enum class Ask {
  kSafe,    // a cell that is proven safe
  kMine,    // a cell that is proven to be a mine
  kSafer,   // which of two cells is a mine with the smaller chance; nothing is proven safe
  kProven,  // the first or the second, as it comes
};

enum class Grade { kEasy, kMedium, kHard, kExpert };
constexpr int kAnyGrade = -1;

// Grades of ratings: at least so much for all but the first.
constexpr std::array<int, 3> kGradeBegins = {1150, 1450, 1750};

constexpr Grade grade_of(int rating) {
  int grade = 0;
  while (grade < 3 && rating >= kGradeBegins[grade]) ++grade;
  return static_cast<Grade>(grade);
}

struct Puzzle {
  int rows = 0, cols = 0, mines = 0;
  std::vector<std::int8_t> codes;  // open numbers, hidden cells, and flags on known mines
  Ask ask = Ask::kSafe;
  int rating = 0;
  std::vector<Cell> answers;  // all of them, row by row
  // Of a proof: the answer that is proven with least effort, and its effort.
  Cell easiest = Position::kNone;
  Effort effort;
  int numbers = 0;  // open numbers beside hidden cells: where to look
  // Of the two cells to choose from, and their chances.
  std::array<Cell, 2> choices{};
  std::array<double, 2> chances{};
};

struct Wish {
  Ask ask = Ask::kProven;
  int grade = kAnyGrade;
  Lesson lesson = Lesson::kNone;  // takes the place of the grade
};

class PuzzleMaker {
 public:
  explicit PuzzleMaker(std::string_view seed) : seed_(seed), random_(seed_ + kDraws) {}

  // Plays up to `games` further games; whether one of them had a puzzle as wished.
  bool find(const Wish& wish, int games, Puzzle& puzzle) {
    wish_ = wish;
    for (; games > 0; --games)
      if (play(puzzle)) return true;
    return false;
  }

 private:
  struct Size {
    int rows, cols, mines;
  };
  // Boards that fit a phone, with a share of mines from that of Beginner to that of Expert.
  static constexpr std::array<Size, 5> kSizes = {
      {{9, 9, 10}, {9, 9, 15}, {10, 10, 20}, {12, 10, 24}, {14, 10, 29}}};
  static constexpr const char* kDraws = "/draws";

  // Plays one game from position to position, until one of them serves.
  bool play(Puzzle& puzzle);
  // Whether what single numbers prove is left to be found: in some of the easy puzzles.
  bool begins_plain();
  bool is_won(int mines) const;
  // Opens a cell that is no mine, and all around every 0.
  void open(const Grid& grid, Cell cell);
  // Opens cells and flags mines that are hidden; whether there were any.
  bool take(const Grid& grid, const std::vector<Cell>& cells);
  // What single numbers prove, and where something harder is wished for, two numbers compared.
  bool advance(const Grid& grid, int mines);
  std::vector<Cell> by_pairs(const Grid& grid, int mines) const;
  // Whether the position is a puzzle as wished: then nothing is left to be done. Else the cells to
  // go on with: what is easier than wished, or all that is proven.
  std::vector<Cell> judge(const Study& study, Puzzle& puzzle);
  void pose(const Study& study, const Finding& finding, int places, Puzzle& puzzle) const;
  // How hard a puzzle is, on a scale like that of chess players (docs/training.md, "Grades"): by
  // the effort of its easiest answer, and by how many numbers there are to look at for each place
  // that has an answer.
  static int rating_of(const Effort& effort, int looked, int places);
  // Two cells of those that may be opened next, with chances apart as the grade wishes.
  bool compare(const Study& study, Puzzle& puzzle);
  // Opens the cell that is a mine with the smallest chance, to the billionth, unless it is one.
  bool guess(const Grid& grid, const Study& study);

  static constexpr int kPairs = 12;  // that are drawn for a comparison: a limit of time
  static constexpr double kTie = 1e-9;
  // The most of each grade; for the difference in chances a grade ends with, 200 less.
  static constexpr std::array<int, 4> kSaferRatings = {1140, 1440, 1740, 2040};

  std::string seed_;
  SeededRandom random_;
  Wish wish_;
  int game_ = 0;
  std::vector<char> mine_;
  std::vector<std::int8_t> codes_;
  std::vector<Cell> queue_;
};

}  // namespace mw
