"""The coach: it watches a player, keeps the games, and explains when it is asked."""
