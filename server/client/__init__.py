"""A small client of our own server, for bots and load: plain asyncio, the protocol's own types."""
