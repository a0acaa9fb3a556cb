"""Moves contacts through the funnel and renames its stages."""

from collections.abc import Iterable
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F

from server.activity.services import Author
from server.contacts import events, values
from server.contacts.models import Contact, StageName
from server.contacts.services import history
from server.contacts.services.contacts import publish_changes
from server.contacts.states import Stage
from server.core import clock, rooms
from server.core.causes import NAME_IN_USE
from server.core.errors import FieldsInvalid
from server.core.events import publish


def move_to_stage(*, team_id: UUID, ids: Iterable[int], stage: str, by: Author | None, quiet: bool = False) -> int:
    """Moves contacts to a stage, or with "" out of the funnel. Returns how many changed.

    With `quiet`, the caller publishes the change.
    """
    with transaction.atomic():
        elsewhere = Contact.objects.for_team(team_id).filter(pk__in=list(ids)).exclude(funnel=stage)
        keys = list(elsewhere.order_by("pk").select_for_update().values_list("pk", flat=True))
        if keys:
            now = clock.now()
            moved = Contact.objects.for_team(team_id).filter(pk__in=keys)
            moved.update(funnel=stage, updated_at=now, revision=F("revision") + 1)
            history.set_stage_change_user(team_id=team_id, ids=keys, at=now, by=by)
            if not quiet:
                publish_changes(team_id=team_id, action="updated", ids=keys, count=len(keys))
    return len(keys)


def rename(*, team_id: UUID, stage: Stage, name: str) -> str | None:
    """Renames a stage, or with "" restores the default name. Raises FieldsInvalid for the name of another stage."""
    if values.STAGE_BY_DEFAULT_NAME.get(name.lower(), stage) != stage:
        raise FieldsInvalid.of("name", NAME_IN_USE, name)
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
        raise FieldsInvalid.of("name", NAME_IN_USE, name) from error
    return name or None
