"""Programs that measure, in rooms: `python -m benchmarks.ROOM.NAME` in the checkout."""

import os

# Before any of them imports numpy: as in the commands whose time they measure, it is to keep to one
# thread. Several that wait for one another double the time of the processors for reading a board.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
