// Weights of any size. Rules may weigh their cells by odds of any size, so sums and products of
// them leave the range of doubles; here they have a double's precision and no bounds. What is 0 has
// no arrangement, as nothing ever becomes 0 by being small.
#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>

namespace mw {

// part * 2^(512 * steps); the part is 0, or between 2^-256 and 2^256.
class Scaled {
 public:
  constexpr Scaled() = default;
  constexpr Scaled(double value, std::int64_t steps = 0) : part_(value), steps_(steps) {
    for (; part_ >= kHigh; part_ *= kDown) ++steps_;
    for (; part_ < kLow && part_ > 0; part_ *= kUp) --steps_;
  }

  static Scaled exp(double power) {
    const double steps = std::round(power / kLogStep);
    return {std::exp(power - steps * kLogStep), static_cast<std::int64_t>(steps)};
  }
  friend double log(const Scaled& a) {
    return std::log(a.part_) + static_cast<double>(a.steps_) * kLogStep;
  }
  explicit operator double() const {
    return std::ldexp(part_, static_cast<int>(std::clamp<std::int64_t>(steps_, -4, 4) * 512));
  }

  Scaled& operator+=(const Scaled& b) {
    if (steps_ == b.steps_ || part_ == 0 || b.part_ == 0)
      return *this = {part_ + b.part_, part_ == 0 ? b.steps_ : steps_};
    const Scaled& large = steps_ > b.steps_ ? *this : b;
    const Scaled& small = steps_ > b.steps_ ? b : *this;
    return *this = large.steps_ - small.steps_ > 1
                       ? large
                       : Scaled{large.part_ + small.part_ * kDown, large.steps_};
  }
  friend Scaled operator+(Scaled a, const Scaled& b) { return a += b; }
  friend Scaled operator*(const Scaled& a, const Scaled& b) {
    return {a.part_ * b.part_, a.steps_ + b.steps_};
  }
  friend Scaled operator/(const Scaled& a, const Scaled& b) {
    return {a.part_ / b.part_, a.steps_ - b.steps_};
  }
  Scaled& operator/=(const Scaled& b) { return *this = *this / b; }

  friend std::partial_ordering operator<=>(const Scaled& a, const Scaled& b) {
    const bool alike = a.steps_ == b.steps_ || a.part_ == 0 || b.part_ == 0;
    return alike ? a.part_ <=> b.part_ : a.steps_ <=> b.steps_;
  }

 private:
  static constexpr double kHigh = 0x1p256, kLow = 0x1p-256, kUp = 0x1p512, kDown = 0x1p-512;
  static constexpr double kLogStep = 512 * 0.693147180559945309417;

  double part_ = 0;
  std::int64_t steps_ = 0;
};

}  // namespace mw
