#include "train/puzzle.h"

#include <algorithm>
#include <cmath>

#include "position/position.h"

namespace mw {

bool PuzzleMaker::play(Puzzle& puzzle) {
  const Size size = kSizes[random_.below(kSizes.size())];
  const Grid grid(size.rows, size.cols);
  const Cell first = static_cast<Cell>(random_.below(grid.size()));
  Dealer dealer(grid, size.mines, first, FirstClick::kOpen, seed_ + "/" + std::to_string(game_++));
  dealer.deal(mine_);
  puzzle.rows = size.rows, puzzle.cols = size.cols, puzzle.mines = size.mines;
  codes_.assign(grid.size(), kCodeHidden);
  open(grid, first);
  const bool plain = wish_.lesson == Lesson::kNumber || begins_plain();
  while (!is_won(size.mines)) {
    if (!plain && advance(grid, size.mines)) continue;
    const Study study(grid, codes_, size.mines);
    if (!study.exact) return false;
    const bool is_guess = study.proven(false).empty();
    if (wish_.ask == Ask::kSafer) {
      if (is_guess && compare(study, puzzle)) return true;
    } else if (!study.proven(true).empty() || !is_guess) {
      if (const auto next = judge(study, puzzle); next.empty())
        return true;
      else {
        take(grid, next);
        continue;
      }
    }
    if (is_guess ? !guess(grid, study) : !take(grid, study.proven(false))) return false;
  }
  return false;
}

bool PuzzleMaker::begins_plain() {
  return wish_.grade == static_cast<int>(Grade::kEasy) && wish_.ask != Ask::kSafer &&
         random_.below(3) == 0;
}

bool PuzzleMaker::is_won(int mines) const {
  return std::ranges::count_if(codes_, [](int code) { return code > 8; }) == mines;
}

void PuzzleMaker::open(const Grid& grid, Cell cell) {
  spread(grid, mine_.data(), cell, codes_.data(), queue_);
}

bool PuzzleMaker::take(const Grid& grid, const std::vector<Cell>& cells) {
  bool news = false;
  for (Cell c : cells) {
    if (codes_[c] != kCodeHidden) continue;
    mine_[c] ? void(codes_[c] = kCodeFlag) : open(grid, c);
    news = true;
  }
  return news;
}

bool PuzzleMaker::advance(const Grid& grid, int mines) {
  const Position position = read_position(grid, codes_.data(), mines, true);
  std::vector<Cell> known;
  for (Cell c = 0; c < grid.size(); ++c)
    if (codes_[c] == kCodeHidden && !position.is_hidden(c)) known.push_back(c);
  if (take(grid, known)) return true;
  return wish_.lesson == Lesson::kNone && wish_.grade >= static_cast<int>(Grade::kHard) &&
         take(grid, by_pairs(grid, mines));
}

std::vector<Cell> PuzzleMaker::by_pairs(const Grid& grid, int mines) const {
  const Clues clues(grid, codes_.data(), mines, true, Position::kNone);
  std::vector<Group> groups;
  for (const Clue& clue : clues.all) groups.push_back(clue.group());
  std::vector<Cell> known;
  for (const Group& a : groups)
    for (const Group& b : groups) {
      const Group rest = Overlap(a, b).only_first;
      if (&a != &b && rest.is_settled())
        known.insert(known.end(), rest.cells.begin(), rest.cells.end());
    }
  return known;
}

std::vector<Cell> PuzzleMaker::judge(const Study& study, Puzzle& puzzle) {
  std::vector<Finding> findings[2] = {study.findings(false), study.findings(true)};
  const auto looked = static_cast<int>(study.clues().all.size());
  const bool either = !findings[0].empty() && !findings[1].empty();
  const bool wants_mine =
      wish_.ask == Ask::kMine ||
      (wish_.ask == Ask::kProven && (either ? random_.below(4) == 0 : findings[0].empty()));
  std::vector<Cell> easier, all;
  for (const auto& list : findings)
    for (const Finding& finding : list) {
      const int rating = rating_of(finding.effort, looked, static_cast<int>(list.size()));
      all.insert(all.end(), finding.cells.begin(), finding.cells.end());
      if (static_cast<int>(grade_of(rating)) < wish_.grade)
        easier.insert(easier.end(), finding.cells.begin(), finding.cells.end());
    }
  if (wish_.lesson != Lesson::kNone) {
    for (const auto& list : findings)
      for (const Finding& finding : list)
        if (teaches(wish_.lesson, finding.effort)) {
          if (finding.mine && random_.below(2) == 0) return all;  // mines come first in most games
          pose(study, finding, static_cast<int>(list.size()), puzzle);
          return {};
        }
    return all;
  }
  const auto& asked = findings[wants_mine];
  const auto best = std::ranges::min_element(
      asked, {}, [](const Finding& finding) { return finding.effort.cost(); });
  if (best != asked.end() &&
      std::ranges::all_of(asked, [](const auto& f) { return f.effort.found; })) {
    const int rating = rating_of(best->effort, looked, static_cast<int>(asked.size()));
    // Endgames are easy to come by: most are passed over.
    const bool passed = best->effort.total && random_.below(3) > 0;
    if (!passed &&
        (wish_.grade == kAnyGrade || static_cast<int>(grade_of(rating)) == wish_.grade)) {
      pose(study, *best, static_cast<int>(asked.size()), puzzle);
      return {};
    }
  }
  return easier.empty() ? all : easier;
}

void PuzzleMaker::pose(const Study& study, const Finding& finding, int places,
                       Puzzle& puzzle) const {
  puzzle.codes = codes_;
  puzzle.ask = finding.mine ? Ask::kMine : Ask::kSafe;
  puzzle.numbers = static_cast<int>(study.clues().all.size());
  puzzle.rating = rating_of(finding.effort, puzzle.numbers, places);
  puzzle.answers = study.proven(finding.mine);
  puzzle.easiest = finding.cells[0];
  puzzle.effort = finding.effort;
}

int PuzzleMaker::rating_of(const Effort& effort, int looked, int places) {
  const double crowd = static_cast<double>(looked) / (places + 1);
  const double rating = 700 + 150 * std::log2(effort.cost()) + 60 * std::log2(1 + crowd);
  return static_cast<int>(std::lround(rating / 10)) * 10;
}

bool PuzzleMaker::compare(const Study& study, Puzzle& puzzle) {
  static constexpr std::array<double, 5> kApart = {1, 0.25, 0.15, 0.08, 0.02};
  std::vector<Cell> cells;
  for (Cell c = 0; c < static_cast<Cell>(codes_.size()); ++c)
    if (codes_[c] == kCodeHidden && !study.is_proven(c)) cells.push_back(c);
  for (int tries = 0; tries < kPairs && cells.size() > 1; ++tries) {
    const Cell a = cells[random_.below(static_cast<std::uint32_t>(cells.size()))],
               b = cells[random_.below(static_cast<std::uint32_t>(cells.size()))];
    const double apart = std::abs(study.chance(a) - study.chance(b));
    int grade = 0;
    while (grade < 4 && apart < kApart[grade + 1]) ++grade;
    if (grade == 4 || (wish_.grade != kAnyGrade && grade != wish_.grade)) continue;
    puzzle.codes = codes_;
    puzzle.ask = Ask::kSafer;
    puzzle.choices = {std::min(a, b), std::max(a, b)};
    for (int i : {0, 1}) puzzle.chances[i] = study.chance(puzzle.choices[i]);
    puzzle.answers = {puzzle.choices[puzzle.chances[1] < puzzle.chances[0]]};
    const double share = (apart - kApart[grade + 1]) / (kApart[grade] - kApart[grade + 1]);
    puzzle.rating = kSaferRatings[grade] - static_cast<int>(std::lround(20 * share)) * 10;
    puzzle.numbers = static_cast<int>(study.clues().all.size());
    puzzle.easiest = Position::kNone;
    puzzle.effort = {};
    return true;
  }
  return false;
}

bool PuzzleMaker::guess(const Grid& grid, const Study& study) {
  Cell best = Position::kNone;
  for (Cell c = 0; c < grid.size(); ++c)
    if (codes_[c] == kCodeHidden && (best < 0 || study.chance(c) < study.chance(best) - kTie))
      best = c;
  if (best < 0 || mine_[best]) return false;
  open(grid, best);
  return true;
}

}  // namespace mw
