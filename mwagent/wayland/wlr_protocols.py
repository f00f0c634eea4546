"""The protocols of wlroots that pywayland does not bring, described for it.

Facts of wlr-screencopy-unstable-v1, wlr-virtual-pointer-unstable-v1 (wlroots) and
virtual-keyboard-unstable-v1; only requests that are used have methods, but the tables hold every
request and event before them, since both sides count these by their place.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from pywayland.protocol.wayland import WlBuffer, WlOutput, WlSeat
from pywayland.protocol_core import Argument, ArgumentType, Interface, Proxy
from pywayland.protocol_core.message import Message

_TYPES = {
    "i": ArgumentType.Int,
    "u": ArgumentType.Uint,
    "f": ArgumentType.Fixed,
    "h": ArgumentType.FileDescriptor,
}
_LETTERS = {"o": WlOutput, "s": WlSeat, "b": WlBuffer}


def _arguments(signature: str, made: type[Interface] | None) -> tuple[Argument, ...]:
    """The arguments that letters stand for: those above, and n for a new object."""
    found = []
    for letter in signature.replace("?", ""):
        if letter == "n":
            found.append(Argument(ArgumentType.NewId, interface=made))
        elif letter in _LETTERS:
            nullable = f"?{letter}" in signature
            found.append(Argument(ArgumentType.Object, nullable, _LETTERS[letter]))
        else:
            found.append(Argument(_TYPES[letter]))
    return tuple(found)


def _describe(
    name: str,
    version: int,
    requests: str = "",
    events: str = "",
    makes: type[Interface] | None = None,
) -> Any:
    """An interface with requests and events, each a word NAME:SIGNATURE, in their order.

    Its proxies have a method `ask(NAME, *arguments)`, which gives the new object if one is made;
    `listen(EVENT)` of pywayland's dispatcher takes handlers by the names of events.
    """
    interface = type(Interface)(name, (Interface,), {"name": name, "version": version})
    for words, messages in ((requests, interface.requests), (events, interface.events)):
        for word in words.split():
            called, _, signature = word.partition(":")
            named = SimpleNamespace(__name__=called)
            messages.append(Message(named, _arguments(signature, makes), None))
    names = [word.partition(":")[0] for word in requests.split()]
    signatures = [word.partition(":")[2] for word in requests.split()]

    def ask(self: Any, request: str, *arguments: Any) -> Any:
        opcode = names.index(request)
        if "n" in signatures[opcode]:
            return self._marshal_constructor(opcode, makes, *arguments)
        self._marshal(opcode, *arguments)
        if request == "destroy":
            self._destroy()
        return None

    interface._gen_c()
    interface.proxy_class = type(f"{name}_proxy", (Proxy,), {"interface": interface, "ask": ask})
    return interface


ScreencopyFrame = _describe(
    "zwlr_screencopy_frame_v1",
    3,
    requests="copy:b destroy: copy_with_damage:b",
    events="buffer:uuuu flags:u ready:uuu failed: damage:uuuu linux_dmabuf:uuu buffer_done:",
)
ScreencopyManager = _describe(
    "zwlr_screencopy_manager_v1",
    3,
    requests="capture_output:nio capture_output_region:nioiiii destroy:",
    makes=ScreencopyFrame,
)
VirtualPointer = _describe(
    "zwlr_virtual_pointer_v1",
    2,
    requests="motion:uff motion_absolute:uuuuu button:uuu axis:uuf frame: axis_source:u "
    "axis_stop:uu axis_discrete:uufi destroy:",
)
VirtualPointerManager = _describe(
    "zwlr_virtual_pointer_manager_v1",
    2,
    requests="create_virtual_pointer:?sn destroy: create_virtual_pointer_with_output:?s?on",
    makes=VirtualPointer,
)
VirtualKeyboard = _describe(
    "zwp_virtual_keyboard_v1", 1, requests="keymap:uhu key:uuu modifiers:uuuu destroy:"
)
VirtualKeyboardManager = _describe(
    "zwp_virtual_keyboard_manager_v1",
    1,
    requests="create_virtual_keyboard:sn",
    makes=VirtualKeyboard,
)
