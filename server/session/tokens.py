"""Tokens open accounts. They are random, told once, and kept as a hash only.

A token has 256 random bits, so a plain SHA-256 cannot be searched: slow hashes are for passwords.
Looking it up by its hash compares nothing secret byte by byte.
"""

import hashlib
import secrets


def new_token() -> str:
    """Return a fresh token from the system's randomness."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> bytes:
    """Return what the store keeps of a token."""
    return hashlib.sha256(token.encode()).digest()
