"""Changes labels. Messages keep their tags regardless of labels."""

from uuid import UUID

from django.db import IntegrityError, transaction

from server.activity import services as activity
from server.core import clock
from server.core.errors import FieldsInvalid, NotFound
from server.transactional.causes import NOT_PRINTABLE
from server.transactional.identities import Actor
from server.transactional.models import TransactionalLabel
from server.transactional.record_errors import NameInUse


@transaction.atomic
def create(*, team_id: UUID, name: str, description: str, by: Actor) -> TransactionalLabel:
    """Raises FieldsInvalid, NameInUse."""
    label = TransactionalLabel(team_id=team_id, created_at=clock.now())
    _write(label, name, description)
    activity.record(team_id=team_id, by=by, reference="transactional-label", action="CREATED", name=label.name)
    return label


@transaction.atomic
def update(*, team_id: UUID, label_id: UUID, name: str, description: str, by: Actor) -> TransactionalLabel:
    """Raises NotFound, FieldsInvalid, NameInUse."""
    label = _lock_label(team_id, label_id)
    _write(label, name, description)
    activity.record(team_id=team_id, by=by, reference="transactional-label", action="UPDATED", name=label.name)
    return label


@transaction.atomic
def delete(*, team_id: UUID, label_id: UUID, by: Actor) -> None:
    label = _lock_label(team_id, label_id)
    activity.record(team_id=team_id, by=by, reference="transactional-label", action="DELETED", name=label.name)
    label.delete()


def _lock_label(team_id: UUID, label_id: UUID) -> TransactionalLabel:
    label = TransactionalLabel.objects.for_team(team_id).select_for_update().filter(pk=label_id).first()
    if label is None:
        raise NotFound
    return label


def _write(label: TransactionalLabel, name: str, description: str) -> None:
    label.name, label.description = " ".join(name.split()), description.strip()
    # A tag is part of a header in messages submitted over SMTP.
    if not label.name or not label.name.isprintable():
        raise FieldsInvalid.of("name", NOT_PRINTABLE, name)
    try:
        with transaction.atomic():
            label.save()
    except IntegrityError as error:
        if "trx_label_name" in str(error):
            raise NameInUse.of(label.name) from None
        raise
