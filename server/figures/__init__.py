"""Players' figures: what a seat did in a game, counted from the events of its record alone."""
