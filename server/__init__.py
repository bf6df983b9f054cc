"""The server: everything with time, sockets, disks and identity."""

__version__ = "0.1.0"
