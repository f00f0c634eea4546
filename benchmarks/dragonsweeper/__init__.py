"""The sister game: arbitrary clicks, and the pictures of its page."""
