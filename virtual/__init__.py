"""Boards without a screen: key boards to replay, and the arena that compares solvers."""

import minefield  # noqa: F401 - before numpy, which it keeps to one thread
