"""The Dragonsweeper page in a real Chromium: recorded games, hints, the solver, seeds, endings."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest

from mwagent.dragonsweeper import Lair
from mwagent.dragonsweeper.lair import HEIGHT, KINDS, WIDTH
from testbed.folders import SHARED
from testbed.lairpage import ORB_AT_START, cell, names, solve
from testbed.pageboard import until

pytestmark = pytest.mark.browser

FACTS = SHARED / "dragonsweeper"
POWER = {kind.name: kind.power for kind in KINDS}


def results(page: Any) -> dict[str, str]:
    """How the player's own games in lairs ended, as the browser keeps it."""
    kept: dict[str, Any] = json.loads(page.evaluate("localStorage['mwagent.dragonsweeper']"))
    return dict(kept.get("results", {}))


def points(count: str) -> str:
    return f"{count} experience point{'' if count == '1' else 's'}"


def spoken(look: str) -> str:
    """What is said of a square that a recorded game describes so."""
    look = look.replace("guard1", "guardian of the upper left").replace(
        "guard2", "guardian of the upper right"
    )
    look = look.replace("guard3", "guardian of the lower right").replace(
        "guard4", "guardian of the lower left"
    )
    number, _, mark = look.partition(" ")
    if number == "?" or number.isdigit():
        known = {"?": "number hidden by a gazer", "0": "nothing around"}
        was = f", was a {mark.removesuffix('mark')}" if mark else ""
        return known.get(number, f"number {number}") + was
    if wall := re.fullmatch(r"wall hp=(\d)", look):
        return f"wall, {wall[1]} {'hit' if wall[1] == '1' else 'hits'} left"
    if treasure := re.fullmatch(r"treasure (\d)", look):
        return f"treasure, {points(treasure[1])}"
    look = re.sub(r" faces (\w+)", lambda m: f", looks {m[1].replace('front', 'ahead')}", look)
    look = re.sub(r" power=(\d+)", r", power \1", look)
    look = re.sub(r" DEAD xp=(\d+)", lambda m: f", defeated, {points(m[1])} to take", look)
    scrolls = {
        "spell_reveal_rats": "scroll: reveal rats",
        "spell_reveal_slimes": "scroll: reveal slimes",
        "spell_reveal": "scroll: make orb",
        "spell_disarm": "scroll: disarm mines",
        "dragon_egg": "dragon egg",
        "dragon": "Dragon",
        "romeo": "Romeo",
        "juliet": "Juliet",
    }
    for word, said in scrolls.items():
        if look == word or look.startswith(f"{word},"):
            return said + look[len(word) :]
    return look


@pytest.mark.long
@pytest.mark.shared
def test_a_recorded_game_is_replayed_by_clicks(open_lair: Any) -> None:
    file = FACTS / "traces.json"
    if not file.exists():
        pytest.skip(f"{file} is missing: no recorded games to replay")
    trace = json.loads(file.read_text())[0]
    page = open_lair(f"?seed={trace['seed']}", known=False, bounds="off", free=False)
    shown = ["hidden"] * (WIDTH * HEIGHT)
    boxes = [cell(page, x, y).bounding_box() for x, y in ((0, 0), (12, 9))]
    (left, top), pitch = (boxes[0]["x"], boxes[0]["y"]), boxes[0]["width"]
    assert boxes[1]["x"] == pytest.approx(left + 12 * pitch)

    hero = page.locator("#portrait").bounding_box()
    for x, y, look in trace["initially_visible"]:
        shown[y * WIDTH + x] = spoken(look)
    for number, step in enumerate(trace["steps"]):
        if step["click"] == "levelup":
            page.mouse.click(hero["x"] + hero["width"] / 2, hero["y"] + hero["height"] / 2)
        else:
            x, y = step["click"]
            page.mouse.click(left + (x + 0.5) * pitch, top + (y + 0.5) * pitch)
        for x, y, look in step["changes"]:
            shown[y * WIDTH + x] = spoken(look)
        for x, y, look in step["changes"][:1]:
            # One click after the other, as a hand makes them.
            square = f"document.querySelectorAll('#board [role=gridcell]')[{y * WIDTH + x}]"
            until(page, f"{square}.ariaLabel.startsWith({json.dumps(spoken(look) + ', ')})")
        if number % 15 and number + 1 < len(trace["steps"]):
            continue
        if number + 1 == len(trace["steps"]):
            break
        end = time.monotonic() + 10
        while names(page) != shown and time.monotonic() < end:
            time.sleep(0.01)
        assert names(page) == shown, f"after click {number}"
        hearts = f"{max(0, step['hp'] - 1)} of {step['maxHP'] - 1} hearts"
        until(page, f"document.getElementById('hearts').ariaLabel === '{hearts}'")
        assert page.text_content("#xp-text").startswith(f"{step['xp']} / ")
        assert page.text_content("#level") == f"Level {step['level']}"
    until(page, "!document.getElementById('ending').hidden")
    last = trace["steps"][-1]
    assert f"Score {last['score']} of 365" in page.text_content("#ending-text")
    ended = page.get_attribute("#ending", "data-outcome")
    assert results(page) == ({} if ended == "dead" else {str(trace["seed"]): ended})


def test_hints_are_true_and_what_is_called_free_is(open_lair: Any) -> None:
    page = open_lair("?seed=77", known=True, bounds="range", free=False)
    truth = [name for row in Lair.generate(77).grid for name in row]
    seen = {"known": 0, "bound": 0, "free": 0}
    for _ in range(6):
        solve(page, 18)
        cells = page.locator("#board [role=gridcell]").evaluate_all(
            """cells => cells.map(cell => ({
                hidden: cell.classList.contains("hidden"),
                free: cell.classList.contains("free"),
                known: cell.querySelector(".hint.known")?.textContent
                    ?? (cell.querySelector(".hint.known svg") ? "100" : null),
                mine: cell.querySelector(".hint.known svg") !== null,
                bound: cell.querySelector(".hint.bound")?.textContent ?? null,
            }))"""
        )
        for square, name in zip(cells, truth, strict=True):
            if not square["hidden"]:
                continue
            power = POWER[name]
            if square["known"] is not None:
                seen["known"] += 1
                assert power == (100 if square["mine"] else int(square["known"]))
            if square["bound"]:
                seen["bound"] += 1
                low, high = square["bound"].replace("✶", "100").split(":")
                assert int(low) <= power <= int(high)
            if square["free"]:
                seen["free"] += 1
                assert power == 0 or name == "mimic"
    assert min(seen.values()) > 0, seen


def test_hints_can_be_switched_off(open_lair: Any) -> None:
    page = open_lair("?seed=77")
    solve(page, 40)
    assert page.locator(".hint.known").count() > 0
    assert page.locator(".hint.bound", has_text="≤").count() > 0
    page.select_option("#option-bounds", "range")
    assert page.locator(".hint.bound", has_text="≤").count() == 0
    assert page.locator(".hint.bound", has_text=":").count() > 0
    page.select_option("#option-bounds", "off")
    assert page.locator(".hint.bound").count() == 0
    page.uncheck("#option-known")
    assert page.locator(".hint").count() == 0
    assert not [name for name in names(page) if name.startswith("hidden, power")]
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert not page.is_checked("#option-known"), "choices are remembered"


def test_the_solver_plays_a_whole_game_and_says_why(open_lair: Any) -> None:
    page = open_lair("?seed=5001", free=False)
    assert page.text_content("#slack").startswith("Slack: 13 hearts")
    assert page.text_content("#book tr:has-text('gazer') td:nth-of-type(2)") == "?"
    said = set()
    for clicked in ["[data-do=solver]", "#xp"] * 4:
        page.evaluate("document.getElementById('status').textContent = ''")
        page.click(clicked)
        until(page, "document.getElementById('status').textContent")
        said.add(page.text_content("#status").split(" ")[0])
    assert said <= {"Reveals", "Takes", "Fights", "Looks", "Levels", "Uses", "Opens", "Chases"}
    page.evaluate(
        "for (let i = 0; i < 600; i++) document.querySelector('[data-do=solver]').click()"
    )
    page.wait_for_selector("#ending:not([hidden])", timeout=60_000)
    score = int(re.search(r"Score (\d+) of 365", page.text_content("#ending-text"))[1])
    assert page.get_attribute("#ending", "data-outcome") == ("cleared" if score == 365 else "won")
    assert "The solver played" in page.text_content("#ending-text")
    assert ("clear badge" in page.text_content("#ending-text")) == (score == 365)
    assert page.is_disabled("[data-do=solver]")
    assert results(page) == {}, "what the solver has won is not the player's"


def test_free_actions_come_first(open_lair: Any) -> None:
    page = open_lair("?seed=0", free=True)
    x, y = ORB_AT_START[0]
    assert "orb" in names(page)[y * WIDTH + x]
    assert page.text_content("#free-count") == "1"
    cell(page, 0, 0).click()
    until(page, "document.getElementById('status').textContent.includes('come first')")
    assert names(page)[0].startswith("hidden"), "the click itself is held back"
    assert not names(page)[y * WIDTH + x].startswith("orb")
    assert page.text_content("#free-count") == "0"
    assert page.is_disabled("[data-do=free]")
    assert page.get_attribute("#hearts", "aria-label") == "5 of 5 hearts"


def test_a_death_is_shown_and_then_the_lair(open_lair: Any) -> None:
    page = open_lair("?seed=3", free=False)
    x, y = next((x, y) for x, y, entity in Lair.generate(3) if entity.kind == "mine")
    cell(page, x, y).click()
    page.wait_for_selector("#ending:not([hidden])")
    assert page.text_content("#ending-title") == "You died"
    assert page.text_content("#ending-text").startswith("Killed by: mine. Score 0 of 365")
    page.click("[data-do=show-lair]")
    assert page.is_hidden("#ending")
    shown = [name for name in names(page) if name.startswith("not found: ")]
    assert len(shown) == WIDTH * HEIGHT - 3, "all but the Dragon, the orb and the mine"
    page.click("#right [data-do=again]")
    until(page, "document.querySelectorAll('.cell.hidden').length === 128")


def test_the_address_names_the_lair_and_shares_it(open_lair: Any) -> None:
    page = open_lair("?seed=4294967295")
    assert page.input_value("#seed") == "4294967295"
    dragon_and_orb = [name for name in names(page) if not name.startswith("hidden")]
    page.click("#right [data-do=new-lair]")
    until(page, "!location.search.includes('4294967295')")
    assert re.search(r"\?seed=\d+$", page.url)
    assert page.input_value("#seed") == page.url.partition("=")[2]
    page.fill("#seed", "4294967295")
    page.click("#seed-form button")
    until(page, "location.search === '?seed=4294967295'")
    assert [name for name in names(page) if not name.startswith("hidden")] == dragon_and_orb
    page.click("[data-do=share]")
    until(page, "document.getElementById('status').textContent.includes('copied')")
    assert page.evaluate("navigator.clipboard.readText()").endswith(
        "/dragonsweeper/?seed=4294967295"
    )
    page.fill("#seed", "4294967296")
    page.click("#seed-form button")
    assert "0 to 4294967295" in page.text_content("#seed-error")


@pytest.mark.parametrize("seed", ["-1", "abc", "4294967296", "1.5", ""])
def test_a_wrong_seed_in_the_address_is_named(open_lair: Any, seed: str) -> None:
    page = open_lair(f"?seed={seed}")
    assert f"“{seed}” in the address is no seed" in page.text_content("#status")
    assert re.search(r"\?seed=\d+$", page.url)


@pytest.mark.long
@pytest.mark.shared
def test_published_unsolved_lairs_are_listed(open_lair: Any) -> None:
    file = FACTS / "unsolved_seeds.json"
    if not file.exists():
        pytest.skip(f"{file} is missing: no list to compare with")
    published = json.loads(file.read_text())
    page = open_lair()
    page.click("text=Version 17")
    page.click("text=Version 18")
    for version in (17, 18, 21):
        group = page.locator("#challenge details", has_text=f"Version {version}")
        assert group.locator("button").all_text_contents() == list(
            map(str, published[f"v{version}"])
        )
    page.click("#challenge button >> text='1564206090'")
    until(page, "location.search === '?seed=1564206090'")
