"""A program full of traps: beside its board some things begin a round, others do harm.

    python -m testbed.trap_program --seed 3 --log pressed.txt

What is pressed is written down: each thing that can be pressed is a trap or harmless. The board
takes no clicks, so that a bot tries all that it may. Window managers have traps of their own: the
program notes when it is closed, moved, maximised or minimised.
"""

from __future__ import annotations

import argparse
import random
import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path

from testbed.traps import BEGINS, CELL, DRAWN_TRAPS, SIDE


class TrapProgram:
    """A window of tkinter with a board that takes no clicks, among traps; writes into a file."""

    def __init__(self, seed: int, log: Path, *, own_bar: bool = False):
        self._draw = random.Random(seed)
        self._log = log
        self.root = tk.Tk()
        self.root.title("Mines")
        self.root.geometry(f"+{self._draw.randint(60, 300)}+{self._draw.randint(60, 200)}")
        self.root.protocol("WM_DELETE_WINDOW", self._note("trap: closed"))
        self.root.bind("<Unmap>", lambda _: self._note("trap: minimised")())
        self._menus()
        if own_bar:
            self._own_bar()
        rows = [tk.Frame(self.root) for _ in range(3)]
        for row in rows:
            row.pack(padx=6, pady=4)
        self._buttons(rows[0], "left")
        for index in (0, 2):
            side = tk.Frame(rows[1])
            side.grid(row=0, column=index)
            self._buttons(side, "top")
        self.board = tk.Canvas(
            rows[1], width=SIDE * CELL, height=SIDE * CELL, highlightthickness=0, bg="#808080"
        )
        self.board.grid(row=0, column=1)
        self._paint()
        self._buttons(rows[2], "left")

    def _note(self, what: str) -> Callable[[], None]:
        def note() -> None:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(f"{what}\n")

        return note

    def _one(self) -> tuple[str, str]:
        """What is written on a button, and what is noted when it is pressed."""
        trap = self._draw.random() < 0.6
        text = self._draw.choice(DRAWN_TRAPS if trap else BEGINS[:8])
        return text, f"{'trap' if trap else 'fine'}: {text}"

    def _buttons(self, parent: tk.Misc, side: str) -> None:
        for _ in range(self._draw.randint(1, 3)):
            text, what = self._one()
            tk.Button(parent, text=text, command=self._note(what)).pack(
                side="left" if side == "left" else "top", padx=4, pady=4
            )

    def _menus(self) -> None:
        """Menus of traps, or of which one entry is harmless; a title may be a trap by itself."""
        bar = tk.Menu(self.root)
        for title in self._draw.sample(("Game", "Options", "Quit", "File"), 3):
            if title == "Quit":
                bar.add_command(label=title, command=self._note("trap: Quit in the bar"))
                continue
            menu = tk.Menu(bar, tearoff=0)
            for _ in range(3):
                text, what = self._one()
                menu.add_command(label=text, command=self._note(f"{what} in a menu"))
            bar.add_cascade(label=title, menu=menu)
        self.root.config(menu=bar)

    def _own_bar(self) -> None:
        """A title bar that the program draws itself, with the marks that others have."""
        bar = tk.Frame(self.root, bg="#303030")
        bar.pack(fill="x", side="top")
        tk.Label(bar, text="Mines", bg="#303030", fg="white").pack(side="left", padx=6)
        for name, strokes in (
            ("close", ((6, 6, 18, 18), (18, 6, 6, 18))),
            ("maximise", ((6, 6, 18, 6), (18, 6, 18, 18), (18, 18, 6, 18), (6, 18, 6, 6))),
            ("minimise", ((6, 17, 18, 17),)),
        ):
            mark = tk.Canvas(bar, width=24, height=24, bg="#303030", highlightthickness=0)
            for line in strokes:
                mark.create_line(*line, fill="white", width=2)
            note = self._note(f"trap: {name} of its own")
            mark.bind("<Button-1>", partial(_ignoring_event, note))
            mark.pack(side="right", padx=4, pady=2)

    def _paint(self) -> None:
        for row in range(SIDE):
            for col in range(SIDE):
                x, y = col * CELL, row * CELL
                self.board.create_rectangle(
                    *(x, y, x + CELL - 2, y + CELL - 2), fill="#c0c0c0", outline="#f0f0f0"
                )

    def run(self) -> None:
        """Show the window until the program is killed, and write down where its board lies."""
        self.root.update()
        self.root.after(600, self._tell)
        self.root.mainloop()

    def _tell(self) -> None:
        x, y = self.board.winfo_rootx(), self.board.winfo_rooty()
        self._note(f"board: {x} {y}")()
        where = self.root.winfo_geometry()

        def watch() -> None:
            if self.root.winfo_geometry() != where:
                self._note("trap: moved or maximised")()
            else:
                self.root.after(200, watch)

        watch()


def _ignoring_event(note: Callable[[], None], _: object) -> None:
    note()


def main() -> None:
    """Show the program of a seed until it is killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--own-bar", action="store_true")
    args = parser.parse_args()
    TrapProgram(args.seed, args.log, own_bar=args.own_bar).run()


if __name__ == "__main__":
    main()
