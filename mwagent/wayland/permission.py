"""The permission that a portal gave, so that the user is asked once; kept for this user alone."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

import platformdirs

from mwagent.minefield import MinefieldError


class PermissionFileError(MinefieldError):
    """The file with permissions cannot be removed; the message says why."""

    exit_code = 2


def permission_file() -> Path:
    """Where permissions are kept: in the user's data folder."""
    return platformdirs.user_data_path("mwagent", appauthor=False) / "permission.json"


def kept(what: str) -> str:
    """The token of a permission given before, "" where there is none."""
    token = _read().get(what, "")
    return token if isinstance(token, str) else ""


def keep(what: str, token: str) -> None:
    """Keep the token of a permission, readable by this user alone; without one, forget it."""
    tokens = {name: one for name, one in _read().items() if name != what}
    if token:
        tokens[what] = token
    path = permission_file()
    # A permission that cannot be kept is asked for again.
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(tokens, file)
        new.replace(path)


def forget() -> bool:
    """Forget every permission; whether there was one. Raises PermissionFileError."""
    path = permission_file()
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise PermissionFileError(f"{path} cannot be removed: {error.strerror}") from None
    return True


def _read() -> dict[str, object]:
    try:
        tokens = json.loads(permission_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return tokens if isinstance(tokens, dict) else {}
