"""What `mwagent games` does: list the games that were watched, or give one."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from datetime import datetime
from typing import Any

from rich.console import Console

from mwagent.coach.words import judgement, move_line, place, verdict_words
from mwagent.gamebook import GameBook, GameRecord, as_log, as_page_record, default_path, grade
from mwagent.minefield import MinefieldError
from mwagent.minefield.command import harmless
from mwagent.minefield.tables import show_table


def run(args: argparse.Namespace) -> int:
    """Carry it out; raises MinefieldError."""
    path = args.games or default_path()
    if not path.exists():
        if args.games is not None:
            raise MinefieldError(f"{path}: there is no such file of watched games")
        if args.number is None:
            print("[]" if args.json else "no game was watched yet; `mwagent coach` watches")
            return 0
    with GameBook(path, reading=not args.remove) as book:
        if args.number is None:
            _list(book.games(), args.json)
            return 0
        game = None if args.remove else book.game(args.number)
        if args.remove and book.remove(args.number):
            print(f"removed game {args.number}")
            return 0
        if game is None:
            raise MinefieldError(
                f"there is no game {args.number} in {path}; `mwagent games` lists them"
            )
    if args.json:
        print(json.dumps(_graded(game)))
    elif args.log:
        sys.stdout.write(as_log(game))
    else:
        _show(game)
    return 0


def _graded(game: GameRecord) -> dict[str, Any]:
    """A game as the page keeps it, each move with its grade."""
    told = as_page_record(game)
    for move, found in zip(told["moves"], grade(game), strict=True):
        move["grade"] = {**asdict(found), "cost": found.cost}
    return told


def _list(games: list[GameRecord], as_json: bool) -> None:
    if as_json:
        print(json.dumps([as_page_record(game) for game in games]))
        return
    if not games:
        print("no game was watched yet; `mwagent coach` watches")
        return
    rows = []
    for game in games:
        height, width = game.shape
        mines = "?" if game.mines is None else game.mines
        pace = game.bbbv_per_second
        rows.append(
            [
                str(game.number),
                _when(game),
                f"{width}x{height}/{mines}",
                _result(game),
                f"{game.seconds:.2f}",
                str(len(game.moves)),
                "" if game.bbbv is None else str(game.bbbv),
                "" if pace is None else f"{pace:.2f}",
            ]
        )
    heads = ("game", "when", "board", "result", "seconds", "moves", "3BV", "3BV/s")
    show_table(Console(), "Games watched", heads, rows, words=4)


def _show(game: GameRecord) -> None:
    console = Console()
    lines = [f"game {game.number}: {game}; {_when(game)}"]
    grades = grade(game)
    for move, found in zip(game.moves, grades, strict=True):
        verdict = verdict_words(found)
        lines.append(move_line(game, move) + (f": {verdict}" if verdict else ""))
    lines.append(judgement(grades))
    for number, seconds in game.pauses():
        lines.append(f"paused {seconds:.2f} s before move {number + 1}")
    for line in lines:
        console.print(harmless(line), highlight=False, markup=False, soft_wrap=True)


def _when(game: GameRecord) -> str:
    if game.date is None:
        return harmless(place(game))
    date = datetime.fromtimestamp(game.date).astimezone().strftime("%Y-%m-%d %H:%M")
    return date if game.begun is not None else f"{date}, {harmless(place(game))}"


def _result(game: GameRecord) -> str:
    return {"won": "won", "lost": "lost"}.get(str(game.stage), "unfinished")
