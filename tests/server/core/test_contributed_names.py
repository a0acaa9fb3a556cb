"""Names that apps contribute fit into their columns."""

import pytest
from django.db.models import CharField, Model

from server.activity.models import Activity
from server.activity.references import REFERENCES, RESERVED
from server.contacts.models import BulkAction
from server.contacts.services.bulk import OPERATIONS
from server.core.jobs import HANDLERS
from server.core.models import Job
from server.notifications.kinds import KINDS
from server.notifications.models import Notification
from server.segments.watchers import MAX_WATCHER_LENGTH, WATCHERS


def width(model: type[Model], column: str) -> int:
    field = model._meta.get_field(column)
    assert isinstance(field, CharField)
    assert field.max_length is not None
    return field.max_length


@pytest.mark.parametrize(
    ("names", "most"),
    [
        ([*REFERENCES, *(each.name for each in RESERVED)], width(Activity, "reference")),
        ([action for each in REFERENCES.values() for action in each.actions], width(Activity, "action")),
        (list(KINDS), width(Notification, "kind")),
        (list(OPERATIONS), width(BulkAction, "kind")),
        (list(HANDLERS), width(Job, "name")),
        (list(WATCHERS), MAX_WATCHER_LENGTH),
    ],
    ids=["references", "actions", "notification kinds", "bulk operations", "jobs", "watchers"],
)
def test_a_name_fits_into_its_column(names: list[str], most: int) -> None:
    assert [name for name in names if len(name) > most] == []
