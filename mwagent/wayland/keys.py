"""The keys that the player types, by the names pyautogui has for them."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "escape": 1,
    "enter": 28,
    "ctrl": 29,
    "space": 57,
    "f2": 60,
    "f5": 63,
    **{letter: 16 + place for place, letter in enumerate("qwertyuiop")},
    **{letter: 30 + place for place, letter in enumerate("asdfghjkl")},
    **{letter: 44 + place for place, letter in enumerate("zxcvbnm")},
    **{digit: 2 + place for place, digit in enumerate("1234567890")},
}
"""Linux' codes of keys, as <linux/input-event-codes.h> has them."""
MODIFIERS: Final = {"ctrl": 4}
"""The bit of xkb's mask that a held key sets."""
KEYSYMS: Final = {
    "escape": 0xFF1B,
    "enter": 0xFF0D,
    "ctrl": 0xFFE3,
    "space": 0x20,
    "f2": 0xFFBF,
    "f5": 0xFFC2,
    **{name: ord(name) for name in CODES if len(name) == 1},
}
"""X11's numbers of the same keys."""
KEYMAP: Final = (
    'xkb_keymap { xkb_keycodes { include "evdev" }; xkb_types { include "complete" }; '
    'xkb_compat { include "complete" }; xkb_symbols { include "pc+us" }; };'
)
"""An American keyboard: the codes above mean the same keys on it wherever the user lives."""
