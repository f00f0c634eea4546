"""The player: finds a board on the screen, and plays it by mouse."""

import minefield  # noqa: F401 - before numpy, which it keeps to one thread
