"""Mutated frames and handshakes against a live server, with a game beside them."""
