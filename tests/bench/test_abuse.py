"""A few seconds of the abuse proof: the guarantees under hostile load that do not depend on a quiet machine."""

from bench.prove.abuse import run_kinds
from bench.prove.hostile.registry import list_kinds
from bench.prove.hostile.stage import open_stage

# Cheap kinds whose result does not depend on the clock: labels, work before authentication, held connections.
KINDS = ("made-up-methods", "wrong-bodies-without-key", "held-bounces")


def test_hostile_load_costs_neither_memory_nor_accounts() -> None:
    with open_stage(11) as stage:
        kinds = [list_kinds()[name] for name in KINDS]
        verdict = run_kinds(stage, kinds, seed=11, seconds=2, timed=False, idle_seconds=1)

    assert verdict.failures == []
    assert [result.kind for result in verdict.results] == list(KINDS)
    for result in verdict.results:
        assert [phase["origin"] for phase in result.phases] == ["one", "many"]
        assert min(phase["attempts"] for phase in result.phases) > 1
        assert min(result.reads) > 0
        assert result.sign_in_seconds is not None
