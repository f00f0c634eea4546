"""The games amid trouble: what is asked for is played, or named in one sentence."""

from __future__ import annotations

import pytest

from benchmarks.live import chaos
from mwagent.minefield import MinefieldError


@pytest.mark.parametrize(("where", "trouble"), [("both", "nonsense"), ("tab", "mouse taken")])
def test_a_trouble_that_is_not_there_is_named(where: str, trouble: str) -> None:
    words = ["--where", where, "--only", trouble, "--only", "nothing"]
    with pytest.raises(MinefieldError, match=trouble):
        chaos.main([*words, "--runs", "1"])
