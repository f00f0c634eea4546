"""`benchmarks/vision/sensitivity.py`: constants are found, varied, and judged pair by pair."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.vision import sensitivity

MODULE = """
from typing import Final
LIMIT: Final = 0.5
_STEP = 2 * 3
NAMES = ("a", "b")
ON: Final = True
word = 4
TWICE: Final = LIMIT * 2
def default(limit=LIMIT):
    return limit
def step():
    def inner():
        return _STEP
    return inner()
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package with some constants."""
    folder = tmp_path / "varied_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "numbers.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("varied_package")]:
        monkeypatch.delitem(sys.modules, name)
    return "varied_package"


def test_numbers_with_names_are_found(package: str) -> None:
    found = {c.name: c.value for c in sensitivity.constants(package)}
    assert found == {"LIMIT": 0.5, "_STEP": 6}


def test_what_follows_from_a_constant_varies_with_it(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = next(c for c in sensitivity.constants(package) if c.name == "LIMIT")
    monkeypatch.setattr(sys, "meta_path", [sensitivity.Varied(limit, 0.625), *sys.meta_path])
    module = importlib.import_module(f"{package}.numbers")
    assert (module.LIMIT, module.TWICE, module.default()) == (0.625, 1.25, 0.625)
    assert module._STEP == 6


def test_the_functions_that_use_a_constant_are_found(package: str) -> None:
    found = list(sensitivity.constants(package))
    uses = {c.name: places for c, places in sensitivity.users(package, found).items()}
    module = importlib.import_module(f"{package}.numbers")
    assert uses["LIMIT"] is None, "the module itself computes another from it"
    assert uses["_STEP"] == {(module.__file__, module.step.__code__.co_firstlineno)}


def test_no_more_pictures_are_read_than_there_is_time_for() -> None:
    base = [{"seconds": seconds} for seconds in (9.0, 1.0, 1.0, 1.0, 1.0)]
    assert sensitivity.affordable(range(5), base, 3.5) == [1, 2, 3]
    assert sensitivity.affordable([0], base, 1.0) == [0]


@given(st.integers(-100, 100).filter(bool), st.sampled_from([0.75, 1.25]))
def test_whole_numbers_stay_whole_and_move(value: int, factor: float) -> None:
    moved = sensitivity.Constant("m", "N", value, Path("m.py"), 1).times(factor)
    assert isinstance(moved, int)
    assert moved != value


def test_few_boards_more_are_chance_and_many_are_not() -> None:
    same = [(True, True)] * 50
    assert sensitivity.by_chance([*same, (True, False)])
    assert sensitivity.by_chance([*same, *[(True, False), (False, True)] * 10])
    assert not sensitivity.by_chance([*same, *[(False, True)] * 8])


def test_the_reader_has_constants_to_vary() -> None:
    assert any(isinstance(c.value, float) for c in sensitivity.constants("mwagent.vision"))
