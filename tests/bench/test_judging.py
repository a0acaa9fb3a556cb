"""When a kind of hostile load runs a second time."""

import types
from typing import Any, cast

import pytest

from bench.prove.hostile.customer import Samples
from bench.prove.hostile.judging import Idle, IdleProduct, Judge, KindResult
from bench.prove.hostile.measuring import Disk
from bench.prove.hostile.registry import list_kinds
from bench.prove.hostile.stage import AbuseStage

KIND = next(iter(list_kinds().values()))


class Recorded(Judge):
    """Returns the given results, in order."""

    def __init__(self, *results: KindResult) -> None:
        stage = types.SimpleNamespace(customer=types.SimpleNamespace(warm_up=lambda: None))
        super().__init__(cast(AbuseStage, stage), seed=1, seconds=1, timed=True, idle_seconds=1)
        self._given = iter(results)
        self.idle_times = 0

    def _idle(self) -> Idle:
        self.idle_times += 1
        return Idle(Samples(), 0.0)

    def _measure_footprint(self) -> IdleProduct:
        return IdleProduct({}, {}, Disk(0, 0, 0, 0, 0), 0, 0, 0)

    def _resting_cores(self, seconds: float) -> float:
        return 0.0

    def _run_kind(self, kind: Any, idle: Idle) -> KindResult:
        return next(self._given)


def result(*, slow: list[str], other: list[str]) -> KindResult:
    return KindResult("kind", "group", 1.0, failures=[*other, *slow], slow=slow)


@pytest.mark.parametrize(
    ("first", "second", "failures", "idle_times"),
    [
        (result(slow=[], other=[]), None, [], 2),
        (result(slow=["x2.1"], other=[]), result(slow=[], other=[]), [], 3),
        (result(slow=["x2.1"], other=[]), result(slow=["x2.2"], other=[]), ["x2.2"], 3),
        (result(slow=["x2.1"], other=["grew"]), None, ["grew", "x2.1"], 2),
        (result(slow=[], other=["grew"]), None, ["grew"], 2),
    ],
)
def test_a_kind_that_was_only_too_slow_is_run_once_more(
    first: KindResult, second: KindResult | None, failures: list[str], idle_times: int
) -> None:
    judge = Recorded(first, *([second] if second else []))

    judge.run([KIND])

    assert [each.failures for each in judge.results] == [failures]
    assert judge.idle_times == idle_times
    assert judge.results[0].first_failures == (first.failures if second else [])
