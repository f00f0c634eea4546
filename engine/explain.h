// Why a cell is safe or a mine, or why neither is known: what the page and Python tell a person, as
// JSON. Beside the verdict and the numbers that force it: a nudge where to look, and the steps.
#pragma once

#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "analysis.h"
#include "argument.h"
#include "arrange.h"
#include "clues.h"
#include "json.h"
#include "nudge.h"
#include "proof.h"

namespace mw {

class Explainer {
 public:
  // `cell` is not open. Keys of the answer:
  //   cell         [row, col]
  //   verdict      "safe", "mine" or "unknown"
  //   numbers      the open numbers that the proof rests on
  //   mine_count   whether the total is needed besides
  //   steps        of {"text", "numbers", "cells", "low", "high", "rule"}: by these numbers, and
  //   what
  //                earlier steps say, these cells hold `low` to `high` mines; `rule` is number,
  //                pair, group, total or contradiction, and arrangement where nothing is proven
  // of a proof:
  //   smallest     whether no proof with fewer numbers exists, as far as it was looked for
  //   nudge        where to look, without the answer
  // and of an unknown cell:
  //   probability, exact    of a mine
  //   log_ways     {"safe", "mine"}: logarithms of the numbers of arrangements
  //   arrangements {"safe", "mine"}: the mines of one arrangement each, or null where they are too
  //                hard to find
  // A position that contradicts itself gets {"trouble": [row, col]}, or {"trouble": "total"}.
  std::string explain(const Grid& grid, const std::int8_t* code, int mines, bool trust_flags,
                      Cell cell, double seconds) {
    const Deadline deadline(seconds);
    if (code[cell] == kCodeMine) return shown_mine(grid, cell);
    std::vector<std::int8_t> codes(code, code + grid.size());
    if (trust_flags) codes[cell] = kCodeHidden;  // whether the flag is right is the question
    const Position position = read_position(grid, codes.data(), mines, trust_flags);
    const Clues clues(grid, codes.data(), mines, trust_flags, cell);
    Prover prover(clues);
    const auto nearby = prover.look_nearby(cell);
    const bool is_near = nearby == Prover::Nearby::kSafe || nearby == Prover::Nearby::kMine;
    Counter counter;
    if (is_near) {
      // The board is counted all the same, unless that takes long: it may contradict itself
      // elsewhere.
      if (counter.count_exactly(position, kQuickWork) == Counter::Outcome::kContradiction)
        return trouble(grid, blame(position, codes, trust_flags, counter.trouble));
      return proven(clues, prover, cell, nearby == Prover::Nearby::kMine, false);
    }
    if (!count_in_time(position, {.seconds = seconds / 2}, counter))
      return trouble(grid, blame(position, codes, trust_flags, counter.trouble));
    const double chance = chance_of(position, counter, cell);
    if (chance > 0 && chance < 1) return unknown(clues, prover.arranger(), cell, counter, chance);
    return proven(clues, prover, cell, chance == 1,
                  needs_total(position, codes.data(), trust_flags, cell));
  }

 private:
  static double chance_of(const Position& position, const Counter& counter, Cell cell) {
    if (position.state(cell) == kMine) return 1;
    return position.is_hidden(cell) ? counter.mine(cell) : 0;
  }

  // A number that cannot be met whatever the total is, if there is one: it helps more.
  static Trouble blame(const Position& position, const std::vector<std::int8_t>& codes,
                       bool trust_flags, Trouble found) {
    Counter counter;
    if (!found.is_total() ||
        count_in_time(read_position(position.grid(), codes.data(), kUnknownMines, trust_flags), {},
                      counter))
      return found;
    return counter.trouble;
  }

  static std::string trouble(const Grid& grid, Trouble what) {
    Json json(grid.cols());
    json.open('{').key("trouble");
    what.is_number() ? json.cell(what.cell) : json.text("total");
    return json.close('}').str();
  }

  static std::string shown_mine(const Grid& grid, Cell cell) {
    Json json(grid.cols());
    begin(json, cell, "mine", {}, false);
    json.open('[')
        .open('{')
        .key("text")
        .text("The mine is shown.")
        .key("numbers")
        .cells({})
        .key("cells")
        .cells({cell});
    json.key("low").number(1).key("high").number(1).key("rule").text("number").close('}').close(
        ']');
    json.key("smallest").flag(true).key("nudge").text("It is shown.");
    return json.close('}').str();
  }

  static void begin(Json& json, Cell cell, const char* verdict, const std::vector<Cell>& numbers,
                    bool total) {
    json.open('{').key("cell").cell(cell).key("verdict").text(verdict).key("numbers").cells(
        numbers);
    json.key("mine_count").flag(total).key("steps");
  }

  // Whether the numbers alone do not settle a cell that the numbers and the total do.
  static bool needs_total(const Position& position, const std::int8_t* codes, bool trust_flags,
                          Cell cell) {
    if (!position.counts_mines()) return false;
    const Position without = read_position(position.grid(), codes, kUnknownMines, trust_flags);
    Counter counter;
    if (!count_in_time(without, {}, counter)) return true;
    const double chance = chance_of(without, counter, cell);
    return chance > 0 && chance < 1;
  }

  std::string proven(const Clues& clues, Prover& prover, Cell cell, bool mine, bool total) {
    const Proof proof = prover.prove(cell, mine, total);
    if (!proof.found) return counted(clues, cell, mine, total);
    Argument argument(clues, prover.arranger());
    argument.tell(proof, cell, mine);
    Json json(clues.grid().cols());
    begin(json, cell, mine ? "mine" : "safe", cells_of(clues, proof.numbers), proof.total);
    json.open('[');
    for (const Step& step : argument.steps) tell(json, clues, step);
    json.close(']')
        .key("smallest")
        .flag(proof.smallest)
        .key("nudge")
        .text(nudge(clues, proof, argument.steps, cell));
    return json.close('}').str();
  }

  // A cell whose numbers are too many and too tangled for a proof to be picked out of them.
  static std::string counted(const Clues& clues, Cell cell, bool mine, bool total) {
    std::vector<int> all(clues.all.size());
    std::iota(all.begin(), all.end(), 0);
    const std::string there = Wording(clues).cell(cell);
    Json json(clues.grid().cols());
    begin(json, cell, mine ? "mine" : "safe", cells_of(clues, all), total);
    json.open('[');
    tell(json, clues,
         {Rule::kContradiction,
          "No arrangement of the mines that meets all numbers has " +
              (mine ? there + " safe." : "a mine in " + there + "."),
          all,
          {{cell}, mine, mine},
          {}});
    json.close(']').key("smallest").flag(false);
    json.key("nudge").text("Only counting all arrangements settles this cell.");
    return json.close('}').str();
  }

  static std::vector<Cell> cells_of(const Clues& clues, const std::vector<int>& numbers) {
    std::vector<Cell> cells;
    for (int n : numbers) cells.push_back(clues.all[n].cell);
    return cells;
  }

  static void tell(Json& json, const Clues& clues, const Step& step) {
    static constexpr const char* kRules[] = {"number", "pair", "group", "total", "contradiction"};
    json.open('{').key("text").text(step.text).key("numbers").cells(cells_of(clues, step.numbers));
    json.key("cells")
        .cells(step.group.cells)
        .key("low")
        .number(step.group.low)
        .key("high")
        .number(step.group.high);
    json.key("rule").text(kRules[static_cast<int>(step.rule)]).close('}');
  }

  // Two arrangements that differ in the cell.
  std::string unknown(const Clues& clues, Arranger& arranger, Cell cell, const Counter& counter,
                      double chance) {
    Json json(clues.grid().cols());
    begin(json, cell, "unknown", {}, false);
    std::vector<int> all(clues.all.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<Cell> mines[2];
    bool found = true;
    for (const bool mine : {false, true}) {
      found = found && arranger.find(all, cell, mine, clues.left != kUnknownMines) ==
                           Arranger::Outcome::kSome;
      if (found) mines[mine] = arrangement(clues, arranger);
    }
    const Wording say(clues);
    json.open('[');
    for (const bool mine : {false, true}) {
      if (!found) break;
      json.open('{').key("text").text("In one arrangement that meets all numbers " +
                                      say.conclusion({cell}, mine) + "; its mines are marked.");
      json.key("numbers").cells({}).key("cells").cells(mines[mine]);
      const auto count = static_cast<int>(mines[mine].size());
      json.key("low")
          .number(count)
          .key("high")
          .number(count)
          .key("rule")
          .text("arrangement")
          .close('}');
    }
    json.close(']').key("probability").number(chance).key("exact").flag(counter.exact);
    json.key("log_ways").open('{').key("safe").number(counter.log_ways + std::log1p(-chance));
    json.key("mine").number(counter.log_ways + std::log(chance)).close('}').key("arrangements");
    if (!found) return json.null().close('}').str();
    json.open('{').key("safe").cells(mines[0]).key("mine").cells(mines[1]).close('}');
    return json.close('}').str();
  }

  // The mines of the arrangement at hand. Those that may lie anywhere are laid by lot, always the
  // same, so that two arrangements differ no more than they must.
  static std::vector<Cell> arrangement(const Clues& clues, const Arranger& arranger) {
    std::vector<Cell> mines, free;
    for (Cell c = 0; c < clues.grid().size(); ++c) {
      if (!clues.is_hidden(c)) continue;
      if (!arranger.is_settled(c))
        free.push_back(c);
      else if (arranger.is_mine(c))
        mines.push_back(c);
    }
    std::mt19937 lot;
    for (std::size_t i = free.size(); i > 1; --i) std::swap(free[i - 1], free[lot() % i]);
    mines.insert(mines.end(), free.begin(), free.begin() + arranger.free_mines);
    std::ranges::sort(mines);
    return mines;
  }

  static constexpr std::int64_t kQuickWork =
      3'000'000;  // multiply-adds, about a fiftieth of a second
};

}  // namespace mw
