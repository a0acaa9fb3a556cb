"""The minimum rate of a message, with a fake clock."""

from server.delivery.smtp.receiving_rate import MAX_LAG_SECONDS, MIN_BYTES_PER_SECOND, ReceivingRate


def test_a_client_that_sends_at_the_minimum_rate_is_never_too_slow() -> None:
    rate = ReceivingRate(100.0)

    for now in range(110, 3_700, 10):
        rate.add(10 * MIN_BYTES_PER_SECOND, now)
        assert rate.seconds_left(now) == MAX_LAG_SECONDS


def test_single_bytes_are_too_slow_after_a_minute() -> None:
    rate = ReceivingRate(100.0)

    for now in range(101, 160):
        rate.add(1, now)
        assert rate.seconds_left(now) > 0
    rate.add(1, 161)

    assert rate.seconds_left(161) <= 0


def test_half_the_minimum_rate_is_too_slow_after_two_minutes() -> None:
    rate = ReceivingRate(0.0)

    for now in range(10, 120, 10):
        rate.add(5 * MIN_BYTES_PER_SECOND, now)
        assert rate.seconds_left(now) > 0
    rate.add(5 * MIN_BYTES_PER_SECOND, 120)

    assert rate.seconds_left(120) == 0


def test_a_large_piece_earns_no_longer_pause() -> None:
    rate = ReceivingRate(0.0)

    rate.add(34 << 20, 5)

    assert (rate.lag_seconds(5), rate.seconds_left(65)) == (0, 0)
