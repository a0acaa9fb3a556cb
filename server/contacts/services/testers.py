"""Contact testers: recipients of test emails (CONT-36)."""

from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from server.contacts import events
from server.contacts.errors import TesterExists
from server.contacts.models import ContactTester
from server.core import clock, rooms
from server.core.errors import NotFound
from server.core.events import publish
from server.plans import quota
from server.plans.features import CONTACT_TESTER


def query_testers(team_id: UUID) -> QuerySet[ContactTester]:
    return ContactTester.objects.for_team(team_id).order_by("email")


def create(*, team_id: UUID, email: str, firstname: str = "", lastname: str = "") -> ContactTester:
    """Raises TesterExists, QuotaExceeded."""
    tester = ContactTester(team_id=team_id, created_at=clock.now(), email=email, firstname=firstname, lastname=lastname)
    with transaction.atomic():
        try:
            with transaction.atomic():
                tester.save(force_insert=True)
        except IntegrityError as error:
            raise TesterExists from error
        quota.use(team_id=team_id, limit=CONTACT_TESTER)
        _publish(tester, "created")
    return tester


def delete(*, team_id: UUID, tester_id: int) -> None:
    """Raises NotFound."""
    with transaction.atomic():
        tester = query_testers(team_id).select_for_update().filter(pk=tester_id).first()
        if tester is None:
            raise NotFound
        _publish(tester, "deleted")
        tester.delete()
        quota.return_units(team_id=team_id, limit=CONTACT_TESTER)


def _publish(tester: ContactTester, action: events.Action) -> None:
    publish(events.TesterChanged(action=action, tester_id=tester.pk), rooms=[rooms.team(tester.team_id)])
