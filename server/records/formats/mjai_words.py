"""What the original mjai (gimite's) calls yaku and draws."""

from typing import Final

YAKU: Final[dict[str, str]] = {
    "riichi": "reach", "double_riichi": "double_reach", "ippatsu": "ippatsu",
    "menzen_tsumo": "menzenchin_tsumoho", "tanyao": "tanyaochu", "pinfu": "pinfu",
    "iipeikou": "ipeko", "haku": "sangenpai", "hatsu": "sangenpai", "chun": "sangenpai",
    "round_wind": "bakaze", "seat_wind": "jikaze", "rinshan": "rinshankaiho",
    "chankan": "chankan", "haitei": "haiteiraoyue", "houtei": "hoteiraoyui",
    "sanshoku_doujun": "sanshokudojun", "ittsuu": "ikkitsukan", "chanta": "honchantaiyao",
    "chiitoitsu": "chitoitsu", "toitoi": "toitoiho", "sanankou": "sananko",
    "honroutou": "honroto", "sanshoku_doukou": "sanshokudoko", "sankantsu": "sankantsu",
    "shousangen": "shosangen", "junchan": "junchantaiyao", "honitsu": "honiso",
    "chinitsu": "chiniso", "ryanpeikou": "ryanpeko", "tenhou": "tenho", "chiihou": "chiho",
    "kokushi": "kokushimuso", "kokushi_13": "kokushimuso", "daisangen": "daisangen",
    "suuankou": "suanko", "suuankou_tanki": "suanko", "tsuuiisou": "tsuiso",
    "ryuuiisou": "ryuiso", "chinroutou": "chinroto", "daisuushii": "daisushi",
    "shousuushii": "shosushi", "suukantsu": "sukantsu", "chuuren": "churenpoton",
    "junsei_chuuren": "churenpoton", "dora": "dora", "ura_dora": "uradora",
    "aka_dora": "akadora", "nukidora": "nukidora",
}  # fmt: skip
"""Ours -> gimite's; several of ours may share one there."""

_COUNTS: Final = [*YAKU.values()]
OURS: Final[dict[str, str]] = {
    theirs: ours for ours, theirs in YAKU.items() if _COUNTS.count(theirs) == 1
}
"""Gimite's -> ours, where it is one only."""

REASONS: Final[dict[str, str]] = {
    "exhaustive": "fanpai", "nagashi_mangan": "nagashimangan", "kyuushu": "kyushukyuhai",
    "suufon": "sufonrenta", "suucha": "suchareach", "suukan": "sukaikan",
    "sanchaho": "sanchaho",
}  # fmt: skip
OUR_REASONS: Final[dict[str, str]] = {theirs: ours for ours, theirs in REASONS.items()} | {
    ours: ours for ours in REASONS
}
YAKUMAN_HAN: Final = 13
