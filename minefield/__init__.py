"""The game of Minesweeper: cell codes, boards, files, rules, random boards and metrics."""

import os

# Boards are small: threads for their matrices cost more than they bring, and take the processor
# from the game that is being played. Numpy reads this once, when it is first imported, so every
# package that uses numpy imports this one first.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from minefield.board import Board, count_around, neighbours
from minefield.codes import FLAG, HIDDEN, MINE, SYMBOLS, Button, Cell, Click, Stage
from minefield.csvformat import check_key, dumps, load, parse
from minefield.errors import BoardFormatError, IllegalMoveError, MinefieldError
from minefield.game import Game
from minefield.levels import LEVELS, FirstClick, Level, key_board, random_mines
from minefield.metrics import Difficulty, difficulty, opening, zini

__all__ = [
    "FLAG",
    "HIDDEN",
    "LEVELS",
    "MINE",
    "SYMBOLS",
    "Board",
    "BoardFormatError",
    "Button",
    "Cell",
    "Click",
    "Difficulty",
    "FirstClick",
    "Game",
    "IllegalMoveError",
    "Level",
    "MinefieldError",
    "Stage",
    "check_key",
    "count_around",
    "difficulty",
    "dumps",
    "key_board",
    "load",
    "neighbours",
    "opening",
    "parse",
    "random_mines",
    "zini",
]
