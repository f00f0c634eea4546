// When an answer is due, by the clock on the wall. A thread works towards one deadline at a time,
// and what it counts meanwhile gives up once that has passed: no position, however wide, keeps
// anybody waiting. Without a deadline nothing is cut short and every answer is reproducible.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace mw {

class Deadline {
 public:
  // Due in `seconds` from now, or when the deadline it lies within is, if that is sooner.
  explicit Deadline(double seconds) : outer_(due_) { due_ = std::min(due_, now() + seconds); }
  ~Deadline() { due_ = outer_; }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  static double left() { return due_ == kNever ? kNever : due_ - now(); }
  static bool passed() { return due_ != kNever && now() >= due_; }

  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  static inline thread_local double due_ = kNever;
  double outer_;
};

}  // namespace mw
