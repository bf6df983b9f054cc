"""One word for each option, the same for every engine: what is compared, set by set."""

from engine.core.actions import Action, DeclareHora, DeclareRyukyoku, Pass, Stop
from engine.core.events import Ankan, Chi, Dahai, Daiminkan, Kakan, Nukidora, Pon, Reach
from engine.core.tiles import IDS, KIND, KIND_NAMES

HORA, DAIMINKAN, NUKIDORA, RYUKYOKU, NONE = "hora", "daiminkan", "nukidora", "ryukyoku", "none"


def dahai(pai: str, drawn: bool) -> str:
    return f"dahai {pai} drawn" if drawn else f"dahai {pai}"


def reach(pai: str, drawn: bool) -> str:
    return f"reach {pai} drawn" if drawn else f"reach {pai}"


def chi(consumed: tuple[str, ...]) -> str:
    return f"chi {' '.join(sorted(consumed))}"


def pon(consumed: tuple[str, ...]) -> str:
    return f"pon {' '.join(sorted(consumed))}"


def ankan(kind: int) -> str:
    return f"ankan {KIND_NAMES[kind]}"


def kakan(pai: str) -> str:
    return f"kakan {pai}"


def word(action: Action) -> str:
    """Return the word of one of our options."""
    match action:
        case Dahai(pai=pai, tsumogiri=drawn):
            return dahai(pai, drawn)
        case Reach(pai=str(pai), tsumogiri=drawn):
            return reach(pai, bool(drawn))
        case Chi(consumed=consumed):
            return chi(consumed)
        case Pon(consumed=consumed):
            return pon(consumed)
        case Ankan(consumed=consumed):
            return ankan(KIND[IDS[consumed[0]]])
        case Kakan(pai=pai):
            return kakan(pai)
        case Daiminkan():
            return DAIMINKAN
        case Nukidora():
            return NUKIDORA
        case DeclareHora():
            return HORA
        case DeclareRyukyoku():
            return RYUKYOKU
        case Pass():
            return NONE
        case Stop() | Reach():
            raise ValueError(f"no rules that are compared offer {action}")
