"""`mwagent page` and `mwagent.web.serve`."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from mwagent import web
from mwagent.web import __main__ as page_command
from mwagent.web.__main__ import NEXT_PORTS, PORT
from mwagent.web.connections import SILENCE
from mwagent.web.server import PageServer, PortError


def get(url: str) -> tuple[bytes, str]:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read(), answer.headers["Content-Type"]


def test_serves_the_page_and_its_parts() -> None:
    with web.serve() as url:
        page, kind = get(url)
        assert b"<canvas" in page
        assert kind.startswith("text/html")
        assert get(url + "app/page.js?fresh=1")[1].startswith("text/javascript")
        assert get(url + "app/style.css")[1].startswith("text/css")


@pytest.mark.slow
@pytest.mark.parametrize("token", [None, "a secret of some length"])
def test_silent_connections_keep_nobody_out_and_are_closed(token: str | None) -> None:
    with web.serve(token=token) as url, contextlib.ExitStack() as stack:
        place = (urlsplit(url).hostname, urlsplit(url).port)
        begun = time.monotonic()
        silent = [stack.enter_context(socket.create_connection(place)) for _ in range(300)]
        for half in silent[::2]:
            with contextlib.suppress(OSError):  # the first are closed already
                half.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        for _ in range(20):
            asked = http.client.HTTPConnection(*place, timeout=3)
            asked.request("GET", "/")
            assert asked.getresponse().status == (401 if token else 200)
            asked.close()
        assert time.monotonic() - begun < SILENCE
        for one in silent:
            one.settimeout(begun + SILENCE + 2 - time.monotonic())
            with contextlib.suppress(ConnectionResetError):
                assert one.recv(1) == b""


def test_a_connection_is_kept_while_it_is_answered_and_asked_again() -> None:
    with web.serve() as url:
        asked = http.client.HTTPConnection(str(urlsplit(url).hostname), urlsplit(url).port)
        for _ in range(3):
            asked.request("GET", "/api")
            assert asked.getresponse().read()
            time.sleep(0.1)
        asked.close()


def test_a_browser_has_one_address_for_its_games() -> None:
    with web.serve() as url:
        port = urlsplit(url).port
        for path in ("/?seed=a", "/dragonsweeper/?seed=1"):
            asked = http.client.HTTPConnection("127.0.0.1", port)
            asked.request("GET", path, headers={"Host": f"localhost:{port}"})
            answer = asked.getresponse()
            asked.close()
            assert answer.status == 307
            moved = f"http://127.0.0.1:{port}{path}&from=localhost%3A{port}"
            assert answer.headers["Location"] == moved
        kept = urllib.request.urlopen(f"http://localhost:{port}/take.html", timeout=10)
        assert kept.status == 200, "games of the other name can be handed over"
        assert kept.headers["Cross-Origin-Opener-Policy"] is None


def test_a_second_server_says_that_one_runs(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    opened: list[str] = []
    with web.serve() as url:
        monkeypatch.setattr(page_command, "PORT", urlsplit(url).port)
        monkeypatch.setattr("webbrowser.open", opened.append)
        assert page_command.main(["--open"]) == 0
        assert opened == [url]
        assert f"{url} already" in capsys.readouterr().out


def test_ends_when_the_block_ends() -> None:
    with web.serve() as url:
        pass
    with pytest.raises(urllib.error.URLError):
        get(url)


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--host", "192.0.2.1"]])
def test_an_impossible_address_is_one_sentence(arguments: list[str]) -> None:
    done = run(arguments)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "--host" in done.stderr


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run(["--port", str(taken.getsockname()[1])])
    assert done.returncode == 2
    assert "in use" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.slow
def test_a_busy_default_port_is_passed_over_and_said() -> None:
    with contextlib.suppress(PortError), PageServer(port=PORT) as first:
        assert first.port == PORT
        with running([]) as (program, url):
            assert urlsplit(url).port in range(PORT + 1, PORT + NEXT_PORTS)
            get(url)
        assert program.stderr is not None
        said = program.stderr.read()
        assert len(said.splitlines()) == 1
        assert f"port {PORT} is in use" in said


def test_a_port_that_there_is_not_is_told_in_one_sentence() -> None:
    with pytest.raises(PortError, match=r"port 70000: [^.]*65535; --host"):
        PageServer(port=70000)


@pytest.mark.slow
def test_ctrl_c_ends_it_at_any_time() -> None:
    with running(["--port", "0"]) as (program, url):
        get(url)
        # A request that is under way, in a worker process, does not hold it up.
        asking = threading.Thread(target=ignoring_errors, args=(lambda: get(url + "api/solvers"),))
        asking.start()
    assert program.stderr is not None
    # On a busy machine it may not have tidied up when its patience ends.
    assert (program.returncode, program.stderr.read()) in [
        (0, ""),
        (130, "mwagent page: stopped\n"),
    ]
    asking.join(10)


def test_the_token_is_printed_with_the_address() -> None:
    with running(["--host", "0.0.0.0", "--port", "0", "--token"]) as (_, url):
        with pytest.raises(urllib.error.HTTPError, match="401"):
            get(url.partition("?")[0])
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert b"Minesweeper" in opener.open(url, timeout=10).read()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("redirection", [">/dev/full", ">&-", "2>&- >&-", "| head -c 0"])
def test_it_serves_though_nobody_can_read_what_it_says(redirection: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"exec {sys.executable} -m mwagent page --port {port} {redirection}"
    if redirection.startswith("|"):
        command = command.removeprefix("exec ")
    with subprocess.Popen(
        command, shell=True, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        try:
            assert b"<canvas" in eventually(f"http://127.0.0.1:{port}/")
        finally:
            os.killpg(program.pid, signal.SIGINT)
        _, errors = program.communicate(timeout=20)
    assert "Traceback" not in errors
    assert "Exception" not in errors


def eventually(url: str) -> bytes:
    """What an address gives once it answers."""
    until = time.monotonic() + 20
    while True:
        try:
            return get(url)[0]
        except urllib.error.URLError:
            assert time.monotonic() < until
            time.sleep(0.05)


def ignoring_errors(act: Callable[[], object]) -> None:
    with contextlib.suppress(OSError, http.client.HTTPException):
        act()


@contextlib.contextmanager
def running(arguments: list[str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`mwagent page` and the address it printed; it gets Ctrl-C at the end of the block."""
    command = [sys.executable, "-m", "mwagent", "page", *arguments]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout is not None
    try:
        said = program.stdout.readline()
        yield program, next(word for word in said.split() if word.startswith("http"))
    finally:
        program.send_signal(signal.SIGINT)
        program.wait(20)
        program.stdout.close()


def run(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mwagent", "page", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
