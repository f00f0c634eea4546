"""A game amid which windows come up that are not the game, of its own program and of others.

    python -m testbed.trap_game --seed 3 --log noted.txt

With each round another kind of window, for a moment: see `testbed.trap_windows`. All that is
pressed or typed there is written down, and so is how the rounds end. The board takes clicks, and is
covered or beside; the button above it begins the next round.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import threading
import time
import tkinter as tk
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import IO, Final, Literal

from mwagent.minefield import Button, Click, FirstClick, Game, Level, Stage
from testbed.strange_words import strange
from testbed.tk_game import INKS
from testbed.trap_windows import REFUSALS, Kind, chosen

CELL: Final = 26
LEVEL: Final = Level(9, 9, 10)
STAYS: Final = 1500
"""Milliseconds that a window stays."""
MINIMISED: Final = 4000
"""Milliseconds for which the game is minimised."""
ON_ITS_WAY: Final = 0.06
"""Seconds after a window has come up in which a press may have been made before it was there."""
IN_FLIGHT: Final = 0.01
"""The same where the X server says when it came up, as it does where that is under the pointer."""


class Notes:
    """What was done, a line each, in a file of all programs."""

    def __init__(self, log: Path):
        self._log = log

    def __call__(self, what: str) -> None:
        with self._log.open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")


class TrapWindow:
    """A window of some kind with buttons; it closes by itself."""

    def __init__(
        self, root: tk.Misc, kind: Kind, labels: Sequence[str], board: Sequence[int], note: Notes
    ):
        self._kind, self._note, self._board = kind, note, board
        self.top = tk.Toplevel(root)
        self.top.title(labels[0])
        self.top.geometry(self._place(0))
        if kind.frameless:
            self.top.overrideredirect(True)
        if kind.type:
            self.top.attributes("-type", kind.type)
        if kind.transient:
            self.top.transient(root.winfo_toplevel())
        self.top.attributes("-topmost", True)
        self._since = time.monotonic()
        self._entered: int | None = None
        self.top.bind("<Map>", lambda _: setattr(self, "_since", time.monotonic()))
        self.top.bind("<Enter>", self._enter)
        self.top.bind("<Key>", lambda event: note(f"trap: key {event.keysym} in {kind.name}"))
        self.top.bind("<Button>", self._pressed)
        self.top.protocol("WM_DELETE_WINDOW", lambda: note(f"trap: closed {kind.name}"))
        self._fill(labels)
        if kind.grab:
            self.top.wait_visibility()
            self.top.grab_set()
        if kind.where == "across":
            self._move(0)

    def _fill(self, labels: Sequence[str]) -> None:
        if self._kind.focus == "field":
            field = tk.Entry(self.top)
            field.pack(fill="x")
            field.focus_force()
        side: Literal["left", "top"] = "left" if self._kind.where == "foot" else "top"
        tk.Label(self.top, text=self._kind.asks).pack()
        for label in labels[1:]:
            button = tk.Button(self.top, text=label)
            button.pack(side=side, fill="both", expand=True, padx=3, pady=3)
            if self._kind.focus == "button":
                button.focus_force()

    def _place(self, step: int) -> str:
        x0, y0, x1, y1 = self._board
        return {
            "over": f"{x1 - x0 - 40}x{y1 - y0 - 60}+{x0 + 20}+{y0 + 20}",
            "beside": f"180x140+{x1 + 40}+{y0}",
            "foot": f"560x60+60+{y1 + 30}",
            "pointer": "90x70+{}+{}".format(*(at - 40 for at in self.top.winfo_pointerxy())),
            "across": f"120x60+{x0 - 150 + 10 * step}+{y0 + 40}",
        }[self._kind.where]

    def _move(self, step: int) -> None:
        self.top.geometry(self._place(step))
        self.top.after(40, self._move, step + 1)

    def _enter(self, event: tk.Event[tk.Misc]) -> None:
        if self._entered is None and self._kind.where == "pointer":
            self._entered = int(event.time)

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        text = str(event.widget.cget("text")) if isinstance(event.widget, tk.Button) else ""
        after, late = time.monotonic() - self._since, ON_ITS_WAY
        if self._entered is not None:
            after, late = (int(event.time) - self._entered) / 1000, IN_FLIGHT
        refused = self._kind.transient and not self._kind.asks and text in REFUSALS
        harmless = after < late or refused
        self._note(
            f"{'fine' if harmless else 'trap'}: '{text}' in {self._kind.name}, {after:.2f} s"
        )


class TrapGame:
    """The game, and what comes up amid it."""

    def __init__(self, seed: int, log: Path, kinds: Sequence[Kind]):
        self._draw, self._kinds, self._note = random.Random(seed), kinds, Notes(log)
        self._rounds, self._shown = 0, False
        self.root = tk.Tk()
        self.root.title("Mines")
        self.root.geometry("+300+120")
        self.root.protocol("WM_DELETE_WINDOW", lambda: self._note("trap: closed the game"))
        bar = tk.Frame(self.root)
        bar.pack()
        tk.Button(bar, text="New game", command=self.begin).pack(side="left", padx=9, pady=5)
        forbidden = tk.Button(bar, text=strange(self._draw))
        forbidden.bind("<Button>", lambda _: self._note(f"trap: '{forbidden.cget('text')}' above"))
        forbidden.pack(side="left")
        self._canvas = tk.Canvas(
            self.root, width=LEVEL.cols * CELL, height=LEVEL.rows * CELL, highlightthickness=0
        )
        self._canvas.pack(padx=8, pady=8)
        self._canvas.bind("<ButtonRelease-1>", partial(self._play, Button.LEFT))
        self._canvas.bind("<ButtonPress-3>", partial(self._play, Button.RIGHT))
        command = [sys.executable, "-m", "testbed.trap_game", "--other", "--log", str(log)]
        other = subprocess.Popen(command, stdin=subprocess.PIPE, text=True)
        assert other.stdin is not None
        self._other: IO[str] = other.stdin
        self.begin()

    def begin(self) -> None:
        """Begin another round."""
        self._rounds += 1
        self._shown = False
        self.game = Game(LEVEL, self._draw.getrandbits(30), FirstClick.OPEN)
        self._paint()
        self._note(f"round: {self._rounds}")

    def _play(self, button: Button, event: tk.Event[tk.Misc]) -> None:
        cell = (event.y // CELL, event.x // CELL)
        ended = self.game.stage in (Stage.WON, Stage.LOST)
        if ended or not (cell[0] < LEVEL.rows and cell[1] < LEVEL.cols) or min(cell) < 0:
            return
        self.game.play(Click(cell, button))
        self._paint()
        over = self.game.stage in (Stage.WON, Stage.LOST)
        if over:
            self._note(f"ended: {self.game.stage.name}")
        if not self._shown and self._kind.at_end == over:
            self._shown = True
            self.root.after(50 if over else self._draw.randint(20, 400), self._show)

    @property
    def _kind(self) -> Kind:
        return self._kinds[(self._rounds - 1) % len(self._kinds)]

    def _show(self) -> None:
        kind = self._kind
        self._note(f"shown: {kind.name}")
        labels = [strange(self._draw) for _ in range(self._draw.randint(3, 5))]
        if kind.asks:
            labels = [kind.name, "Yes", "No"]
        elif kind.transient:
            labels.append(self._draw.choice(REFUSALS))
        x, y = self._canvas.winfo_rootx(), self._canvas.winfo_rooty()
        board = (x, y, x + LEVEL.cols * CELL, y + LEVEL.rows * CELL)
        if kind.hides:
            self.root.withdraw()
            self.root.after(STAYS, self.root.deiconify)
        if kind.minimised:
            self.root.iconify()
            self.root.after(MINIMISED, self.root.deiconify)
        elif kind.of_game:
            top = TrapWindow(self.root, kind, labels, board, self._note).top
            self.root.after(STAYS, top.destroy)
        else:
            print(json.dumps([asdict(kind), labels, board]), file=self._other, flush=True)

    def _paint(self) -> None:
        self._canvas.delete("all")
        for row in range(LEVEL.rows):
            for col in range(LEVEL.cols):
                self._paint_cell(int(self.game.board[row, col]), col * CELL, row * CELL)
        self.root.update_idletasks()

    def _paint_cell(self, code: int, x: int, y: int) -> None:
        draw, right, foot = self._canvas, x + CELL - 1, y + CELL - 1
        if code in range(9) or code == 10:
            draw.create_rectangle(x, y, right, foot, fill="#dddddd", outline="#999999")
        else:
            draw.create_rectangle(x, y, right, foot, fill="#99aabb", outline="#99aabb")
            draw.create_line([x, foot - 1, x, y, right, y], fill="white", width=2)
            draw.create_line([right, y, right, foot, x, foot], fill="#556677", width=2)
        if code in range(1, 9):
            font = ("DejaVu Sans", 13, "bold")
            draw.create_text(x + 13, y + 13, text=str(code), fill=INKS[code], font=font)
        elif code == 9:
            draw.create_polygon(x + 9, y + 5, x + 19, y + 10, x + 9, y + 14, fill="red")
            draw.create_line(x + 9, y + 5, x + 9, y + 21, width=2)
        elif code == 10:
            draw.create_oval(x + 6, y + 6, x + 20, y + 20, fill="black")


def serve(log: Path) -> None:
    """Be the other program: open the windows that the game asks for, until it ends."""
    root, note = tk.Tk(className="Other"), Notes(log)
    root.withdraw()

    def show(line: str) -> None:
        kind, labels, board = json.loads(line)
        top = TrapWindow(root, Kind(**kind), labels, board, note).top
        root.after(STAYS, top.destroy)

    def listen() -> None:
        for line in sys.stdin:
            root.after(0, show, line)
        root.after(0, root.quit)

    threading.Thread(target=listen, daemon=True).start()
    root.mainloop()


def main() -> None:
    """Show the game until it is killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--kinds", nargs="*", default=[], help="parts of names of kinds")
    parser.add_argument("--other", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.other:
        serve(args.log)
        return
    TrapGame(args.seed, args.log, chosen(args.kinds)).root.mainloop()


if __name__ == "__main__":
    main()
