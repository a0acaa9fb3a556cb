"""Sign-in and presence settings of a team."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from server.accounts.errors import AddressNotValidated
from server.core import events, rooms
from server.core.callers import Caller
from server.teams.events import SettingsChanged
from server.teams.models import Team


def change(*, changes: Mapping[str, Any], by: Caller) -> Team:
    """Stores settings of the caller's team, by field, and publishes an event if a value changed.

    Open sessions stay open: the settings apply at the next sign-in. Raises AddressNotValidated if a caller without a
    validated address requires a code at every sign-in.
    """
    with transaction.atomic():
        team = Team.objects.select_for_update(no_key=True).get(pk=by.team_id)
        if changes.get("enable_2fa") and not team.enable_2fa and not by.validated:
            raise AddressNotValidated
        changed = [name for name, value in changes.items() if getattr(team, name) != value]
        for name in changed:
            setattr(team, name, changes[name])
        if changed:
            team.save(update_fields=changed)
            told = SettingsChanged(
                multi_login=team.multi_login,  # type: ignore[arg-type]  # one of the choices
                show_presence=team.show_presence,
                enable_2fa=team.enable_2fa,
            )
            events.publish(told, rooms=[rooms.team(team.pk)])
    return team
