"""Pairs of deals that differ only in what one seat cannot see, and games played over both.

The tiles of the other hands and of the dead wall change places; what the seat is dealt, every
draw and the first indicator stay. So the seat sees the same game until somebody does something
that the tiles of the other deal do not allow.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from engine.core.actions import DeclareHora, Pass
from engine.core.decision import Ask
from engine.core.events import EndKyoku, Event, StartKyoku
from engine.core.tiles import PLAIN, RED_FIVES
from engine.core.views import View
from engine.core.wall import SeededWalls, Wall
from engine.riichi.tileset import replacement_tiles, tiles_of
from protocol import codec
from protocol.table import Act, AskFrame, Confirm, EventFrame, RoundEnd, SetAuto, Sync, VoteEnd
from server.store.journals import JournalRow
from server.table.api import TableMessage, TableSettings
from server.table.rules import parse_room_rules
from tests.server.table.house import TABLE, House, MemorySink
from tests.server.table.mortal import Disk, Journals
from tests.support.fake_clock import FakeClock

SALT: Final = "0" * 32
_UNLINKABLE: Final = re.compile(rb'"(decision|wall_hash)":"(\w+)"')


class Frame(NamedTuple):
    """What a connection was handed, and when; ids that differ by design are only as long."""

    at: float
    text: bytes

    @property
    def kind(self) -> str:
        return str(msgspec.json.decode(self.text)["type"])


class Watched(MemorySink):
    """A connection that notes times, and gives every frame on."""

    def __init__(self, now: Callable[[], float], then: Callable[[bytes], None]) -> None:
        super().__init__()
        self._now = now
        self._then = then
        self.noted: list[Frame] = []

    def send(self, frame: bytes) -> None:
        text = _UNLINKABLE.sub(lambda hit: b'"%b":"%b"' % (hit[1], b"." * len(hit[2])), frame)
        self.noted.append(Frame(round(self._now(), 6), text))
        self._then(frame)


# -- Deals --------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two walls that look the same to one seat."""

    one: Wall
    other: Wall


def pair_of_walls(rules: Any, oya: int, watcher: int, chance: Random) -> Pair:
    """Deal twice; in the other deal somebody waits for a good many tiles, mostly."""
    players = rules.players
    tiles = list(tiles_of(rules))
    chance.shuffle(tiles)
    replacements = replacement_tiles(players)
    # Where each hand lies in the wall: the deal of a wall of places.
    places = Wall(range(len(tiles)), replacements).hands(players, oya)
    if chance.random() < 0.5:
        # The watcher waits for something itself, and is told what it waits for.
        for place, tile in zip(places[watcher], _ready_hand(tiles, chance), strict=False):
            there = tiles.index(tile, 0)
            tiles[place], tiles[there] = tiles[there], tiles[place]
    hands = [place for seat in range(players) if seat != watcher for place in places[seat]]
    dead = list(range(len(tiles) - 14, len(tiles)))
    dead.remove(len(tiles) - (replacements + 1))
    pool = hands + dead
    other = list(tiles)
    loose = [tiles[place] for place in pool]
    chance.shuffle(loose)
    waiting = chance.choice([seat for seat in range(players) if seat != watcher])
    ready = _ready_hand(loose, chance)
    for place, tile in zip(places[waiting], ready, strict=False):
        other[place] = tile
        loose.remove(tile)
    rest = [place for place in pool if not ready or place not in places[waiting]]
    for place, tile in zip(rest, loose, strict=True):
        other[place] = tile
    assert sorted(other) == sorted(tiles)
    return Pair(Wall(tiles, replacements, SALT), Wall(other, replacements, SALT))


def _ready_hand(loose: Sequence[int], chance: Random) -> list[int]:
    """A hand out of `loose` that wins with pinfu on either side; [] where chance finds none."""
    for _ in range(300):
        left = [tile for tile in loose if tile not in RED_FIVES]
        hand: list[int] = []
        pair = chance.randrange(27)
        runs = [9 * chance.randrange(3) + chance.randrange(7) for _ in range(3)]
        sides = 9 * chance.randrange(3) + chance.randrange(1, 6)
        kinds = [pair, pair, sides, sides + 1]
        for run in runs:
            kinds += [run, run + 1, run + 2]
        for kind in kinds:
            if PLAIN[kind] in left:
                left.remove(PLAIN[kind])
                hand.append(PLAIN[kind])
        if len(hand) == 13:
            return hand
    return []


class GivenWalls:
    """These walls first, then any."""

    def __init__(self, *walls: Wall) -> None:
        self._walls = walls
        self._more = SeededWalls(b"more")

    def wall(self, round_index: int, tiles: Sequence[int], replacements: int) -> Wall:
        if round_index < len(self._walls):
            return self._walls[round_index]
        return self._more.wall(round_index, tiles, replacements)


# -- Players ------------------------------------------------------------------------------------


class Habits(NamedTuple):
    """How the seats play. All that they do follows from these, and from what they are shown.

    `keen` is how often a claim or win on offer is taken, `own` how often something else than the
    drawn tile is thrown; the last `bots` seats are bots, which do the same. `away` are people who
    never come, `mute` those who are there and never answer, `orders` those with standing orders.
    `probes` says how often the watcher tries something after an event. `disk_s` is what it takes to
    write to the journal, 0 without one.
    """

    seed: int
    watcher: int = 0
    keen: float = 0.0
    own: float = 0.0
    bots: int = 0
    away: frozenset[int] = frozenset()
    mute: frozenset[int] = frozenset()
    orders: frozenset[int] = frozenset()
    probes: float = 0.0
    disk_s: float = 0.0
    floor_ms: int = 300

    def option(self, ask: Ask | AskFrame, chance: Random) -> int:
        """What a seat takes of what is on offer."""
        claim = is_claim(ask)
        better = [
            index
            for index, option in enumerate(ask.options)
            if isinstance(option, DeclareHora) or (claim and not isinstance(option, Pass))
        ]
        if better and chance.random() < self.keen:
            return chance.choice(better)
        if not better and chance.random() < self.own:
            return chance.randrange(len(ask.options))
        return ask.default


def is_claim(ask: Ask | AskFrame) -> bool:
    return isinstance(ask.options[ask.default], Pass)


class Bot:
    """A bot with habits; like a person, it goes by what it is shown."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits

    def choose(self, view: View, ask: Ask, rules: Any) -> int:
        ponds = [len(seat.pond) for seat in view.seats]
        chance = Random(f"{self._habits.seed} {view.viewer} {ponds} {is_claim(ask)}")
        return self._habits.option(ask, chance)


class Client:
    """A person's page: acts within the floor, as its habits and its own stream say."""

    def __init__(self, house: House, seat: int, habits: Habits) -> None:
        self.seat = seat
        self.account = "abcd"[seat]
        self.sink = Watched(house.clock.now, self._take)
        self.noted: list[Frame] = self.sink.noted
        self.claims: list[int] = []
        self.rounds = 0
        self._house = house
        self._habits = habits
        self._seq = -1
        self._ids = 0
        self._token = "0" * 16

    def connect(self) -> None:
        self._house.tables.attach(self.account, self.sink)

    def _drop(self) -> None:
        self._house.tables.detach(self.account, self.sink)

    def _come_again(self) -> None:
        """Open another connection, as a reloaded page does, and take the table up."""
        self.sink = Watched(self._house.clock.now, self._take)
        self.sink.noted = self.noted
        self.connect()
        self._send(Sync(table=TABLE, seq=self._seq))

    def _chance(self, what: str) -> Random:
        return Random(f"{self._habits.seed} {self.seat} {self._seq} {what}")

    def _later(self, delay: float, message: TableMessage) -> None:
        self._house.clock.call_later(delay, partial(self._send, message))

    def _send(self, message: TableMessage) -> None:
        self._ids += 1
        message = msgspec.structs.replace(message, id=self._ids)
        self._house.tables.handle(self.account, self.sink, message)

    def _take(self, frame: bytes) -> None:
        message = codec.decode_server(frame)
        if isinstance(message, EventFrame):
            # What comes again after a sync starts nothing anew.
            if message.seq > self._seq:
                self._seq = message.seq
                self._after(message.event)
        elif isinstance(message, AskFrame):
            if is_claim(message) and message.decision != self._token:
                self.claims.append(self._seq)
            self._token = message.decision
            if self.seat not in self._habits.mute:
                # Other delays than those of the probes: no two things happen at one moment.
                option = self._habits.option(message, self._chance("option"))
                act = Act(table=TABLE, decision=message.decision, option=option)
                self._later(self._delay() if is_claim(message) else 0.457, act)
        elif (
            isinstance(message, RoundEnd)
            and self.seat not in self._habits.mute
            and not message.confirmed[self.seat]
        ):
            self._later(0.123, Confirm(table=TABLE))

    def _delay(self) -> float:
        chance = self._chance("delay")
        if not self._habits.disk_s:
            return chance.choice((0.001, 0.083, 0.217, 0.291))
        # What is written within the floor, while nothing of others is being written.
        delay = chance.choice((0.001, 0.083, 0.217))
        return delay + 0.06 if self.seat == self._habits.watcher else delay

    def _after(self, event: Event) -> None:
        if isinstance(event, EndKyoku):
            self.rounds += 1
        elif isinstance(event, StartKyoku) and self.seat in self._habits.orders:
            self._later(0.01, self._orders())
        if self.seat == self._habits.watcher:
            self._probe()

    def _orders(self) -> SetAuto:
        """Orders that leave nothing to ask on an own turn, or in a claim, or either."""
        chance = self._chance("orders")
        throws, no_call = [chance.random() < 0.6 for _ in range(2)]
        return SetAuto(table=TABLE, win=throws, no_call=no_call, tsumogiri=throws)

    def _probe(self) -> None:
        """Try, shortly after an event, what could tell whether others are being asked."""
        chance = self._chance("probe")
        if chance.random() >= self._habits.probes:
            return
        delay = chance.choice((0.002, 0.061, 0.149, 0.263, 0.299))
        match chance.randrange(8):
            case 0 | 1:
                self._later(delay, Sync(table=TABLE, seq=self._seq - chance.randrange(3)))
            case 2:
                self._house.clock.call_later(delay, self._come_again)
            case 3:
                self._house.clock.call_later(delay / 3, self._drop)
                self._house.clock.call_later(delay, self._come_again)
            case 4:
                self._later(delay, Act(table=TABLE, decision=self._token, option=0))
            case 5:
                self._later(delay, Act(table=TABLE, decision="f" * 16, option=0))
            case 6:
                self._later(delay, SetAuto(table=TABLE, no_call=chance.random() < 0.5))
            case 7:
                # Alone one could vote the game to its end.
                alone = self._habits.mute or self._habits.bots
                agree = chance.random() < 0.5 and not alone
                self._later(delay, VoteEnd(table=TABLE, agree=agree))


class SlowJournals(Journals):
    """A disk that takes its time."""

    clock: FakeClock

    def __init__(self, disk_s: float) -> None:
        super().__init__(Disk())
        self.disk.slow = True
        self._disk_s = disk_s

    def _add(
        self, game: str, number: int, entry: bytes, opening: JournalRow | None
    ) -> asyncio.Future[None]:
        self.clock.call_later(self._disk_s, self.sync)
        return super()._add(game, number, entry, opening)


# -- Games --------------------------------------------------------------------------------------


class Told(NamedTuple):
    """What the watcher was handed, and when each of the people was asked to claim."""

    frames: list[Frame]
    claims: list[list[int]]


async def told(
    rules: dict[str, Any],
    walls: Sequence[Wall],
    habits: Habits,
) -> Told:
    """Play the rounds that these walls are for."""
    journals = SlowJournals(habits.disk_s) if habits.disk_s else None
    house = House(
        parse_room_rules(rules).players - habits.bots,
        rules=rules,
        settings=TableSettings(floor_ms=habits.floor_ms, bot_min_ms=700, bot_max_ms=700),
        walls=GivenWalls(*walls),
        policies={"easy": lambda seed: Bot(habits)},
        journals=journals,
    )
    if journals is not None:
        journals.clock = house.clock
    clients = [Client(house, seat, habits) for seat in range(len(house.people))]
    for client in clients:
        if client.seat not in habits.away:
            client.connect()
    await house.open(connect=False)
    watcher = clients[habits.watcher]
    for _ in range(200):
        await house.clock.pass_time(10.0)
        if house.over or watcher.rounds == len(walls):
            break
    else:
        raise AssertionError("the rounds do not end")
    assert all(over.ended == "finished" for over in house.over)
    await house.close()
    return Told(watcher.noted, [client.claims for client in clients])


def difference(one: Sequence[Frame], other: Sequence[Frame]) -> tuple[Frame, Frame] | None:
    """The first frames in which two streams part."""
    for left, right in zip(one, other, strict=False):
        if left != right:
            return left, right
    assert len(one) == len(other)
    return None
