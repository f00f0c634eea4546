"""Wayland desktops: pictures of their monitors, and, for the player, a pointer and keys on them."""
