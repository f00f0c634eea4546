"""What the page asks of Python: pictures read and boards solved, within limits, by whoever may."""

from __future__ import annotations

import gzip
import http.client
import io
import json
import os
import re
import socket
import struct
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import anyio
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from mwagent import solvers, web
from mwagent.minefield import Board, MinefieldError
from mwagent.vision.pictures import decode_picture
from mwagent.web.files import STATIC
from mwagent.web.limits import Limits
from mwagent.web.screenshots import BadPictureError, LargePictureError, decoded
from mwagent.web.server import PageServer, TokenError
from mwagent.web.solving import analysis_of, question
from mwagent.web.workers import TooBusyError, TooLongError, WorkerDiedError, Workers
from testbed.drawn_classic import Drawing, draw

SMALL = Limits(
    upload_bytes=300_000,
    pixels=400_000,
    side=40,
    seconds=60.0,
    read_seconds=60.0,
    upload_seconds=2,
)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with web.serve(limits=SMALL) as address:
        yield address


def ask(
    url: str,
    path: str,
    body: bytes | None = None,
    kind: str = "application/json",
    method: str | None = None,
    **headers: str,
) -> tuple[int, Any, http.client.HTTPMessage]:
    """Send a request as it stands, path and all; gives status, body and headers."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=90)
    given = {name.replace("_", "-"): text for name, text in headers.items()}
    if body is not None:
        given.setdefault("Content-Type", kind)
    try:
        connection.request(method or ("GET" if body is None else "POST"), path, body, given)
        answer = connection.getresponse()
        data = answer.read()
        json_sent = (answer.headers["Content-Type"] or "").startswith("application/json")
        return answer.status, json.loads(data) if json_sent else data, answer.headers
    finally:
        connection.close()


def solve(url: str, **question: Any) -> tuple[int, Any]:
    return ask(url, "/api/solve", json.dumps(question).encode())[:2]


def png(width: int, height: int) -> bytes:
    """A true PNG of one colour, which is small whatever its size."""
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, "PNG", optimize=True)
    return file.getvalue()


def sentence(answer: Any) -> str:
    """The one sentence of an answer that refuses."""
    assert list(answer) == ["error"]
    assert "\n" not in answer["error"]
    assert "Traceback" not in answer["error"]
    return str(answer["error"])


def test_a_board_is_solved_as_by_the_solver_itself(url: str) -> None:
    rows = ["00000", "01221", "02###", "02###", "01###"]
    status, answer = solve(url, solver="exactsolver", board={"cells": rows, "mines": 5})
    expected = solvers.create("exactsolver").analyse(Board.parse("\n".join(rows), 5))
    assert status == 200
    given = np.array(answer["mine_probability"], float)
    assert np.array_equal(given, expected.mine_probability, equal_nan=True)
    assert [tuple(cell) for cell in answer["safe"]] == list(expected.safe)
    assert answer["best"] == list(expected.decide().best or ())


def test_a_guess_comes_with_its_candidates(url: str) -> None:
    status, answer = solve(url, board={"cells": ["1#", "##"], "mines": 1})
    assert (status, answer["why"], answer["win_probability"]) == (200, "endgame", 1 / 3)
    assert {tuple(each["cell"]) for each in answer["candidates"]} == {(0, 1), (1, 0), (1, 1)}
    assert all(each["mine_probability"] == 1 / 3 for each in answer["candidates"])


def test_solvers_are_listed_with_their_options(url: str) -> None:
    _, listed, _ = ask(url, "/api/solvers")
    assert [each["name"] for each in listed] == solvers.names()
    for each in listed:
        assert [option["name"] for option in each["options"]] == list(solvers.options(each["name"]))


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ({}, 400, "the body: object missing required field `board`"),
        ({"board": {"cells": []}}, 400, "board.cells"),
        ({"board": {"cells": ["#" * 41]}}, 400, "board.cells: give 1 to 40 rows"),
        ({"board": {"cells": ["#"] * 41}}, 400, "1 to 40 cells"),
        ({"board": {"cells": ["#x"]}}, 400, "board.cells: a row is"),
        ({"board": {"cells": "##"}}, 400, "board.cells: expected `array`"),
        ({"board": {"cells": ["##"], "mines": -1}}, 400, "board.mines"),
        ({"board": {"cells": ["##"], "mines": True}}, 400, "board.mines"),
        (
            {"board": {"cells": ["##"], "mine": 1}},
            400,
            "board: object contains unknown field `mine`",
        ),
        ({"board": {"cells": ["##"]}, "solver": "none"}, 400, "choose from best"),
        (
            {"board": {"cells": ["##"]}, "options": {"speed": 3}},
            400,
            "options: there is no 'speed'; choose from",
        ),
        ({"board": {"cells": ["##"]}, "options": {"budget": "1"}}, 400, "options.budget: expected"),
        ({"board": {"cells": ["##", "#"]}}, 409, "one length"),
        ({"board": {"cells": ["##"], "mines": 3}}, 409, "do not fit"),
        ({"board": {"cells": ["8#"]}}, 409, "(0, 0)"),
        ({"board": {"cells": ["##"]}, "options": {"strength": "huge"}}, 409, "strength"),
    ],
)
def test_a_wrong_question_is_one_sentence(url: str, question: Any, status: int, said: str) -> None:
    given, answer = solve(url, **question)
    assert given == status
    assert said in sentence(answer)


WORDS = st.sampled_from(["board", "cells", "mines", "solver", "options", "budget", "strength"])
NAMES = st.sampled_from(["best", "exactsolver", "linearsolver"])
ROWS = st.lists(st.text("01234F*#", max_size=4), max_size=4)
ENDLESS = b'{"board": {"cells": ["#1"]}, "options": {"budget": 1e400}}'


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[1]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"board": NaN}',
        b"9" * 5000,
        ENDLESS,
    ],
)
def test_what_is_no_json_is_one_sentence(url: str, body: bytes) -> None:
    status, answer, _ = ask(url, "/api/solve", body)
    assert status == 400
    sentence(answer)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | WORDS, inner),
)


@given(
    st.fixed_dictionaries(
        {"board": st.fixed_dictionaries({"cells": ROWS | JSON}, optional={"mines": JSON})},
        optional={"solver": NAMES | JSON, "options": st.dictionaries(WORDS, JSON) | JSON},
    )
    | JSON
)
def test_any_question_is_answered_or_refused_in_a_sentence(asked: Any) -> None:
    try:
        answer = analysis_of(question(json.dumps(asked).encode(), SMALL))
    except MinefieldError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1000
    else:
        assert np.shape(answer["mine_probability"])[0] == len(asked["board"]["cells"])


SHOWN = ["00001#", "01122#", "01F3##", "012F##", "00123#", "00001#"]


def screenshot(*, covered: bool = False) -> bytes:
    """A screen with a board on it as a PNG; of one cell the middle may be covered."""
    screen = np.full((260, 300, 3), 120, np.uint8)
    draw(SHOWN, Drawing(24.0, 60.0, 50.0, 0), screen)
    if covered:
        screen[50 + 24 : 50 + 48, 60 + 48 : 60 + 72] = (200, 80, 230)
    file = io.BytesIO()
    Image.fromarray(screen[:, :, ::-1]).save(file, "PNG")
    return file.getvalue()


def test_a_screenshot_is_read(url: str) -> None:
    status, answer, _ = ask(url, "/api/read", screenshot(), "image/png")
    (board,) = answer["boards"]
    assert (status, answer["width"], answer["height"], answer["message"]) == (200, 300, 260, "")
    assert (board["rows"], board["cols"], board["cells"]) == (6, 6, SHOWN)
    assert (board["mines"], board["counter"]) == (None, None), "no counter is drawn"
    assert np.shape(board["confidence"]) == (6, 6)
    assert board["doubtful"] == []
    assert board["place"] == pytest.approx(
        {"x": 60, "y": 50, "cell_width": 24, "cell_height": 24}, abs=0.2
    )


def test_a_covered_cell_is_doubtful(url: str) -> None:
    _, answer, _ = ask(url, "/api/read", screenshot(covered=True), "image/png")
    (board,) = answer["boards"]
    assert board["doubtful"] == [[1, 2]]


def test_a_picture_without_a_board_gets_a_friendly_sentence(url: str) -> None:
    for picture in (png(200, 160), png(1, 1), png(5000, 3)):
        status, answer, _ = ask(url, "/api/read", picture, "image/png")
        assert (status, answer["boards"]) == (200, [])
        assert answer["message"].startswith("No Minesweeper board")


def test_broken_pictures_are_refused(url: str) -> None:
    whole = png(200, 160)
    for data in (b"", b"no picture", whole[:40], whole[:-30], b"GIF89a", whole[:16] + whole[30:]):
        status, answer, _ = ask(url, "/api/read", data, "image/png")
        assert status == 409, data[:20]
        sentence(answer)


def bomb(width: int, height: int) -> bytes:
    """The head of a PNG that claims a size, and nothing of that size behind it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"\0" * 1000)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(60_000, 60_000), (2**31 - 1, 2**31 - 1), (700, 700)])
def test_a_decompression_bomb_is_refused_unopened(url: str, size: tuple[int, int]) -> None:
    status, answer, _ = ask(url, "/api/read", bomb(*size), "image/png")
    assert status == 413
    assert re.search("too large: it has (700 x 700|more than 178 million) pixels", sentence(answer))
    with pytest.raises(LargePictureError):
        decoded(bomb(*size), SMALL.pixels)


def test_what_is_opaque_is_read_as_the_command_reads_it() -> None:
    rng = np.random.default_rng(1)
    grey = Image.fromarray(rng.integers(0, 2**16, (30, 40), np.uint16))
    upright = Image.fromarray(rng.integers(0, 256, (30, 40, 3), np.uint8))
    turned = Image.Exif()
    turned[0x0112] = 6
    for picture, more in ((grey, {}), (upright, {"exif": turned})):
        file = io.BytesIO()
        picture.save(file, "PNG", **more)
        assert (decoded(file.getvalue(), 10**6) == decode_picture(file.getvalue())).all()


@pytest.mark.slow
def test_a_picture_that_takes_too_long_keeps_a_worker_for_less_time_than_a_solver() -> None:
    with web.serve(limits=Limits(seconds=60.0, read_seconds=0.01)) as url:
        status, answer, _ = ask(url, "/api/read", png(30, 30), "image/png")
        assert ask(url, "/api/solvers")[0] == 200
    assert status == 422
    assert "0.01 s" in sentence(answer)


def test_transparency_and_palettes_are_shown_as_they_look() -> None:
    clear = Image.new("RGBA", (20, 20), (255, 0, 0, 0))
    clear.putpixel((3, 2), (10, 20, 30, 255))
    for picture in (clear, clear.convert("P")):
        file = io.BytesIO()
        picture.save(file, "PNG")
        shown = decoded(file.getvalue(), SMALL.pixels)
        assert shown.shape == (20, 20, 3)
        assert shown[2, 3].tolist() == [30, 20, 10]
    with pytest.raises(BadPictureError):
        decoded(b"<svg/>", SMALL.pixels)


def test_too_much_is_refused(url: str) -> None:
    status, answer, _ = ask(url, "/api/read", bytes(SMALL.upload_bytes + 1), "image/png")
    assert (status, "MB" in sentence(answer)) == (413, True)

    def endless() -> Iterator[bytes]:
        for _ in range(40):
            yield bytes(10_000)

    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    connection.request("POST", "/api/read", endless(), {"Content-Type": "image/png"})
    assert connection.getresponse().status == 413
    connection.close()


def test_other_kinds_of_bodies_are_refused(url: str) -> None:
    for path, kind in (("/api/read", "text/html"), ("/api/solve", "image/png"), ("/api/solve", "")):
        status, answer, _ = ask(url, path, b"{}", kind)
        assert status == 415
        assert "send one of" in sentence(answer)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 404),
        ("/app/page.js%00", 404),
        ("/%ff%fe", 404),
        ("/../server.py", 404),
        ("/%2e%2e/server.py", 404),
        ("/..%2fserver.py", 404),
        ("/..%5cserver.py", 404),
        ("//etc/passwd", 404),
        ("/" + "a" * 5000, 404),
        ("/api/%00", 404),
        ("/api/nothing", 404),
        ("/?x=%00", 200),
    ],
)
def test_no_address_leads_out_or_breaks_anything(url: str, path: str, status: int) -> None:
    assert ask(url, path)[0] == status


def test_wrong_methods_are_named(url: str) -> None:
    for path, method, allowed in (
        ("/api/read", "GET", {"POST"}),
        ("/api/solve", "DELETE", {"POST"}),
        ("/api/solvers", "POST", {"GET", "HEAD"}),
        ("/app/page.js", "PUT", {"GET", "HEAD"}),
    ):
        status, _, headers = ask(url, path, method=method)
        assert status == 405
        assert set(headers["Allow"].split(", ")) == allowed


def test_every_answer_is_fenced_in(url: str) -> None:
    for path, cached in (
        ("/", "private, no-cache"),
        ("/app/page.js", "private, no-cache"),
        ("/api", "no-store"),
        ("/nothing", "no-store"),
    ):
        _, _, headers = ask(url, path)
        assert headers["Cache-Control"] == cached
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe-inline" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_files_travel_compressed_and_only_when_they_have_changed(url: str) -> None:
    plain = (STATIC / "app/style.css").read_bytes()
    status, body, headers = ask(url, "/app/style.css", Accept_Encoding="br, gzip")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert gzip.decompress(body) == plain
    status, body, headers = ask(url, "/app/style.css")
    assert (status, body, headers.get("Content-Encoding")) == (200, plain, None)
    tag = headers["ETag"]
    status, body, _ = ask(url, "/app/style.css", If_None_Match=tag)
    assert (status, body) == (304, b"")
    assert ask(url, "/app/shell.js", If_None_Match=tag)[0] == 200


def test_other_names_and_other_sites_are_turned_away(url: str) -> None:
    port = urlsplit(url).port
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "[", ""):
        assert ask(url, "/", Host=host)[0] == 421
    for host in ("localhost", f"127.0.0.1:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
        assert ask(url, "/api", Host=host)[0] == 200
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{port + 1}", "http://["):
        assert ask(url, "/api/solvers", Origin=origin)[0] == 403
    assert ask(url, "/api", Origin=url.rstrip("/"))[0] == 200


def test_others_need_the_token() -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1", ""):
        with pytest.raises(TokenError, match="--token"):
            PageServer(host)
    with pytest.raises(TokenError, match="12"):
        PageServer(token="short")
    token = "a secret of some length"
    with web.serve(token=token) as url:
        assert ask(url, "/")[0] == 401
        assert ask(url, "/api/solvers", Authorization="Bearer wrong")[0] == 401
        assert ask(url, "/?token=wrong")[0] == 401
        assert ask(url, "/api", Authorization=f"Bearer {token}")[0] == 200
        status, _, headers = ask(url, "//x.example/?token=a%20secret%20of%20some%20length&seed=a")
        assert (status, headers["Location"]) == (303, "/x.example/?seed=a")
        cookie = headers["Set-Cookie"]
        assert {"HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))
        assert ask(url, "/", Cookie=cookie.partition(";")[0])[0] == 200


def test_a_client_that_leaves_is_no_fault(url: str, capfd: pytest.CaptureFixture[str]) -> None:
    place = urlsplit(url)
    head = f"POST /api/solve HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 99\r\n"
    for _ in range(3):
        with socket.create_connection((place.hostname, place.port)) as client:
            client.sendall(f"{head}Content-Type: application/json\r\n\r\n{{".encode())
            time.sleep(0.05)
    assert ask(url, "/api")[0] == 200
    time.sleep(0.2)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
def test_64_clients_at_once_are_all_answered(url: str) -> None:
    picture = screenshot()

    def client(number: int) -> int:
        if number % 8 == 0:
            return ask(url, "/api/read", picture, "image/png")[0]
        if number % 2:
            return solve(url, board={"cells": ["1##", "###"], "mines": 2})[0]
        return ask(url, "/")[0]

    with ThreadPoolExecutor(64) as clients:
        assert set(clients.map(client, range(64))) == {200}


@pytest.mark.slow
def test_work_is_killed_at_its_limits() -> None:
    async def through() -> None:
        pid = await Workers(SMALL).run(_pid, None)
        short = Workers(Limits(seconds=0.5, workers=1, waiting=1))
        began = time.monotonic()
        with pytest.raises(TooLongError, match=r"0\.5 s"):
            await short.run(_report_and_sleep, pid)
        assert time.monotonic() - began < 10
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        with pytest.raises(WorkerDiedError):
            await Workers(SMALL).run(os._exit, 1)
        with pytest.raises(WorkerDiedError):
            await Workers(Limits(memory_bytes=2**30)).run(bytearray, 2**31)
        async with anyio.create_task_group() as group:
            for _ in range(2):
                group.start_soon(_ends_late, short)
            await anyio.sleep(0.1)
            with pytest.raises(TooBusyError):
                await short.run(_pid, None)

    # In a thread of its own: a browser of other tests may keep a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(anyio.run, through).result()


def _pid(_: object) -> int:
    return os.getpid()


def _report_and_sleep(pid: int) -> None:
    assert os.getpid() == pid, "the worker that is free is used again"
    time.sleep(60)


async def _ends_late(workers: Workers) -> None:
    with pytest.raises(TooLongError):
        await workers.run(time.sleep, 60)
