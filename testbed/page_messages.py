"""The texts of the page as messages: which there are, and which languages lack some.

`python -m testbed.page_messages de` prints what German lacks, as JSON to be filled in.
"""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from mwagent.web.bundling import ENTRY, in_order, listed
from mwagent.web.files import STATIC

LANGUAGES: Final = STATIC / "languages"
CODES: Final = ("de", "es", "fr", "ja", "pt-BR", "zh-Hans")
UNCOVERED: Final = (
    *("dragonsweeper/art.js", "dragonsweeper/core.js", "dragonsweeper/worker.js"),
    *("engine/", "formats/", "game/", "rules/"),
)
"""Where the page still speaks English only. This list is to get shorter, never longer."""
LAIR: Final = "dragonsweeper/"
"""The folder of the page whose messages are a file of their own."""
ENDINGS: Final = ("json", "more.json", "lair.json")
"""How the files of a language end, in the order of `all_messages`."""
ATTRIBUTES: Final = frozenset({"title", "aria-label", "placeholder", "data-label", "content"})
"""Attributes of the page's HTML that people read or hear (app/language.js, translate)."""

_REMARK: Final = r"//[^\n]*|/\*.*?\*/"
_PATTERN: Final = r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*"
_TOKEN: Final = re.compile(
    rf"(?P<space>\s+|{_REMARK})|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<number>\d[\w.]*)|(?P<name>[#\w$]+)|(?P<template>`)|(?P<sign>.)",
    re.DOTALL,
)
_REGEX: Final = re.compile(_PATTERN)
_FORMS: Final = re.compile(r"\[(?:([^\]|]*)\|)?([^\]]*)\]")
"""What a text has for one and for more, as many() of app/language.js takes it."""
_WORDS: Final = frozenset({"return", "typeof", "case", "in", "of", "await", "yield", "else"})


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a script: its kind (string, template, number, name or sign), its text, its line.

    The text of a string is what it says; that of a template has {} for what is put in.
    """

    kind: str
    text: str
    line: int = field(compare=False, default=0)


def tokens(script: str) -> list[Token]:
    """The pieces of a script, without blanks and remarks; those in templates stand after them."""
    found: list[Token] = []
    _scan(script, 0, found, "", [match.start() for match in re.finditer("\n", script)])
    return found


def _scan(script: str, at: int, found: list[Token], until: str, ends: list[int]) -> int:
    """Take pieces from a place on until a brace closes that was not opened; gives where it ended.

    `ends` are the places where lines end.
    """
    depth = 0
    while at < len(script):
        before = found[-1] if found else None
        if script[at] == "/" and script[at : at + 2] not in ("//", "/*") and _may_begin(before):
            match = _REGEX.match(script, at)
        else:
            match = None
        if match:
            found.append(Token("pattern", match[0], 1 + bisect_left(ends, at)))
            at = match.end()
            continue
        match = _TOKEN.match(script, at)
        assert match is not None
        kind, text, line = match.lastgroup or "", match[0], 1 + bisect_left(ends, at)
        at = match.end()
        if kind == "space":
            continue
        if kind == "template":
            at = _template(script, at, found, ends)
            continue
        if kind == "string":
            text = _said(text)
        elif text == "{":
            depth += 1
        elif text == "}":
            if until and not depth:
                return at
            depth -= 1
        found.append(Token(kind, text, line))
    return at


def _template(script: str, at: int, found: list[Token], ends: list[int]) -> int:
    """Take a template whose first sign was read."""
    said, inner, line = "", list[Token](), 1 + bisect_left(ends, at)
    while script[at] != "`":
        if script[at] == "\\":
            said += script[at : at + 2]
            at += 2
        elif script.startswith("${", at):
            at = _scan(script, at + 2, inner, "}", ends)
            said += "{}"
        else:
            said += script[at]
            at += 1
    found.append(Token("template", said, line))
    found.append(Token("sign", "(", line))
    found.extend(inner)
    found.append(Token("sign", ")", line))
    return at + 1


def _may_begin(before: Token | None) -> bool:
    """Whether a slash after this piece begins a pattern rather than divides."""
    if before is None:
        return True
    if before.kind == "sign":
        return before.text not in ")]}"
    return before.kind == "name" and before.text in _WORDS


def _said(literal: str) -> str:
    """What a literal of a script says."""
    inner = literal[1:-1]
    if literal[0] == "'":
        inner = inner.replace("\\'", "'").replace('"', '\\"')
    said: str = json.loads(f'"{inner}"')
    return said


@dataclass(frozen=True, slots=True)
class Message:
    """A text by which it is looked up, where it stands, and whether it counts things."""

    text: str
    place: str
    plural: bool = False


def messages_of(script: str, name: str) -> Iterator[Message]:
    """The messages of a script. Raises ValueError where one is not written out."""
    for piece, given in _asked(tokens(script)):
        place = f"{name}:{piece.line}"
        plural = piece.text == "many"
        said = given[int(plural)] if len(given) > plural else []
        if len(said) != 1 or said[0].kind != "string":
            raise ValueError(f"{place}: what {piece.text}() says has to be written out")
        text = said[0].text
        yield Message(_FORMS.sub(r"\2", text) if plural else text, place, plural)


def texts_of(script: str) -> list[Token]:
    """What a script seems to say without a message: two words or more, or one with a capital."""
    pieces = tokens(script)
    said = {id(one[0]) for _, given in _asked(pieces) for one in given if one}
    found = []
    for n, piece in enumerate(pieces):
        if piece.kind not in ("string", "template") or id(piece) in said:
            continue
        before = "".join(one.text for one in pieces[max(0, n - 3) : n])
        if _TEXT.search(piece.text) and not _NO_TEXT.search(before):
            found.append(piece)
    return found


_TEXT: Final = re.compile(
    r"[A-Za-z]{2}\S* +[a-z]|\b[a-z]+ +[A-Za-z]{2}|^ ?[A-Z][a-z]{2,}[.?…!]? ?$"
)
_NO_TEXT: Final = re.compile(
    r"(class|className|cssText|pointer|d|rel|style):?=?$|\w*(import|from|querySelector(All)?|matches"
    r"|closest|matchMedia|svg|setAttribute|getContext|case)\(?$|===?$|!==?$|\.(startsWith|replace)\($"
)


def _asked(pieces: list[Token]) -> Iterator[tuple[Token, list[list[Token]]]]:
    """The calls of t() and many(), each with the pieces of its arguments."""
    for n, piece in enumerate(pieces[:-1]):
        if piece.kind != "name" or piece.text not in ("t", "many") or pieces[n + 1].text != "(":
            continue
        if n == 0 or pieces[n - 1].text not in (".", "function"):
            yield piece, list(_arguments(pieces, n + 2))


def _arguments(pieces: list[Token], at: int) -> Iterator[list[Token]]:
    """The pieces of each argument of a call whose bracket was read."""
    depth, one = 0, list[Token]()
    for piece in pieces[at:]:
        if piece.kind == "sign" and piece.text in "([{":
            depth += 1
        elif piece.kind == "sign" and piece.text in ")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and piece.text == "," and piece.kind == "sign"):
            if one:
                yield one
            if depth < 0:
                return
            one = []
        else:
            one.append(piece)


class _Html(HTMLParser):
    """Collects the messages of a page's HTML, as translate() in app/language.js finds them."""

    def __init__(self, name: str) -> None:
        super().__init__(convert_charrefs=True)
        self.name = name
        self.found: list[Message] = []
        self._open: list[tuple[str, list[str], bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ATTRIBUTES and value:
                self._take(value)
        if tag == "kbd" and self._open:
            self._open[-1] = (*self._open[-1][:2], True)
        if tag not in ("input", "link", "meta", "img", "path", "circle"):
            self._open.append((tag, [], False))
        if tag == "kbd":
            self._open[-2][1].append("<kbd>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for key, value in attrs:
            if key in ATTRIBUTES and value:
                self._take(value)

    def handle_endtag(self, tag: str) -> None:
        if not self._open:
            return
        closed, parts, keys = self._open.pop()
        if closed == "kbd":
            self._open[-1][1].append(f"{''.join(parts)}</kbd>")
        elif closed not in ("script", "style"):
            for text in ["".join(parts)] if keys else parts:
                self._take(text)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][1].append(data)

    def _take(self, text: str) -> None:
        said = text.strip()
        if re.search(r"[A-Za-z]{2}", said) and not re.match(
            r"(#|width=|default-src|lair\.json)", said
        ):
            self.found.append(Message(said, f"{self.name}:{self.getpos()[0]}"))


def messages_of_html(html: str, name: str) -> list[Message]:
    """The messages of a page's HTML."""
    parser = _Html(name)
    parser.feed(html)
    return parser.found


def first_scripts() -> set[str]:
    """The scripts whose messages come with the first page: those that are kept first (sw.js)."""
    worker = (STATIC / "sw.js").read_text(encoding="utf-8")
    roots = [ENTRY, *(name for name in listed(worker, "FIRST") if name.endswith(".js"))]
    return {name for root in roots for name in in_order(root, scripts().__getitem__)}


@cache
def scripts() -> dict[str, str]:
    """The scripts of the page, by their path."""
    return {
        path.relative_to(STATIC).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(STATIC.rglob("*.js"))
    }


@cache
def all_messages() -> tuple[dict[str, Message], dict[str, Message], dict[str, Message]]:
    """The messages of the first page, of what comes later, and of Dragonsweeper, by their text."""
    first: dict[str, Message] = {}
    later: dict[str, Message] = {}
    lair: dict[str, Message] = {}
    html = (STATIC / LAIR / "index.html").read_text(encoding="utf-8")
    for message in messages_of_html(html, f"{LAIR}index.html"):
        lair.setdefault(message.text, message)
    inside = set(in_order(f"{LAIR}page.js", scripts().__getitem__))
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    for message in messages_of_html(html, "index.html"):
        first.setdefault(message.text, message)
    early = first_scripts()
    for name, script in scripts().items():
        if name == "app/language.js" or name.startswith(UNCOVERED):
            continue
        for message in messages_of(script, name):
            if name in inside:
                lair.setdefault(message.text, message)
            if not name.startswith(LAIR):
                found = first if name in early else later
                found.setdefault(message.text, message)
    return first, {text: later[text] for text in later if text not in first}, lair


def translated(code: str, ending: str = "json") -> dict[str, str | dict[str, str]]:
    """What a language says for each message of the part of the page that an ending stands for."""
    path = LANGUAGES / f"{code}.{ending}"
    if not path.exists():
        return {}
    said: dict[str, str | dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return said


def main() -> None:
    """Print what a language lacks."""
    code = sys.argv[1]
    for ending, messages in zip(ENDINGS, all_messages(), strict=True):
        lacking = {text: "" for text in messages if text not in translated(code, ending)}
        print(Path(f"{code}.{ending}"), json.dumps(lacking, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
