"""A record as Tenhou's XML, for tests of the reader: written from the format's description."""

from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from engine.core.tiles import IDS, KIND, RED_FIVES

Event = dict[str, Any]

_WINDS = "ESWN"
_REASONS = {
    "nagashi_mangan": "nm", "kyuushu": "yao9", "suufon": "kaze4", "suucha": "reach4",
    "suukan": "kan4", "sanchaho": "ron3",
}  # fmt: skip
_YAKU = {
    "menzen_tsumo": 0, "riichi": 1, "ippatsu": 2, "chankan": 3, "rinshan": 4, "haitei": 5,
    "houtei": 6, "pinfu": 7, "tanyao": 8, "iipeikou": 9, "seat_wind": 10, "round_wind": 14,
    "haku": 18, "hatsu": 19, "chun": 20, "double_riichi": 21, "chiitoitsu": 22, "chanta": 23,
    "ittsuu": 24, "sanshoku_doujun": 25, "sanshoku_doukou": 26, "sankantsu": 27, "toitoi": 28,
    "sanankou": 29, "shousangen": 30, "honroutou": 31, "ryanpeikou": 32, "junchan": 33,
    "honitsu": 34, "chinitsu": 35, "tenhou": 37, "chiihou": 38, "daisangen": 39, "suuankou": 40,
    "suuankou_tanki": 41, "tsuuiisou": 42, "ryuuiisou": 43, "chinroutou": 44, "chuuren": 45,
    "kokushi": 47, "kokushi_13": 48, "daisuushii": 49, "shousuushii": 50, "suukantsu": 51,
    "dora": 52, "ura_dora": 53, "aka_dora": 54,
}  # fmt: skip


def to_mjlog(record: dict[str, Any], go: int) -> str:
    """Write a game; `go` are the bits of its `GO` tag."""
    names = "".join(f" n{seat}={quoteattr(quote(n))}" for seat, n in enumerate(record["names"]))
    tags = [f'<GO type="{go}" lobby="0"/><UN{names}/><TAIKYOKU oya="0"/>']
    end = record["events"][-1]
    pairs = [f"{s // 100},{p}" for s, p in zip(end["scores"], end["points"], strict=True)]
    owari = f' owari="{",".join(pairs)}"'
    current: _Round | None = None
    for event in record["events"]:
        if event["type"] == "start_kyoku":
            current = _Round(event)
            tags.append(current.init())
        elif current is not None and event["type"] not in ("end_kyoku", "end_game"):
            tags.append(current.tag(event))
    tags[-1] = tags[-1].replace("/>", f"{owari}/>")
    return f'<mjloggm ver="2.3">{"".join(tags)}</mjloggm>'


class _Round:
    """Gives every tile one of the 136 numbers: its own at first sight, kept by who holds it."""

    def __init__(self, start: Event) -> None:
        self.start = start
        self.players = len(start["scores"])
        self.scores = list(start["scores"])
        self.free = [list(range(4 * kind, 4 * kind + 4)) for kind in range(34)]
        self.marker = self._new(start["dora_marker"])
        self.hands = [[self._new(name) for name in hand] for hand in start["tehais"]]
        self.names: dict[int, str] = {}
        for seat, hand in enumerate(start["tehais"]):
            self.names.update(zip(self.hands[seat], hand, strict=True))
        self.melds: list[list[int]] = [[] for _ in start["scores"]]
        self.drawn = -1
        self.last = -1
        self.robbed = -1

    def _new(self, name: str) -> int:
        """The red one of a kind of five is its first."""
        free = self.free[KIND[IDS[name]]]
        fives = KIND[IDS[name]] in {KIND[red] for red in RED_FIVES}
        if not fives:
            return free.pop()
        return free.pop(0) if IDS[name] in RED_FIVES else free.pop()

    def _out(self, seat: int, name: str) -> int:
        tile = next(tile for tile in self.hands[seat] if self.names[tile] == name)
        self.hands[seat].remove(tile)
        return tile

    def init(self) -> str:
        start = self.start
        number = 4 * _WINDS.index(start["bakaze"]) + start["kyoku"] - 1
        hands = "".join(
            f' hai{seat}="{",".join(map(str, hand))}"' for seat, hand in enumerate(self.hands)
        )
        seed = f"{number},{start['honba']},{start['kyotaku']},0,0,{self.marker}"
        return f'<INIT seed="{seed}" ten="{self._ten()}" oya="{start["oya"]}"{hands}/>'

    def _ten(self) -> str:
        padded = [*self.scores, 0][:4] if self.players == 3 else self.scores
        return ",".join(str(score // 100) for score in padded)

    def tag(self, event: Event) -> str:
        text: str = getattr(self, f"_{event['type']}")(event)
        return text

    def _tsumo(self, event: Event) -> str:
        tile = self.drawn = self._new(event["pai"])
        self.names[tile] = event["pai"]
        self.hands[event["actor"]].append(tile)
        return f"<{'TUVW'[event['actor']]}{tile}/>"

    def _dahai(self, event: Event) -> str:
        seat = event["actor"]
        if event["tsumogiri"]:
            tile = self.drawn
            self.hands[seat].remove(tile)
        else:
            others = [tile for tile in self.hands[seat] if tile != self.drawn]
            tile = next(tile for tile in others if self.names[tile] == event["pai"])
            self.hands[seat].remove(tile)
        self.last, self.drawn = tile, -1
        return f"<{'DEFG'[seat]}{tile}/>"

    def _meld(self, event: Event, code: int) -> str:
        self.drawn = -1
        melds = self.melds[event["actor"]]
        if event["type"] == "kakan":
            melds[:] = [old for old in melds if not (old & 8 and old >> 9 == code >> 9)]
        melds.insert(0, code)
        return f'<N who="{event["actor"]}" m="{code}" />'

    def _steps(self, event: Event) -> int:
        return int(event["target"] - event["actor"]) % 4

    def _chi(self, event: Event) -> str:
        own = [self._out(event["actor"], name) for name in event["consumed"]]
        tiles = sorted([self.last, *own], key=lambda tile: tile // 4)
        first = tiles[0] // 4
        number = (first // 9 * 7 + first % 9) * 3 + tiles.index(self.last)
        code = number << 10 | 4 | self._steps(event)
        for turn, tile in enumerate(tiles):
            code |= tile % 4 << 3 + 2 * turn
        return self._meld(event, code)

    def _pon(self, event: Event) -> str:
        own = [self._out(event["actor"], name) for name in event["consumed"]]
        tiles = sorted([self.last, *own])
        kind = self.last // 4
        (fourth,) = {4 * kind + copy for copy in range(4)} - set(tiles)
        code = kind * 3 + tiles.index(self.last) << 9 | fourth % 4 << 5 | 8 | self._steps(event)
        return self._meld(event, code)

    def _kakan(self, event: Event) -> str:
        tile = self.robbed = self._out(event["actor"], event["pai"])
        places = range(tile // 4 * 3, tile // 4 * 3 + 3)
        (pon,) = (old for old in self.melds[event["actor"]] if old & 8 and old >> 9 in places)
        return self._meld(event, pon >> 9 << 9 | tile % 4 << 5 | 16 | pon & 3)

    def _daiminkan(self, event: Event) -> str:
        for name in event["consumed"]:
            self._out(event["actor"], name)
        return self._meld(event, self.last << 8 | self._steps(event))

    def _ankan(self, event: Event) -> str:
        tiles = [self._out(event["actor"], name) for name in event["consumed"]]
        self.robbed = tiles[0]
        return self._meld(event, tiles[0] << 8)

    def _nukidora(self, event: Event) -> str:
        tile = self.robbed = self._out(event["actor"], "N")
        return self._meld(event, tile << 8 | 32)

    def _dora(self, event: Event) -> str:
        return f'<DORA hai="{self._new(event["dora_marker"])}" />'

    def _reach(self, event: Event) -> str:
        return f'<REACH who="{event["actor"]}" step="1"/>'

    def _reach_accepted(self, event: Event) -> str:
        self.scores = list(event["scores"])
        return f'<REACH who="{event["actor"]}" ten="{self._ten()}" step="2"/>'

    def _sc(self, event: Event) -> str:
        pairs = [f"{(new - delta) // 100},{delta // 100}"
                 for new, delta in zip(event["scores"], event["deltas"], strict=True)]  # fmt: skip
        return ",".join([*pairs, "0,0"] if self.players == 3 else pairs)

    def _hora(self, event: Event) -> str:
        names = dict(event["yaku"])
        if event["yakuman"]:
            yaku = f'yakuman="{",".join(str(_YAKU[name]) for name in names)}"'
        else:
            # Tenhou counts norths as dora.
            norths = names.pop("nukidora", 0)
            if norths:
                names["dora"] = names.get("dora", 0) + norths
            yaku = f'yaku="{",".join(f"{_YAKU[name]},{han}" for name, han in names.items())}"'
        uras = ",".join(str(4 * KIND[IDS[name]] + (0 if name.endswith("r") else 3))
                        for name in event["ura_markers"])  # fmt: skip
        ura = f' doraHaiUra="{uras}"' if uras else ""
        seat = event["actor"]
        drawn = seat == event["target"]
        machi = self.drawn if drawn else self._won_on(event)
        hand = ",".join(map(str, sorted([*self.hands[seat], *([] if drawn else [machi])])))
        melds = [code for code in self.melds[seat] if code & 0x3C != 0x20]
        m = f' m="{",".join(map(str, melds))}"' if melds else ""
        ten = f'ten="{event["fu"]},{event["points"]},0"'
        return (
            f'<AGARI ba="0,0" hai="{hand}"{m} machi="{machi}" {ten} {yaku}{ura}'
            f' who="{seat}" fromWho="{event["target"]}" sc="{self._sc(event)}" />'
        )

    def _won_on(self, event: Event) -> int:
        """The number of the discard, or of the tile of a kan or north that is robbed."""
        return self.last if self.names[self.last] == event["pai"] else self.robbed

    def _ryukyoku(self, event: Event) -> str:
        reason = event["reason"]
        kind = f' type="{_REASONS[reason]}"' if reason in _REASONS else ""
        shown = "".join(
            f' hai{seat}="{",".join(map(str, self.hands[seat]))}"'
            for seat, tenpai in enumerate(event.get("tenpais") or ())
            if tenpai
        )
        return f'<RYUUKYOKU{kind} ba="0,0" sc="{self._sc(event)}"{shown} />'
