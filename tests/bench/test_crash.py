"""One small seed of the crash proof: processes of a started product are killed at an import and at a campaign."""

from bench.prove.crash import prove


def test_a_struck_product_ends_imports_and_campaigns_as_if_nothing_had_happened() -> None:
    verdict = prove(407, rows=20_000, recipients=1_500, faults=2)

    assert verdict.failures == []
    assert [strike.during for strike in verdict.strikes].count("import") == 2
    assert [strike.during for strike in verdict.strikes].count("campaign") == 2
    assert verdict.campaigns[0].received > 1_000
