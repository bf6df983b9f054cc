"""The one of bamboo: a peacock looking left, its train raised behind it."""

from server.web.art.shapes import Frame, Layer, circle, join

# A feather, its root at 0,0 and its tip at 0,-1: a drop on a shaft, with slits of light.
_FEATHER = (
    "M-.015 0C-.03 -.3 -.15 -.58 -.16 -.8C-.165 -.94 -.08 -1 0 -1C.08 -1 .165 -.94 .16 -.8"
    "C.15 -.58 .03 -.3 .015 0Z"
    "M-.03 -.42C-.05 -.52 -.08 -.58 -.09 -.66L-.06 -.67C-.05 -.58 -.035 -.5 -.03 -.42Z"
    "M.03 -.42C.05 -.52 .08 -.58 .09 -.66L.06 -.67C.05 -.58 .035 -.5 .03 -.42Z"
)
_ROOT = (138.0, 276.0)
_TRAIN = ((10, 236), (30, 240), (49, 190), (67, 154), (87, 142), (108, 148))

_BODY = (
    "M58 110C60 88 94 82 102 106C110 134 94 160 106 190C118 218 158 222 182 246"
    "C208 270 206 294 184 308C158 330 108 324 88 288C68 252 84 196 76 162C72 148 62 142 56 134"
    "L24 140C32 124 46 114 58 110Z"
)
_WING = "M112 232C146 232 184 254 190 290C152 300 112 280 112 232Z"
_WING_FEATHERS = (
    "M120 240C148 242 174 258 182 284C152 290 122 274 120 240Z"
    "M134 252C148 256 158 262 166 272C150 270 140 264 134 252Z"
)
_LEGS = (
    "M122 322L132 324L130 358L150 366L150 374L96 374L96 366L120 358Z"
    "M156 322L166 318L168 358L190 366L190 374L152 374L152 368L158 358Z"
)


def bird() -> list[Layer]:
    """Draw the bird."""
    green, red = [], []
    for turn, length in _TRAIN:
        feather = Frame(*_ROOT, length, length, turn)
        x, y = feather.at(0, -0.83)
        green += [feather.path(_FEATHER), circle(x, y, 0.115 * length)]
        red.append(circle(x, y, 0.075 * length))
    face = Frame(0, 0)
    crest = []
    for turn in (-24, 2, 28):
        plume = Frame(84, 92, 1, 1, turn)
        crest.append(plume.path("M-2.5 0L-2.5 -34L2.5 -34L2.5 0Z"))
        red.append(circle(*plume.at(0, -42), 9.5))
    red += [face.path(_WING_FEATHERS), face.path(_LEGS)]
    body = [face.path(_BODY), face.path(_WING), circle(78, 114, 6.5), *crest]
    return [Layer("green", join(green)), Layer("blue", join(body)), Layer("red", join(red))]
