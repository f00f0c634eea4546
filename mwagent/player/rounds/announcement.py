"""The end of a game in words: what a page says of it, in its text or in a dialog.

Nobody has to understand a picture where the program says that the game is won. Only what has come
up since the round began counts: many pages show rules, scores and the result of the last round.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from mwagent.minefield import Stage
from mwagent.player.views import View, begins_round

SENTENCE: Final = re.compile(r"(?<=[!?…。！？])|(?<=\.)\s|[\n|•·;]|\s[-–—]\s")
"""Where one sentence ends and another begins."""
COUNTED: Final = re.compile(r"\s*[:=]?\s*\d")
"""What follows words that count something."""
NUMBER: Final = re.compile(r"[\W\d]*\d[\W\d]*\w?")
"""A line that is nothing but a number, a time or a part in percent."""
LISTS: Final = ("won", "lost", "win", "loss", "over", "unless", "to", "label")
SAME: Final = str.maketrans({"’": "'", "ş": "ș", "ţ": "ț", "ı": "i", "\u0307": None})
"""Characters that are written in two ways, or in one way as capitals."""


class Announcement:
    """What a view says of the end of a round, compared with what it said as the round began."""

    def __init__(self, view: View):
        self._view = view
        self._before: Counter[str] | None = None
        self._dialogs = 0

    def begin(self) -> None:
        """Take what the view says now for what says nothing of this round, or of later clicks."""
        self._before = Counter(self._view.text().splitlines())
        self._dialogs = self._accepted()

    def told(self) -> bool:
        """Whether an end was said since it was asked last; else what is said now counts no more.

        What has come up before a click says nothing of what the click does.
        """
        if self.stage() is not None:
            return True
        if self._before is not None:
            self.begin()
        return False

    def forget(self) -> None:
        """A new round begins: nothing it may say counts until `begin`."""
        self._before = None

    @property
    def awaited(self) -> bool:
        """Whether the round has begun, so that what comes up may be its end."""
        return self._before is not None

    @property
    def interrupted(self) -> bool:
        """Whether a dialog has come up since the round began, which the view has answered."""
        return self._before is not None and self._accepted() != self._dialogs

    def _accepted(self) -> int:
        """How many dialogs a tab has answered so far; on a screen they stay, and are seen."""
        return int(getattr(self._view, "answered", 0))

    def stage(self, cleared: bool = False) -> Stage | None:
        """WON or LOST as the view says, None where it says neither, or both; see `verdict`."""
        if self._before is None:
            return None
        old, new = self._before.copy(), []
        for line in self._view.text().splitlines():
            # Where nothing is new a line is left blank: what stands beside it counts.
            new.append("" if old[line] > 0 else line)
            old[line] -= 1
        text, whole = "\n".join(new), self._view.alone
        # Beside a button for another round that has just come up, a lone word tells the end, too.
        asked = whole and any(map(begins_round, new))
        said = verdict(text, whole=whole, cleared=cleared)
        return verdict(text, cleared=True) if asked and said is None else said


def verdict(text: str, *, whole: bool = True, cleared: bool = False) -> Stage | None:
    """What a text says of the end of a game: WON, LOST or None.

    Where it is not the `whole` text, such as a title alone, that a game is over says no more. Nor
    does it where the board is `cleared`: nothing but mines is left. A lone word then tells a win.

    >>> verdict("Game over! You win!"), verdict("GAME OVER"), verdict("Time: 12")
    (<Stage.WON: 'won'>, <Stage.LOST: 'lost'>, None)
    >>> verdict("GAME OVER", whole=False)
    >>> verdict("We will notify you if you win!"), verdict("WIN"), verdict("WIN", cleared=True)
    (None, None, <Stage.WON: 'won'>)
    >>> verdict("GAME OVER", cleared=True)
    """
    lines = _folded(text).splitlines()
    told: set[str] = set()
    for number, line in enumerate(lines):
        if not telling().search(line):
            continue
        beside = lines[max(0, number - 1) : number + 2]
        counted = any(NUMBER.fullmatch(one) for one in beside)
        for sentence in filter(None, SENTENCE.split(line)):
            said = [one.told(sentence, counted, cleared) for one in languages().values()]
            # Languages that are akin say the same in the same words, and not if by the same ones.
            told |= set() if any("if" in one for one in said) else set().union(*said)
    won, lost = "won" in told, "lost" in told
    if won:
        return None if lost else Stage.WON
    return Stage.LOST if lost or (whole and not cleared and "over" in told) else None


class Language:
    """How one language tells the end of a game: the lists of `outcomes.toml`, compiled."""

    def __init__(self, lists: Mapping[str, Sequence[str]], spaced: bool = True):
        self._found = {name: _any_of(lists[name], spaced) for name in LISTS}
        near = r"\s(\w+\s){0,2}$" if spaced else r"$"
        self._led = re.compile(self._found["to"].pattern + near)

    def told(self, sentence: str, counted: bool, cleared: bool) -> set[str]:
        """Which of "won", "lost" and "over" a sentence says; "if" where it says so of no game.

        `counted` says that there is a number above or below it.
        """
        found = self._found
        stated = {name for name in ("won", "lost") if found[name].search(sentence)}
        told = {name for name in stated if self._states(name, sentence)}
        aside = found["unless"].search(sentence) or found["label"].search(sentence)
        if stated and (aside or not told):
            return {"if"}
        for clause in re.split("[,，、]", sentence):
            value = re.split("[:：]", clause)[-1].strip()
            words = re.sub(r"^\W+|\W+$", "", value)
            if found["over"].fullmatch(words):
                told.add("over")
            elif found["loss"].fullmatch(words) and not counted:
                told.add("lost")
            elif found["win"].fullmatch(words) and not counted:
                told |= {"won"} if cleared or value.endswith(("!", "！")) else set()
        return told

    def _states(self, name: str, sentence: str) -> bool:
        """Whether words of a list are there, with no number after nor a condition before them."""
        return any(
            not COUNTED.match(sentence, match.end())
            and not self._led.search(sentence[: match.start()])
            and not self._found["to"].search(match.group())
            for match in self._found[name].finditer(sentence)
        )


@cache
def languages() -> dict[str, Language]:
    """The languages of `outcomes.toml` by name."""
    return {name: Language(lists, lists.get("spaced", True)) for name, lists in _table().items()}


@cache
def telling() -> re.Pattern[str]:
    """What is in every line that tells the end of a game, in whatever language, and in others."""
    tables = _table().values()
    words = [word for lists in tables for name in LISTS[:5] for word in lists[name]]
    return _any_of(words, spaced=False)


@cache
def _table() -> dict[str, Any]:
    table = Path(__file__).with_name("outcomes.toml").read_text(encoding="utf-8")
    return tomllib.loads(table.translate(SAME))


def _folded(text: str) -> str:
    """A text in the small letters and the characters of the table."""
    return unicodedata.normalize("NFC", text).lower().translate(SAME)


def _any_of(words: Sequence[str], spaced: bool) -> re.Pattern[str]:
    """What finds any of some words, as a whole where there are blanks between words."""
    found = "|".join(words).replace("*", r"\w*").replace(" ", r"\s+")
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)" if spaced else f"(?:{found})")
