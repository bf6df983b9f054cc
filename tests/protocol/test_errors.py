"""Codes, sentences, close codes and the error that carries them."""

import re

import pytest

from protocol.errors import CLOSE_CODE_OF, CLOSE_CODES, ERRORS, Error, ProtocolError

FAULTY_FRAMES = {
    *("not_text", "malformed_json", "too_long", "duplicate_field", "unknown_type"),
    *("unknown_field", "missing_field", "wrong_type"),
}
OF_THE_ENGINE = {"stale_decision", "not_asked", "no_such_option", "game_over"}


def test_only_faulty_frames_cost_a_strike() -> None:
    assert {code for code, refusal in ERRORS.items() if refusal.strike} == FAULTY_FRAMES


def test_the_codes_of_illegal_actions_are_known() -> None:
    assert set(ERRORS) >= OF_THE_ENGINE


@pytest.mark.parametrize("code", ERRORS)
def test_each_code_says_one_sentence(code: str) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert re.fullmatch(r"[A-Z][^.]*\.", ERRORS[code].sentence)


def test_close_codes_are_ours_and_named_once() -> None:
    assert all(4400 <= code < 4600 for code in CLOSE_CODES)
    assert {CLOSE_CODE_OF[reason.name]: reason for reason in CLOSE_CODES.values()} == CLOSE_CODES


def test_reply_takes_the_sentence_of_the_code() -> None:
    error = ProtocolError("not_host")
    assert error.reply(7) == Error(
        id=7, code="not_host", message="Only the host of the room may do that.", field=None
    )
    assert not error.strike


def test_an_id_that_the_codec_read_counts() -> None:
    error = ProtocolError("bad_rules", "uma must sum to 0.", "rules.uma", id=3)
    assert error.reply(8) == Error(
        id=3, code="bad_rules", message="uma must sum to 0.", field="rules.uma"
    )
    assert str(error) == "bad_rules: uma must sum to 0."


def test_a_code_that_does_not_exist_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        ProtocolError("no_such_code")
