"""One small seed of the proofs crash, sending, submission and abuse, at one started product.

Its processes are killed at an import, at a campaign and while applications hand in mail, and the sink does all that a
relay may do. Then the product is put under hostile load.
"""

import tempfile
from pathlib import Path

from bench.prove import abuse, sending_rules, submission
from bench.prove.crash import prove
from bench.prove.crash_product import Product
from bench.prove.hostile import stage
from bench.prove.hostile.customer import SPARING_RULES
from bench.prove.hostile.registry import list_kinds

RECIPIENTS = 1_500
# Cheap ones, whose verdict doesn't depend on how busy the machine is.
KINDS = ("made-up-methods", "wrong-bodies-without-key", "held-bounces")


def put_under_load(product: Product) -> abuse.Verdict:
    """A second of each kind from one address and from many, beside a customer at work."""
    with tempfile.TemporaryDirectory() as folder:
        set_up = stage.set_up(product, Path(folder))
        kinds = [list_kinds()[name] for name in KINDS]
        return abuse.judge(set_up, kinds, seed=11, seconds=2, timed=False, idle_seconds=1)


def test_a_struck_product_loses_and_doubles_nothing() -> None:
    handed_in: list[submission.Verdict] = []
    loaded: list[abuse.Verdict] = []

    def go_on(product: Product) -> None:
        handed_in.append(submission.judged(product, 8, kills=3, sends=60))
        loaded.append(put_under_load(product))

    verdict = prove(
        407,
        rows=20_000,
        recipients=RECIPIENTS,
        faults=2,
        rules=[*SPARING_RULES, *sending_rules.rules(RECIPIENTS, seconds=10)],
        broken=sending_rules.most_broken(RECIPIENTS),
        settings=stage.SETTINGS,
        then=go_on,
    )

    assert verdict.failures == []
    assert [strike.during for strike in verdict.strikes].count("import") == 2
    assert [strike.during for strike in verdict.strikes].count("campaign") == 2
    assert verdict.campaigns[0].received > 1_000

    [mail] = handed_in
    assert mail.failures == []
    assert (len(mail.strikes), mail.doubled) == (3, 0)
    assert mail.taken > 30
    assert [storm.messages for storm in mail.storms] == [1, 1, 1]
    assert len(mail.without_room["during"]) == submission.SOME
    assert mail.outage["arrived"] == mail.outage["events"] > 30

    [load] = loaded
    assert load.failures == []
    assert [result.kind for result in load.results] == list(KINDS)
    for result in load.results:
        assert [phase["origin"] for phase in result.phases] == ["one", "many"]
        assert result.customer_failures == []
        assert min(result.reads) > 0
        assert result.sign_in_seconds is not None
