"""Moves contacts through the funnel and renames its stages."""

from collections.abc import Iterable
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from server.activity.services import Doer
from server.contacts import events, values
from server.contacts.models import Contact, StageName
from server.contacts.services import history
from server.contacts.services.contacts import publish_changes
from server.contacts.states import Stage
from server.core import clock, rooms
from server.core.causes import NAME_TAKEN
from server.core.errors import FieldsInvalid
from server.core.events import publish


def move(*, team_id: UUID, ids: Iterable[int], stage: str, by: Doer | None, quiet: bool = False) -> int:
    """Moves contacts to a stage, or with "" out of the funnel. Returns how many changed."""
    with transaction.atomic():
        elsewhere = Contact.objects.for_team(team_id).filter(pk__in=list(ids)).exclude(funnel=stage)
        keys = list(elsewhere.order_by("pk").select_for_update().values_list("pk", flat=True))
        if keys:
            now = clock.now()
            moved = Contact.objects.for_team(team_id).filter(pk__in=keys)
            moved.update(funnel=stage, updated_at=now, revision=F("revision") + 1)
            history.moved(team_id=team_id, ids=keys, at=now, by=by)
            if not quiet:
                publish_changes(team_id=team_id, action="updated", ids=keys, count=len(keys))
    return len(keys)


def rename(*, team_id: UUID, stage: Stage, name: str) -> str | None:
    """Renames a stage, or with "" restores the default name. Raises FieldsInvalid for the name of another stage."""
    if values.STAGE_NAMES.get(name.lower(), stage) != stage:
        raise FieldsInvalid.of("name", NAME_TAKEN, name)
    try:
        with transaction.atomic():
            if name:
                StageName.objects.for_team(team_id).update_or_create(
                    stage=stage, defaults={"name": name}, create_defaults={"team_id": team_id, "name": name}
                )
            else:
                StageName.objects.for_team(team_id).filter(stage=stage).delete()
            publish(events.StageRenamed(stage=stage, called=name), rooms=[rooms.team(team_id)])
    except IntegrityError as error:
        raise FieldsInvalid.of("name", NAME_TAKEN, name) from error
    return name or None
