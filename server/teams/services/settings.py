"""How a team's people sign in, and who sees whom."""

from django.db import transaction

from server.accounts.errors import AddressNotValidated
from server.core import events, rooms
from server.core.callers import Caller
from server.teams.events import SettingsChanged
from server.teams.models import Team
from server.teams.schemas import SettingsIn


def change(*, changes: SettingsIn, by: Caller) -> Team:
    """Changes those settings of the caller's team that were given, and tells the team where one is another now.

    Sessions that are open stay open: the settings speak at the next sign-in. Raises AddressNotValidated for a code at
    every sign-in wanted by somebody who might not get it.
    """
    fields = changes.model_dump(exclude_unset=True)
    with transaction.atomic():
        team = Team.objects.select_for_update(no_key=True).get(pk=by.team_id)
        if fields.get("enable_2fa") and not team.enable_2fa and not by.validated:
            raise AddressNotValidated
        changed = [name for name, value in fields.items() if getattr(team, name) != value]
        for name in changed:
            setattr(team, name, fields[name])
        if changed:
            team.save(update_fields=changed)
            told = SettingsChanged(
                multi_login=team.multi_login,  # type: ignore[arg-type]  # one of the choices
                show_presence=team.show_presence,
                enable_2fa=team.enable_2fa,
            )
            events.publish(told, rooms=[rooms.team(team.pk)])
    return team
