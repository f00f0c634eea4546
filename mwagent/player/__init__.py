"""The player: finds a board on the screen or in a browser tab, and plays it by mouse."""
