"""Tenhou's words for yaku, values and draws, both ways."""

import re
from typing import Final

from server.records.formats.faults import FormatError

_YAKU: Final[dict[str, str]] = {
    "menzen_tsumo": "門前清自摸和", "riichi": "立直", "ippatsu": "一発", "chankan": "槍槓",
    "rinshan": "嶺上開花", "haitei": "海底摸月", "houtei": "河底撈魚", "pinfu": "平和",
    "tanyao": "断幺九", "iipeikou": "一盃口", "haku": "役牌 白", "hatsu": "役牌 發",
    "chun": "役牌 中", "double_riichi": "両立直", "chiitoitsu": "七対子", "chanta": "混全帯幺九",
    "ittsuu": "一気通貫", "sanshoku_doujun": "三色同順", "sanshoku_doukou": "三色同刻",
    "sankantsu": "三槓子", "toitoi": "対々和", "sanankou": "三暗刻", "shousangen": "小三元",
    "honroutou": "混老頭", "ryanpeikou": "二盃口", "junchan": "純全帯幺九", "honitsu": "混一色",
    "chinitsu": "清一色", "renhou": "人和", "tenhou": "天和", "chiihou": "地和",
    "daisangen": "大三元", "suuankou": "四暗刻", "suuankou_tanki": "四暗刻単騎",
    "tsuuiisou": "字一色", "ryuuiisou": "緑一色", "chinroutou": "清老頭", "chuuren": "九蓮宝燈",
    "junsei_chuuren": "純正九蓮宝燈", "kokushi": "国士無双", "kokushi_13": "国士無双１３面",
    "daisuushii": "大四喜", "shousuushii": "小四喜", "suukantsu": "四槓子", "dora": "ドラ",
    "ura_dora": "裏ドラ", "aka_dora": "赤ドラ", "nukidora": "抜きドラ",
    "tsubame_gaeshi": "燕返し", "kanburi": "槓振", "shiiaru_raotai": "十二落抬",
    "uumensai": "五門斉", "sanrenkou": "三連刻", "isshoku_sanjun": "一色三順",
    "iipin_moyue": "一筒摸月", "chuupin_raoyui": "九筒撈魚", "daisharin": "大車輪",
    "daichikurin": "大竹林", "daisuurin": "大数隣", "ishi_no_ue_ni_mo_sannen": "石の上にも三年",
    "daichisei": "大七星", "open_riichi": "オープン立直",
    "open_double_riichi": "オープン両立直", "sanshoku_ittsuu": "三色通貫", "suurenkou": "四連刻",
    "isshoku_yonjun": "一色四順", "hyakumangoku": "百万石", "benikujaku": "紅孔雀",
    "toohoku_shinkansen": "東北新幹線", "juusan_puutaa": "十三不塔", "paarenchan": "八連荘",
}  # fmt: skip
_WINDS: Final = "東南西北"
_READ: Final[dict[str, str]] = {word: name for name, word in _YAKU.items()} | {
    # Other converters' spellings.
    "ダブル立直": "double_riichi", "断么九": "tanyao", "混全帯么九": "chanta",
    "純全帯么九": "junchan", "四暗刻単騎待ち": "suuankou_tanki", "国士無双13面": "kokushi_13",
    "国士無双十三面待ち": "kokushi_13", "国士無双十三面": "kokushi_13", "役牌：白": "haku",
    "役牌：發": "hatsu", "役牌：中": "chun", "北ドラ": "nukidora", "三色同刻": "sanshoku_doukou",
    "対対和": "toitoi", "海底撈月": "haitei", "ツバメ返し": "tsubame_gaeshi",
}  # fmt: skip
_COUNTED: Final = re.compile(
    r"(?P<word>.+?)[（(](?:(?P<han>\d+)飜|(?P<times>ダブル|\d+倍)?役満)[)）]"
)
_FU_HAN: Final = re.compile(r"(\d+)符(\d+)飜")
_POINTS: Final = re.compile(r"(\d+)(?:-(\d+))?点(∀)?$")

DRAWS: Final[dict[str, str]] = {
    "exhaustive": "流局", "nagashi_mangan": "流し満貫", "kyuushu": "九種九牌",
    "suufon": "四風連打", "suucha": "四家立直", "suukan": "四開槓", "sanchaho": "三家和了",
}  # fmt: skip
NOBODY: Final = "全員不聴"
EVERYBODY: Final = "全員聴牌"
WIN: Final = "和了"
_DRAW_OF: Final = {word: reason for reason, word in DRAWS.items()} | {
    NOBODY: "exhaustive", EVERYBODY: "exhaustive", "三家和": "sanchaho", "四槓散了": "suukan",
    "四槓流れ": "suukan",
}  # fmt: skip


def draw_reason(word: object) -> str:
    """Return our reason for a drawn round.

    Raises:
        FormatError: the word is not known.
    """
    reason = _DRAW_OF.get(word) if isinstance(word, str) else None
    if reason is None:
        raise FormatError(f"{word!r} is no ending; known: {WIN}, {', '.join(_DRAW_OF)}")
    return reason


def yaku_text(name: str, han: int, yakuman: bool, bakaze: str, seat_wind: str) -> str:
    """Write one yaku with its worth."""
    if name in ("seat_wind", "round_wind"):
        own = name == "seat_wind"
        wind = _WINDS["ESWN".index(seat_wind if own else bakaze)]
        word = f"{'自風' if own else '場風'} {wind}"
    else:
        word = _YAKU.get(name, name)
    if not yakuman:
        return f"{word}({han}飜)"
    return f"{word}({'' if han == 1 else 'ダブル' if han == 2 else f'{han}倍'}役満)"


def read_yaku(text: object) -> tuple[str, int, bool]:
    """Return name, han (or how many yakuman) and whether it is a yakuman.

    Raises:
        FormatError: the yaku is not known.
    """
    found = _COUNTED.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise FormatError(f"{text!r} is no yaku with its han")
    word = found["word"].strip()
    name = _READ.get(word)
    if name is None and word[:2] in ("自風", "場風"):
        name = "seat_wind" if word[0] == "自" else "round_wind"
    if name is None and word in _YAKU:
        name = word
    if name is None:
        raise FormatError(f"yaku {word!r} is not known")
    if found["han"] is not None:
        return name, int(found["han"]), False
    times = found["times"]
    return name, 1 if times is None else 2 if times == "ダブル" else int(times[:-1]), True


def limit_word(han: int | None, fu: int | None, yakuman: int, points_show_mangan: bool) -> str:
    """Return the name of a limit, empty below mangan (where fu and han are written)."""
    if yakuman:
        return "役満" if yakuman == 1 else f"{yakuman}倍役満"
    if han is None or fu is None or points_show_mangan or han >= 5:
        steps = ((13, "数え役満"), (11, "三倍満"), (8, "倍満"), (6, "跳満"))
        return next((word for least, word in steps if (han or 0) >= least), "満貫")
    return ""


def read_value(text: object) -> tuple[int | None, int | None, tuple[int, int | None, bool]]:
    """Read the value of a win: fu and han where they are given, and what is paid.

    What is paid is (points, points of the dealer or None, whether it is paid by each).

    Raises:
        FormatError: the text is no value.
    """
    paid = _POINTS.search(text) if isinstance(text, str) else None
    if paid is None:
        raise FormatError(f"{text!r} is no value of a hand")
    written = _FU_HAN.search(str(text))
    fu, han = (int(written[1]), int(written[2])) if written else (None, None)
    dealer = int(paid[2]) if paid[2] else None
    return fu, han, (int(paid[1]), dealer, paid[3] is not None)
