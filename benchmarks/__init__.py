"""Programs that measure, in rooms: `python -m benchmarks.ROOM.NAME` in the checkout."""
