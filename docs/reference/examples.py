"""An extension of Griffe: examples in docstrings are shown as code."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"(^>>> .*(?:\n(?!\n).*)*)", re.MULTILINE)


class Examples(griffe.Extension):
    """Puts every block that begins with `>>>` into a block of code."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of whatever was loaded."""
        if obj.docstring and ">>> " in obj.docstring.value:
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\1\n```", obj.docstring.value)
