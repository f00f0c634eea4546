"""A browser tab as something to look at and press on: pixels, mouse, dialogs, and a clean end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from mwagent.minefield import Stage
from mwagent.player.views import PRIMARY, Press
from mwagent.player.views.press import SECONDARY

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from mwagent.entry import main as command_line
from mwagent.player.places import open_browser_window
from mwagent.player.play import LostSightError, play_game
from mwagent.player.views import asking, open_tab
from mwagent.player.views.browser import BrowserError, complete_address
from mwagent.player.window import SightedWindow
from mwagent.solvers import create
from mwagent.web.files import STATIC
from testbed.plainserver import serve_folder
from testbed.stopping import leftovers

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("kept_browser")]


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.sampled
def test_presses_hit_the_pixels_that_were_seen(page_url: str, ratio: float) -> None:
    with open_tab(f"{page_url}?level=intermediate&test=1&zoom=1", ratio=ratio) as view:
        box = view.page.evaluate(
            "document.getElementById('board').getBoundingClientRect().toJSON()"
        )
        shot = view.pictures()[0]
        assert (shot.scale_x, shot.scale_y) == (ratio, ratio)
        cells = [(0, 0), (7, 3), (15, 15), (15, 0)]
        presses = []
        for row, col in cells:
            pixel_x = (box["left"] + (col + 0.5) * box["width"] / 16) * ratio
            pixel_y = (box["top"] + (row + 0.5) * box["height"] / 16) * ratio
            x, y = shot.to_screen(pixel_x, pixel_y)
            presses.append(Press((int(x), int(y)), (SECONDARY,)))
        assert view.press(presses) == 4
        moves = view.page.evaluate("mwState.moves")
        assert [(m["kind"], m["row"], m["col"]) for m in moves] == [("flag", *c) for c in cells]
        assert (view.pictures()[0].picture != shot.picture).any(), "what was clicked is painted"


def test_a_part_of_the_picture(page_url: str) -> None:
    with open_tab(f"{page_url}?level=beginner&test=1") as view:
        whole = view.pictures()[0]
        height, width = whole.picture.shape[:2]
        part = view.grab(0, (100, 50, 300, 180))
        assert (part.picture == whole.picture[50:180, 100:300]).all()
        assert part.to_screen(3, 4) == (103, 54)
        edge = view.grab(0, (width - 10, height - 20, width + 30, height + 5))
        assert edge.picture.shape == (25, 40, 3)
        assert (edge.picture[:20, :10] == whole.picture[-20:, -10:]).all()
        assert not edge.picture[20:].any()
        corner = view.grab(0, (-5, -6, 10, 12))
        assert (corner.picture[6:, 5:] == whole.picture[:12, :10]).all()
        assert not corner.picture[:6].any()


@pytest.mark.long
def test_a_page_larger_than_the_tab_is_seen_whole(page_url: str) -> None:
    with open_browser_window(f"{page_url}?level=60x80/400&zoom=1&test=1") as window:
        assert window.look().shape == (80, 60)


@pytest.mark.long
def test_a_part_of_a_page_that_is_scrolled(tmp_path: Path) -> None:
    page = tmp_path / "tall.html"
    page.write_text(
        "<body style='margin:0;width:5000px;height:9000px;background:"
        "conic-gradient(at 700px 900px, #f00, #0f0, #00f, #f00)'>",
        encoding="utf-8",
    )
    with open_tab(page.as_uri()) as view:
        for right, down in ((0, 0), (331, 427), (50, 1207)):
            view.page.evaluate("at => scrollTo(...at)", [right, down])
            whole = view.pictures()[0].picture
            part = view.grab(0, (210, 330, 641, 507))
            assert (part.picture == whole[330:507, 210:641]).all()
            assert part.to_screen(0, 0) == (210, 330)


@pytest.mark.parametrize("late", [False, True])
def test_endless_animations_stand_still_and_others_end(tmp_path: Path, late: bool) -> None:
    moving = "<div style='width: 90px; height: 90px; background: #c33; animation: turn {}'></div>"
    body = moving.format("1s infinite") + moving.format("0.2s forwards")
    shown = f"setTimeout(() => document.body.innerHTML = `{body}`, 300)" if late else ""
    page = tmp_path / "moving.html"
    page.write_text(
        "<style>@keyframes turn { to { transform: rotate(80deg); background: #33c } }</style>"
        f"<body>{'' if late else body}<script>{shown}</script>",
        encoding="utf-8",
    )
    with open_tab(page.as_uri()) as view:
        view.page.wait_for_timeout(1000)
        shots = []
        for _ in range(4):
            shots.append(view.pictures()[0].picture)
            view.page.wait_for_timeout(130)
        colours = view.page.evaluate(
            "[...document.querySelectorAll('div')].map(e => getComputedStyle(e).backgroundColor)"
        )
    assert all((shot == shots[0]).all() for shot in shots)
    assert colours[1] == "rgb(51, 51, 204)"


def test_text_that_waits_to_be_seen_is_not_said_yet(tmp_path: Path) -> None:
    page = tmp_path / "waiting.html"
    hidden = [
        *("opacity:0;position:fixed;top:0", "position:absolute;left:-9999px"),
        *("position:fixed;top:110vh", "transform:scale(0)", "display:none"),
    ]
    waiting = "".join(f"<div style='{style}'><h2>You <b>won</b>!</h2></div>" for style in hidden)
    over = "<style>.over::after { content: 'Game Over' }</style><section><i></i></section>"
    page.write_text(f"<p>Time: 0</p><p>below</p>{waiting}{over}", encoding="utf-8")
    with open_tab(page.as_uri()) as view:
        assert view.text().split() == ["Time:", "0", "below"]
        view.page.evaluate("document.querySelector('div').style.opacity = 0.5")
        assert "You won!" in view.text().splitlines()
        view.page.evaluate("document.querySelector('section').className = 'over'")
        assert "Game Over" in view.text().splitlines()


def test_dialogs_are_answered(page_url: str) -> None:
    with open_tab(f"{page_url}?level=beginner&test=1") as view:
        box = view.page.locator("#face").bounding_box()
        assert box is not None
        view.page.evaluate(
            """() => {
                const more = () => { alert("You won"); confirm("More?"); };
                document.getElementById("face").addEventListener("click", more);
            }"""
        )
        view.press([Press((int(box["x"] + 9), int(box["y"] + 9)), (PRIMARY,))])
        view.pictures()
        assert view.said == ["You won", "More?"]


@pytest.mark.own_browser
@pytest.mark.long
def test_dialogs_without_end_are_borne(
    page_url: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(asking, "ANSWER_WITHIN", 0.5)
    monkeypatch.setattr(asking, "FORGOTTEN", 0.5)
    with open_tab(page_url) as view:
        view.page.evaluate(
            "setTimeout(() => { for (let i = 0; ; ++i) alert(`${i} ${'x'.repeat(5000)}`); }, 0); 0"
        )
        with pytest.raises(LostSightError, match="the page does not answer"):
            view.pictures()
        assert len(view.said) <= 100 and all(len(text) <= 1000 for text in view.said)
    assert "Traceback" not in capfd.readouterr().err


def test_a_closed_tab_is_one_sentence(page_url: str) -> None:
    with open_tab(page_url) as view:
        view.page.close()
        with pytest.raises(LostSightError, match="tab was closed"):
            view.pictures()
        with pytest.raises(LostSightError, match="tab was closed"):
            view.press([Press((5, 5), (PRIMARY,))])


@pytest.mark.long
@pytest.mark.own_browser
def test_a_page_that_never_answers_is_one_sentence(
    page_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "ANSWER_WITHIN", 0.5)
    monkeypatch.setattr(asking, "FORGOTTEN", 0.5)
    for ask in (
        lambda view: view.pictures(),
        lambda view: view.unroll(),
        lambda view: view.park((5.0, 5.0)),
    ):
        with open_tab(page_url) as view:
            view.page.evaluate("setTimeout(() => { for (;;); }, 0); 0")
            with pytest.raises(LostSightError, match="the page does not answer"):
                ask(view)


@pytest.mark.long
@pytest.mark.own_browser
def test_an_answer_that_got_lost_is_asked_for_again(
    page_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "ANSWER_WITHIN", 1.5)
    monkeypatch.setattr(asking, "FORGOTTEN", 1.0)
    with open_tab(f"{page_url}?level=beginner&seed=lost&rule=open&test=1") as view:
        window = SightedWindow(view)
        window.look()
        lost: list[str] = []
        for owner, name in (
            (view._pictures, "_capture"),
            (view._presses, "_finish"),
            (view.page.mouse, "down"),
        ):
            call = getattr(owner, name)

            def first_lost(*a: Any, name: str = name, call: Any = call, **k: Any) -> Any:
                if name in lost:
                    return call(*a, **k)
                lost.append(name)
                return view.page.evaluate("new Promise(done => setTimeout(done, 5000))")

            monkeypatch.setattr(owner, name, first_lost)
        result = play_game(window, create("mcsatsolver", {}))
        assert result.stage in (Stage.WON, Stage.LOST)
        assert sorted(lost) == ["_capture", "_finish", "down"]


def test_a_page_that_does_not_open_is_one_sentence() -> None:
    sentence = r"^the page http://127\.0\.0\.1:9/ does not open: .*$"
    with pytest.raises(BrowserError, match=sentence), open_tab("127.0.0.1:9/"):
        pass


def test_addresses(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text("<p>game")
    assert complete_address(str(page)) == page.as_uri()
    assert complete_address("http://a.b/c?d") == "http://a.b/c?d"
    for wrong in ["", "  ", "ftp://example.org"]:
        with pytest.raises(BrowserError, match="no address"):
            complete_address(wrong)


TABLE = """<!doctype html><table style="border-spacing: 0">%s</table><script>
window.got = [];
for (const type of ["mousedown", "mouseup", "click"]) {
  addEventListener(type, (event) => {
    if (!event.target.closest("td")) return;
    got.push(type);
    if (got.length === 3) change();
  });
}
const change = () => { %s };
</script>"""
CELL = '<td class="open" style="width: 30px; height: 30px; padding: 0">%d</td>'
ROWS = "".join(f"<tr>{CELL * 6 % ((row,) * 6)}</tr>" for row in range(1, 5))


@pytest.mark.parametrize(
    ("change", "reached"),
    [
        ("", 6),
        ("document.querySelectorAll('td')[23].textContent = '2'", 6),
        ("document.querySelectorAll('tr')[0].remove()", 1),
        ("document.querySelectorAll('td')[2].className = 'closed'", 1),
        ("document.querySelectorAll('td')[2].textContent = ''", 1),
    ],
)
def test_a_batch_stops_where_the_page_shows_another_game(
    tmp_path: Path, change: str, reached: int
) -> None:
    file = tmp_path / "page.html"
    file.write_text(TABLE % (ROWS, change))
    with open_tab(file.as_uri()) as view:
        box = view.page.locator("table").bounding_box()
        assert box is not None
        left, top = int(box["x"]), int(box["y"])
        view.grab(0, (left, top, left + 180, top + 120))
        presses = [
            Press(
                (left + x, top + 45),
                (PRIMARY,),
                around=tuple((left + a, top + 15) for a in (x, 75)),
            )
            for x in range(15, 180, 30)
        ]
        assert view.press(presses) == reached
        assert view.page.evaluate("got.filter((type) => type === 'mousedown').length") == reached


INSIDE = "<i style='position: absolute; inset: 8px; background: teal'>%s</i>"


@pytest.mark.parametrize(
    ("cell", "effect", "when"),
    [
        ("", f'cell.innerHTML = "{INSIDE % 3}"', "pointerover"),
        ("", f'cell.innerHTML = "{INSIDE % 3}"', "mousedown"),  # it opens, and shows a number
        (INSIDE % "", "cell.firstChild.remove()", "mousedown"),  # it loses what covered it
    ],
)
def test_what_a_press_does_to_its_own_cell_holds_back_none(
    tmp_path: Path, cell: str, effect: str, when: str
) -> None:
    cells = f"<p style='position: relative; width: 30px; height: 30px; margin: 0'>{cell}</p>" * 4
    file = tmp_path / "page.html"
    file.write_text(
        f"""<!doctype html>{cells}<script>
        window.got = [];
        const once = new Set();
        addEventListener("{when}", (event) => {{
          const cell = event.target.closest("p");
          if (!cell || once.has(cell)) return;
          once.add(cell);
          {effect};
        }});
        for (const type of ["mousedown", "mouseup", "click"])
          addEventListener(type, (event) => got.push(type));
        </script>"""
    )
    with open_tab(file.as_uri()) as view:
        box = view.page.locator("p").first.bounding_box()
        assert box is not None
        left, top = int(box["x"]), int(box["y"])
        view.grab(0, (left, top, left + 30, top + 120))
        presses = [Press((left + 15, top + y), (PRIMARY,)) for y in range(15, 120, 30)]
        assert view.press(presses) == 4
        got = view.page.evaluate("got")
    assert got.count("mousedown") == got.count("mouseup") == 4


@pytest.mark.parametrize(("tag", "rests"), [("div", 0), ("canvas", 2)])
def test_the_pointer_rests_on_what_is_drawn_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str, rests: int
) -> None:
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><{tag} id='board' style='width: 90px; height: 90px'></{tag}>")
    slept: list[float] = []
    monkeypatch.setattr("mwagent.player.views.mouse.time.sleep", slept.append)
    with open_tab(file.as_uri()) as view:
        view.grab(0, (8, 8, 98, 98))
        assert view.press([Press((50, 50), (PRIMARY,), rest=0.25)]) == 1
    assert slept.count(0.25) == rests


def test_a_batch_stops_where_a_drawn_board_changes(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(
        """<!doctype html><canvas id="board" width="180" height="120"></canvas><script>
        const paint = board.getContext("2d");
        paint.fillRect(0, 0, 180, 120);
        window.got = 0;
        board.addEventListener("mousedown", () => {
          got += 1;
          paint.fillStyle = "teal";
          // First far from what is compared, then there.
          if (got === 1) paint.fillRect(150, 90, 30, 30);
          if (got === 2) paint.fillRect(0, 0, 90, 30);
        });
        </script>"""
    )
    with open_tab(file.as_uri()) as view:
        box = view.page.locator("#board").bounding_box()
        assert box is not None
        left, top = int(box["x"]), int(box["y"])
        view.grab(0, (left, top, left + 180, top + 120))
        around = ((left + 75, top + 15),)
        presses = [
            Press((left + x, top + 45), (PRIMARY,), around=around) for x in range(15, 180, 30)
        ]
        assert view.press(presses) == 2
        assert view.page.evaluate("got") == 2


@pytest.mark.long
def test_of_two_boards_one_is_played(tmp_path: Path) -> None:
    frame = '<iframe src="%s" width="560" height="700" style="border: 0"></iframe>'
    game = "page/?level=8x8/6&rule=open&test=1&zoom=1.5&seed="
    shutil.copytree(STATIC, tmp_path / "page")
    file = tmp_path / "two.html"
    file.write_text("<!doctype html>" + "".join(frame % (game + name) for name in "ab"))
    # The page's own server lets no other site frame it.
    with serve_folder(tmp_path) as (url, _), open_browser_window(f"{url}two.html") as window:
        result = play_game(window, create("best"))
        frames = window.view.page.frames[1:]  # type: ignore[attr-defined]
        states = [one.evaluate("mwState") for one in frames]
    assert result.stage in (Stage.WON, Stage.LOST)
    assert result.won or result.lost_at is not None
    assert sorted(bool(state["moves"]) for state in states) == [False, True]
    assert [press for state in states for press in state["outside"]] == []
    assert {state["stage"] for state in states} == {"waiting", str(result.stage)}


@pytest.mark.long
@pytest.mark.own_browser
def test_a_missing_browser_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("mwagent.player.views.desktop.BROWSERS", ("no-such-browser",))
    log = ["--log", str(tmp_path / "run.log")]
    assert command_line(["--browser", "http://127.0.0.1:9/", *log]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "no browser was found; install one" in told


def run(arguments: list[str], cwd: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "mwagent", *arguments, "--log", str(cwd / "run.log")]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


@pytest.mark.own_browser
def test_a_driver_that_ends_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def start() -> None:
        raise Exception("Connection closed while reading from the driver")  # as Playwright does

    monkeypatch.setattr("playwright.sync_api.sync_playwright", lambda: SimpleNamespace(start=start))
    with (
        pytest.raises(BrowserError, match="drives the browser ended"),
        open_browser_window("about:blank"),
    ):
        pass


@pytest.mark.parametrize("name", ["board.txt", "board.json"])
@pytest.mark.sampled
def test_a_file_that_is_no_page_is_refused_at_once(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text("\n".join(["1 1 2 # # # # #"] * 8))
    program = run(["--browser", file.as_uri()], tmp_path)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 2
    assert len(errors.strip().splitlines()) == 1
    assert "is no page but a file of type" in errors


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look for leftovers")
def test_ctrl_c_ends_everything(page_url: str, tmp_path: Path) -> None:
    url = f"{page_url}?level=expert"
    program = run(["--browser", url, "-S", "mcsatsolver", "--games", "500"], tmp_path)
    until = time.monotonic() + 30
    log = tmp_path / "run.log"
    while time.monotonic() < until and not (log.exists() and log.stat().st_size > 3000):
        time.sleep(0.05)
    # The whole group gets it, as from a terminal.
    os.killpg(program.pid, signal.SIGINT)
    _, errors = program.communicate(timeout=20)
    assert program.returncode == 130, errors
    assert "Traceback" not in errors
    assert list(leftovers(program.pid, 5.0)) == []


def test_links_beside_the_page_count_as_buttons_and_links_elsewhere_do_not(tmp_path: Path) -> None:
    (tmp_path / "game.html").write_text(
        '<a href="index.html">New game</a><br><a href="https://example.org/">Play again</a><br>'
        '<a href="other/index.html">Start</a><br><button>Easy</button><div id="cell"></div>'
        # What stands in a list box can be chosen, what a menu hides cannot.
        "<select multiple><option>Beginner</option></select><select><option>Hard</option></select>"
        # What has no words asks for nothing that is known.
        '<input type="number"><input value="9">'
        '<p>Level <input type="number" min="1" max="4"></p><p>Columns <input type="number"></p>'
        '<input placeholder="Username"><input type="hidden"><p>Rows: <input></p>'
        # What stands between two fields asks for a size.
        '<div><input type="text"> x <input type="text"></div>'
        '<div><input type="text"><span>×</span></div><div><input type="text"> x <b>3</b></div>'
        # Its own name asks for a size, however long its label is.
        '<p><label for="taille">How large is the field to be, then?</label><input id="taille"></p>'
        # Some pages let a label lie in its empty field.
        '<p style="position:relative"><label for=in style="position:absolute;inset:0">Mines</label>'
        '<input id="in"></p>'
        '<p><label for="more">Which size of shoes do you wear?</label><input id="more"></p>'
        # Nobody asked for words here.
        '<p>Minesweeper</p><p><input placeholder="Search"></p><p><input type="password"></p>'
        # Pages keep numbers there.
        "<script>document.getElementById('cell').value = 3</script>"
    )
    with serve_folder(tmp_path) as (url, _), open_tab(f"{url}game.html?level=1") as view:
        assert [text for text, _ in view.buttons()] == ["New game", "Easy", "Beginner"]
        assert [text for text, _ in view.fields()] == ["1", "10", "player", *["10"] * 5]


def test_a_press_that_brings_up_something_over_its_cell_was_made(tmp_path: Path) -> None:
    (tmp_path / "game.html").write_text(
        "<div id=cell style='width:99px;height:99px;background:silver'></div><div id=over></div>"
        "<script>cell.onmousedown = () => { over.style = 'position:fixed;inset:0;background:red' }"
        "</script>"
    )
    press = Press((50, 50), (PRIMARY,))
    with serve_folder(tmp_path) as (url, _), open_tab(f"{url}game.html") as view:
        view.grab(0, (0, 0, 120, 120))
        assert view.press([press, replace(press, at=(60, 60))]) == 1


@pytest.mark.own_browser
def test_a_page_with_a_map_of_its_own_ends_with_a_sentence() -> None:
    with open_tab("data:text/html,<body>") as view:
        view.page.set_content("<script>class Map {}</script>")
        assert not view.unroll()
        with pytest.raises(LostSightError, match="keep it from being asked"):
            view.pictures()


def test_a_tab_grows_with_a_large_board_and_not_with_what_is_wider_than_any() -> None:
    sky = "<!doctype html><p style='position:absolute;left:50vw;width:90vw;height:9px'></p>"
    with open_tab("data:text/html,<body>") as view:
        before = view.page.viewport_size
        view.page.set_content(sky)
        assert not view.unroll()
        assert view.page.viewport_size == before
        view.page.set_content(sky + "<div style='height:1500px'></div>")
        assert view.unroll()
        assert before is not None
        assert view.page.viewport_size == {"width": before["width"], "height": 1516}
