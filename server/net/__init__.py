"""Sockets: the listener, one connection, its outbox and limits, and the HTTP side of the port."""
