"""A browser tab to play in: its picture and its mouse through Playwright, no screen needed.

Works on Wayland and on servers. The user's mouse is never touched, so there is no fail-safe corner.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from mwagent.player.play import LostSightError
from mwagent.player.views.asking import ANSWER_WITHIN, PatientPage, errors, in_time, telling
from mwagent.player.views.browser import VIEWPORT, grow, open_page
from mwagent.player.views.press import Press, looks_same
from mwagent.player.views.prompts import answer_to
from mwagent.player.views.tab_pictures import TabPictures
from mwagent.player.views.tab_presses import GUARD, GuardedPresses
from mwagent.player.views.view import Region, Under, View
from mwagent.player.views.windows import Point
from mwagent.player.views.wording import begins_round, is_harmless
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Frame, Page, Request

_Corner = tuple[float, float]
_Place = tuple["Frame", _Corner, str]
"""A frame, where its corner lies in the tab, and which document it shows."""
SMALLEST_TAB: Final = 200
"""Smallest width and height that a tab is given, in CSS pixels."""
_MESSAGE: Final = 1000
_MESSAGES: Final = 100
"""Characters that are kept of a dialog's text, and of how many dialogs."""


def _script(name: str) -> str:
    """A script for pages, with what it has in common with others."""
    folder = Path(__file__).parent
    text = (folder / f"{name}.js").read_text(encoding="utf-8")
    return text.replace("/* layers.js */", (folder / "layers.js").read_text(encoding="utf-8"))


VISIBLE: Final = _script("text")
"""A script that gives the text that a frame of a page shows."""
BUTTONS: Final = _script("buttons")
"""A script that lists what can be clicked on a page."""
FIELDS: Final = _script("fields")
"""A script that lists the empty fields of a page."""
UNDER: Final = _script("under")
"""A script that tells what a press at a point would act on."""
DIALOGS: Final = _script("dialogs")
"""A script that tells where the dialogs of a page are."""
PRESSES: Final = ("enter", "space", "ctrl+n")
"""Keys that press what has the keyboard, or may."""
OTHERS: Final = ("", "list", "button", "submit", "checkbox", "radio", "range")
"""Kinds of fields that nothing is written into."""
DOCUMENT: Final = "[window.__mwagentGuard?.token, location.href.replace(location.hash, '')]"
"""A script that tells which document a frame shows, and its address."""
STILL: Final = _script("still")
"""A script for the page that stops animations that never end."""


@contextlib.contextmanager
def open_tab(
    url: str,
    show: bool = False,
    natural: bool = False,
    size: tuple[int, int] = VIEWPORT,
    ratio: float = 1.0,
) -> Iterator[TabView]:
    """Open a page in a browser of its own, which is gone when the block ends.

    `size` is the tab's in CSS pixels and `ratio` its device pixel ratio, for a tab without a
    window. Raises MissingProgramError without Playwright or a browser, BrowserError when the page
    does not open.
    """
    views: list[TabView] = []
    with open_page(url, show, size, ratio, lambda page: views.append(TabView(page, natural))):
        yield views[0]


class TabView(View):
    """The pictures of a tab and a mouse over it, as a `View`.

    Dialogs of the page (`alert` and its kin) are accepted as they come; `said` keeps their texts.
    Where one asks for something, `answer_to` says what it gets, and `is_harmless` where it asks
    for consent.
    """

    name = "the page"
    guarded = True
    alone = True

    def __init__(self, page: Page, natural: bool = False):
        self.page = page
        self.said: list[str] = []
        self.answered = 0
        patient = PatientPage(page)
        self._pictures = TabPictures(patient)
        self._presses = GuardedPresses(patient, natural)
        self._seen: tuple[Box, Shot] | None = None
        self._board_in: _Place = page.main_frame, (0.0, 0.0), ""
        self._asked_in = self._board_in
        self._address = self._site = ""
        self._begun = self._moved = False
        self._stays = 0
        self._room: tuple[int, int] | None = None
        page.on("dialog", self._accept)
        page.on("popup", _close)
        for event in ("framenavigated", "framedetached"):
            page.on(event, self._note_navigation)
        self._fetched: set[Request] = set()
        page.on("request", self._note_request)
        for end in ("requestfinished", "requestfailed"):
            page.on(end, self._note_end)
        unseen = str(page.viewport_size is not None).lower()
        for script in (GUARD.replace("UNSEEN", unseen), STILL):
            page.add_init_script(script)
            with in_time():
                page.evaluate(script)

    def pictures(self) -> list[Shot]:
        """A picture of what the tab shows."""
        return [self._pictures.whole()]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A picture of `box`, in pixels of the tab's whole picture."""
        del monitor
        shot = self._pictures.part(box)
        self._seen = box, shot
        return shot

    def press(self, presses: Sequence[Press]) -> int:
        """Carry out presses in order; returns how many were made.

        Stops, perhaps before the first, where the page no longer is what the last `grab` showed.
        """
        self._fetched.clear()
        beside = any(one.beside for one in presses)
        where, shift, document = self._asked_in if beside else self._board_in
        made = self._presses.press(presses, partial(self._as_seen, presses), where, shift, document)
        self._begun |= beside and made > 0
        return made

    def _as_seen(self, presses: Sequence[Press]) -> bool:
        """Whether the tab shows around each press what the last `grab` showed."""
        if self._seen is None:
            return True
        box, before = self._seen
        now = self._pictures.part(box)
        return before.picture.shape == now.picture.shape and all(
            looks_same(before, now.picture, press) for press in presses
        )

    @property
    def loading(self) -> bool:
        """Whether pictures are being fetched that the page has asked for since the last press."""
        return bool(self._fetched)

    def pointer(self) -> Point:
        """Where the pointer is, in CSS pixels of the tab."""
        return self._presses.mouse.hand.position()

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        with telling(self.page):
            self._presses.mouse.park(at)

    def text(self) -> str:
        """What the page and its frames say, and the dialogs that were accepted so far."""
        words = list(self.said)
        for frame in self.page.frames:
            # A frame may be loading, or gone.
            with contextlib.suppress(errors(), LostSightError), in_time():
                words.append(str(frame.evaluate(VISIBLE)))
        return "\n".join(words)

    def buttons(self) -> list[tuple[str, Region]]:
        """Buttons, links and the like that are in sight, their words and where they are."""
        return self._listed(BUTTONS)

    def fields(self) -> list[tuple[str, Region]]:
        """Empty fields to write in that are in sight, what to write, and where they are.

        In a list of levels that is the easy one, and a key to leave it; some pages wait for a click
        on one that is chosen.
        """
        found = []
        for offered, region in self._listed(FIELDS):
            chosen, *others = offered.split("\n")
            level = next(filter(begins_round, (chosen, *others)), "") if others else ""
            if level or not others:
                found.append((f"{level}\t" if level else chosen, region))
        return found

    def key(self, name: str) -> bool:
        """Type a key: `f2`, `escape`, `enter`, `space`; `f5` loads the page again.

        Types nothing, and returns False, where what has the keyboard is a field that does not ask
        for a size, or would take the key for a press that does not begin a round; on a page that
        has come by itself; and Escape where there is no dialog.
        """
        with telling(self.page):
            away = self._strayed() or (name == "escape" and not self.dialogs())
            if away or not all(map(partial(_takes, name), self._focused())):
                return False
            if name == "f5":
                return self._reload()
            self._presses.mouse.hand.key(name)
        return True

    def _reload(self) -> bool:
        """Load the page again; False where it wants to be asked before."""
        self._begun, stays = True, self._stays
        try:
            self.page.reload(wait_until="load", timeout=1000 * ANSWER_WITHIN)
        except errors():
            if self._stays == stays:
                raise
            return False
        return True

    def under(self, at: Point) -> Under:
        """What the page says that lies under a point, its frames too.

        A small frame of another site is no part of what is played.
        """
        if self._strayed():
            return Under(ours=False)
        with telling(self.page), in_time():
            return self._under(self.page.main_frame, (0.0, 0.0), at)

    def dialogs(self) -> list[Region]:
        """Where the dialogs of the page are (layers.js), the topmost first."""
        return [region for _, region in reversed(self._listed(DIALOGS))]

    def dismiss(self, region: Region) -> bool:
        """Refuse a dialog that takes all presses of the page, as browsers have it, by Escape."""
        del region
        with telling(self.page), in_time():
            modal = bool(self.page.evaluate("document.querySelector('dialog:modal') !== null"))
        return modal and self.key("escape")

    def found(
        self, monitor: int, box: Box, shape: tuple[int, int] = (1, 1), *, same: bool = False
    ) -> None:
        """Note which element of the page the board is, and of which document.

        Of one that has come by itself it is so only where it has the address of that before, or
        where the board is the `same`; of one from elsewhere never.
        """
        del monitor
        shot, (rows, cols) = self._pictures.part(box), shape
        height, width = shot.picture.shape[:2]
        across, down = width / cols, height / rows
        points = [
            shot.to_screen((col + 0.5) * across, (row + 0.5) * down)
            for row, col in product(range(rows), range(cols))
        ]
        size = across / shot.scale_x, down / shot.scale_y
        with telling(self.page), in_time():
            place, address = self._note_board(
                self.page.main_frame, (0.0, 0.0), points, (size, same)
            )
        home = self._home()
        ours = self._begun or same or address == self._address or place[2] == self._board_in[2]
        if home and (not self._address or (ours and _site(address) == _site(self._address))):
            self._board_in, self._address = place, address
            self._begun = self._moved = False

    def _note_board(
        self, frame: Frame, corner: _Corner, points: list[_Corner], kind: tuple[_Corner, bool]
    ) -> tuple[_Place, str]:
        """The frame that shows a board at points of the tab, noted there, and its address.

        Of what `kind` it is say the size of its cells, and whether it is the same that goes on.
        """
        inner = [(x - corner[0], y - corner[1]) for x, y in points]
        edge = frame.evaluate("said => window.__mwagentGuard?.found(...said)", [inner, *kind])
        middle = inner[len(inner) // 2]
        deeper = None if edge is None else self._frame_at(frame, middle)
        if edge is not None and deeper is not None:
            further = corner[0] + edge[0], corner[1] + edge[1]
            return self._note_board(deeper, further, points, kind)
        token, address = frame.evaluate(DOCUMENT)
        return (frame, corner, token), address

    def gone_to(self) -> str:
        """The address of the document that is there instead of the one with the board."""
        if not self._moved or not self._address or self._begun:
            return ""
        frame, _, token = self._board_in
        with contextlib.suppress(errors(), LostSightError), in_time():
            now, address = frame.evaluate(DOCUMENT)
            self._moved = now != token
            return str(address) if self._moved else ""
        return self.page.url

    def _strayed(self) -> bool:
        """Whether a page has come by itself, or one from elsewhere."""
        return not self._home() or self.gone_to() != ""

    def _home(self) -> bool:
        """Whether the page is from where it was when something was first done there."""
        site = _site(self.page.url)
        self._site = self._site or site
        return site == self._site

    def in_the_way(self, monitor: int, box: Box) -> str | None:
        """What would take presses on the board, and is no part of it."""
        del monitor, box
        frames = {self._board_in[0], self.page.main_frame}
        with telling(self.page), in_time():
            over = [one.evaluate("window.__mwagentGuard?.over()") for one in frames]
        said = next((text for text in over if text is not None), None)
        return None if said is None else f"'{' '.join(str(said).split())}' lies over the board"

    def plays(self, at: Point) -> bool:
        """The page was named by the user."""
        del at
        return True

    def shrink(self, across: float, down: float) -> bool:
        """Make the tab parts as wide and high as it was at first; False for one with a window."""
        size = self.page.viewport_size
        if size is None:
            return False
        self._room = self._room or (size["width"], size["height"])
        width, height = (
            max(SMALLEST_TAB, round(part * side))
            for part, side in zip((across, down), self._room, strict=True)
        )
        with telling(self.page):
            self.page.set_viewport_size({"width": width, "height": height})
        return True

    def unroll(self) -> bool:
        """Let the tab grow until nothing of its page is scrolled out of sight.

        False for one with a window, and where all is in sight.
        """
        with telling(self.page):
            return grow(self.page)

    def close(self) -> None:
        """Close the tab."""
        _close(self.page)

    def _under(self, frame: Frame, corner: _Corner, at: tuple[float, float]) -> Under:
        """What a frame, with its corner there, says that lies under a point of the tab."""
        x, y = corner
        found = frame.evaluate(UNDER, [at[0] - x, at[1] - y])
        if found is None:
            return Under(ours=False)
        if "frame" not in found:
            self._asked_in = frame, corner, found["token"]
            pictures = [(x + a, y + b, x + c, y + d) for a, b, c, d in found["pictures"]]
            return Under(
                *(True, found["words"], found["signs"], found["leads"]),
                dialog=found["dialog"],
                about=found["about"],
                pictures=tuple(pictures),
            )
        inner = self._frame_at(frame, (at[0] - x, at[1] - y))
        box = None if inner is None else inner.frame_element().bounding_box()
        if box is None or inner is None or found["frame"] is None:
            return Under(ours=False)
        size = self.page.evaluate("innerWidth * innerHeight")
        if _site(inner.url) != _site(self.page.url) and box["width"] * box["height"] < size / 4:
            return Under(ours=False)
        return self._under(inner, (x + found["frame"][0], y + found["frame"][1]), at)

    def _frame_at(self, frame: Frame, at: tuple[float, float]) -> Frame | None:
        """The frame within another at a point of that."""
        there = frame.evaluate_handle("at => window.__mwagentGuard.topmost(...at)", list(at))
        holder = there.as_element()
        return None if holder is None else holder.content_frame()

    def _focused(self) -> list[dict[str, Any]]:
        """What has the keyboard, in each frame of the page."""
        found = []
        for frame in self.page.frames:
            # A frame may be loading, or gone.
            with contextlib.suppress(errors(), LostSightError), in_time():
                found.append(frame.evaluate(UNDER, None) or {})
        return [one for one in found if "frame" not in one]

    def _listed(self, script: str) -> list[tuple[str, Region]]:
        """What a script lists: words and where they are."""
        with telling(self.page), in_time():
            found = self.page.evaluate(script)
        return [(str(text), (x0, y0, x1, y1)) for text, x0, y0, x1, y1 in found]

    def _note_navigation(self, frame: Frame) -> None:
        self._moved = self._presses.gone_on = True
        del frame

    def _note_request(self, request: Request) -> None:
        if request.resource_type == "image":
            self._fetched.add(request)

    def _note_end(self, request: Request) -> None:
        self._fetched.discard(request)

    def _accept(self, dialog: Dialog) -> None:
        self.said.append(dialog.message[:_MESSAGE])
        self.answered += 1
        del self.said[:-_MESSAGES]  # a page may show dialogs without end
        # It may be gone already, with the page that showed it, or be called off with what the page
        # was asked meanwhile; nobody waits for this answer.
        with contextlib.suppress(Exception, asyncio.CancelledError):
            answer = None
            if dialog.type == "beforeunload":
                self._stays += 1
                agreed = False
            elif dialog.type == "prompt":
                answer = answer_to(dialog.message, dialog.default_value)
                agreed = answer is not None
            else:
                agreed = dialog.type != "confirm" or is_harmless(dialog.message)
            if agreed:
                dialog.accept(answer)
            else:
                dialog.dismiss()


def _close(page: Page) -> None:
    """Close what a page has opened beside itself."""
    with contextlib.suppress(Exception, asyncio.CancelledError):
        page.close()


def _takes(name: str, focused: dict[str, Any]) -> bool:
    """Whether a key may be typed into what has the keyboard."""
    if len(name) == 1:
        return focused.get("editable") in ("text", "number", "list")
    if focused.get("editable", "") not in OTHERS:
        return False
    acts = bool(focused) and name in PRESSES
    return not acts or (begins_round(focused["words"]) and not focused["leads"])


def _site(address: str) -> str:
    """Where a page comes from: its host, or its folder; what it is for one made in place."""
    parts = urlsplit(address)
    return f"{parts.scheme}:{parts.netloc or parts.path.rpartition('/')[0]}"
