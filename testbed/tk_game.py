"""A Minesweeper of tkinter buttons, whose menu begins a round, and which asks winners for a name.

    python -m testbed.tk_game --seed 3
    python -m testbed.tk_game --doors
    python -m testbed.tk_game --asks

The dialog lies over the board, as that of a real program does. No key begins a round. With
`--doors` a page of buttons comes before each round, and a dialog after it, which no key closes,
says in its title alone how the round has ended. With `--asks` a dialog of tkinter asks for another
round, and nothing else begins one.
"""

from __future__ import annotations

import argparse
import tkinter as tk
from tkinter import messagebox
from typing import Final

from mwagent.minefield import Button, Cell, Click, FirstClick, Game, Level, Stage

INKS: Final = ("", "blue", "darkgreen", "red", "navy", "maroon", "teal", "black", "gray")


LEVELS: Final = ("Easy", "Medium", "Hard")
"""What is written on the doors; all of them lead to the same level."""


class TkGame:
    """The window, and the round that is played in it."""

    def __init__(self, level: Level, seed: int, doors: bool = False, asks: bool = False):
        self._level = level
        self._asks = asks
        self._seed = seed
        self.root = tk.Tk()
        self.root.geometry("+120+90")
        bar = tk.Menu(self.root)
        menu = tk.Menu(bar, tearoff=0)
        menu.add_command(label="New", command=self.begin)
        menu.add_command(label="Exit", command=self.root.destroy)
        bar.add_cascade(label="Game", menu=menu)
        bar.add_cascade(label="Help", menu=tk.Menu(bar, tearoff=0))
        self._doors = tk.Frame(self.root, width=260, height=300) if doors else None
        if not (doors or asks):
            self.root.config(menu=bar)
        self._blank = tk.PhotoImage(width=1, height=1)
        self._cells = {
            (row, col): self._button((row, col))
            for row in range(level.rows)
            for col in range(level.cols)
        }
        if self._doors is None:
            self.begin()
        else:
            self._open_doors(self._doors)

    def begin(self) -> None:
        """Begin another round."""
        if self._doors is not None:
            self._doors.place_forget()
        self._seed += 1
        self.game = Game(self._level, self._seed, FirstClick.OPEN)
        self._show()

    def _open_doors(self, doors: tk.Frame) -> None:
        self.root.title("Mines")
        for number, level in enumerate(LEVELS):
            door = tk.Button(doors, text=level, command=self.begin, bg="#203050", fg="white")
            door.place(x=50, y=40 + 70 * number, width=160, height=40)
        doors.place(x=0, y=0, relwidth=1, relheight=1)
        doors.lift()

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
            ended = self.game.stage in (Stage.WON, Stage.LOST)
            if self._asks and ended:
                self.root.after(10, self._ask_again)
            elif self._doors is not None and ended:
                self._say_how(self._doors)
            elif self.game.stage is Stage.WON:
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

    def _say_how(self, doors: tk.Frame) -> None:
        dialog = tk.Toplevel(self.root)
        dialog.title("You win!" if self.game.stage is Stage.WON else "You lost")
        dialog.geometry("200x120+140+150")

        def leave() -> None:
            dialog.destroy()
            self._open_doors(doors)

        tk.Button(dialog, text="Play again", command=leave, takefocus=False).pack(padx=40, pady=30)

    def _ask_again(self) -> None:
        won = self.game.stage is Stage.WON
        said = "You Win! Play again?" if won else "You Lose! Play again?"
        if messagebox.askyesno("Game Over", said):
            self.begin()
        else:
            self.root.destroy()

    def _ask_name(self) -> None:
        dialog = tk.Toplevel(self.root)
        dialog.geometry("230x110+150+190")
        dialog.transient(self.root)
        tk.Label(dialog, text="A new high score!\nYour name:").pack()
        entry = tk.Entry(dialog)
        entry.pack()
        entry.bind("<Return>", lambda _: dialog.destroy())
        tk.Button(dialog, text="Close", command=dialog.destroy).pack()
        entry.focus_force()


def main() -> None:
    """Play until killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--doors", action="store_true")
    parser.add_argument("--asks", action="store_true")
    args = parser.parse_args()
    TkGame(Level(9, 9, 10), 1000 * args.seed, args.doors, args.asks).root.mainloop()


if __name__ == "__main__":
    main()
