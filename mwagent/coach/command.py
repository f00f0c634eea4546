"""What `mwagent coach` does once its arguments are known to be good."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from mwagent.coach.coach import Coach
from mwagent.coach.page import CoachPage, coach_page
from mwagent.coach.sighting import Source
from mwagent.coach.words import Teller, game_line
from mwagent.gamebook import GameBook, GameBookError, as_page_record, default_path
from mwagent.minefield import signals
from mwagent.minefield.command import say, warn
from mwagent.vision.reading import BoardNotFoundError

_PLAIN: Final = {"highlight": False, "markup": False, "soft_wrap": True}


def run(args: argparse.Namespace) -> int:
    """Watch until Ctrl-C, or to the end of a video; gives the exit code, raises MinefieldError."""
    path = args.games or default_path()
    with ExitStack() as stack:
        # First what is watched: where that is not to be had, no folder is made for the games.
        source = stack.enter_context(_source(args))
        book = stack.enter_context(GameBook(path))
        page: CoachPage | None = None
        if not args.no_page and args.video is None:
            page = stack.enter_context(coach_page(source.name, path, say))
        audience = page if page is not None else Teller(Console(stderr=True, quiet=args.json))
        coach = Coach(source, book, audience, warn=warn)
        interrupted = _watch(coach, args)
        _close(coach)
    return _report(coach, args, interrupted)


def _watch(coach: Coach, args: argparse.Namespace) -> bool:
    """Watch; gives whether Ctrl-C ended it."""
    try:
        if args.video is None:
            coach.run()
        else:
            with _progress(args.video, coach.source, args.json) as note:
                coach.run(note)
    except KeyboardInterrupt:
        return True
    return False


def _close(coach: Coach) -> None:
    try:
        coach.close()
    except GameBookError as error:
        warn(str(error))


def _report(coach: Coach, args: argparse.Namespace, interrupted: bool) -> int:
    if args.json:
        print(json.dumps({"games": [as_page_record(game) for game in coach.games]}))
    else:
        console = Console()
        for game in coach.games:
            console.print(game_line(game), **_PLAIN)  # type: ignore[arg-type]
    if args.video is not None and not coach.boards and not interrupted:
        raise BoardNotFoundError(
            f"{args.video}: no Minesweeper was found in this video; give one that shows a whole "
            f"board, and --from where it begins"
        )
    # Ctrl-C is how a coach is sent home.
    sent_home = signals.exit_code() == signals.INTERRUPTED and coach.games
    return signals.exit_code() if interrupted and not sent_home else 0


@contextmanager
def _source(args: argparse.Namespace) -> Iterator[Source]:
    """Open what is watched."""
    if args.video is not None:
        from mwagent.coach.sources import VideoSource

        video = VideoSource(args.video, args.start or 0.0, args.end)
        try:
            yield video
        finally:
            video.close()
    elif args.browser is not None:
        from mwagent.coach.sources import open_tab_source

        with open_tab_source(args.browser) as tab:
            yield tab
    else:
        from mwagent.coach.sources import ScreenSource

        screen = ScreenSource()
        try:
            yield screen
        finally:
            screen.close()


@contextmanager
def _progress(path: Path, source: Source, quiet: bool) -> Iterator[Callable[[], object]]:
    """A bar that fills while a video is watched."""
    from mwagent.coach.sources import VideoSource

    assert isinstance(source, VideoSource)
    end = source.end
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True, quiet=quiet), transient=True) as bar:
        total = None if math.isnan(end) else max(0.1, end - source.start)
        task = bar.add_task(path.name, total=total)
        yield lambda: bar.update(task, completed=source.seconds - source.start)
