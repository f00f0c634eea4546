"""Positions and analyses for people: text, pictures and drawings."""
