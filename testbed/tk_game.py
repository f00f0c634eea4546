"""A Minesweeper of tkinter buttons, whose menu begins a round, and which asks winners for a name.

    python -m testbed.tk_game --seed 3

The dialog lies over the board, as that of a real program does. No key begins a round.
"""

from __future__ import annotations

import argparse
import tkinter as tk
from typing import Final

from minefield import Button, Cell, Click, FirstClick, Game, Level, Stage

INKS: Final = ("", "blue", "darkgreen", "red", "navy", "maroon", "teal", "black", "gray")


class TkGame:
    """The window, and the round that is played in it."""

    def __init__(self, level: Level, seed: int):
        self._level = level
        self._seed = seed
        self.root = tk.Tk()
        self.root.geometry("+120+90")
        bar = tk.Menu(self.root)
        menu = tk.Menu(bar, tearoff=0)
        menu.add_command(label="New", command=self.begin)
        menu.add_command(label="Exit", command=self.root.destroy)
        bar.add_cascade(label="Game", menu=menu)
        bar.add_cascade(label="Help", menu=tk.Menu(bar, tearoff=0))
        self.root.config(menu=bar)
        self._blank = tk.PhotoImage(width=1, height=1)
        self._cells = {
            (row, col): self._button((row, col))
            for row in range(level.rows)
            for col in range(level.cols)
        }
        self.begin()

    def begin(self) -> None:
        """Begin another round."""
        self._seed += 1
        self.game = Game(self._level, self._seed, FirstClick.OPEN)
        self._show()

    def _button(self, cell: Cell) -> tk.Button:
        button = tk.Button(
            *(self.root,), image=self._blank, compound="center", width=26, height=26, padx=0, pady=0
        )
        button.config(font=("DejaVu Sans", 12, "bold"), activebackground="#d9d9d9")
        button.bind("<ButtonRelease-1>", lambda _: self._play(Click(cell)))
        button.bind("<Button-3>", lambda _: self._play(Click(cell, Button.RIGHT)))
        button.grid(row=cell[0], column=cell[1])
        return button

    def _play(self, click: Click) -> None:
        ended = self.game.stage in (Stage.WON, Stage.LOST)
        if not ended:
            self.game.play(click)
            self._show()
            if self.game.stage is Stage.WON:
                self._ask_name()

    def _show(self) -> None:
        for cell, button in self._cells.items():
            code = int(self.game.board[cell])
            shown = {"text": "", "relief": "raised", "bg": "#b0c4de"}
            if code < 9:
                shown = {"text": str(code or ""), "relief": "sunken", "bg": "#eeeeee"}
                shown["fg"] = shown["activeforeground"] = INKS[code] or "black"
            elif code == 9:
                shown |= {"text": "P", "fg": "red", "activeforeground": "red"}
            elif code == 10:
                shown |= {"text": "*", "bg": "orange", "fg": "black"}
            button.config(**shown)

    def _ask_name(self) -> None:
        dialog = tk.Toplevel(self.root)
        dialog.geometry("230x110+150+190")
        tk.Label(dialog, text="A new high score!\nYour name:").pack()
        entry = tk.Entry(dialog)
        entry.pack()
        entry.bind("<Return>", lambda _: dialog.destroy())
        tk.Button(dialog, text="OK", command=dialog.destroy).pack()
        entry.focus_force()


def main() -> None:
    """Play until killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    TkGame(Level(9, 9, 10), 1000 * args.seed).root.mainloop()


if __name__ == "__main__":
    main()
