// What every WebAssembly module needs beside its functions.
#pragma once

#include <__verbose_abort>

#define MODULE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Destructors of what a thread keeps: a module has one thread, which ends with the page.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

// What the library calls in place of throwing. Its own would say why, at the price of printf.
[[noreturn]] void std::__libcpp_verbose_abort(char const*, ...) noexcept { __builtin_trap(); }
