// What the parts of the Python face share.
#pragma once

#include <nanobind/nanobind.h>

#include "count/deadline.h"

// Lets Python's signals end the engine's work in the main thread, which alone may take them: what
// their handlers raise is thrown by `pass_on`, once the lock is held again.
class Signals {
 public:
  Signals() : demand_(&none_came) {}

  void pass_on() const {
    if (demand_.is_gone()) throw nanobind::python_error();
  }

 private:
  static bool none_came() {
    nanobind::gil_scoped_acquire acquire;
    return PyErr_CheckSignals() == 0;
  }

  mw::Demand demand_;
};

void bind_rules(nanobind::module_& m);
