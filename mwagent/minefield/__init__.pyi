from . import levels, rules
from .board import Board, cells_where, count_around, neighbours
from .codes import FLAG, HIDDEN, MINE, SYMBOLS, Button, Cell, Click, Stage, named
from .csvformat import check_key, dumps, load, parse
from .errors import BoardFormatError, IllegalMoveError, MinefieldError
from .game import Game
from .levels import LEVELS, FirstClick, Level, key_board, random_mines
from .metrics import Difficulty, difficulty, opening
from .shapes import SHAPES, Shape, ShapedBoard

__all__ = [
    "FLAG",
    "HIDDEN",
    "LEVELS",
    "MINE",
    "SHAPES",
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
    "Shape",
    "ShapedBoard",
    "Stage",
    "cells_where",
    "check_key",
    "count_around",
    "difficulty",
    "dumps",
    "key_board",
    "levels",
    "load",
    "named",
    "neighbours",
    "opening",
    "parse",
    "random_mines",
    "rules",
]
