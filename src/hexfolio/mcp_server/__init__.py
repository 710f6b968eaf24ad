"""A door for language models: a player's place at a game, as tools of the Model Context Protocol."""
