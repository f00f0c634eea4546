"""Boards without a screen: key boards to replay, and the arena that compares solvers."""
