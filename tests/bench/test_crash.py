"""One small seed of the proofs crash and sending, at one started product: its processes are killed at an import and at
a campaign, and the sink does all that a relay may do."""

from bench.prove import sending_rules
from bench.prove.crash import prove

RECIPIENTS = 1_500


def test_a_struck_product_ends_imports_and_campaigns_as_if_nothing_had_happened() -> None:
    verdict = prove(
        407,
        rows=20_000,
        recipients=RECIPIENTS,
        faults=2,
        rules=sending_rules.rules(RECIPIENTS, seconds=10),
        broken=sending_rules.most_broken(RECIPIENTS),
    )

    assert verdict.failures == []
    assert [strike.during for strike in verdict.strikes].count("import") == 2
    assert [strike.during for strike in verdict.strikes].count("campaign") == 2
    assert verdict.campaigns[0].received > 1_000
