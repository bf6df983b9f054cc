"""Which names are the same, which mix scripts, which nobody gets."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import ProtocolError
from server.people.names import check_reserved, check_scripts, name_key, reserved_keys
from server.session.names import clean_name, guest_name

SAME = [
    ("Aki", "AKI"),
    ("Aki", "a k i"),
    ("Aki", "A-K.I_!"),
    ("Aki", "Akı"),
    ("René", "Rene"),
    ("Aki", "Ａｋｉ"),
    ("Lool", "l00I"),
    ("Modern", "Modem"),
    ("vvin", "win"),
    ("Straße", "STRASSE"),
    ("Cope", "Соре"),
    ("HAN", "ΗΑΝ"),
    ("han", "ΗΑΝ"),
    ("ΑΝΝΑ", "αννα"),
    ("Œuvre", "oeuvre"),
]
DIFFERENT = [
    ("Aki", "Akio"),
    ("か", "が"),
    ("は", "ぱ"),
    ("한", "하"),
    ("東", "南"),
    ("🀄", "🀅"),
    ("!!!", "..."),
    ("Игорь", "Егорь"),
    ("Ben", "Dan"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    assert name_key(clean_name(one)) == name_key(clean_name(other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_do_not_are_two(one: str, other: str) -> None:
    assert name_key(clean_name(one)) != name_key(clean_name(other))


@given(st.text(min_size=1, max_size=24))
def test_every_name_has_a_key_that_is_the_same_in_any_case(text: str) -> None:
    try:
        name = clean_name(text)
    except ProtocolError:
        return
    key = name_key(name)
    assert key
    assert name_key(key) == key
    assert name_key(unicodedata.normalize("NFC", unicodedata.normalize("NFD", name))) == key


@given(st.text("abcdefghijklmnopqrstuvwxyzäöü0123456789 -_", min_size=1, max_size=24))
def test_capitals_make_no_other_name(text: str) -> None:
    assert name_key(text.upper()) == name_key(text)


@pytest.mark.parametrize("name", ["Аki", "Akι", "Bοt", "Tom и", "Ωmega", "աki"])
def test_scripts_are_not_mixed(name: str) -> None:
    with pytest.raises(ProtocolError, match="does not mix") as refused:
        check_scripts(name)
    assert (refused.value.code, refused.value.field) == ("bad_value", "name")


@pytest.mark.parametrize("name", ["Aki 東風", "Игорь 1", "Ωμέγα!", "東Tokyo", "Aki🀄", "한글 Kim"])
def test_other_scripts_go_together(name: str) -> None:
    check_scripts(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Admin", "a.d.m.i.n", "ADM1N", "Sуstеm", "Bot", "b0t", "Bot 12", "Normal bot 3", "bot12"),
        *("Deleted player", "deleted_player", "Deleted player 7", "管理人", "運営", "Jantaku"),
        *("Guest", "Guest 1234", "guest-1", "ゲスト 12", "游客 1234"),
    ],
)
def test_reserved_names_are_for_nobody(name: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        check_reserved(clean_name(name), guest=False)
    assert (refused.value.code, refused.value.field) == ("name_reserved", "name")


@pytest.mark.parametrize("name", ["Aki", "Botan", "Robot", "Guesthouse", "Administer", "bot-easy"])
def test_names_that_only_begin_so_are_free(name: str) -> None:
    check_reserved(name, guest=False)


@pytest.mark.parametrize("name", ["Guest 1234", "Guest", "ゲスト 1234", "遊客 77"])
def test_guests_may_be_called_guests(name: str) -> None:
    check_reserved(name, guest=True)
    check_reserved(guest_name(), guest=True)


@pytest.mark.parametrize("name", ["Admin", "Bot 12", "Deleted player"])
def test_guests_get_no_other_reserved_name(name: str) -> None:
    with pytest.raises(ProtocolError):
        check_reserved(name, guest=True)


def test_the_list_of_reserved_names_is_read() -> None:
    assert name_key("admin") in reserved_keys()
    assert "" not in reserved_keys()
