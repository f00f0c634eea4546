// The Python face of the engine.
#include <nanobind/nanobind.h>

NB_MODULE(_engine, m) { m.doc() = "Exact Minesweeper counting and play."; }
