"""The player: finds a board on the screen, and plays it by mouse."""

import os

# Boards are small: threads for their matrices cost more than they bring, and take the processor
# from the game that is being played. Numpy reads this once, when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
