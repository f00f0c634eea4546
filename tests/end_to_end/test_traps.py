"""Pages and programs of traps: the bot presses all that it may, and no trap."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest

from mwagent.belief import Location
from mwagent.minefield import MinefieldError
from mwagent.player.play import LostSightError
from mwagent.player.rounds import answer_dialogs, enter
from mwagent.player.rounds.ways import KEYS, ways
from mwagent.player.session import play_round
from mwagent.player.views import open_tab
from mwagent.player.views.permit import permits, written_at
from mwagent.player.window import SightedWindow
from mwagent.solvers import create
from mwagent.vision.lattice import Lattice
from testbed import trap_boxes
from testbed.amid_traps import MANAGERS, SHOWS, SMALL, on_page, on_screen
from testbed.plainserver import serve_folder


@pytest.mark.browser
def test_no_press_beside_the_board_of_a_page_lands_on_a_trap() -> None:
    pressed = on_page(2, whole=False)
    assert pressed.total() >= 3
    assert all(what.startswith("fine: ") for what in pressed)


@pytest.mark.screen
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_no_press_beside_the_board_of_a_program_lands_on_a_trap() -> None:
    pytest.importorskip("tkinter", reason="this Python has no tkinter")
    manager = next((one for one in MANAGERS if len(one) == 1 and shutil.which(one[0])), [])
    pressed = on_screen(manager, 2, own_bar=True, whole=False)
    assert pressed.total() >= 3
    assert all(what.startswith("fine: ") for what in pressed)


WALL = """<!DOCTYPE html><title>Mines</title>
<button id=new style="font: 24px sans-serif; margin: 60px">New game</button>
<script>
const wall = document.createElement("div");
wall.style = "position: fixed; inset: 0; background: #0004";
const said = "We and our partners value what you do. ".repeat(4);
wall.innerHTML = `<p style="margin-top: 260px">${said}</p>`;
</script>"""


@pytest.mark.browser
def test_a_button_that_shows_through_a_wall_is_not_pressed(tmp_path: Path) -> None:
    file = tmp_path / "mines.html"
    file.write_text(WALL)
    with open_tab(file.as_uri(), size=SMALL) as view:
        box = view.page.locator("#new").bounding_box()
        assert box is not None
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert permits(view, middle)
        view.page.evaluate("document.body.append(wall)")
        assert written_at(view, (int(middle[0]), int(middle[1]))), "it can be read all the same"
        assert not permits(view, middle)


FORM = """<!DOCTYPE html><title>Mines</title>
<div style="position:fixed;left:60px;top:120px;background:#eee;padding:20px" role=dialog>
<p><label>Rows <input id=rows type=number></label><label>Mines <input id=mines></label></p>
<p><button onclick="window.sent = [rows.value, document.getElementById('mines').value].join()">
Start</button></p></div>
<form id=in action=/in><label>Name <input id=user></label><input id=secret type=password>
<button>Log in</button></form><input id=chat placeholder="chat, in a row" name=message>
<form><label>Size of the order <input id=order></label><input id=mail type=email></form>
<textarea id=note autofocus></textarea>"""


@pytest.mark.browser
def test_a_size_and_mines_are_written_into_a_page_and_nothing_else_into_any_field(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mines.html"
    file.write_text(FORM)
    location = Location(0, Lattice(40.0, 100.0, 30.0, 30.0, 12, 12), None)
    with open_tab(file.as_uri()) as view:
        value = "id => document.getElementById(id).value"
        for key in KEYS[1:]:
            view.page.focus("#note")
            assert not view.key(key)
        for _ in enter(view, 0.0):
            if view.page.evaluate("window.sent ?? ''"):
                break
        assert view.page.evaluate("window.sent") == "10,10"
        for _ in ways(view, location, 0.0):
            assert not any(map(partial(view.page.evaluate, value), ("user", "secret", "mail")))
            assert not any(map(partial(view.page.evaluate, value), ("order", "chat", "note")))


ROLES = """<!DOCTYPE html><title>Mines</title><script>
window.pressed = [];
addEventListener("click", (event) => pressed.push(event.target.textContent), true);
</script><dialog open style="left:10px;top:{top}px">{about} <button>{yes}</button>
<button>{no}</button></dialog>"""


@pytest.mark.browser
def test_a_dialog_of_a_page_is_refused_by_its_role_and_agreed_to_where_it_is_understood(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mines.html"
    with open_tab("about:blank") as view:
        for about, yes, no, pressed in [
            ("Log out now?", "Log out", "Stay", ["Stay"]),
            ("Konto löschen?", "Ja", "Nein", ["Nein"]),
            ("You won! Play again?", "Yes", "No", ["Yes"]),
            ("Costs 1 coin", "Continue", "More", []),
        ]:
            file.write_text(ROLES.format(top=90, about=about, yes=yes, no=no), encoding="utf-8")
            view.page.goto(file.as_uri())
            list(answer_dialogs(view, 0.0, begin=True))
            assert view.page.evaluate("pressed") == pressed, about
            file.write_text(file.read_text("utf-8").replace("dialog", "div"), encoding="utf-8")
            view.page.goto(file.as_uri())
            list(answer_dialogs(view, 0.0, begin=True))
            assert view.page.evaluate("pressed") == [], about


MODAL = """<!DOCTYPE html><title>Mines</title><script>
window.noted = [];
for (const kind of ["click", "submit", "cancel"])
  addEventListener(kind, (event) => noted.push(kind), true);
</script><dialog><p>Log out now?</p><button autofocus>Log out</button>
<form method=dialog><button>Stay</button></form></dialog>
<script>document.querySelector("dialog").showModal()</script>"""


@pytest.mark.browser
def test_a_modal_dialog_of_a_page_is_refused_by_escape_and_its_form_is_not_sent_off(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mines.html"
    file.write_text(MODAL)
    with open_tab(file.as_uri()) as view:
        assert list(answer_dialogs(view, 0.0, begin=False)) == ["the end of a dialog"]
        assert view.page.evaluate("noted") == ["cancel"] and not view.dialogs()
        assert not list(answer_dialogs(view, 0.0, begin=False))


SEATS = f"""<!DOCTYPE html><title>Seats</title><style>
#board {{ display: grid; grid-template-columns: repeat(9, 28px); width: 252px }}
#board div {{ width: 22px; height: 22px; border: 3px outset #ddd; background: #bbb }}
</style><button>New game</button><div id=board>{"<div></div>" * 81}</div><script>
window.noted = [];
for (const kind of ["mousedown", "keydown"]) addEventListener(kind, () => noted.push(kind));
</script>"""
FRAMED = "<iframe src=mines.html width=500 height=380 style='border: 5px solid; padding: 7px'>"


@pytest.mark.drawn
@pytest.mark.browser
@pytest.mark.parametrize(
    ("way", "named"),
    [
        (trap_boxes.KINDS["a link laid over the board"], "#shop"),
        ("box('<p>Please subscribe</p>').style.padding = '80px'", "Please subscribe"),
        ("dialog('<p>Terms</p>', (one) => setTimeout(() => one.showModal(), 30))", "Terms"),
        ("(location = 'seats.html')", "seats.html"),
        ("(top.location = 'seats.html')", "seats.html"),
    ],
)
@pytest.mark.parametrize("framed", [False, True])
def test_what_stays_over_a_board_is_named_and_not_pressed(
    tmp_path: Path, way: str, named: str, framed: bool
) -> None:
    (tmp_path / "mines.html").write_text(trap_boxes.boxes(7, more={"it": way}, stays=90_000))
    (tmp_path / "seats.html").write_text(SEATS)
    (tmp_path / "frame.html").write_text(FRAMED)
    first = "frame.html" if framed else "mines.html"
    with serve_folder(tmp_path) as (url, _), open_tab(f"{url}{first}", size=SMALL) as view:
        view.wait = 3.0
        window = SightedWindow(view, patience=SHOWS)
        with pytest.raises(LostSightError, match=named):
            play_round(window, create("best"))
        if named == "seats.html":
            with pytest.raises(MinefieldError):
                window.new_game()
        noted = [
            what for frame in view.page.frames for what in frame.evaluate("window.noted ?? []")
        ]
    assert not [what for what in noted if not what.startswith(("round", "shown", "fine"))]


@pytest.mark.browser
def test_questions_are_answered_as_if_nothing_was_at_stake() -> None:
    with open_tab("about:blank") as view:
        asked = view.page.evaluate(
            """[confirm("Delete all scores?"), confirm("Another round?"), prompt("Password?"),
                prompt("Mines", "Between 1 and 100 (string assume as zero)")]"""
        )
        assert asked == [False, True, None, "10"]


MOVES = """<!DOCTYPE html><title>Mines</title><canvas width=240 height=240
style="position:absolute;left:20px;top:20px;background:#bbb"></canvas>
<p style="position:absolute;left:20px;top:0;margin:0;width:240px;height:15px">Left opens.</p>"""


@pytest.mark.browser
def test_what_stands_where_a_board_was_does_not_lie_over_it(tmp_path: Path) -> None:
    (tmp_path / "mines.html").write_text(MOVES)
    with open_tab((tmp_path / "mines.html").as_uri()) as view:
        box = (20, 20, 260, 260)
        view.found(0, box, (9, 9))
        assert view.in_the_way(0, box) is None
        move = "([what, top]) => document.querySelector(what).style.top = top"
        for what, top in (("canvas", "300px"), ("p", "20px")):
            view.page.evaluate(move, [what, top])
            assert view.in_the_way(0, box) is None
        view.page.evaluate("document.querySelector('p').style.height = '240px'")
        assert view.in_the_way(0, box) is None
        view.page.evaluate(move, ["p", "300px"])
        assert view.in_the_way(0, box) == "'Left opens.' lies over the board"


VEILED = f"""<!DOCTYPE html><title>Mines</title>
<div style="width:240px;font-size:0">{"<b></b>" * 64}</div>
<style>body {{ margin: 20px }}
b {{ display: inline-block; width: 24px; height: 24px; background: #bbb; border: 3px outset #eee }}
</style>
<div id=veil style="position:fixed;inset:0;background:rgba(0,0,0,0.8)"><p>Settings</p></div>"""


@pytest.mark.browser
def test_a_board_that_shows_through_what_lies_over_it_is_not_that(tmp_path: Path) -> None:
    (tmp_path / "mines.html").write_text(VEILED)
    with open_tab((tmp_path / "mines.html").as_uri()) as view:
        box = (20, 20, 260, 260)
        view.found(0, box, (8, 8))
        assert view.in_the_way(0, box) == "'Settings' lies over the board"
        view.page.evaluate("veil.remove()")
        assert view.in_the_way(0, box) is None


CROWDED = f"""<!DOCTYPE html><title>Mines</title><style>
body, h3, p {{ margin: 0 }} h3 {{ height: 200px }} p {{ width: 320px; font-size: 0 }}
main {{ display: grid; grid-template-columns: 50% 50% }}
b {{ display: inline-block; width: 34px; height: 34px; background: #bbb; border: 3px outset #eee }}
</style><main><p>{"<b></b>" * 64}</p><h3>Choose a level</h3></main>"""


@pytest.mark.browser
def test_a_tab_is_wide_enough_for_no_part_of_its_page_to_lie_over_the_board(tmp_path: Path) -> None:
    (tmp_path / "mines.html").write_text(CROWDED)
    with open_tab((tmp_path / "mines.html").as_uri(), size=(560, 400)) as view:
        window = SightedWindow(view, patience=SHOWS)
        assert window.look().shape == (8, 8)
        place = window.location
        assert place is not None and view.in_the_way(place.monitor, place.box) is None
