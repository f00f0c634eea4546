"""Every text of the page is a message, and every message is translated."""

from __future__ import annotations

import re
from typing import Final

import pytest

from testbed.page_messages import (
    CODES,
    ENDINGS,
    LANGUAGES,
    UNCOVERED,
    Message,
    Token,
    all_messages,
    messages_of,
    messages_of_html,
    scripts,
    texts_of,
    tokens,
    translated,
)

ENGLISH_ONLY: Final = {
    *("dragonsweeper/art.js", "dragonsweeper/core.js", "dragonsweeper/worker.js"),
    *("engine/", "formats/", "game/", "rules/"),
}
"""What spoke English only when there were languages first: nothing may join it."""
WITHOUT_PLURAL: Final = ("ja", "zh-Hans")
NAMES: Final = frozenset(
    {
        "input, textarea",
        "input:not([type=checkbox]), select, textarea",
        "input:not([type=checkbox], [type=radio], [type=range]), select, textarea",
        "input, select, textarea",
        "input, select, textarea, dialog *",
        *("Tab", "Escape", "Enter", "Shift", "Control", "Alt", "Meta", "Dead", "Unidentified"),
        *("Files", "Refused", "Cancelled", "Stopped", "English", "Deutsch"),
        "not all",
        '600 {}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
        "translate({}px, {}px) scale({})",
        "this browser",
        " no guess",
        "graph-mark hit",
        "{} games of the seed {} had no such puzzle; try another",
        "python -m mwagent --demo --watch",
        *("rat king", "big slime", "mine king", "Romeo", "Juliet"),
        *("that square is off the board", "that square is open and empty", "the game is over"),
        "experience points are missing for a level-up",
    }
)
"""What looks like a text and is none: selectors, keys, names of errors, keys of what is stored."""


def test_a_script_is_taken_apart() -> None:
    script = """const a = `x ${f("in one") / 2} y`; // t("no")
    if (/["'`]/.test(a) && b / c) t('it\\'s {n}', { n: t("inner") });
    many(d(1, 2), "{n} cell[s] [is|are] safe", { e });"""
    assert tokens("a / b")[1] == Token("sign", "/", 1)
    assert Token("string", "in one", 1) in tokens(script)
    assert Token("template", "x {} y", 1) in tokens(script)
    assert [(one.text, one.plural) for one in messages_of(script, "m.js")] == [
        ("it's {n}", False),
        ("inner", False),
        ("{n} cells are safe", True),
    ]
    with pytest.raises(ValueError, match=r"m\.js:1: what t\(\) says has to be written out"):
        list(messages_of("t(text)", "m.js"))
    spoken = 'say("Two words"); say(t("One more")); make({ class: "card sheet" }, "Over");'
    assert [one.text for one in texts_of(spoken)] == ["Two words", "Over"]


def test_html_is_taken_apart() -> None:
    html = '<p title="A hint">Some <b>bold</b> words</p><dd>hold <kbd>F</kbd> to flag</dd><p>3</p>'
    assert {one.text for one in messages_of_html(html, "a.html")} == {
        "A hint",
        "Some",
        "bold",
        "words",
        "hold <kbd>F</kbd> to flag",
    }


def test_no_text_is_without_a_message() -> None:
    assert set(UNCOVERED) <= ENGLISH_ONLY
    for name, script in scripts().items():
        if name != "sw.js" and not name.startswith(UNCOVERED):
            bare = [f"{name}:{one.line}: {one.text}" for one in texts_of(script)]
            assert [one for one in bare if one.partition(": ")[2] not in NAMES] == []


@pytest.mark.parametrize("code", CODES)
def test_every_message_is_translated(code: str) -> None:
    for ending, messages in zip(ENDINGS, all_messages(), strict=True):
        said = translated(code, ending)
        assert [text for text in messages if text not in said] == [], "lacks a translation"
        assert [text for text in said if text not in messages] == [], "is translated, not said"
        for text, message in messages.items():
            check(code, message, said[text])


def check(code: str, message: Message, said: str | dict[str, str]) -> None:
    """A translation has the forms of its language, and the places and tags of its message."""
    if message.plural and code not in WITHOUT_PLURAL:
        assert isinstance(said, dict), message
        assert set(said) == {"one", "other"}, message
        forms = [said["other"]]
        assert places(said["one"]) - {"n"} <= places(message.text), message
        assert said["one"].strip(), message
    else:
        assert isinstance(said, str), message
        forms = [said]
    for form in forms:
        assert form.strip(), message
        assert places(form) == places(message.text), message
        wanted = re.findall(r"</?(?:kbd|code)>", message.text)
        assert re.findall(r"</?(?:kbd|code)>", form) == wanted, message


def places(text: str) -> set[str]:
    """The names in braces."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_only_languages_lie_in_their_folder() -> None:
    wanted = {f"{code}.{ending}" for code in CODES for ending in ENDINGS}
    assert {path.name for path in LANGUAGES.iterdir()} == wanted
