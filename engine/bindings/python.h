// What the parts of the Python face share.
#pragma once

#include <nanobind/nanobind.h>

#include "count/deadline.h"

// Does the engine's work without Python's lock. Python's signals end it in the main thread, which
// alone may take them: what their handlers raise is thrown once the lock is held again.
template <typename Work>
auto without_lock(Work&& work) {
  const mw::Demand demand([] {
    nanobind::gil_scoped_acquire acquire;
    return PyErr_CheckSignals() == 0;
  });
  auto result = [&] {
    nanobind::gil_scoped_release release;
    return work();
  }();
  if (demand.is_gone()) throw nanobind::python_error();
  return result;
}

void bind_rules(nanobind::module_& m);
