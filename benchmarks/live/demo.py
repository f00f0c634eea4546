"""Time whole games on the practice page, by screen and mouse, and tell where the time goes.

    python -m benchmarks.live.demo                    20 won Expert games
    python -m benchmarks.live.demo --wins 5 --level intermediate

The page keeps a journal of every click it got. It is read after each game to make sure that no
cell was opened that was neither proven safe nor the solver's guess, and that no click fell outside
the board (but for the face, which begins a new round).
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from mwagent import solvers
from mwagent.player.places import demo_window
from mwagent.player.play import Result, Turn, play_game
from mwagent.player.window import SightedWindow
from mwagent.solvers import Solver
from testbed.harness import show, words
from testbed.webdriver import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Page

PARTS = ("paint", "grab", "read", "solve", "plan", "click")


def main(argv: Sequence[str] | None = None) -> int:
    """Play until enough games are won; returns 1 when a click was wrong."""
    from playwright.sync_api import sync_playwright

    parser = words(__doc__, seed=None)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--wins", type=int, default=20)
    parser.add_argument("--zoom", default="auto", help="of the page: auto, 1, 1.5, 2, ...")
    parser.add_argument("-S", "--solver", default="best")
    args = parser.parse_args(argv)
    port = free_port()
    more = (f"--remote-debugging-port={port}",)
    page = {"test": "1", "zoom": args.zoom}
    with (
        demo_window(args.level, virtual=True, page=page, more=more) as window,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        tab = browser.contexts[0].pages[0]
        played = _play(window, tab, args.solver, args.wins)
    _report(played, args)
    return 1 if any(game["wrong"] for game in played) else 0


def _play(window: SightedWindow, tab: Page, solver_name: str, wins: int) -> list[dict[str, Any]]:
    solver = solvers.create(solver_name)
    played: list[dict[str, Any]] = []
    while sum(game["result"].won for game in played) < wins:
        if played:
            window.new_game()
        played.append(play_round(window, tab, solver))
    return played


def play_round(window: SightedWindow, tab: Page, solver: Solver) -> dict[str, Any]:
    """Play the round a window shows: its result, where its time went, and what was pressed wrong.

    `spent` are seconds by `PARTS`, `looks` those of each turn's look, `picture` of one picture.
    """
    earlier = tab.evaluate("window.mwState")
    turns: list[Turn] = []
    spent_before = (window.spent.grab, window.spent.read, window.spent.grabs)
    result = play_game(window, solver, watch=turns.append)
    journal = tab.evaluate("window.mwState")
    moves = journal["moves"][len(earlier["moves"]) :]
    spent_now = (window.spent.grab, window.spent.read, window.spent.grabs)
    grab, read, grabs = (now - then for now, then in zip(spent_now, spent_before, strict=True))
    times = [turn.times for turn in turns]
    looks = [time.look for time in times]
    spent = {
        "paint": sum(looks) - grab - read,
        "grab": grab,
        "read": read,
        "solve": sum(time.solve for time in times),
        "plan": sum(time.plan for time in times),
        "click": sum(time.click for time in times),
    }
    presses = journal["outside"][len(earlier["outside"]) :]
    outside = [press for press in presses if press["on"] != "face"]
    wrong = _wrong_moves(turns, result, moves) + [f"outside: {press}" for press in outside]
    print(
        f"{result.stage} {result.seconds:.2f} s, {result.clicks} clicks, 3BV {result.bbbv}, "
        f"{result.turns} turns" + "".join(f"\n  WRONG {text}" for text in wrong),
        file=sys.stderr,
    )
    return {
        "result": result,
        "spent": spent,
        "looks": looks,
        "picture": grab / max(1, grabs),
        "wrong": wrong,
    }


def _wrong_moves(turns: list[Turn], result: Result, moves: list[dict[str, Any]]) -> list[str]:
    """Moves the page got that the loop was not entitled to."""
    proven = {cell for turn in turns if turn.analysis for cell in turn.analysis.safe}
    guessed = {
        turn.clicks[0].cell
        for turn in turns
        if turn.clicks and turn.analysis and not turn.analysis.safe
    }
    wrong = []
    for move in moves:
        cell = (move["row"], move["col"])
        if move["kind"] == "open" and cell not in proven | guessed:
            wrong.append(f"opened {cell}, which was neither proven nor the guess")
        if move["mine"] and cell not in guessed:
            wrong.append(f"{move['kind']} at {cell} set off a mine that was no guess")
    made = len(moves) - 2 * _trials(moves)
    if made != result.clicks:
        wrong.append(f"{result.clicks} clicks were made, but {made} moves came of them")
    return wrong


def _trials(moves: list[dict[str, Any]]) -> int:
    """How often a flag was set and taken back at once, which is how the right button is tried.

    That is done once in each program, on a cell proven safe, and is no click of the game.
    """
    pairs = itertools.pairwise(moves)
    same = ("kind", "row", "col")
    return sum(
        one["kind"] == "flag" and all(one[word] == other[word] for word in same)
        for one, other in pairs
    )


def _report(played: list[dict[str, Any]], args: argparse.Namespace) -> None:
    won = [game for game in played if game["result"].won]
    seconds = sorted(game["result"].seconds for game in won)
    ratio = median(game["result"].clicks / game["result"].bbbv for game in won)
    medians = {part: median(game["spent"][part] for game in won) for part in PARTS}
    whole = sum(medians.values())
    rows = [
        {"part": part, "median ms": 1000 * time, "share": f"{time / whole:.0%}"}
        for part, time in medians.items()
    ]
    note = (
        f"first click to win: median {median(seconds):.2f} s, fastest {seconds[0]:.2f} s, slowest "
        f"{seconds[-1]:.2f} s\n"
        f"clicks: median {median(game['result'].clicks for game in won)}, {ratio:.2f} per 3BV\n"
        f"wrong clicks: {sum(len(game['wrong']) for game in played)}"
    )
    show(args, rows, f"{len(won)} games won of {len(played)}", note)


if __name__ == "__main__":
    sys.exit(main())
