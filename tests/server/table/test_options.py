from engine.core.actions import PASS, STOP, Action, DeclareHora
from engine.core.events import Ankan, Chi, Dahai, Daiminkan, Kakan, Nukidora, Pon, Reach
from server.table.options import NO_ORDERS, Orders, find_option, ordered_option

HAND = Dahai(0, "1m", False)
DRAWN = Dahai(0, "N", True)
WIN = DeclareHora(0, 2, "4p")
PON = Pon(0, 2, "4p", ("4p", "4p"))
CHI = Chi(0, 3, "4p", ("5pr", "6p"))
KAN = Daiminkan(0, 2, "4p", ("4p", "4p", "4p"))
KITA = Nukidora(0, "N")
ALL = Orders(True, True, True, True)


def chosen(orders: Orders, *options: Action, replacement: bool = False) -> Action | None:
    index = ordered_option(orders, options, replacement)
    return None if index is None else options[index]


def test_without_orders_the_seat_is_asked() -> None:
    assert chosen(NO_ORDERS, PON, PASS) is None
    assert chosen(NO_ORDERS, HAND, DRAWN) is None


def test_no_call_passes_calls_but_never_a_win() -> None:
    orders = Orders(no_call=True)
    assert chosen(orders, PON, KAN, PASS) is PASS
    assert chosen(orders, CHI, PASS) is PASS
    assert chosen(orders, WIN, PON, PASS) is None
    assert chosen(orders, WIN, PASS) is None


def test_win_takes_every_win() -> None:
    orders = Orders(win=True)
    assert chosen(orders, PON, WIN, PASS) is WIN
    assert chosen(orders, HAND, WIN, DRAWN) is WIN
    assert chosen(orders, PON, PASS) is None


def test_tsumogiri_throws_the_drawn_tile_but_no_replacement_and_no_win() -> None:
    orders = Orders(tsumogiri=True)
    assert chosen(orders, HAND, DRAWN, Ankan(0, ("1m",) * 4)) is DRAWN
    assert chosen(orders, HAND, DRAWN, replacement=True) is None
    assert chosen(orders, HAND, DRAWN, WIN) is None
    assert chosen(orders, HAND) is None, "nothing was drawn after a call"
    assert chosen(orders, PON, PASS) is None


def test_kita_goes_before_tsumogiri_and_after_a_win() -> None:
    assert chosen(Orders(kita=True), HAND, DRAWN, KITA) is KITA
    assert chosen(ALL, HAND, DRAWN, KITA) is KITA
    assert chosen(ALL, HAND, DRAWN, KITA, WIN) is WIN
    assert chosen(Orders(kita=True), HAND, DRAWN, KITA, WIN) is None


def test_stopping_is_no_call() -> None:
    assert chosen(ALL, STOP, PASS) is None


def test_changing_orders_leaves_the_others() -> None:
    orders = NO_ORDERS.changed(True, None, None, None).changed(None, True, None, None)
    assert orders == Orders(win=True, no_call=True)
    assert orders.changed(False, None, None, None) == Orders(no_call=True)


def test_an_action_is_found_with_consumed_in_any_order() -> None:
    options = (CHI, PON, PASS)
    assert find_option(options, Chi(0, 3, "4p", ("6p", "5pr"))) == 0
    assert find_option(options, Chi(0, 3, "4p", ("6p", "5p"))) is None
    assert find_option(options, PASS) == 2
    assert find_option(options, Pon(1, 2, "4p", ("4p", "4p"))) is None


def test_a_declaration_is_found_by_its_tile() -> None:
    options = (Reach(0, "1m", False), Reach(0, "9m", True), HAND)
    assert find_option(options, Reach(0, "9m", True)) == 1
    assert find_option(options, Reach(0)) is None
    assert find_option(options, Kakan(0, "1m", ("1m",) * 3)) is None
