"""The table of bounce classes: each row matches its own example first, and unknown rejections are soft."""

import pytest

from server.delivery.bounces.classes import (
    CONSEQUENCES,
    RULES,
    BounceClass,
    BounceRule,
    classify,
    find_rule,
    get_counters,
    should_suppress,
)


@pytest.mark.parametrize("row", RULES, ids=lambda row: f"{row.example[0]} {row.example[1]} {row.example[2][:40]}")
def test_each_row_decides_its_example(row: BounceRule) -> None:
    assert find_rule(*row.example) is row
    assert classify(*row.example) is row.bounce


@pytest.mark.parametrize(
    ("code", "enhanced", "text", "bounce"),
    [
        (550, "5.1.1", "The email account that you tried to reach does not exist.", BounceClass.HARD),
        (550, "5.4.1", "Recipient address rejected: Access denied. [xyz.prod.protection.example]", BounceClass.HARD),
        (554, "5.7.1", "<x@y.example>: Recipient address rejected: user unknown in virtual table", BounceClass.HARD),
        (550, "5.7.1", "Message contains a URL listed by a blacklist", BounceClass.BLOCK),
        (550, "5.7.1", "You are not allowed to post to this restricted group", BounceClass.POLICY),
        (550, "5.7.1", "Email rejected per SPF policy", BounceClass.SENDER),
        (554, "5.7.1", "Relay access denied", BounceClass.SENDER),
        # A temporary rejection is never permanent, whatever its text.
        (450, "4.1.1", "User unknown in local table, try later", BounceClass.SOFT),
        (451, "", "Recipient unknown for now", BounceClass.SOFT),
        (421, "4.7.0", "Try again later", BounceClass.SOFT),
        (421, "", "Going away", BounceClass.SOFT),
        (599, "5.9.9", "Nobody has heard of this", BounceClass.SOFT),
        (0, "", "", BounceClass.SOFT),
        # A longer number is another code.
        (550, "5.1.10", "Null MX", BounceClass.HARD),
        (550, "5.7.260", "Not authenticated it does not say", BounceClass.POLICY),
    ],
)
def test_a_refusal_has_a_class(code: int, enhanced: str, text: str, bounce: BounceClass) -> None:
    assert classify(code, enhanced, text) is bounce


def test_only_an_address_that_does_not_exist_is_suppressed() -> None:
    assert {bounce for bounce in BounceClass if should_suppress(bounce)} == {BounceClass.HARD}
    assert {bounce for bounce, all_of_it in CONSEQUENCES.items() if all_of_it.suppresses} == {BounceClass.HARD}


def test_what_our_side_did_is_no_bounce_and_what_is_blocked_is_a_soft_one() -> None:
    assert get_counters("sender") == ()
    assert get_counters("") == ()
    assert get_counters("nonsense") == ()
    assert get_counters("hard") == ("hard_bounced",)
    assert get_counters("block") == get_counters("policy") == ("soft_bounced", "blocked")
    assert get_counters("soft") == get_counters("full") == ("soft_bounced",)
