"""Bulk operations of the contacts app."""

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from server.contacts import permissions
from server.contacts.selectors import labels as label_selectors
from server.contacts.services import contacts, decisions, field_conversions, funnel, labels
from server.contacts.services.bulk import BulkOperation, BulkOptions
from server.contacts.states import ContactState


def _change_labels(team_id: UUID, ids: Sequence[int], options: BulkOptions) -> int:
    # Skips labels that were deleted since the request.
    known = label_selectors.get_by_ids(team_id=team_id, ids=[*options["add"], *options["remove"]])
    add, remove = ([label for label in options[way] if label in known] for way in ("add", "remove"))
    return labels.change_labels(team_id=team_id, ids=ids, add=add, remove=remove, by=options.get("by"), quiet=True)


def _delete_contacts(team_id: UUID, ids: Sequence[int], _options: BulkOptions) -> int:
    return len(contacts.remove(team_id=team_id, ids=ids))


def _build_decision(to: ContactState) -> Callable[[UUID, Sequence[int], BulkOptions], int]:
    def change(team_id: UUID, ids: Sequence[int], options: BulkOptions) -> int:
        words, by = options["words"], options.get("by")
        return decisions.set_subscriptions(team_id=team_id, ids=ids, to=to, words=words, by=by, quiet=True)

    return change


def _change_stage(team_id: UUID, ids: Sequence[int], options: BulkOptions) -> int:
    return funnel.move_to_stage(team_id=team_id, ids=ids, stage=options["stage"], by=options.get("by"), quiet=True)


OPERATIONS: Mapping[str, BulkOperation] = {
    "label": BulkOperation(permissions.EDIT, _change_labels, "updated"),
    "stage": BulkOperation(permissions.EDIT, _change_stage, "updated"),
    "delete": BulkOperation(permissions.DELETE, _delete_contacts, "deleted", "DELETED"),
    "subscribe": BulkOperation(permissions.EDIT, _build_decision(ContactState.SUBSCRIBED), "updated", "UPDATED"),
    "unsubscribe": BulkOperation(permissions.EDIT, _build_decision(ContactState.UNSUBSCRIBED), "updated", "UPDATED"),
    field_conversions.KIND: BulkOperation(
        permissions.FIELD,
        field_conversions.convert_batch,
        "updated",
        prepare=field_conversions.start_conversion,
        narrow=field_conversions.filter_with_value,
        can_stop=False,
    ),
}
