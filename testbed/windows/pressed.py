"""`python -m testbed.windows.pressed`: press in a window of our own on Windows, and tell what came.

Prints one JSON object: the scale of the monitor, what was pressed and what the window was told, as
[button, x, y] in pixels of the screen, and keys. The window reaches from `--at`.
"""

from __future__ import annotations

import argparse
import json
import time
import tkinter as tk
from itertools import product

from mwagent.player.doctor import windows_scales
from mwagent.player.views.mouse import hand
from mwagent.player.views.press import MIDDLE, PRIMARY, SECONDARY
from mwagent.vision.capture import Screen

COLOUR = "#3a7f15"
SIZE = (300, 200)


def main() -> None:
    """Press, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", default="90+70", help="X+Y of the window (%(default)s)")
    at = parser.parse_args().at
    screen = Screen()
    mouse = hand(None)
    root = tk.Tk()
    root.overrideredirect(True)
    root.configure(bg=COLOUR)
    root.geometry(f"{SIZE[0]}x{SIZE[1]}+{at}")
    told: list[tuple[int, int, int]] = []
    keys: list[str] = []
    root.bind("<ButtonPress>", lambda event: told.append((event.num, event.x_root, event.y_root)))
    root.bind("<KeyPress>", lambda event: keys.append(event.keysym))
    root.update()
    root.focus_force()
    for _ in range(10):
        root.update()
        time.sleep(0.02)
    left, top = root.winfo_rootx(), root.winfo_rooty()
    pressed = []
    buttons = (PRIMARY, SECONDARY, PRIMARY, MIDDLE)
    for number, (x, y) in enumerate(product(range(3, SIZE[0], 37), range(2, SIZE[1], 41))):
        button = buttons[number % len(buttons)]
        mouse.move((left + x, top + y))
        mouse.press((button,), 0)
        pressed.append((button, left + x, top + y))
    began = time.perf_counter()
    mouse.flush()
    mouse.key("f2")
    while (len(told) < len(pressed) or not keys) and time.perf_counter() - began < 5:
        root.update()
    took = time.perf_counter() - began
    shot = screen.grab()
    x, y = int(left + SIZE[0] / 2 - shot.left), int(top + SIZE[1] / 2 - shot.top)
    blue, green, red = shot.picture[y, x].tolist()
    window = mouse.window((left + 5, top + 5))
    found = {
        "scales": windows_scales(),
        "pressed": pressed,
        "told": told,
        "keys": keys,
        "seconds": took,
        "seen": f"#{red:02x}{green:02x}{blue:02x}" == COLOUR,
        "ours": window is not None and window in [one.number for one in mouse.windows()],
        "focus": mouse.focus() == window,
    }
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
