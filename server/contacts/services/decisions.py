"""Subscribes or unsubscribes many contacts."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from server.activity.services import Author, record
from server.contacts import timeline
from server.contacts.causes import CONSENT_NOTES_REQUIRED
from server.contacts.events import SubscriptionsDecided
from server.contacts.models import Contact, ContactConsent
from server.contacts.services import pending
from server.contacts.services.contacts import build_audit_name, get_audit_name, publish_changes
from server.contacts.states import MANUAL_TRANSITIONS, ConsentSource, ContactState
from server.core import clock, rooms
from server.core.errors import FieldsInvalid
from server.core.events import publish
from server.plans import quota
from server.plans.features import CONTACT


def check_consent_text(to: ContactState, words: str) -> None:
    """Raises FieldsInvalid if contacts are resubscribed without a note on their consent."""
    if to == ContactState.SUBSCRIBED and not words:
        raise FieldsInvalid.of("words", CONSENT_NOTES_REQUIRED)


def set_subscriptions(
    *, team_id: UUID, ids: Sequence[int], to: ContactState, words: str, by: Author | None, quiet: bool = False
) -> int:
    """Changes the subscription state of contacts in one transaction and returns how many changed.

    Skips contacts that bounced or complained: only the recipient can undo that. With `quiet`, the caller publishes the
    change and writes the audit log. Raises ContactLimitExceeded if the plan has no quota left for unconfirmed contacts.
    """
    movable = MANUAL_TRANSITIONS.sources(to)
    now = clock.now()
    with transaction.atomic():
        rows = Contact.objects.for_team(team_id).filter(pk__in=ids, state__in=movable).order_by("pk")
        keys = list(rows.select_for_update().values_list("pk", flat=True))
        if not keys:
            return 0
        if to == ContactState.SUBSCRIBED and (confirmed := pending.end_pending(team_id=team_id, contact_ids=keys)):
            quota.use(team_id=team_id, limit=CONTACT, amount=confirmed)
        moved = Contact.objects.for_team(team_id).filter(pk__in=keys)
        moved.update(state=to, updated_at=now, revision=F("revision") + 1)
        given: Mapping[str, Any] = {
            "team_id": team_id,
            "at": now,
            "given": to == ContactState.SUBSCRIBED,
            "way": ConsentSource.PERSON,
            "words": words,
            "user_id": by.user_id if by else None,
            "fullname": by.fullname if by else "",
        }
        ContactConsent.objects.bulk_create([ContactConsent(contact_id=key, **given) for key in keys])
        publish(SubscriptionsDecided(contact_ids=keys, state=to), rooms=[rooms.team(team_id)])
        timeline.publish_growth(keys)
        if not quiet:
            first = get_audit_name(Contact.objects.for_team(team_id).get(pk=keys[0]))
            record(
                team_id=team_id,
                reference="contact",
                action="UPDATED",
                name=build_audit_name(first, len(keys)),
                by=by,
            )
            publish_changes(team_id=team_id, action="updated", ids=keys, count=len(keys))
    return len(keys)
