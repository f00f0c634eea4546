"""What is said of a desktop; macOS and Windows by stand-ins for their libraries."""

from __future__ import annotations

import ctypes
import json
import os
import stat
from types import SimpleNamespace

import pytest

from mwagent.minefield import command
from mwagent.player import doctor
from mwagent.wayland import permission
from mwagent.wayland.seat import WaylandError
from mwagent.wayland.session import Session, needed, this_session


@pytest.fixture(autouse=True)
def no_desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("platform", "display", "kind"),
    [
        ("linux", ":1", Session.X11),
        ("linux", "", Session.NONE),
        ("darwin", "", Session.MACOS),
        ("win32", "", Session.WINDOWS),
    ],
)
def test_one_place_tells_the_kinds_of_desktops_apart(
    monkeypatch: pytest.MonkeyPatch, platform: str, display: str, kind: Session
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("DISPLAY", display)
    assert this_session() is kind


def test_what_fails_says_the_same_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(command, "_spellings", {"mwagent": "mwagent"})  # as the program has it
    assert doctor.main([]) == 2
    told = capsys.readouterr().out
    assert "no display (no $DISPLAY)" in told and ": mwagent --browser" in told
    assert len(told.splitlines()) <= 12
    assert doctor.main(["--json"]) == 2
    said = json.loads(capsys.readouterr().out)
    assert "no display (no $DISPLAY)" in said["to_do"][0]
    assert all(each["name"] in told and each["fact"] in told for each in said["found"])


@pytest.mark.parametrize(("record", "press"), [(1, 1), (1, 0), (0, 1), (0, 0)])
def test_on_macos_the_two_permissions_are_told_apart(record: int, press: int) -> None:
    library = SimpleNamespace(
        CGPreflightScreenCaptureAccess=lambda: record, AXIsProcessTrusted=lambda: press
    )
    wrong: list[str] = []
    found = dict(doctor.macos_facts(wrong, lambda _path: library))
    assert found == {
        "may record": "yes" if record else "no",
        "may press": "yes" if press else "no",
    }
    assert [doctor.RECORD in one for one in wrong if "Recording" in one] == [True] * (1 - record)
    assert [doctor.PRESS in one for one in wrong if "Accessibility" in one] == [True] * (1 - press)


def test_on_windows_each_monitors_scale_is_named() -> None:
    dots = {11: 120, 12: 192}

    def enumerate_monitors(_dc: object, _clip: object, note: object, _data: object) -> int:
        for monitor in dots:
            note(monitor, None, None, None)
        return 1

    def dpi(monitor: ctypes.c_void_p, _kind: int, across: object, down: object) -> int:
        for place in (across, down):
            place._obj.value = dots[monitor.value or 0]  # type: ignore[attr-defined]
        return 0

    library = SimpleNamespace(EnumDisplayMonitors=enumerate_monitors, GetDpiForMonitor=dpi)
    assert doctor.windows_scales(lambda _name: library) == [1.25, 2.0]


def test_permissions_are_kept_for_this_user_alone_and_forgotten(
    capsys: pytest.CaptureFixture[str],
) -> None:
    permission.keep("screen", "a")
    permission.keep("screen and mouse", "b")
    assert (permission.kept("screen"), permission.kept("screen and mouse")) == ("a", "b")
    if os.name != "nt":
        assert stat.S_IMODE(permission.permission_file().stat().st_mode) == 0o600
    permission.keep("screen", "")
    assert (permission.kept("screen"), permission.kept("screen and mouse")) == ("", "b")
    assert doctor.forget([]) == 0 and "forgotten" in capsys.readouterr().out
    assert permission.kept("screen and mouse") == ""
    assert doctor.forget([]) == 0 and "no permission" in capsys.readouterr().out


def test_a_file_of_permissions_that_is_no_such_file_is_none() -> None:
    path = permission.permission_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    for text in ("[1]", "{", '{"screen": 3}'):
        path.write_text(text)
        assert permission.kept("screen") == ""
    permission.keep("screen", "a")
    assert permission.kept("screen") == "a"


def test_a_library_that_is_missing_is_named() -> None:
    told = r"pip install 'mwagent\[wayland\]'"
    with pytest.raises(WaylandError, match=told), needed("pywayland"):
        raise ModuleNotFoundError(name="pywayland.client")
