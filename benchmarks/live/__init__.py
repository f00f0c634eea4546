"""Games that are played: programs and pages of others, the page of our own, and trouble."""
