"""Answers of mjai programs that leave out what the table knows."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import PASS, Action, DeclareHora
from engine.core.events import Ankan, Chi, Dahai, Pon, Reach
from server.client.mjai_answers import option_of

TURN: tuple[Action, ...] = (
    Dahai(0, "1m", False),
    Dahai(0, "5p", False),
    Dahai(0, "5p", True),
    Reach(0, "1m", False),
    Reach(0, "5p", True),
    Ankan(0, ("9s", "9s", "9s", "9s")),
    DeclareHora(0, 0, "5p"),
)
CLAIM: tuple[Action, ...] = (
    DeclareHora(2, 1, "5s"),
    Chi(2, 1, "5s", ("3s", "4s")),
    Chi(2, 1, "5s", ("4s", "6s")),
    Pon(2, 1, "5s", ("5s", "5sr")),
    PASS,
)


@pytest.mark.parametrize(
    ("options", "reply", "meant"),
    [
        (TURN, {"type": "dahai", "actor": 0, "pai": "1m"}, 0),
        (TURN, {"type": "dahai", "pai": "1m", "tsumogiri": None}, 0),
        (TURN, {"type": "dahai", "actor": 0, "pai": "5p"}, 2),
        (TURN, {"type": "dahai", "actor": 0, "pai": "5p", "tsumogiri": False}, 1),
        (TURN, {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": True}, None),
        (TURN, {"type": "dahai", "actor": 1, "pai": "1m"}, None),
        (TURN, {"type": "dahai", "actor": False, "pai": "1m"}, None),
        (TURN, {"type": "dahai", "actor": 0, "pai": "2m"}, None),
        (TURN, {"type": "reach", "actor": 0, "pai": "1m"}, 3),
        (TURN, {"type": "reach", "actor": 0}, 4),
        (TURN, {"type": "ankan", "actor": 0}, 5),
        (TURN, {"type": "hora", "actor": 0}, 6),
        (TURN, {"type": "hora"}, 6),
        (CLAIM, {"type": "hora", "actor": 2, "meta": {"q": [1.5]}}, 0),
        (CLAIM, {"type": "hora", "actor": 2, "target": 3}, None),
        (CLAIM, {"type": "chi", "actor": 2, "consumed": ["6s", "4s"]}, 2),
        (CLAIM, {"type": "chi", "actor": 2}, None),
        (CLAIM, {"type": "chi", "actor": 2, "consumed": "3s4s"}, None),
        (CLAIM, {"type": "pon", "actor": 2, "target": 1}, 3),
        (CLAIM, {"type": "none"}, 4),
        (CLAIM, {"type": "dahai", "pai": "5s"}, None),
        (CLAIM, {"type": ["none"]}, None),
        (CLAIM, {}, None),
    ],
)
def test_what_is_left_out_is_taken_from_the_option(
    options: tuple[Action, ...], reply: dict[str, Any], meant: int | None
) -> None:
    assert option_of(options, reply) == meant


@given(
    st.dictionaries(
        st.sampled_from(("type", "actor", "target", "pai", "consumed", "tsumogiri", "more")),
        st.one_of(
            st.none(), st.booleans(), st.integers(-1, 4), st.floats(), st.text(max_size=3),
            st.lists(st.one_of(st.none(), st.text(max_size=2)), max_size=4),
            st.sampled_from(("dahai", "chi", "hora", "none", "5p")),
        ),
    )
)  # fmt: skip
def test_no_answer_of_whatever_shape_does_harm(reply: dict[str, Any]) -> None:
    for options in (TURN, CLAIM):
        meant = option_of(options, reply)
        assert meant is None or options[meant].__struct_config__.tag == reply["type"]
