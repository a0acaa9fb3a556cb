"""Importing the history of a mailing: the log is written, and every counter is computed."""

from datetime import timedelta

import pytest

from server.contacts.models import Contact
from server.core import clock
from server.core.errors import ActionNotAllowed
from server.delivery.models import (
    Event,
    EventKind,
    LogState,
    Mailing,
    MailingCounters,
    MailingState,
    SendLog,
    Suppression,
)
from server.delivery.services import history, mailings, subscriptions
from server.delivery.services.history import RecipientAction, SendOutcome
from server.delivery.states import SuppressionReason
from tests.cast import make_team
from tests.server.contacts.factories import make_contact
from tests.server.delivery.mailing_factory import addresses, make_mailing, start

pytestmark = pytest.mark.django_db


def started(team_name: str = "Kopi") -> Mailing:
    mailing = make_mailing(make_team(team_name))
    start(mailing, addresses(4))
    mailing.refresh_from_db()
    return mailing


def outcomes_of(mailing: Mailing) -> list[SendOutcome]:
    assert mailing.started_at is not None
    at = mailing.started_at + timedelta(seconds=5)
    refused = SendOutcome(3, at, LogState.FAILED, "hard", 550, "5.1.1", "No such user")
    return [*(SendOutcome(position, at) for position in range(3)), refused]


def test_the_mailing_ends_with_figures_counted_from_what_was_taken_over() -> None:
    mailing = started()
    assert mailing.team is not None
    outcomes = outcomes_of(mailing)
    later = outcomes[0].at + timedelta(hours=1)
    acts = [
        RecipientAction(0, later, EventKind.OPEN, device="mobile", os="Android", browser="Chrome Mobile"),
        RecipientAction(0, later + timedelta(minutes=1), EventKind.CLICK, link=1, device="mobile", os="Android"),
        RecipientAction(1, later, EventKind.OPEN, why="mail privacy"),
        RecipientAction(2, later, EventKind.COMPLAINT),
    ]

    history.import_history(team=mailing.team, mailing=mailing, outcomes=outcomes, acts=acts)

    mailing.refresh_from_db()
    counters = MailingCounters.objects.get(mailing=mailing)
    assert mailing.state == MailingState.DONE
    assert (counters.sent, counters.failed, counters.hard_bounced) == (3, 1, 1)
    assert (counters.opened, counters.opens, counters.machine_opens) == (1, 1, 1)
    assert (counters.clicked, counters.clicks, counters.complained) == (1, 1, 1)
    reasons = dict(Suppression.objects.for_team(mailing.team).values_list("email", "reason"))
    assert reasons == {
        "r3@example.com": SuppressionReason.HARD_BOUNCE,
        "r2@example.com": SuppressionReason.COMPLAINT,
    }
    assert Event.objects.for_team(mailing.team).filter(kind=EventKind.BOUNCE, why="hard", machine=False).count() == 1
    assert mailings.list_idle_mailings() == []


def test_the_contact_s_state_says_why_no_more_mail_comes() -> None:
    mailing = started()
    assert mailing.team is not None
    contacts = [make_contact(mailing.team, f"r{position}@example.com") for position in range(4)]
    acts = [RecipientAction(2, outcomes_of(mailing)[0].at, EventKind.COMPLAINT)]

    history.import_history(team=mailing.team, mailing=mailing, outcomes=outcomes_of(mailing), acts=acts)

    states = dict(Contact.objects.for_team(mailing.team).values_list("pk", "state"))
    assert [states[contact.pk] for contact in contacts] == ["subscribed", "subscribed", "complained", "bounced"]
    assert not Suppression.objects.for_team(mailing.team).filter(is_told=False).exists()


@pytest.mark.parametrize(
    ("reason", "marketing_only", "before", "after"),
    [
        ("complaint", True, "unsubscribed", "complained"),
        ("complaint", True, "bounced", "complained"),
        ("complaint", True, "waiting", "waiting"),
        ("complaint", False, "subscribed", "bounced"),
        ("complaint", False, "complained", "complained"),
        ("hardBounce", False, "waiting", "bounced"),
        ("hardBounce", False, "unsubscribed", "unsubscribed"),
        ("unsubscribed", False, "subscribed", "bounced"),
    ],
)
def test_a_state_moves_where_the_table_lets_it(reason: str, marketing_only: bool, before: str, after: str) -> None:
    team = make_team("Kopi")
    contact = make_contact(team, "ayu@example.com", state=before)
    stranger = make_contact(make_team("Teh"), "ayu@example.com", state=before)
    Suppression.objects.create(
        team=team,
        email="ayu@example.com",
        reason=reason,
        marketing_only=marketing_only,
        created_at=clock.now(),
        is_told=False,
    )

    assert (subscriptions.update_contacts(), subscriptions.update_contacts()) == (1, 0)

    contact.refresh_from_db()
    stranger.refresh_from_db()
    assert (contact.state, stranger.state) == (after, before)


def test_a_mailing_that_has_ended_is_not_taken_over_again() -> None:
    mailing = started()
    assert mailing.team is not None
    history.import_history(team=mailing.team, mailing=mailing, outcomes=outcomes_of(mailing), acts=[])

    with pytest.raises(ActionNotAllowed):
        history.import_history(team=mailing.team, mailing=mailing, outcomes=outcomes_of(mailing), acts=[])

    assert SendLog.objects.for_team(mailing.team).count() == 4


def test_another_teams_mailing_is_not_taken_over() -> None:
    mailing = started()

    with pytest.raises(Mailing.DoesNotExist):
        history.import_history(team=make_team("Mallory"), mailing=mailing, outcomes=outcomes_of(mailing), acts=[])

    assert not SendLog.objects.filter(mailing_id=mailing.pk).exists()
