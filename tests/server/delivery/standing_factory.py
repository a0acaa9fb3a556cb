"""A standing mailing of a test app, and candidates for it."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from server.contacts.models import Contact
from server.core import clock
from server.core.ids import uuid7
from server.delivery import origins
from server.delivery.compiling import EmailContent
from server.delivery.models import Mailing, Stream
from server.delivery.origins import ORIGINS, MailingChange, MailingOrigin
from server.delivery.services import continuous_mailings
from server.delivery.services.continuous_mailings import Acceptance, Candidate
from server.delivery.services.mailings import MailingSender
from server.plans.features import EMAIL_SENT
from server.teams.models import Team
from tests import plugs

STEPS = "steps"
RECORD = UUID(int=7)
# The changes passed to the hook of the origin.
CHANGES: list[MailingChange] = []


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[MailingChange]]:
    """An app with standing mailings; yields the changes passed to its hook."""
    plugs.copy(monkeypatch, ORIGINS)
    origins.register(
        MailingOrigin(
            STEPS,
            priority=5,
            stream=Stream.MARKETING,
            quota=EMAIL_SENT,
            is_marketing=True,
            is_continuous=True,
            hook=CHANGES.append,
        )
    )
    CHANGES.clear()
    yield CHANGES
    CHANGES.clear()


def publish(team: Team, version: int = 1, *, origin_id: UUID = RECORD, **options: Any) -> Mailing:
    """The mailing of a version."""
    return continuous_mailings.publish(
        team=team,
        origin=STEPS,
        origin_id=origin_id,
        version=version,
        content=EmailContent(
            subject="Step for {{ firstname }}", body="Hi {{ firstname }}, [see](https://shop.example/a)."
        ),
        sender=MailingSender("Kopi", "news@kopi.example"),
        known=frozenset({"firstname", "email"}),
        **options,
    )


def make_contacts(team: Team, count: int, name: str = "r") -> list[int]:
    """Subscribed contacts r0@example.com, r1@..., without their count in the quota."""
    now = clock.now()
    rows = Contact.objects.bulk_create(
        Contact(team=team, email=f"{name}{n}@example.com", firstname=f"N{n}", created_at=now, updated_at=now)
        for n in range(count)
    )
    return [row.pk for row in rows]


def accept(mailing: Mailing, *candidates: Candidate) -> Acceptance:
    """Accepts candidates in a separate transaction."""
    assert mailing.team_id is not None
    return continuous_mailings.accept(team_id=mailing.team_id, mailing_id=mailing.pk, candidates=candidates)


def accept_contacts(mailing: Mailing, contact_ids: list[int], **options: Any) -> list[int]:
    """Accepts contacts with new keys. Returns their positions."""
    candidates = [
        Candidate(str(uuid7()), contact_id, fields={"firstname": f"N{contact_id}"}, **options)
        for contact_id in contact_ids
    ]
    accepted = accept(mailing, *candidates)
    return [accepted.positions[candidate.key] for candidate in candidates]
