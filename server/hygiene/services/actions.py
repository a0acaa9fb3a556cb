"""Actions on inactive contacts and their undo, registered in ACTIONS.

Each processes a batch of contacts in the caller's transaction. `do` returns the changed contacts. `undo` reverts only
contacts that have not changed since.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, OuterRef, Subquery

from server.contacts.models import Contact, ContactConsent
from server.contacts.services import labels
from server.contacts.states import ConsentSource, ContactState
from server.core import clock
from server.delivery.models import Suppression
from server.delivery.services import suppressions
from server.delivery.states import SuppressionReason, SuppressionSource
from server.hygiene import selectors
from server.hygiene.models import SunsetRun
from server.hygiene.states import SunsetAction

ContactIds = Sequence[int]


@dataclass(frozen=True, slots=True)
class HygieneAction:
    do: Callable[[SunsetRun, ContactIds], list[int]]
    undo: Callable[[SunsetRun, ContactIds], int]


def _add_label(run: SunsetRun, ids: ContactIds) -> list[int]:
    label_id = run.label_id or 0
    bare = Contact.objects.for_team(run.team_id).filter(pk__in=ids).exclude(label_ids__contains=[label_id])
    keys = list(bare.order_by("pk").select_for_update().values_list("pk", flat=True))
    labels.change_labels(team_id=run.team_id, ids=keys, add=[label_id], remove=[], by=run, quiet=True)
    return keys


def _remove_label(run: SunsetRun, ids: ContactIds) -> int:
    return labels.change_labels(team_id=run.team_id, ids=ids, add=[], remove=[run.label_id or 0], by=None, quiet=True)


def _suppress(run: SunsetRun, ids: ContactIds) -> list[int]:
    people = dict(Contact.objects.for_team(run.team_id).filter(pk__in=ids).values_list("email", "pk"))
    known = selectors.query_suppressions(run.team_id).filter(email__in=people)
    fresh = people.keys() - set(known.values_list("email", flat=True))
    suppressions.add(
        team_id=run.team_id,
        emails=sorted(fresh),
        marketing_only=True,
        reason=SuppressionReason.SUNSET,
        source=SuppressionSource.RULE,
    )
    return sorted(people[email] for email in fresh)


def _remove_suppression(run: SunsetRun, ids: ContactIds) -> int:
    emails = Contact.objects.for_team(run.team_id).filter(pk__in=ids).values("email")
    rows = Suppression.objects.for_team(run.team_id).filter(email__in=emails, reason=SuppressionReason.SUNSET)
    return rows.delete()[0]


def _unsubscribe(run: SunsetRun, ids: ContactIds) -> list[int]:
    return _change_state(run, ids, ContactState.SUBSCRIBED, ContactState.UNSUBSCRIBED)


def _resubscribe(run: SunsetRun, ids: ContactIds) -> int:
    """Resubscribes contacts only if the rule made their latest consent entry. Later decisions remain."""
    words = ContactConsent.objects.for_team(run.team_id).filter(contact_id=OuterRef("pk")).order_by("-at", "-id")
    rows = Contact.objects.for_team(run.team_id).filter(pk__in=ids).annotate(last=Subquery(words.values("way")[:1]))
    theirs = list(rows.filter(last=ConsentSource.RULE).values_list("pk", flat=True))
    return len(_change_state(run, theirs, ContactState.UNSUBSCRIBED, ContactState.SUBSCRIBED))


def _change_state(run: SunsetRun, ids: ContactIds, old: ContactState, new: ContactState) -> list[int]:
    rows = Contact.objects.for_team(run.team_id).filter(pk__in=ids, state=old)
    keys = list(rows.order_by("pk").select_for_update().values_list("pk", flat=True))
    now = clock.now()
    moved = Contact.objects.for_team(run.team_id).filter(pk__in=keys)
    moved.update(state=new, updated_at=now, revision=F("revision") + 1)
    ContactConsent.objects.bulk_create(
        ContactConsent(
            team_id=run.team_id,
            contact_id=key,
            at=now,
            given=new == ContactState.SUBSCRIBED,
            way=ConsentSource.RULE,
            user_id=run.user_id,
            fullname=run.fullname,
        )
        for key in keys
    )
    return keys


ACTIONS: Mapping[str, HygieneAction] = {
    SunsetAction.LABEL: HygieneAction(_add_label, _remove_label),
    SunsetAction.SUPPRESS: HygieneAction(_suppress, _remove_suppression),
    SunsetAction.UNSUBSCRIBE: HygieneAction(_unsubscribe, _resubscribe),
}
