"""Skins of the user's own, learned from games that were won."""
