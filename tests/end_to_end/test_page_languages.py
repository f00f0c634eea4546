"""The page in languages: chosen by the browser or by hand, whole, and nowhere too long."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from mwagent import solvers
from mwagent.minefield import Board, FirstClick, Level
from mwagent.solvers.registry import BUILT_IN, about
from mwagent.web import page_mines
from testbed.page_messages import ENDINGS, all_messages, translated
from testbed.pageboard import advised, at, rows, settings, until

pytestmark = pytest.mark.browser

BOARD = "?level=9x9/10&seed=l&rule=open&test=1"
MINES = page_mines(Level(9, 9, 10), "l", (4, 4), FirstClick.OPEN)
MINE = next((row, col) for row in range(9) for col in range(9) if MINES[row, col])
# What is seen or heard of a page, but for boards and what stands in every language alike.
SAID = """() => {
    const said = [];
    const names = ["title", "aria-label", "placeholder", "aria-valuetext"];
    const alike = "option[lang], code, script, svg";
    for (const element of document.querySelectorAll("header, header *, main *, dialog, dialog *")) {
        if (element.closest(alike) || !element.checkVisibility()) continue;
        for (const name of names) said.push(element.getAttribute(name) ?? "");
        for (const node of element.childNodes) if (node instanceof Text) said.push(node.data);
    }
    return said.filter((text) => text.trim());
}"""
ALIKE = r"3BV(/s)?|(H\.)?ZiNi|und|Ctrl|PNG|JPEG|[A-Z]\b|F2|mwagent|json|[a-z]\b|(?<=\d\. )[A-Z]\w+"
"""Names that no language changes, and what Intl says of lists and months in German."""
# Controls that reach out of the window, or whose words do.
CUT = """() => [...document.querySelectorAll("main button, main select, main label, header a")]
    .filter((one) => one.checkVisibility() && !one.closest("#modes, #well"))
    // A phone shows of the shapes their signs alone, with which their names begin.
    .filter((one) => one.id !== "shape")
    .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < -0.5 || box.right > innerWidth + 0.5
            || getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1;
    })
    .map((one) => one.id || one.textContent)"""


def odd(text: str) -> str:
    """A text in a language that nobody speaks, and that is easily told from English."""
    parts = re.split(r"(\{\w+\}|<[^>]+>|&\w+;)", text)
    letters = str.maketrans("aeiouAEIOU", "äëïöüÄËÏÖÜ")
    return "".join(
        part if n % 2 else re.sub(r"[A-Za-z]+", lambda word: f"Ж{word[0].translate(letters)}", part)
        for n, part in enumerate(parts)
    )


def spoken_oddly(page: Any) -> None:
    """Have German be the odd language."""
    files = {
        f"de.{ending}": json.dumps({text: odd(text) for text in messages})
        for ending, messages in zip(ENDINGS, all_messages(), strict=True)
    }

    def answer(route: Any) -> None:
        body = files[route.request.url.rpartition("/")[2]]
        route.fulfill(body=body, content_type="application/json")

    page.route("**/languages/*", answer)


def english(page: Any) -> list[str]:
    """The texts of a page in which words are left that are not of the odd language."""
    return [
        text
        for text in page.evaluate(SAID)
        if re.search(r"[A-Za-z]{2}", re.sub(rf"Ж[A-Za-zäëïöüÄËÏÖÜ]*|\b({ALIKE})", "", text))
    ]


def test_the_browser_chooses_the_language(open_page: Any) -> None:
    for locale, code in (
        ("de-AT", "de"),
        ("zh-CN", "zh-Hans"),
        ("zh-TW", "en"),
        ("pt-PT", "pt-BR"),
    ):
        page = open_page(BOARD, locale=locale)
        assert page.evaluate("document.documentElement.lang") == code
        undo = translated(code)["Undo"] if code != "en" else "Undo"
        page.wait_for_selector(f"#undo:has-text('{undo}')")
        loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
        files = [name.rpartition("/")[2] for name in loaded if "/languages/" in name]
        assert files == ([] if code == "en" else [f"{code}.json"]), "what is not needed is loaded"
        page.context.close()


def test_a_language_is_chosen_by_hand_and_kept(open_page: Any) -> None:
    page = open_page(BOARD)
    page.mouse.click(*at(page, (4, 4)))
    settings(page)
    with page.expect_navigation():
        page.select_option("#language", "fr")
    page.wait_for_selector(f"#undo:has-text('{translated('fr')['Undo']}')")
    page.goto(page.url.partition("?")[0] + "?language=PT-br")
    assert page.evaluate("document.documentElement.lang") == "pt-BR"
    page.goto(page.url.partition("?")[0])
    assert page.evaluate("document.documentElement.lang") == "fr"
    settings(page)
    with page.expect_navigation():
        page.select_option("#language", "en")
    page.wait_for_selector("#undo:has-text('Undo')")


def test_numbers_plurals_and_words_follow_the_language(open_page: Any) -> None:
    page = open_page(BOARD, locale="de")
    page.wait_for_selector("#undo:has-text('Zurück')")
    said = page.evaluate(
        """async () => {
            const { fixed, listed, many, when } = await import("./app/language.js");
            const mines = (n) => many(n, "{size}, {n} mine[s]", { size: "9×9" });
            const month = when(0, { month: "long", timeZone: "UTC" });
            return [mines(1), mines(2000), fixed(0.5, 2), listed(["a", "b", "c"]), month];
        }"""
    )
    assert said == ["9×9, 1 Mine", "9×9, 2.000 Minen", "0,50", "a, b und c", "Januar"]


def test_a_language_that_does_not_come_leaves_english(open_page: Any, chromium: Any) -> None:
    page = open_page(BOARD, locale="de")
    page.route("**/languages/*", lambda route: route.abort())
    page.reload()
    assert page.text_content("#undo span") == "Undo"


OF_SOLVERS = set(map(about, BUILT_IN))
"""What Python's solvers say of themselves, where a server is asked for them."""


def left_in_english(page: Any) -> list[str]:
    """What is in English once the page has had time to say all, which a busy machine needs."""
    for _ in range(150):
        if not english(page):
            break
        page.wait_for_timeout(100)
    return english(page)


@pytest.mark.usefixtures("page_engine")
def test_play_has_no_english_left(open_page: Any) -> None:
    page = open_page(BOARD, locale="de")
    assert len(english(page)) > 30, "words of another language are not told"
    spoken_oddly(page)
    page.goto(page.url)
    page.wait_for_selector(f"#undo:has-text('{odd('Undo')}')")
    assert left_in_english(page) == []
    page.mouse.click(*at(page, (4, 4)))
    page.click("#hints")
    advised(page, "")
    assert left_in_english(page) == []
    board = "\n".join(["mines 10", *rows(page)])
    page.click("#ask")
    page.mouse.click(*at(page, solvers.analyse(Board.parse(board)).safe[0]))
    page.click("#why > button >> nth=0")
    page.click("#why > button >> nth=-1")
    page.wait_for_selector("#why ol")
    assert left_in_english(page) == []
    settings(page)
    page.wait_for_selector("#options .keys button")
    assert left_in_english(page) == []
    page.keyboard.press("Escape")
    page.mouse.click(*at(page, MINE))
    page.wait_for_selector("#review:visible")
    assert left_in_english(page) == []
    page.click("#share")
    page.wait_for_selector(".share[open] input")
    assert left_in_english(page) == []


@pytest.mark.usefixtures("page_engine")
def test_the_other_modes_have_no_english_left(open_page: Any) -> None:
    page = open_page(BOARD, locale="de")
    spoken_oddly(page)
    page.goto(page.url)
    page.mouse.click(*at(page, (4, 4)))
    page.mouse.click(*at(page, MINE))
    page.click("#review")
    page.wait_for_selector("#review-summary .figure")
    until(page, "!document.querySelector('#mode-review .moves .class')?.textContent.includes('…')")
    assert left_in_english(page) == []
    for mode, shown in (
        ("analyse", ".desk canvas"),
        ("games", "table.games tbody tr"),
        ("screenshot", ".inlet"),
        ("watch", ".card"),
        ("train", ".desk canvas"),
    ):
        page.click(f"#modes [data-mode={mode}]")
        page.wait_for_selector(f"#mode-{mode} {shown}", state="visible")
        assert set(left_in_english(page)) <= OF_SOLVERS, mode


@pytest.mark.usefixtures("page_engine")
def test_long_words_fit_a_small_phone(open_page: Any) -> None:
    page = open_page(BOARD, locale="de", width=360, height=640, touch=True)

    def fits(what: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, what
        assert page.evaluate(CUT) == [], what

    fits("the first screen")
    page.click("#custom-toggle")
    fits("a level of one's own")
    page.touchscreen.tap(*at(page, (4, 4)))
    page.click("#hints")
    advised(page, "")
    fits("hints")
    page.click("#hints")
    page.click("#more")
    fits("more")
    page.keyboard.press("Escape")
    settings(page)
    fits("settings")
