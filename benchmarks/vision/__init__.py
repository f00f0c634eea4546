"""How well and how fast pictures are read: of others, and drawn ones."""
