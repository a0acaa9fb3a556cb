"""Changes subaccounts.

A subaccount with active keys is deleted only with `revoke_keys`: its keys are revoked and stay in the list of keys,
because sent messages refer to them. Messages that it has submitted are still sent.
"""

from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Coalesce

from server.activity import services as activity
from server.core import clock, in_use
from server.core.causes import NAME_REQUIRED, NOT_EMAIL
from server.core.errors import FieldsInvalid, NotFound
from server.core.text import is_email, normalize_email
from server.transactional.identities import Actor
from server.transactional.models import ApiKey, Subaccount
from server.transactional.record_errors import NameInUse

NOUN = "transactional.subaccount"


@transaction.atomic
def create(*, team_id: UUID, name: str, email: str, active: bool, monthly_limit: int | None, by: Actor) -> Subaccount:
    """Raises FieldsInvalid, NameInUse."""
    subaccount = Subaccount(team_id=team_id, created_at=clock.now())
    _fill(subaccount, name=name, email=email, active=active, monthly_limit=monthly_limit)
    _save(subaccount)
    activity.record(
        team_id=team_id,
        by=by,
        reference="subaccount",
        action="CREATED",
        name=subaccount.name,
        link=f"/subaccount/{subaccount.pk}",
    )
    return subaccount


@transaction.atomic
def update(
    *,
    team_id: UUID,
    subaccount_id: UUID,
    name: str,
    email: str,
    active: bool,
    monthly_limit: int | None,
    by: Actor,
) -> Subaccount:
    """Changes a subaccount; a lower limit applies to new messages. Raises NotFound, FieldsInvalid, NameInUse."""
    subaccount = _lock_subaccount(team_id, subaccount_id)
    _fill(subaccount, name=name, email=email, active=active, monthly_limit=monthly_limit)
    _save(subaccount)
    activity.record(
        team_id=team_id,
        by=by,
        reference="subaccount",
        action="UPDATED",
        name=subaccount.name,
        link=f"/subaccount/{subaccount.pk}",
    )
    return subaccount


@transaction.atomic
def delete(*, team_id: UUID, subaccount_id: UUID, revoke_keys: bool, by: Actor) -> None:
    """Deletes a subaccount. Raises NotFound; InUse with the active keys, unless they are to be revoked."""
    subaccount = _lock_subaccount(team_id, subaccount_id)
    keys = list(ApiKey.objects.for_team(team_id).filter(subaccount=subaccount).select_for_update().order_by("pk"))
    if not revoke_keys:
        in_use.check(NOUN, team_id=team_id, ids=[str(subaccount.pk)])
    now = clock.now()
    theirs = ApiKey.objects.for_team(team_id).filter(pk__in=[key.pk for key in keys])
    theirs.update(revoked_at=Coalesce("revoked_at", Value(now)), subaccount=None)
    activity.record(
        team_id=team_id,
        by=by,
        reference="subaccount",
        action="DELETED",
        name=subaccount.name,
        link=f"/subaccount/{subaccount.pk}",
    )
    subaccount.delete()


def _lock_subaccount(team_id: UUID, subaccount_id: UUID) -> Subaccount:
    subaccount = Subaccount.objects.for_team(team_id).select_for_update().filter(pk=subaccount_id).first()
    if subaccount is None:
        raise NotFound
    return subaccount


def _fill(subaccount: Subaccount, *, name: str, email: str, active: bool, monthly_limit: int | None) -> None:
    subaccount.name = " ".join(name.split())
    subaccount.email = normalize_email(email)
    subaccount.active, subaccount.monthly_limit = active, monthly_limit
    if not subaccount.name:
        raise FieldsInvalid.of("name", NAME_REQUIRED, name)
    if subaccount.email and not is_email(subaccount.email):
        raise FieldsInvalid.of("email", NOT_EMAIL, email, example="name@example.com")


def _save(subaccount: Subaccount) -> None:
    """Saves all fields except the monthly count, which changes concurrently."""
    fields = ["name", "email", "active", "monthly_limit"]
    try:
        with transaction.atomic():
            subaccount.save(force_insert=True) if subaccount._state.adding else subaccount.save(update_fields=fields)
    except IntegrityError as error:
        if "trx_subaccount_name" in str(error):
            raise NameInUse.of(subaccount.name) from None
        raise
