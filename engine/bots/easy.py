"""The easy opponent: builds its hand, wins when it can, and does not look at anybody else."""

import random
from collections.abc import Mapping
from typing import Any, Final

from engine.analysis import keeping
from engine.bots.calls import brings_nearer
from engine.bots.sight import Sight
from engine.core.actions import DeclareHora, DeclareRyukyoku, Stop
from engine.core.decision import Ask
from engine.core.events import Dahai, Nukidora, Pon, Reach
from engine.core.tiles import IDS, KIND, RED_FIVES
from engine.core.views import View


class Easy:
    """Plays towards shanten; calls yakuhai only; no defence. Ties are broken by the seed."""

    def __init__(self, seed: int) -> None:
        self._random: Final = random.Random(seed)

    def choose(self, view: View, ask: Ask, rules: Mapping[str, Any]) -> int:
        """Return the index of the option to take (see `Policy`)."""
        options = ask.options
        for wanted in (DeclareHora, DeclareRyukyoku, Stop, Nukidora):
            for index, option in enumerate(options):
                if isinstance(option, wanted):
                    return index
        if len(options) == 1:
            return 0
        sight = Sight(view, rules)
        declarations = [
            index
            for index, option in enumerate(options)
            if isinstance(option, Reach) and not option.open
        ]
        if declarations:
            return self._random.choice(declarations)
        discards = [i for i, option in enumerate(options) if isinstance(option, Dahai)]
        if discards:
            return self._discard(sight, ask, discards)
        return self._call(sight, ask)

    def _discard(self, sight: Sight, ask: Ask, discards: list[int]) -> int:
        if sight.own.riichi:
            return discards[0]
        _, useless = keeping(sight.counts, sight.sanma)
        pool = [index for index in discards if useless >> self._kind(ask, index) & 1] or discards
        plain = [index for index in pool if self._tile(ask, index) not in RED_FIVES]
        return self._random.choice(plain or pool)

    def _call(self, sight: Sight, ask: Ask) -> int:
        """Pon of yakuhai that brings the hand nearer; nothing else."""
        for index, option in enumerate(ask.options):
            if not isinstance(option, Pon) or not sight.yakuhai[KIND[IDS[option.pai]]]:
                continue
            if brings_nearer(sight, option):
                return index
        return ask.default

    @staticmethod
    def _tile(ask: Ask, index: int) -> int:
        option = ask.options[index]
        assert isinstance(option, Dahai)
        return IDS[option.pai]

    def _kind(self, ask: Ask, index: int) -> int:
        return KIND[self._tile(ask, index)]
