"""Reactions to decisions about contacts, and to a broken domain."""

from collections.abc import Sequence

from server.contacts.events import (
    ContactErased,
    ContactMerged,
    ContactsRestored,
    ImportUndoStarted,
    SubscriptionDecided,
    SubscriptionsDecided,
)
from server.contacts.models import Contact
from server.contacts.states import ContactState
from server.core import clock, rooms
from server.delivery.models import Suppression
from server.delivery.services import confirmation_mailings, stopping
from server.delivery.sql import contact_timeline, suppressing
from server.delivery.states import SuppressionReason
from server.senders.events import SenderDomainChanged


def handle_subscription_decided(event: SubscriptionDecided, told: Sequence[str]) -> None:
    """Adds or deletes the suppression. Those for bounces and complaints stay."""
    _update_suppressions([event.contact_id], event.state, told)


def handle_subscriptions_decided(event: SubscriptionsDecided, told: Sequence[str]) -> None:
    _update_suppressions(event.contact_ids, event.state, told)


def _update_suppressions(contact_ids: Sequence[int], state: ContactState, told: Sequence[str]) -> None:
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        emails = Contact.objects.for_team(team_id).filter(pk__in=contact_ids).values_list("email", flat=True)
        if state == ContactState.SUBSCRIBED:
            undone = (SuppressionReason.UNSUBSCRIBED, SuppressionReason.SUNSET)
            Suppression.objects.for_team(team_id).filter(reason__in=undone, email__in=list(emails)).delete()
        else:
            # What the team can't undo by subscribing the contact again stays.
            suppressing.unsubscribe(
                team_id,
                emails=list(emails),
                mailing_id=None,
                replaced=(SuppressionReason.SUNSET,),
                now=clock.now(),
            )


def handle_contact_merged(event: ContactMerged, told: Sequence[str]) -> None:
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        contact_timeline.merge_history(team_id, kept_id=event.kept_id, gone_id=event.gone_id)


def handle_contact_erased(event: ContactErased, told: Sequence[str]) -> None:
    """Anonymizes the emails of the contact; counters do not change."""
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        contact_timeline.anonymize_contact(team_id, contact_id=event.contact_id)


def handle_contacts_restored(event: ContactsRestored, told: Sequence[str]) -> None:
    """Applies suppressions that were added between deletion and restoration."""
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        emails = Contact.objects.for_team(team_id).filter(pk__in=event.contact_ids).values_list("email", flat=True)
        said = (SuppressionReason.UNSUBSCRIBED, SuppressionReason.COMPLAINT, SuppressionReason.HARD_BOUNCE)
        since = Suppression.objects.for_team(team_id).filter(created_at__gte=event.deleted_at, reason__in=said)
        since.filter(email__in=list(emails)).update(is_told=False)


def handle_undo_started(event: ImportUndoStarted, told: Sequence[str]) -> None:
    for team_id in rooms.parse_ids(told, rooms.TEAM):
        confirmation_mailings.cancel_confirmations(team_id=team_id, import_id=event.import_id)


def handle_domain_changed(event: SenderDomainChanged, told: Sequence[str]) -> None:
    if event.change == "broken":
        for team_id in rooms.parse_ids(told, rooms.TEAM):
            stopping.stop_marketing(team_id, from_broken_domains=True)
