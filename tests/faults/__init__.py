"""Faults: games of scripted people on bad lines, while the server is killed again and again."""
