"""Names that belong to somebody: which look the same, which nobody gets.

Two names are the same name if they have the same key (`name_key`). The key forgets what readers
overlook: case, accents, spaces, punctuation, and which of several letters that look alike it was.
It decides nothing else: names are shown as they were written.
"""

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

from protocol.errors import ProtocolError

DELETED_NAME: Final = "Deleted player"
"""The name of whoever has given up an account."""

_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE")
"""Scripts with letters that look like those of another one of these."""

# Small letters, after NFKC and without accents. What looks like a Latin letter (or like another
# one) becomes it; the rest of each alphabet tells itself apart.
_ALIKE: Final = str.maketrans(
    {
        **{"0": "o", "1": "l", "i": "l", "|": "l", "ı": "l", "ł": "l", "ø": "o", "đ": "d"},
        **{"ð": "d", "ħ": "h", "ŧ": "t", "ß": "ss", "æ": "ae", "œ": "oe", "ĸ": "k", "ɑ": "a"},
        **{"ɡ": "g", "ɩ": "l", "ʟ": "l", "ɴ": "n", "ʀ": "r", "ʏ": "y", "ʙ": "b", "ɪ": "l"},
        # Cyrillic
        **{"а": "a", "в": "b", "с": "c", "е": "e", "н": "h", "і": "l", "ј": "j", "к": "k"},
        **{"м": "m", "о": "o", "р": "p", "ѕ": "s", "т": "t", "у": "y", "х": "x", "ԁ": "d"},
        **{"ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "l", "ь": "b"},
        # Greek, by its capitals, as the key is the same for small and capital letters
        **{"α": "a", "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "l", "κ": "k", "μ": "m"},
        **{"ν": "n", "ο": "o", "ρ": "p", "τ": "t", "υ": "y", "χ": "x", "ϲ": "c", "ϳ": "j"},
        # Armenian, Coptic
        **{"օ": "o", "ս": "u", "հ": "h", "ո": "n", "ց": "g", "յ": "j", "զ": "q", "ⲟ": "o"},
        **{"ⲣ": "p", "ⲭ": "x", "ⲕ": "k", "ⲁ": "a", "ⲉ": "e"},
    }
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))

_GUEST: Final = re.compile(r"(guest|ゲスト|游客|遊客|访客|訪客)\W*\d*", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"(guest|(easy|normal|hard|strong)?bots?|deletedplayer)\d*")
"""Without spaces and punctuation: what the server calls those who have no name."""


def name_key(name: str) -> str:
    """Return what decides whether two names are the same name; never empty.

    `name` is one that `server.session.names.clean_name` has returned.
    """
    compatible = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(
        character
        for character in unicodedata.normalize("NFD", compatible)
        # Accents only: marks of other scripts make other letters.
        if not "\u0300" <= character <= "\u036f"
    )
    alike = unicodedata.normalize("NFC", letters).translate(_ALIKE)
    kept = "".join(c for c in alike if unicodedata.category(c)[0] not in "ZP")
    for pair, letter in _PAIRS:
        kept = kept.replace(pair, letter)
    # A name of nothing but punctuation is itself.
    return kept or compatible


def check_scripts(name: str) -> None:
    """Refuse a name that mixes letters of scripts that look alike.

    Raises:
        ProtocolError: it does.
    """
    found = {
        script
        for character in unicodedata.normalize("NFKC", name)
        if unicodedata.category(character).startswith("L")
        and (script := unicodedata.name(character, "").partition(" ")[0]) in _SCRIPTS
    }
    if len(found) > 1:
        mixed = " and ".join(sorted(script.capitalize() for script in found))
        raise ProtocolError("bad_value", f"A name does not mix {mixed} letters.", "name")


def check_reserved(name: str, *, guest: bool) -> None:
    """Refuse a name that nobody gets; guests may be called `Guest` and a number.

    Raises:
        ProtocolError: it is one.
    """
    if guest and _GUEST.fullmatch(name):
        return
    if (
        name_key(name) in reserved_keys()
        or _GUEST.fullmatch(name)
        or _NUMBERED.fullmatch(_letters_and_digits(name))
    ):
        raise ProtocolError("name_reserved", field="name")


@cache
def reserved_keys() -> frozenset[str]:
    """Return the keys of the names in `reserved_names.txt`."""
    return frozenset(name_key(line) for line in _lines("reserved_names.txt"))


@cache
def common_passwords() -> frozenset[str]:
    """Return the passwords in `common_passwords.txt`, in small letters."""
    return frozenset(_lines("common_passwords.txt"))


def _letters_and_digits(name: str) -> str:
    """Return letters and digits only, in small letters: `B.o.t 12` is `bot12`."""
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c.isalnum())


def _lines(file: str) -> list[str]:
    text = files("server.people").joinpath(file).read_text(encoding="utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
