"""`mwagent convert FROM TO`: boards, games and links from one format into another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mwagent.minefield import BoardFormatError, MinefieldError, command

if TYPE_CHECKING:
    import argparse

    from mwagent.gamebook import GameRecord
    from mwagent.minefield import Board

WHOLE: Final = ("mbf", "abf", "ptt", "llamasweeper", "tatham")
"""What says where every mine is, and so holds whole boards alone."""
GAMES: Final = ("json", "sqlite", "rawvf", "log")
"""Endings of the files that games are written to."""

NOTES = """FROM is one of
  a board      .csv, .mine (JSMinesweeper), .mbf (Arbiter), .mgb (MineGauler),
               .txt in any notation
  a game       .avf, .evf, .mvf, .rawvf, .rmv, .sav (Simon Tatham's Mines), .zip
               with one of these, .json, .log, .sqlite
  a link       of the page, JSMinesweeper, PTT or LlamaSweeper, in quotes
  a game ID    of Simon Tatham's Mines, such as 3x3n1:0,0,u008

TO is one of
  a board      .csv, .mine, .mbf, .txt
  a game       .json, .rawvf, .log, .sqlite (games are added to it)
  a link       page, jsminesweeper, ptt, llamasweeper: it is printed
  a game ID    tatham: it is printed

examples:
  python -m mwagent.convert game.avf game.rawvf
  python -m mwagent.convert game.rmv board.csv --move 40
  python -m mwagent.convert board.mine tatham
  python -m mwagent.convert 3x3n1:0,0,u008 board.mbf

exit codes:
  0 it is written
  2 FROM cannot be read, or TO cannot hold it"""


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, natural, positive

    words = Parser(
        "mwagent.convert", "Write a board, a game or a link in another program's format.", NOTES
    )
    words.add_argument("given", metavar="FROM", help="a file, a link or a game ID")
    words.add_argument("to", metavar="TO", help="a file, or the name of a link")
    words.option(
        "--notation NAME",
        "how a text is meant where it could be several boards, which are named then",
        default="",
    )
    words.option("--game", "of several games only this one, from 1", type=positive)
    words.option("--move N", "of a game, its board after N moves (else after all)", type=natural)
    return words


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    kind = args.to if "." not in args.to else args.to.rpartition(".")[2].lower()
    board = _board(args.given, args.notation)
    if kind in GAMES:
        if board is not None:
            raise MinefieldError(
                f"{args.given}: this is a board, without moves; a .{kind} file holds games"
            )
        if args.move is not None:
            raise MinefieldError(f"--move gives a board, and {args.to} is a file of games")
        return _write_games(_games(args), args.to)
    if board is None:
        board = _of_game(_games(args), kind, args)
    elif args.move is not None or args.game is not None:
        raise MinefieldError(f"{args.given}: this is a board, and has no games and moves")
    return _write_board(board, kind, args.to)


def _board(given: str, notation: str) -> Board | None:
    """The board of a file, a link or a game ID; None for what holds games."""
    from pathlib import Path

    from mwagent.formats import boards, links
    from mwagent.minefield.files import read_at_most, telling

    if links.is_link(given) and not Path(given).exists():
        return links.parse(given)
    if given.rpartition(".")[2].lower() not in boards.READ:
        return None
    with telling(given, "cannot be read", BoardFormatError):
        return boards.parse(read_at_most(Path(given), boards.LARGEST), given, notation)


def _games(args: argparse.Namespace) -> list[GameRecord]:
    from mwagent import replay

    games = replay.read(args.given)
    if args.game is None:
        return games
    if args.game > len(games):
        raise MinefieldError(f"{args.given} has {len(games)} games, and no game {args.game}")
    return [games[args.game - 1]]


def _of_game(games: list[GameRecord], kind: str, args: argparse.Namespace) -> Board:
    """The board of the one game, as its player saw it, or whole where that is what is written."""
    from mwagent.minefield import HIDDEN, Board

    if len(games) != 1:
        raise MinefieldError(
            f"{args.given} has {len(games)} games; say with --game which one's board is wanted"
        )
    (game,) = games
    if kind in WHOLE:
        if (game.key == HIDDEN).any():
            raise MinefieldError(f"{args.given}: the end of this game does not show all its mines")
        return Board(game.key, game.mines, game.moves[0].cell if game.moves else None)
    seen = game.boards()
    if args.move is not None and args.move >= len(seen):
        raise MinefieldError(
            f"{args.given}: the game has {len(seen) - 1} moves, and no move {args.move}"
        )
    return seen[-1 if args.move is None else args.move]


def _write_games(games: list[GameRecord], to: str) -> int:
    from mwagent import replay

    replay.write(to, games)
    for game in games:
        print(f"{to}: {game}" + (f" ({game.name})" if game.name else ""))
        if figures := game.figures:
            print("  " + ", ".join(f"{name} {value:.4g}" for name, value in figures.items()))
    return 0


def _write_board(board: Board, kind: str, to: str) -> int:
    from pathlib import Path

    from mwagent.formats import boards, links
    from mwagent.minefield.files import telling, write_whole

    if kind in links.KINDS and kind == to:
        print(links.write(board, kind))
        return 0
    if kind not in boards.KINDS:
        raise MinefieldError(
            f"{to} is nothing that boards and games are written as: a file that ends in "
            f"{', '.join(f'.{one}' for one in (*boards.KINDS, *GAMES))}, or one of the links "
            f"{', '.join(links.KINDS)}"
        )
    with telling(to):
        write_whole(Path(to), boards.write(board, kind))
    rows, cols = board.shape
    mines = "unknown" if board.mines is None else board.mines
    print(f"{to}: {cols}×{rows}, {mines} mines")
    return 0


main = command.main_of("mwagent.convert", _run)

if __name__ == "__main__":
    command.leave(main())
