"""Effects of bounces on counters, timeline and suppression, through our send record, once."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from server.campaigns.origins import CAMPAIGN
from server.contacts import timeline
from server.contacts.models import Contact
from server.core import clock
from server.core.models import Job
from server.delivery import keys
from server.delivery.bounces.classes import BounceClass
from server.delivery.bounces.reports import FeedbackReport, ReportKind, parse_report
from server.delivery.models import (
    Event,
    Feedback,
    LogState,
    Mailing,
    MailingCounters,
    MailingMinute,
    Recipient,
    SendLog,
    Suppression,
)
from server.delivery.origins import TEST
from server.delivery.services import bounces, history, mailings, subscriptions
from server.delivery.services.history import SendOutcome
from server.delivery.sql.recounting import recount
from server.delivery.tokens import RecipientKey as Token
from server.delivery.tokens import encode_mailbox
from tests.cast import Person
from tests.server.contacts.factories import make_contact
from tests.server.delivery.bounces import mails
from tests.server.delivery.mailing_factory import make_mailing

pytestmark = pytest.mark.django_db
HARD = FeedbackReport(ReportKind.BOUNCE, "", BounceClass.HARD, 550, "5.1.1", "550 5.1.1 user unknown")
BLOCK = FeedbackReport(ReportKind.BOUNCE, "", BounceClass.BLOCK, 554, "5.7.1", "554 5.7.1 blocked using rbl.example")
SOFT = FeedbackReport(ReportKind.BOUNCE, "", BounceClass.SOFT, 451, "4.4.7", "delivery time expired")
FAULT = FeedbackReport(ReportKind.BOUNCE, "", BounceClass.SENDER, 550, "5.7.26", "unauthenticated")
WATCHED = (
    "sent",
    "failed",
    "in_doubt",
    "hard_bounced",
    "soft_bounced",
    "blocked",
    "returned",
    "complained",
    "unsubscribed",
)


@pytest.fixture
def people(alice: Person) -> list[Contact]:
    return [
        make_contact(alice.team, f"{name}@example.com", firstname=name.title()) for name in ("ayu", "budi", "citra")
    ]


def sent_to(people: list[Contact], *, origin: str = CAMPAIGN, states: str = "sss") -> Mailing:
    """A mailing sent some minutes ago. `states` has a letter per recipient: s sent, d in doubt, f failed."""
    mailing = make_mailing(people[0].team, origin=origin)
    mailings.send_rows(mailing=mailing, rows=[(c.pk, c.email, {"firstname": c.firstname}) for c in people])
    mailing.refresh_from_db()
    assert mailing.started_at is not None
    at = mailing.started_at
    known = {
        "s": SendOutcome(0, at),
        "d": SendOutcome(0, at, LogState.IN_DOUBT, code=0, enhanced=""),
        "f": SendOutcome(0, at, LogState.FAILED, "hard", 550, "5.1.1", "No such user"),
    }
    outcomes = [
        SendOutcome(n, *[getattr(known[s], f) for f in ("at", "state", "bounce", "code", "enhanced", "reply")])
        for n, s in enumerate(states)
    ]
    history.import_history(team=people[0].team, mailing=mailing, outcomes=outcomes, acts=[])
    mailing.refresh_from_db()
    return mailing


def owner(mailing: Mailing) -> UUID:
    assert mailing.team_id is not None
    return mailing.team_id


def figures(mailing: Mailing) -> dict[str, int]:
    row = MailingCounters.objects.get(pk=mailing.pk)
    return {name: getattr(row, name) for name in WATCHED if getattr(row, name)}


def minutes(mailing: Mailing) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in MailingMinute.objects.for_team(owner(mailing)).filter(mailing_id=mailing.pk, count__gt=0):
        found[row.what] = found.get(row.what, 0) + row.count
    return found


def everything(mailing: Mailing) -> tuple[Any, ...]:
    """Everything that a report can change."""
    team = owner(mailing)
    return (
        figures(mailing),
        minutes(mailing),
        list(SendLog.objects.for_team(team).order_by("position").values()),
        list(Event.objects.for_team(team).order_by("pk").values()),
        list(Suppression.objects.for_team(team).order_by("pk").values()),
        list(Feedback.objects.for_team(team).order_by("pk").values()),
        list(Contact.objects.for_team(team).order_by("pk").values_list("pk", "state")),
    )


def kinds(contact: Contact) -> list[tuple[str, str | None]]:
    found = timeline.list_page(team_id=contact.team_id, contact_id=contact.pk, wanted=(), after=None, size=50)
    return [
        (entry.kind, entry.details.get("reply"))
        for _, entry in found.items
        if entry.kind in ("sent", "bounced", "complained")
    ]


def test_a_late_bounce_turns_sent_into_bounced_exactly_once(people: list[Contact]) -> None:
    mailing = sent_to(people)
    about = Token(mailing.pk, 1)

    assert bounces.record_bounce(about, HARD) is True

    assert figures(mailing) == {"sent": 3, "hard_bounced": 1, "returned": 1}
    assert minutes(mailing) == {"sent": 3, "hard_bounced": 1, "returned": 1}
    row = SendLog.objects.for_team(owner(mailing)).get(position=1)
    assert (row.state, row.bounce, row.code, row.enhanced, row.reply) == ("sent", "hard", 550, "5.1.1", "user unknown")
    assert row.bounced_at is not None
    assert list(Event.objects.for_team(owner(mailing)).values_list("kind", "why", "position")) == [
        ("bounce", "hard", 1)
    ]
    assert kinds(people[1]) == [("bounced", "550 5.1.1 user unknown"), ("sent", None)]
    assert kinds(people[0]) == [("sent", None)]
    after = everything(mailing)
    assert bounces.record_bounce(about, HARD) is False
    assert bounces.record_bounce(about, SOFT) is False
    assert everything(mailing) == after


def test_what_comes_back_is_no_longer_delivered_and_a_recount_agrees(people: list[Contact]) -> None:
    mailing = sent_to(people, states="sdf")
    bounces.record_bounce(Token(mailing.pk, 0), BLOCK)
    bounces.record_bounce(Token(mailing.pk, 1), HARD)
    bounces.record_complaint(Token(mailing.pk, 0))

    running = figures(mailing), minutes(mailing)
    assert running[0] == {
        "sent": 2,
        "failed": 1,
        "hard_bounced": 2,
        "soft_bounced": 1,
        "blocked": 1,
        "returned": 2,
        "complained": 1,
    }
    recount(mailing.team_id, mailing_id=mailing.pk)
    assert (figures(mailing), minutes(mailing)) == running


@pytest.mark.parametrize(
    ("report", "state", "reason"),
    [
        (HARD, "bounced", "hardBounce"),
        (BLOCK, "subscribed", None),
        (SOFT, "subscribed", None),
        (FAULT, "subscribed", None),
    ],
    ids=["hard", "block", "soft", "sender"],
)
def test_only_a_hard_bounce_suppresses(
    people: list[Contact], report: FeedbackReport, state: str, reason: str | None
) -> None:
    mailing = sent_to(people)
    bounces.record_bounce(Token(mailing.pk, 2), report)
    people[2].refresh_from_db()
    rows = list(Suppression.objects.for_team(owner(mailing)).values_list("email", "reason", "marketing_only"))
    assert people[2].state == state
    assert rows == ([("citra@example.com", reason, False)] if reason else [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("unsubscribed", "hardBounce"),
        ("softBounce", "hardBounce"),
        ("sunset", "hardBounce"),
        ("manual", "hardBounce"),
        ("complaint", "complaint"),
    ],
)
def test_a_late_hard_bounce_replaces_every_weaker_reason(people: list[Contact], before: str, after: str) -> None:
    mailing = sent_to(people)
    listed = Suppression.objects.for_team(owner(mailing))
    listed.create(team_id=owner(mailing), email=people[2].email, reason=before, created_at=clock.now(), source="person")

    bounces.record_bounce(Token(mailing.pk, 2), HARD)

    row = listed.get()
    origin = (None, "person") if before == "complaint" else (mailing.pk, "mail")
    assert (row.reason, row.marketing_only, row.mailing_id, row.source) == (after, False, *origin)


def test_a_fault_of_ours_is_no_bounce_but_not_delivered(people: list[Contact]) -> None:
    mailing = sent_to(people)
    bounces.record_bounce(Token(mailing.pk, 0), FAULT)
    assert figures(mailing) == {"sent": 3, "returned": 1}


def test_soft_bounces_wear_an_address_out(people: list[Contact], settings: Any) -> None:
    settings.SOFT_BOUNCES = 3
    for number in range(3):
        mailing = sent_to(people)
        rows = Suppression.objects.for_team(owner(mailing))
        assert not rows.exists(), number
        bounces.record_bounce(Token(mailing.pk, 0), SOFT)
    assert list(rows.values_list("email", "reason", "marketing_only")) == [("ayu@example.com", "softBounce", True)]
    people[0].refresh_from_db()
    assert people[0].state == "subscribed"


@pytest.mark.parametrize(("days", "reason"), [(-1, "softBounce"), (1, "manual"), (None, "manual")])
def test_soft_bounces_replace_an_expired_suppression_only(
    people: list[Contact], settings: Any, days: int | None, reason: str
) -> None:
    settings.SOFT_BOUNCES = 1
    mailing = sent_to(people)
    before = clock.now() - timedelta(days=2)
    until = None if days is None else clock.now() + timedelta(days=days)
    listed = Suppression.objects.for_team(owner(mailing))
    listed.create(
        team_id=owner(mailing),
        email=people[0].email,
        reason="manual",
        marketing_only=False,
        created_at=before,
        expires_at=until,
        source="person",
    )

    bounces.record_bounce(Token(mailing.pk, 0), SOFT)

    row = listed.get()
    if reason == "softBounce":
        assert (row.reason, row.marketing_only, row.mailing_id) == ("softBounce", True, mailing.pk)
        assert (row.expires_at, row.source, row.created_at > before) == (None, "mail", True)
    else:
        assert (row.reason, row.marketing_only, row.mailing_id) == ("manual", False, None)
        assert (row.expires_at, row.source, row.created_at) == (until, "person", before)


def test_soft_bounces_of_long_ago_and_a_setting_of_none_wear_nothing_out(people: list[Contact], settings: Any) -> None:
    settings.SOFT_BOUNCES = 2
    first, second = sent_to(people), sent_to(people)
    bounces.record_bounce(Token(first.pk, 0), SOFT)
    Event.objects.for_team(owner(first)).update(at=clock.now() - timedelta(days=settings.SOFT_BOUNCE_DAYS + 1))
    bounces.record_bounce(Token(second.pk, 0), SOFT)
    settings.SOFT_BOUNCES = 0
    for _ in range(3):
        bounces.record_bounce(Token(sent_to(people).pk, 0), SOFT)
    assert not Suppression.objects.for_team(owner(first)).exists()


def test_what_was_refused_or_suppressed_does_not_come_back(people: list[Contact]) -> None:
    mailing = sent_to(people, states="sfs")
    before = everything(mailing)
    assert bounces.record_bounce(Token(mailing.pk, 1), HARD) is False
    assert bounces.record_bounce(Token(mailing.pk, 99), HARD) is False
    assert bounces.record_bounce(Token(mailing.pk + 1, 0), HARD) is False
    assert everything(mailing) == before


def test_a_bounce_that_overtakes_the_log_is_to_be_sent_again(people: list[Contact]) -> None:
    mailing = make_mailing(people[0].team)
    mailings.send_rows(mailing=mailing, rows=[(c.pk, c.email, {"firstname": ""}) for c in people])
    with pytest.raises(bounces.NotYetLogged):
        bounces.record_bounce(Token(mailing.pk, 0), HARD)
    assert not Event.objects.for_team(owner(mailing)).exists()


def test_a_complaint_is_counted_told_and_suppressed_once(people: list[Contact]) -> None:
    mailing = sent_to(people)
    token = keys.get_key_ring().token(mailing.pk, 1)

    assert bounces.apply_report(parse_report(mails.arf(token), null_sender=False), about=None) == "complained"

    people[1].refresh_from_db()
    assert people[1].state == "complained"
    assert figures(mailing) == {"sent": 3, "complained": 1}
    assert minutes(mailing) == {"sent": 3, "complained": 1}
    assert kinds(people[1])[0][0] == "complained"
    assert list(Suppression.objects.for_team(owner(mailing)).values_list("email", "reason")) == [
        ("budi@example.com", "complaint")
    ]
    after = everything(mailing)
    assert bounces.apply_report(parse_report(mails.arf(token), null_sender=False), about=None) == "known"
    assert everything(mailing) == after


def test_the_same_complaint_again_does_not_undo_what_was_decided_since(people: list[Contact]) -> None:
    mailing = sent_to(people)
    bounces.record_complaint(Token(mailing.pk, 1))
    Contact.objects.for_team(owner(mailing)).filter(pk=people[1].pk).update(state="subscribed")
    Suppression.objects.for_team(owner(mailing)).delete()
    after = everything(mailing)
    assert bounces.record_complaint(Token(mailing.pk, 1)) is False
    assert everything(mailing) == after


def test_whoever_opts_out_leaves(people: list[Contact]) -> None:
    mailing = sent_to(people)
    token = keys.get_key_ring().token(mailing.pk, 0)
    report = parse_report(mails.arf(token, kind="opt-out"), null_sender=False)
    assert bounces.apply_report(report, about=None) == "optedOut"
    people[0].refresh_from_db()
    assert people[0].state == "unsubscribed"
    assert figures(mailing) == {"sent": 3, "unsubscribed": 1}
    after = everything(mailing)
    assert bounces.apply_report(report, about=None) == "known"
    assert everything(mailing) == after


def test_a_report_about_another_address_changes_nothing_of_it(people: list[Contact]) -> None:
    """The recipient in a report is not trusted; our own token decides."""
    mailing = sent_to(people)
    report = parse_report(mails.dsn(about="budi@example.com"), null_sender=True)
    assert bounces.apply_report(report, about=Token(mailing.pk, 0)) == "bounced"
    states = dict(Contact.objects.for_team(owner(mailing)).values_list("email", "state"))
    assert states == {"ayu@example.com": "bounced", "budi@example.com": "subscribed", "citra@example.com": "subscribed"}
    assert [row.email for row in Suppression.objects.for_team(owner(mailing))] == ["ayu@example.com"]


@pytest.mark.parametrize("kind", ["abuse", "opt-out"])
def test_a_complaint_with_a_forged_token_or_two_recipients_changes_nothing(people: list[Contact], kind: str) -> None:
    mailing = sent_to(people)
    ring = keys.get_key_ring()
    first, second = ring.token(mailing.pk, 0), ring.token(mailing.pk, 1)
    forged = f"{first[:-1]}{'A' if first[-1] != 'A' else 'B'}"
    before = everything(mailing)
    for mail in (
        mails.arf(forged, kind=kind, about="ayu@example.com"),
        mails.arf("nothing", kind=kind, about="ayu@example.com"),
        mails.arf(first, kind=kind).replace(b"/u/" + first.encode(), b"/u/" + second.encode()),
    ):
        assert bounces.apply_report(parse_report(mail, null_sender=False), about=None) == "ignored"
    assert everything(mailing) == before


def test_a_bounce_at_the_address_of_complaints_changes_nothing(people: list[Contact]) -> None:
    mailing = sent_to(people)
    before = everything(mailing)
    assert bounces.apply_report(HARD, about=None) == "ignored"
    assert everything(mailing) == before


def test_from_a_test_no_complaint_follows_and_its_bounces_are_not_judged(people: list[Contact]) -> None:
    mailing = sent_to(people, origin=TEST)
    assert bounces.record_complaint(Token(mailing.pk, 0)) is False
    assert bounces.record_opt_out(Token(mailing.pk, 0)) is False
    assert bounces.record_bounce(Token(mailing.pk, 1), HARD) is True
    assert not Feedback.objects.for_team(owner(mailing)).exists()
    assert not Job.objects.filter(name="delivery.judge_sending").exists()


def test_of_who_was_erased_nothing_is_kept(people: list[Contact]) -> None:
    mailing = sent_to(people)
    Recipient.objects.filter(mailing_id=mailing.pk, position=0).update(email="", contact_id=None, fields={})
    assert bounces.record_bounce(Token(mailing.pk, 0), HARD) is True
    assert bounces.record_complaint(Token(mailing.pk, 0)) is False
    assert SendLog.objects.for_team(owner(mailing)).get(position=0).reply == ""
    assert not Suppression.objects.for_team(owner(mailing)).exists()
    assert figures(mailing) == {"sent": 3, "hard_bounced": 1, "returned": 1}


def test_each_return_is_kept_with_the_moment_of_its_sending(people: list[Contact]) -> None:
    mailing = sent_to(people)
    bounces.record_bounce(Token(mailing.pk, 0), HARD)
    subscriptions.update_contacts()
    bounces.record_complaint(Token(mailing.pk, 1))
    rows = Feedback.objects.for_team(owner(mailing)).order_by("position")
    assert list(rows.values_list("kind", "bounce", "domain", "sent_at")) == [
        ("bounce", "hard", "example.com", mailing.started_at),
        ("complaint", "", "example.com", mailing.started_at),
    ]
    jobs = Job.objects.filter(name="delivery.judge_sending")
    assert [job.arguments for job in jobs] == [{"team_id": str(mailing.team_id)}]


@pytest.mark.parametrize(
    "address",
    [
        "feedback@dashboard-smtp.example",
        "FEEDBACK@Dashboard-SMTP.example",
    ],
)
def test_complaints_have_an_address(address: str) -> None:
    assert bounces.parse_report_address(address) == (True, None)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "feedback",
        "@dashboard-smtp.example",
        "feedback@other.example",
        "feedback@sub.dashboard-smtp.example",
        "postmaster@dashboard-smtp.example",
        "bounce@dashboard-smtp.example",
        "bounce+@dashboard-smtp.example",
        "bounce+AQAAAAAAAQAAAACxxxxxxxxxxxxxxxx@dashboard-smtp.example",
        "feedback+x@dashboard-smtp.example",
    ],
)
def test_no_other_address_is_known(address: str) -> None:
    assert bounces.parse_report_address(address) == (False, None)


def test_a_bounce_address_names_its_recipient() -> None:
    token = keys.get_key_ring().token(7, 3)
    assert bounces.parse_report_address(f"bounce+{token}@dashboard-smtp.example") == (True, Token(7, 3))
    assert bounces.parse_report_address(f"Bounce+{token}@Dashboard-Smtp.example.") == (True, Token(7, 3))
    written = encode_mailbox(token)
    assert bounces.parse_report_address(f"bounce+{written}@dashboard-smtp.example") == (True, Token(7, 3))
    assert bounces.parse_report_address(f"BOUNCE+{written.upper()}@DASHBOARD-SMTP.EXAMPLE") == (True, Token(7, 3))
    assert bounces.parse_report_address(f"bounce+{token}@other.example") == (False, None)
    assert bounces.parse_report_address(f"bounce+{token.lower()}@dashboard-smtp.example") == (False, None)
    assert bounces.parse_report_address(f"bounce+{token}x@dashboard-smtp.example") == (False, None)
