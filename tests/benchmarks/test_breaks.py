"""What `benchmarks.breaks` breaks is still there to be broken, and so are the tests of it."""

from __future__ import annotations

import ast

import pytest

from benchmarks.breaks import BREAKS, broken
from testbed.folders import ROOT


@pytest.mark.parametrize("name", BREAKS)
def test_a_break_is_a_change_of_one_line_that_its_tests_can_meet(name: str) -> None:
    each = BREAKS[name]
    before, after = (ROOT / each.file).read_text("utf-8").splitlines(), broken(each).splitlines()
    assert len(before) == len(after)
    assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
    if each.file.endswith(".py"):
        ast.parse("\n".join(after))
    assert [path for path in each.tests if not (ROOT / path).exists()] == []


def test_a_line_that_is_no_longer_there_is_told() -> None:
    gone = BREAKS["rules"].__class__("none", "mwagent/no/such.py", "a", "b", ())
    with pytest.raises(SystemExit, match=r"no/such\.py no longer has 'a'"):
        broken(gone)
