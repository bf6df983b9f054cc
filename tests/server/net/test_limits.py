from server.net.limits import Bucket, Buckets
from tests.support.fake_clock import FakeClock


def test_a_bucket_gives_its_burst_then_its_rate() -> None:
    clock = FakeClock()
    bucket = Bucket(clock, rate=2, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.advance(0.5)
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.advance(100)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_parties_do_not_share() -> None:
    buckets = Buckets(FakeClock(), rate=1, burst=1)
    assert not buckets.empty("a"), "who never took any has all of it"
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.empty("a")
    assert buckets.take("b")


def test_on_credit_everybody_waits_for_a_turn_of_his_own() -> None:
    clock = FakeClock()
    buckets = Buckets(clock, rate=4, burst=2)
    assert [buckets.owe("a") for _ in range(5)] == [0, 0, 0.25, 0.5, 0.75]
    assert buckets.owe("b") == 0
    clock.advance(0.75)
    assert buckets.owe("a") == 0.25
    assert buckets.empty("a")
    clock.advance(100)
    assert [buckets.owe("a") for _ in range(3)] == [0, 0, 0.25], "no more than the burst is saved"
