"""A small seed of the proof `fuzz`: every operation at some extremes, and what schemathesis draws of some."""

import pytest

from bench.prove.fuzz import prove

REQUESTS = 3_000


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("redis_client")
def test_odd_requests_find_no_failure_of_the_server() -> None:
    verdict = prove(7, requests=REQUESTS)

    assert verdict.failures == []
    assert verdict.requests == REQUESTS
    assert verdict.operations > 400
    assert verdict.reached > 100
