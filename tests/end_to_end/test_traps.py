"""Pages and programs of traps: the bot presses all that it may, and no trap."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.live.traps import MANAGERS, on_page, on_screen
from mwagent.belief import Location
from mwagent.player.rounds.ways import ways
from mwagent.player.views import open_tab
from mwagent.vision.lattice import Lattice


@pytest.mark.browser
def test_no_press_beside_the_board_of_a_page_lands_on_a_trap() -> None:
    pressed = on_page(2, whole=False)
    assert pressed.total() >= 5
    assert not [what for what in pressed if what.startswith("trap")]


@pytest.mark.screen
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_no_press_beside_the_board_of_a_program_lands_on_a_trap() -> None:
    pytest.importorskip("tkinter", reason="this Python has no tkinter")
    manager = next((one for one in MANAGERS if len(one) == 1 and shutil.which(one[0])), [])
    pressed = on_screen(manager, 2, own_bar=True, whole=False)
    assert pressed.total() >= 3
    assert not [what for what in pressed if what.startswith("trap")]


FORM = """<!DOCTYPE html><title>Mines</title>
<div style="position:fixed;left:60px;top:120px;background:#eee;padding:20px" role=dialog>
<p>Before the first move</p><p><label>Your name <input id=name></label></p>
<p><label>E-mail <input id=mail type=email></label></p>
<p><button onclick="window.sent = [name.value, mail.value].join()">Submit</button></p></div>
<form id=in action=/in><label>Name <input id=user></label><input id=secret type=password>
<button>Log in</button></form>
<footer><label>E-mail <input id=letter type=email></label><button>Subscribe</button></footer>"""


@pytest.mark.browser
def test_a_name_and_an_address_of_nobody_are_given_and_never_a_password(tmp_path: Path) -> None:
    file = tmp_path / "mines.html"
    file.write_text(FORM.replace("name.value", "document.getElementById('name').value"))
    location = Location(0, Lattice(40.0, 100.0, 30.0, 30.0, 12, 12), None)
    with open_tab(file.as_uri()) as view:
        value = "id => document.getElementById(id).value"
        for _ in ways(view, location, 0.0, None, untouched=True):
            if view.page.evaluate("window.sent ?? ''"):
                break
        assert view.page.evaluate("window.sent") == "player,player@example.org"
        for field in ("user", "secret", "letter"):
            assert view.page.evaluate(value, field) == ""


@pytest.mark.browser
def test_questions_are_answered_as_if_nothing_was_at_stake() -> None:
    with open_tab("about:blank") as view:
        asked = view.page.evaluate(
            """[confirm("Delete all scores?"), confirm("Another round?"), prompt("Password?"),
                prompt("Mines", "Between 1 and 100 (string assume as zero)")]"""
        )
        assert asked == [False, True, None, "10"]
