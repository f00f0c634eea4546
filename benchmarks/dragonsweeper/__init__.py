"""The sister game: whether its knowledge is sound, and how well it is played."""
