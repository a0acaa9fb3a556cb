"""One small seed of the proofs crash, sending and submission, with one started product.

Its processes are killed during an import, during a campaign and while applications submit email. The sink has every
behaviour of a relay.
"""

from bench.prove import sending_rules, submission
from bench.prove.crash import prove

RECIPIENTS = 1_500


def test_a_struck_product_loses_and_doubles_nothing() -> None:
    handed_in: list[submission.SubmissionResults] = []

    verdict = prove(
        407,
        rows=20_000,
        recipients=RECIPIENTS,
        faults=2,
        rules=sending_rules.rules(RECIPIENTS, seconds=10),
        broken=sending_rules.max_broken(RECIPIENTS),
        then=lambda product: handed_in.append(submission.judged(product, 8, kills=3, sends=60)),
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
