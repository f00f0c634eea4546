"""Whatever ends a press, no button and no key stays down on the user's display."""

from __future__ import annotations

import contextlib
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mwagent.minefield import signals
from mwagent.player.views import Desktop
from mwagent.player.views.press import PRIMARY, SECONDARY, Hand
from mwagent.player.views.windows import Point

if sys.platform == "win32":
    pytest.skip("these are the signals of POSIX, and presses on X11", allow_module_level=True)

from testbed.stopping import ASKED, SOON, Command, Held, wait_for

pytestmark = [
    pytest.mark.screen,
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
]

PRESSING = """
from mwagent.minefield import command
def body():
    from mwagent.player.views.x11_hand import X11Hand
    hand = X11Hand()
    while True: hand.{press}
command.leave(command.run("example", body))
"""
HAND = "press((1, 3), 0.05, lambda: hand.position() and None)"


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    with Desktop(virtual=True, size=(300, 200)) as started:
        yield started


@pytest.fixture(scope="module")
def held(desktop: Desktop) -> Iterator[Held]:
    del desktop
    looking = Held()
    yield looking
    looking.close()


def x11() -> Hand:
    from mwagent.player.views.x11_hand import X11Hand

    return X11Hand()


def by_pyautogui() -> Hand:
    from mwagent.player.views.pyautogui_hand import AutoGuiHand

    # It talks to the display that was there when it was imported first.
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyautogui"]:
        del sys.modules[name]
    return AutoGuiHand()


def left_of(program: str) -> list[int]:
    """The processes of a program."""
    begins = program.partition("{")[0].encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            found += [int(entry.name)] * (begins in (entry / "cmdline").read_bytes())
    return found


def failing() -> Point | None:
    raise ZeroDivisionError


@pytest.mark.parametrize("make", [x11, by_pyautogui])
def test_an_error_during_a_press_releases_it(make: Callable[[], Hand], held: Held) -> None:
    hand = make()
    with pytest.raises(ZeroDivisionError):
        hand.press((PRIMARY, SECONDARY), 0.01, failing)
    assert held.still() == []


@pytest.mark.parametrize("make", [x11, by_pyautogui])
def test_ctrl_c_during_a_press_releases_it(make: Callable[[], Hand], held: Held) -> None:
    hand = make()
    seen: list[str] = []

    def interrupt() -> None:
        wait_for(held)
        seen.extend(held())
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt), signals.heeding("example"):
        asking = threading.Thread(target=interrupt)
        asking.start()
        hand.press((PRIMARY,), 0.8)  # a busy machine takes its time to see it
    asking.join()
    assert seen == ["button 1 down"]
    assert held.still() == []


def test_a_key_is_released_where_its_press_fails(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mwagent.player.views.x11_hand import X11Hand

    hand = X11Hand()
    fake, pressed = hand._fake, []

    def half(display: object, event: int, code: int) -> None:
        pressed.append(code)
        fake(display, event, code)
        if len(pressed) == 2:
            raise ZeroDivisionError

    monkeypatch.setattr(hand, "_fake", half)
    with pytest.raises(ZeroDivisionError):
        hand.key("ctrl+f2")
    assert held.still() == []


@pytest.mark.parametrize("asked", ["SIGTERM", "SIGINT twice"])
@pytest.mark.parametrize("frozen", [False, True])
def test_a_program_that_is_stopped_while_it_presses(
    desktop: Desktop, held: Held, asked: str, frozen: bool
) -> None:
    bot = Command(["-c", PRESSING.format(press=HAND)])
    assert wait_for(held), "it presses"
    server = desktop.server
    assert server is not None
    try:
        if frozen:
            server.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
        stopped = bot.stop(asked)
    finally:
        server.send_signal(signal.SIGCONT)
    assert stopped.code == 128 + ASKED[asked][0], stopped
    assert held.still() == []
    assert not stopped.left and "Traceback" not in stopped.said
    assert wait_for(lambda: not left_of(PRESSING)), "what kept the connection is gone as well"
    assert stopped.seconds < SOON + 2  # for a busy machine; without the thread it would be for ever


def test_a_display_that_goes_is_one_sentence() -> None:
    from mwagent.player.views import DisplayGoneError, while_displayed

    with Desktop(virtual=True, size=(300, 200)) as desktop:
        hand = x11()
        assert desktop.server is not None
        desktop.server.kill()
        desktop.server.wait()
        with pytest.raises(DisplayGoneError, match="the display is gone"), while_displayed():
            for _ in range(100):
                hand.press((PRIMARY,), 0.001)
