"""Bulk operations of the contacts app."""

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from server.contacts import permissions
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import contacts, decisions, funnel, labels, retyping
from server.contacts.services.bulk import BulkOperation, Options
from server.contacts.states import ContactState


def _label(team_id: UUID, ids: Sequence[int], options: Options) -> int:
    # Skips labels that were deleted since the request.
    known = label_selectors.by_ids(team_id=team_id, ids=[*options["add"], *options["remove"]])
    add, remove = ([label for label in options[way] if label in known] for way in ("add", "remove"))
    return labels.change(team_id=team_id, ids=ids, add=add, remove=remove, by=options.get("by"), quiet=True)


def _delete(team_id: UUID, ids: Sequence[int], _options: Options) -> int:
    return len(contacts.remove(team_id=team_id, ids=ids))


def _decide(to: ContactState) -> Callable[[UUID, Sequence[int], Options], int]:
    def change(team_id: UUID, ids: Sequence[int], options: Options) -> int:
        words, by = options["words"], options.get("by")
        return decisions.decide(team_id=team_id, ids=ids, to=to, words=words, by=by, quiet=True)

    return change


def _stage(team_id: UUID, ids: Sequence[int], options: Options) -> int:
    return funnel.move(team_id=team_id, ids=ids, stage=options["stage"], by=options.get("by"), quiet=True)


OPERATIONS: Mapping[str, BulkOperation] = {
    "label": BulkOperation(permissions.EDIT, _label, "updated"),
    "stage": BulkOperation(permissions.EDIT, _stage, "updated"),
    "delete": BulkOperation(permissions.DELETE, _delete, "deleted", "DELETED"),
    "subscribe": BulkOperation(permissions.EDIT, _decide(ContactState.SUBSCRIBED), "updated", "UPDATED"),
    "unsubscribe": BulkOperation(permissions.EDIT, _decide(ContactState.UNSUBSCRIBED), "updated", "UPDATED"),
    retyping.KIND: BulkOperation(
        permissions.FIELD,
        retyping.change,
        "updated",
        prepare=retyping.start,
        narrow=retyping.among,
        can_stop=False,
    ),
}
