// The CPU time of a thread.
#pragma once

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <cstdint>

// Macros of that header, empty since the days of 16 bits, which are names in the engine.
#undef near
#undef far
#elif defined(__wasi__)
#include <chrono>
#else
#include <ctime>
#endif

namespace mw {

// Milliseconds of CPU time that the calling thread has spent.
inline double thread_milliseconds() {
#ifdef _WIN32
  FILETIME begun{}, ended{}, kernel{}, user{};
  GetThreadTimes(GetCurrentThread(), &begun, &ended, &kernel, &user);
  const auto ticks = [](const FILETIME& t) {  // of 100 ns
    return static_cast<double>(static_cast<std::uint64_t>(t.dwHighDateTime) << 32 |
                               t.dwLowDateTime);
  };
  return (ticks(kernel) + ticks(user)) * 1e-4;
#elif defined(__wasi__)  // which tells no such time; nothing else runs in the module meanwhile
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(since).count();
#else
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
#endif
}

}  // namespace mw
