"""What the policies choose in plain situations, and that they always choose something legal."""

import random

import pytest

from engine.bots import POLICIES
from engine.core.actions import PASS, Action, DeclareHora, DeclareRyukyoku, Stop
from engine.core.decision import Ask
from engine.core.events import Ankan, Chi, Dahai, Daiminkan, Nukidora, Pon, Reach
from engine.core.tiles import KIND, NAMES, TILE_IDS
from engine.core.views import View
from tests.engine.bots.views import RULES, claim, opponent, turn, view

ANY = pytest.mark.parametrize("name", sorted(POLICIES))


def chosen(name: str, shown: View, ask: Ask, seed: int = 1) -> Action:
    index = POLICIES[name](seed).choose(shown, ask, RULES)
    return ask.options[index]


@ANY
def test_a_win_is_taken(name: str) -> None:
    shown = view("123m456p789s1112z", "2z")
    assert isinstance(chosen(name, shown, turn(shown, DeclareHora(0, 0, "S"))), DeclareHora)
    shown = view("123m456p789s1112z")
    assert isinstance(chosen(name, shown, claim(DeclareHora(0, 2, "S"))), DeclareHora)


@ANY
def test_the_lead_is_kept_and_norths_are_set_aside(name: str) -> None:
    shown = view("123m456p789s1112z")
    assert isinstance(chosen(name, shown, Ask((PASS, Stop()), 0)), Stop)
    shown = view("19m456p789s11124z", "4z", players=3)
    assert isinstance(chosen(name, shown, turn(shown, Nukidora(0, "N"))), Nukidora)


@ANY
def test_the_hand_is_built(name: str) -> None:
    shown = view("123m456p789s34m55z", "1z")
    assert chosen(name, shown, turn(shown)) == Dahai(0, "E", True)


@ANY
def test_equal_seeds_play_equally(name: str) -> None:
    shown = view("19m19p19s1357m257s", "5z")
    ask = turn(shown)
    assert [chosen(name, shown, ask, seed) for seed in range(9)] == [
        chosen(name, shown, ask, seed) for seed in range(9)
    ]


@ANY
def test_a_good_tenpai_is_declared(name: str) -> None:
    shown = view("234m456p678s22m67s", "1z")
    assert isinstance(chosen(name, shown, turn(shown, riichi="1z")), Reach)


def test_normal_keeps_the_wider_wait() -> None:
    shown = view("345m456p234p22m78s", "5s")
    assert chosen("normal", shown, turn(shown)) == Dahai(0, "5s", True)


def test_normal_keeps_dora() -> None:
    shown = view("234m456p678s28m19p", "1z", dora_marker="7m")
    option = chosen("normal", shown, turn(shown))
    assert isinstance(option, Dahai)
    assert option.pai != "8m"


def test_normal_folds_a_bad_hand_against_riichi() -> None:
    threat = opponent("1z5p9s4p", reach=2)
    shown = view("1479m2368p36s123z", "9s", others=[threat, opponent(), opponent()], live=30)
    option = chosen("normal", shown, turn(shown))
    assert isinstance(option, Dahai)
    assert option.pai in ("E", "9s")


def test_normal_pushes_a_good_hand() -> None:
    threat = opponent("1z5p9s4p", reach=2)
    shown = view("234m345p34506s22p", "7m", others=[threat, opponent(), opponent()])
    assert chosen("normal", shown, turn(shown, riichi="7m")) == Reach(0, "7m", True)


def test_normal_stays_silent_in_open_riichi_rooms() -> None:
    shown = view("234m456p678s22m67s", "1z")
    ask = turn(shown, Reach(0, "E", True, open=True), riichi="1z")
    assert chosen("normal", shown, ask) == Reach(0, "E", True)


@pytest.mark.parametrize(
    ("hand", "live", "call", "wanted"),
    [
        ("23m456p789s4455z9p", 40, Pon(0, 1, "P", ("P", "P")), Pon),
        ("1247m19p258s3456z", 40, Chi(0, 3, "3m", ("1m", "2m")), type(PASS)),
        ("24m456p678s22446s", 16, Chi(0, 3, "3m", ("2m", "4m")), Chi),
        ("24m456p678s22446s", 16, Daiminkan(0, 3, "2s", ("2s", "2s", "2s")), type(PASS)),
    ],
)
def test_normal_calls_when_a_yaku_is_in_sight(
    hand: str, live: int, call: Action, wanted: type[Action]
) -> None:
    shown = view(hand, live=live)
    assert isinstance(chosen("normal", shown, claim(call)), wanted)


def test_easy_calls_yakuhai_only() -> None:
    shown = view("23m456p789s1155z9p")
    assert isinstance(chosen("easy", shown, claim(Pon(0, 1, "P", ("P", "P")))), Pon)
    assert chosen("easy", shown, claim(Chi(0, 3, "4m", ("2m", "3m")))) == PASS


def test_normal_kans_what_it_does_not_need_otherwise() -> None:
    shown = view("234m456p22s67s111z", "1z")
    kan = Ankan(0, ("E", "E", "E", "E"))
    assert chosen("normal", shown, turn(shown, kan)) == kan
    threat = opponent("1z5p9s4p", reach=2)
    shown = view("234m456p22s67s111z", "1z", others=[threat, opponent(), opponent()])
    assert chosen("normal", shown, turn(shown, kan)) != kan


def test_normal_throws_in_nine_kinds_but_not_eleven() -> None:
    shown = view("19m19p19s123z3457m", "8s")
    assert isinstance(chosen("normal", shown, turn(shown, DeclareRyukyoku(0))), DeclareRyukyoku)
    shown = view("19m19p19s12345z37m", "8s")
    assert isinstance(chosen("normal", shown, turn(shown, DeclareRyukyoku(0))), Dahai)


@ANY
@pytest.mark.parametrize("players", [3, 4])
def test_any_hand_gets_a_legal_answer(name: str, players: int) -> None:
    source = random.Random(players)
    policy = POLICIES[name](5)
    pool = [
        NAMES[tile]
        for tile in range(TILE_IDS)
        for _ in range(1 if NAMES[tile].endswith("r") else 3)
        if players == 4 or not 1 <= KIND[tile] <= 7
    ]
    for _ in range(60):
        names = source.sample(pool, 14)
        riichi = source.randint(0, 3) if source.random() < 0.5 else None
        others = [opponent("1z5p9s4p", riichi), *(opponent("2z3s") for _ in range(players - 2))]
        shown = view("1z", others=others, live=source.randint(0, 60))
        own = shown.seats[0]
        own = type(own)(tuple(names[:13]), names[13], (), own.pond, False, 0)
        shown = View(0, shown.round, (own, *shown.seats[1:]), False, ())
        ask = turn(shown)
        assert 0 <= policy.choose(shown, ask, RULES) < len(ask.options)
