"""Creating and changing teams."""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from pydantic.alias_generators import to_camel

from server.accounts.models import User
from server.core import clock
from server.core.callers import Caller
from server.core.causes import NOT_EMAIL, NOT_URL, TOO_LONG
from server.core.edits import check_base
from server.core.errors import FieldsInvalid
from server.core.text import is_email, normalize_email, normalize_url
from server.teams.lengths import WEBSITE_LENGTH
from server.teams.models import Member, MemberRole, Team

DEFAULT_VENDOR = "mt"
API_NAMES = {"zipcode": "zipCode"}  # API names that differ from the field in camelCase
SLUG_LENGTH = 50  # leaves space for the suffix within the 63 characters of a host name label


def create(*, name: str, owner: User, phone: str = "", vendor: str = DEFAULT_VENDOR) -> Team:
    """Creates a team with `owner` as owner and admin. Its slug is unique and derived from the name (TEAM-64)."""
    with transaction.atomic():
        team = _create_with_free_slug(name=name, phone=phone, email=owner.email, language=owner.language, vendor=vendor)
        has_default = Member.objects.filter(user=owner, is_default=True).exists()
        Member.objects.create(
            team=team,
            user=owner,
            role=MemberRole.ADMIN,
            is_owner=True,
            is_default=not has_default,
            joined_at=clock.now(),
        )
    return team


def update(*, by: Caller, changes: Mapping[str, Any], base: Mapping[str, object]) -> Team:
    """Stores new values of the team’s fields, by name (TEAM-153 to 169). `base` has the values that they replace, by
    the names of the API. Raises EditConflict, FieldsInvalid."""
    fields = dict(changes)
    if fields.get("website"):
        fields["website"] = normalize_url(fields["website"])
        if not fields["website"]:
            raise FieldsInvalid.of("website", NOT_URL, changes["website"], example="https://example.com")
        if len(fields["website"]) > WEBSITE_LENGTH:
            raise FieldsInvalid.of("website", TOO_LONG, changes["website"], max=WEBSITE_LENGTH)
    if fields.get("email"):
        fields["email"] = normalize_email(fields["email"])
        if not is_email(fields["email"]):
            raise FieldsInvalid.of("email", NOT_EMAIL, changes["email"], example="hello@example.com")
    with transaction.atomic():
        team = Team.objects.select_for_update(no_key=True).get(pk=by.team_id)
        stored = {name: getattr(team, name) for name in fields}
        check_base(base, stored=_to_api_names(stored), new=_to_api_names(fields))
        for name, value in fields.items():
            setattr(team, name, value)
        team.save(update_fields=list(fields))
    return team


def _to_api_names(fields: Mapping[str, object]) -> dict[str, object]:
    return {API_NAMES.get(name) or to_camel(name): value for name, value in fields.items()}


def _create_with_free_slug(*, name: str, **fields: str) -> Team:
    """Uses the plain slug if it is free, else one with a random suffix, as in a race between two registrations."""
    plain = slugify(name)[:SLUG_LENGTH].strip("-") or "team"
    for slug in (plain, f"{plain}-{secrets.token_hex(3)}"):
        try:
            with transaction.atomic():
                return Team.objects.create(name=name, slug=slug, created_at=clock.now(), **fields)
        except IntegrityError:
            continue
    return Team.objects.create(name=name, slug=f"{plain}-{secrets.token_hex(6)}", created_at=clock.now(), **fields)
