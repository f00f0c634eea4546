"""Pictures that networks are trained on, how they are fitted, and the tiles of our skins."""
