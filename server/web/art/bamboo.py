"""The bamboo: jointed sticks. The one, a bird, has its own file."""

from server.web.art.shapes import Frame, Layer, join

# One stick in a box from -1 to 1: two barrels with a slit of light, joints between.
_BARREL = (
    "M-.8 -.9C-.94 -.7 -.94 -.3 -.8 -.08L.8 -.08C.94 -.3 .94 -.7 .8 -.9Z"
    "M-.1 -.76C-.3 -.62 -.3 -.36 -.1 -.22L.1 -.22C.3 -.36 .3 -.62 .1 -.76Z"
)
_JOINT = "M-.84 -.075C-1.04 -.075 -1.04 .075 -.84 .075L.84 .075C1.04 .075 1.04 -.075 .84 -.075Z"


def stick(x: float, y: float, height: float, width: float, turn: float = 0) -> str:
    """Draw a stick around a centre."""
    sx, sy = width / 2, height / 2
    upper, lower = Frame(x, y, sx, sy, turn), Frame(x, y, sx, sy, turn + 180)
    joints = []
    for place in (-0.94, 0.0, 0.94):
        jx, jy = upper.at(0, place)
        # The middle joint is as high as the end joints whatever the length of the stick.
        joints.append(Frame(jx, jy, sx, max(sy, 52), turn).path(_JOINT))
    return join([upper.path(_BARREL), lower.path(_BARREL), *joints])


def _sticks(count: int) -> list[tuple[str, float, float, float, float, float]]:
    """List the sticks of a count: ink, x, y, height, width and turn.

    Two, three, four, six and eight are green all over, as the hand of that name wants it.
    """
    halves, thirds = (112.0, 288.0), (73.0, 200.0, 327.0)
    columns = (64.0, 150.0, 236.0)
    long = [("green", x, y, 164.0, 62.0, 0.0) for y in halves for x in columns]
    short = [("green", x, y, 114.0, 60.0, 0.0) for y in thirds for x in columns]
    match count:
        case 2:
            return [("green", 150, y, 164, 68, 0) for y in halves]
        case 3:
            return [("green", 150, 112, 164, 66, 0), *(long[3], long[5])]
        case 4:
            return [("green", x, y, 164, 66, 0) for y in halves for x in (78, 222)]
        case 5:
            return [*(long[0], long[2]), ("red", 150, 200, 164, 62, 0), *(long[3], long[5])]
        case 6:
            return long
        case 7:
            return [("red", *short[1][1:]), *short[3:]]
        case 8:
            upright = [("green", x, y, 166.0, 46.0, 0.0) for y in halves for x in (42, 258)]
            slanted = [
                ("green", x, y, 158.0, 42.0, turn)
                for y, sign in ((110, 1), (290, -1))
                for x, turn in ((107.5, -17 * sign), (192.5, 17 * sign))
            ]
            return [*upright, *slanted]
        case _:
            return [("red" if stick[1] == 150 else "green", *stick[1:]) for stick in short]


def bamboo(count: int, *, red: bool = False) -> list[Layer]:
    """Draw a tile of two to nine sticks; a red one is red all over."""
    by_ink: dict[str, list[str]] = {}
    for ink, *place in _sticks(count):
        by_ink.setdefault("red" if red else ink, []).append(stick(*place))
    return [Layer(ink, join(paths)) for ink, paths in by_ink.items()]
