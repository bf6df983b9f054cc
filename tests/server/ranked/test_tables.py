"""The numbers of ranked play: ours hold together, and wrong ones are named in one line."""

from importlib.resources import files
from pathlib import Path

import pytest

from server.ranked.tables import QUEUES, TablesError, load, players
from server.table.rules import parse_room_rules

OURS = (files("server.ranked") / "ranks.toml").read_text(encoding="utf-8")


def test_titles_and_tiers_are_those_of_the_game() -> None:
    tables = load()
    assert [title.name for title in tables.titles] == [
        *("novice", "adept", "expert", "master", "saint")
    ]
    assert tables.top.name == "celestial"
    assert list(tables.tier_of) == ["bronze", "silver", "gold", "jade", "throne"]
    assert len(tables.ladder) == 15


def test_every_title_may_enter_a_tier_and_higher_ones_no_lower_ones() -> None:
    tables = load()
    entered = [
        [tier.name for tier in tables.open_tiers(name)]
        for name in [*(title.name for title in tables.titles), tables.top.name]
    ]
    assert entered == [
        ["bronze"],
        ["bronze", "silver"],
        ["silver", "gold"],
        ["gold", "jade"],
        ["jade", "throne"],
        ["throne"],
    ]


def test_the_rules_of_every_queue_and_tier_can_be_played() -> None:
    tables = load()
    for queue in QUEUES:
        for tier in tables.tiers:
            rules = parse_room_rules({**tables.queues[queue], **tier.rules})
            assert rules.mode == queue
            assert rules.players == players(queue)
            assert (rules.base_ms, rules.bank_ms) == (5000, 20000)
            assert rules.hints == (tier.name not in ("jade", "throne"))


def test_a_higher_tier_never_brings_less() -> None:
    tables = load()
    for queue in QUEUES:
        for lower, higher in zip(tables.tiers, tables.tiers[1:], strict=False):
            pairs = zip(lower.places[queue], higher.places[queue], strict=True)
            assert all(low <= high for low, high in pairs)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("promote = [20, 80, 200]", "promote = [20, 80]", "titles.novice: start and promote"),
        ("promote = [20, 80, 200]", "promote = [0, 80, 200]", "star 1 must have 0 <= start < p"),
        ("[10, 20, 30]", "[10, 20]", "titles.adept.last.4p_east: must have 3 numbers"),
        ("[10, 20, 30]", "[10, -20, 30]", "must not be negative"),
        ('"4p_east" = [10, 5, 0]', '"4p_east" = [10, 5]', "must have 3 numbers, not 2"),
        ('"4p_east" = [10, 5, 0]', '"4p_east" = [5, 10, 0]', "no place may bring less"),
        ('["saint", "celestial"]', '["saint", "king"]', "'king' is no title; allowed: novice"),
        ('["saint", "celestial"]', '["saint"]', "there is none for 'celestial'"),
        ('name = "silver"', 'name = "bronze"', "tiers: 'bronze' stands twice"),
        ('name = "celestial"', 'name = "saint"', "titles: 'saint' stands twice"),
        ("start = 1000", "start = 2000", "top.promote must be more than top.start"),
        ('"3p_south" = { preset', '"5p_south" = { preset', "Invalid enum value '5p_south'"),
        ('falls = "within"', 'falls = "up"', "Invalid enum value 'up'"),
        ("[pauses]", "[[pauses]]", "Expected `object`, got `array`"),
        ("beta = 12.0", "beta = 0.0", "rating.beta"),
        ("beta = 12.0", "betta = 12.0", "unknown field `betta`"),
        ("[rating]", "[rating", "is not TOML"),
    ],
)
def test_wrong_numbers_are_one_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in OURS
    path = tmp_path / "numbers.toml"
    path.write_text(OURS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TablesError) as refused:
        load(path)
    message = str(refused.value)
    assert message.startswith(f"{path}: ")
    assert said in message
    assert "\n" not in message


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(TablesError, match="cannot be read: No such file"):
        load(tmp_path / "none.toml")
