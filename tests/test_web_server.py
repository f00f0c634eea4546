"""`python -m web` and `web.serve`."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

import web


def get(url: str) -> tuple[bytes, str]:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read(), answer.headers["Content-Type"]


def test_serves_the_page_and_its_parts() -> None:
    with web.serve() as url:
        page, kind = get(url)
        assert b"<canvas" in page
        assert kind.startswith("text/html")
        assert get(url + "page.js?fresh=1")[1].startswith("text/javascript")
        assert get(url + "style.css")[1].startswith("text/css")


def test_serves_nothing_else() -> None:
    with web.serve() as url:
        for path in ["server.py", "../server.py", "%2e%2e/server.py", "nothing"]:
            with pytest.raises(urllib.error.HTTPError, match="404"):
                get(url + path)


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


def test_ctrl_c_ends_it() -> None:
    command = [sys.executable, "-m", "web", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        said = program.stdout.readline()
        url = next(word for word in said.split() if word.startswith("http"))
        get(url)
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=10)
    assert program.returncode == 0
    assert errors == ""


def run(arguments: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "web", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
