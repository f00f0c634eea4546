"""The page: how fast it is, that it keeps games, and its pictures for the documents."""
