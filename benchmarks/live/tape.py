"""A tape: all that the bot saw and did on a page, and what the page said, kept in one file.

It is recorded beside a bot that plays in a tab, and played back to one without a browser. A tape is
a list of events in the order in which they happened:

    whole   a picture of the whole tab                part     of a part of it, at `box`
    clicks  the bot began to click, with `clicks`     clicked  it has made `made` of them
    press   a batch of presses, `made` of `asked`     key      a key `name`
    text    what the page says                        look     what the page's board was, as
    round   a round begins to be played                        `cells`, and its `verdict`
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from benchmarks.live.page_judge import Judge
from mwagent.coach.sources.still import part_of
from mwagent.minefield import Board, Button, Click
from mwagent.player.play import Disturbed
from mwagent.player.views import Point, Press, TabView, View
from mwagent.player.window import SightedWindow
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box

SUFFIX: Final = ".tape"
_EVENTS: Final = "events.json"
_PICTURES: Final = ("whole", "part")
_DEEDS: Final = ("clicks", "press", "key", "round")
"""What ends a stretch of the tape in which nothing was done but looking."""

Event = dict[str, Any]


@dataclass(slots=True)
class Tape:
    """The events of a tape; pictures are PNG files, named by number in them.

    `verdicts` are how its rounds ended by the page's own state, "" where they did not.
    """

    events: list[Event] = field(default_factory=list)
    pictures: list[bytes] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)

    def save(self, file: Path) -> None:
        """Write it to a file."""
        file.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(file, "w") as archive:
            for number, png in enumerate(self.pictures):
                archive.writestr(f"{number}.png", png)
            told = {"events": self.events, "verdicts": self.verdicts}
            archive.writestr(_EVENTS, json.dumps(told))

    @classmethod
    def load(cls, file: Path) -> Tape:
        """Read a file that `save` has written."""
        with zipfile.ZipFile(file) as archive:
            told = json.loads(archive.read(_EVENTS))
            pictures = [archive.read(f"{n}.png") for n in range(len(archive.namelist()) - 1)]
        return cls(told["events"], pictures, told["verdicts"])


class Recorder:
    """Notes on a tape what a bot sees and does; stands in front of its view and its window."""

    def __init__(self, view: TabView, window: SightedWindow, judge: Judge):
        self.tape = Tape()
        self._judge = judge
        self._last: dict[Box | None, Pixels] = {}
        self._text = ""
        self._look, self._click, self._press = window.look, window.click, view.press
        self._grab, self._pictures, self._key = view.grab, view.pictures, view.key
        self._words = view.text
        window.look = self.look  # type: ignore[method-assign]
        window.click = self.click  # type: ignore[method-assign]
        for name in ("press", "grab", "pictures", "key", "text"):
            setattr(view, name, getattr(self, name))

    def note(self, kind: str, **told: Any) -> None:
        """Note an event."""
        self.tape.events.append({"kind": kind, **told})

    def pictures(self) -> list[Shot]:
        """All there is to see, as ever."""
        shots = self._pictures()
        self._see(shots[0], None)
        return shots

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of it, as ever."""
        shot = self._grab(monitor, box)
        self._see(shot, box)
        return shot

    def press(self, presses: Sequence[Press]) -> int:
        """Press as ever."""
        made = self._press(presses)
        self.note("press", asked=len(presses), made=made)
        return made

    def key(self, name: str) -> bool:
        """Type a key as ever."""
        typed = self._key(name)
        self.note("key", name=name, typed=typed)
        return typed

    def text(self) -> str:
        """What the page says, as ever."""
        text = self._words()
        if text != self._text:
            self.note("text", text=text)
            self._text = text
        return text

    def look(self) -> Board:
        """Look as ever; what the page says is told where it says the same before and after."""
        before = self._judge.state()
        board = self._look()
        after = self._judge.state()
        if before is not None and after is not None and before["cells"] == after["cells"]:
            self.note("look", cells=after["cells"], verdict=after["verdict"])
        return board

    def click(self, clicks: Sequence[Click]) -> None:
        """Click as ever."""
        self.note("clicks", clicks=[[*one.cell, one.button.name] for one in clicks])
        made = len(clicks)
        try:
            self._click(clicks)
        except Disturbed as disturbed:
            made = len(disturbed.made)
            raise
        finally:
            self.note("clicked", made=made)

    def _see(self, shot: Shot, box: Box | None) -> None:
        """Note a picture that is not the one before."""
        last = self._last.get(box)
        if last is not None and np.array_equal(last, shot.picture):
            return
        if box is None:
            self._last.clear()
        self._last[box] = shot.picture
        _, png = cv2.imencode(".png", shot.picture, (cv2.IMWRITE_PNG_COMPRESSION, 1))
        self.tape.pictures.append(png.tobytes())
        place = {"scale": [shot.scale_x, shot.scale_y], "picture": len(self.tape.pictures) - 1}
        self.note("whole" if box is None else "part", box=box, **place)


class TapeView(View):
    """What a tape shows, as a `View`: each look sees the next picture, until something is done."""

    name = "the tape"
    guarded = True
    alone = True

    def __init__(self, tape: Tape):
        self._tape = tape
        self._at = 0
        self._pointer: Point = (0, 0)
        self._text = ""
        self._shot: Shot | None = None
        while self._shot is None:
            self._take(self._tape.events[self._at])

    @property
    def at(self) -> int:
        """The number of the event that comes next."""
        return self._at

    def go_to(self, number: int) -> None:
        """Go on to an event; nothing is done where that is past."""
        while self._at < number:
            self._take(self._tape.events[self._at])

    def coming(self, *kinds: str) -> Iterator[tuple[int, Event]]:
        """The events of some kinds that are still to come in this round, and their numbers."""
        for number in range(self._at, len(self._tape.events)):
            event = self._tape.events[number]
            if event["kind"] == "round":
                return
            if event["kind"] in kinds:
                yield number, event

    def told(self) -> Event | None:
        """What the page said last before the next thing that was done; None where nothing."""
        events = self._tape.events
        first = last = self._at
        while first and events[first - 1]["kind"] not in _DEEDS:
            first -= 1
        while last < len(events) and events[last]["kind"] not in _DEEDS:
            last += 1
        return next((one for one in events[first:last][::-1] if one["kind"] == "look"), None)

    def shown(self) -> Pixels:
        """What the tab shows."""
        assert self._shot is not None
        return self._shot.picture

    def pictures(self) -> list[Shot]:
        """A picture of the whole tab."""
        self._look()
        assert self._shot is not None
        return [Shot(self._shot.picture.copy(), 0, 0, self._shot.scale_x, self._shot.scale_y, 0)]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of it."""
        del monitor
        self._look()
        assert self._shot is not None
        part = part_of(self._shot, box)
        pixels = np.ascontiguousarray(part.picture)
        if np.shares_memory(pixels, self._shot.picture):
            pixels = pixels.copy()
        return Shot(pixels, part.left, part.top, part.scale_x, part.scale_y, 0)

    def press(self, presses: Sequence[Press]) -> int:
        """Go on to after the presses that were made next."""
        self._pointer = presses[-1].at if presses else self._pointer
        found = next(self.coming("press"), None)
        if found is None:
            return len(presses)
        self.go_to(found[0] + 1)
        made, asked = found[1]["made"], found[1]["asked"]
        return len(presses) if made == asked else min(made, len(presses))

    def key(self, name: str) -> bool:
        """Go on to after a key that was typed next, if it is the same."""
        found = next(self.coming("press", "key"), None)
        if found is None or found[1].get("name") != name:
            return False
        self.go_to(found[0] + 1)
        return bool(found[1]["typed"])

    def pointer(self) -> Point:
        """Where the pointer is."""
        return self._pointer

    def park(self, at: Point) -> None:
        """Leave the pointer at a point."""
        self._pointer = at

    def text(self) -> str:
        """What the page said last."""
        return self._text

    def plays(self, at: Point) -> bool:
        """All of it is played."""
        del at
        return True

    def close(self) -> None:
        """Nothing is held."""

    def _look(self) -> None:
        """Show the next picture, if something else was not done before."""
        for number in range(self._at, len(self._tape.events)):
            kind = self._tape.events[number]["kind"]
            if kind in _DEEDS:
                return
            if kind in _PICTURES:
                self.go_to(number + 1)
                return

    def _take(self, event: Event) -> None:
        self._at += 1
        if event["kind"] == "text":
            self._text = event["text"]
        if event["kind"] not in _PICTURES:
            return
        png = np.frombuffer(self._tape.pictures[event["picture"]], np.uint8)
        pixels = np.asarray(cv2.imdecode(png, cv2.IMREAD_COLOR), np.uint8)
        scale_x, scale_y = event["scale"]
        if event["box"] is None:
            self._shot = Shot(pixels, 0.0, 0.0, scale_x, scale_y, 0)
        elif self._shot is not None:
            x0, y0, x1, y1 = event["box"]
            height, width = self._shot.picture.shape[:2]
            inside = pixels[max(0, -y0) : height - y0, max(0, -x0) : width - x0]
            self._shot.picture[max(0, y0) : y1, max(0, x0) : x1] = inside


class PlayedBack:
    """A window that plays what is on a tape; stands in front of its `click`, and plans for it."""

    def __init__(self, view: TapeView, window: SightedWindow):
        self._view = view
        self._window = window
        self._click: Callable[[Sequence[Click]], None] = window.click
        window.click = self.click  # type: ignore[method-assign]

    def plan(self, *_: Any, **__: Any) -> list[Click]:
        """The clicks that were made next; a `Planner`."""
        nothing: tuple[int, Event] = (0, {"clicks": []})
        event = next(self._view.coming("clicks"), nothing)[1]
        return [Click((row, col), Button[name]) for row, col, name in event["clicks"]]

    def click(self, clicks: Sequence[Click]) -> None:
        """Click as ever, and go on to where that was done; raises Disturbed as it was then."""
        done = next(self._view.coming("clicked"), None)
        if done is None or list(clicks) != self.plan():
            raise Disturbed
        begun = next(number for number, _ in self._view.coming("clicks"))
        self._view.go_to(begun + 1)
        made = list(clicks[: done[1]["made"]])
        try:
            self._click(clicks)
        except Disturbed as disturbed:
            if list(disturbed.made) != made:
                self._window._playing().pressing.note(made)
        self._view.go_to(done[0] + 1)
        if len(made) < len(clicks):
            raise Disturbed(made)
