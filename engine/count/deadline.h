// When an answer is due, by the clock on the wall, and how much of the processor's time may be
// spent on it. A thread works towards one deadline at a time, and what it counts meanwhile gives up
// once that has passed: no position, however wide, keeps anybody waiting. Without a deadline
// nothing is cut short and every answer is reproducible. An answer that is no longer wanted is
// overdue at once.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

#include "count/cputime.h"

namespace mw {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// CPU time since `begin`. Asking for it costs more than the clock, and would be felt in answers
// of a few microseconds: it is asked for only after a while, and the time until then counts in
// full.
struct Spending {
  double begin = 0, most = kNoLimit, cpu_begin = -1;

  bool is_spent(double time) {
    constexpr double kWhile = 1e-3;  // seconds, many times what asking takes
    if (time - begin < std::min(kWhile, most)) return false;
    const double cpu = thread_milliseconds() / 1000;
    if (cpu_begin < 0) cpu_begin = cpu - (time - begin);
    return cpu - cpu_begin >= most;
  }
};
// What a thread works towards.
struct Due {
  double at = kNoLimit;
  Spending cpu;
};

// Asks now and then, while it exists and its thread looks whether it is late, whether the answer is
// still wanted.
class Demand {
 public:
  explicit Demand(bool (*wanted)()) : wanted_(wanted), next_(now() + kEvery) { current_ = this; }
  ~Demand() { current_ = nullptr; }
  Demand(const Demand&) = delete;
  Demand& operator=(const Demand&) = delete;

  // Whether the thread's answer is not wanted any more, at `time`.
  static bool gone(double time) { return current_ && current_->is_gone(time); }
  // The same for work without a deadline, which is not to be slowed down by a look at the clock.
  static bool gone() { return current_ && ++current_->calls_ % 8 == 0 && gone(now()); }
  bool is_gone() const { return gone_; }

  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

 private:
  static constexpr double kEvery = 0.05;  // seconds

  bool is_gone(double time) {
    if (!gone_ && time >= next_) {
      gone_ = !wanted_();
      next_ = now() + kEvery;
    }
    return gone_;
  }

  static inline thread_local Demand* current_ = nullptr;
  bool (*wanted_)();
  double next_;
  unsigned calls_ = 0;
  bool gone_ = false;
};

class Deadline {
 public:
  // Due in `seconds` from now and after `cpu_seconds` of the thread's CPU time, or when the
  // deadline it lies within is, if that is sooner.
  explicit Deadline(double seconds, double cpu_seconds = kNoLimit) : outer_(current_) {
    const double begin = now();
    current_.at = std::min(current_.at, begin + seconds);
    if (cpu_seconds < kNoLimit) current_.cpu = Spending{begin, cpu_seconds, -1};
  }
  ~Deadline() { current_ = outer_; }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  static double left() {
    if (current_.at == kNoLimit) return kNoLimit;
    const double time = now();
    return Demand::gone(time) ? 0 : current_.at - time;
  }

  static bool passed() {
    if (current_.at == kNoLimit && current_.cpu.most == kNoLimit) return Demand::gone();
    const double time = now();
    return time >= current_.at || current_.cpu.is_spent(time) || Demand::gone(time);
  }

  static double now() { return Demand::now(); }

 private:
  static inline thread_local Due current_;
  Due outer_;
};

}  // namespace mw
