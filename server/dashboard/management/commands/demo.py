"""`bin/manage demo`: creates the demo unless it exists, and prints how to sign in."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from server.dashboard.demo import scenarios, sign_in
from server.teams import demo as teams


class Command(BaseCommand):
    help = "Creates two demo teams unless they exist, and prints how to sign in. Only with DASH_DEMO=true."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This works only in demo mode. Set DASH_DEMO=true.")
        owners = ((teams.DEWI, "Sign in as     "), (teams.PUTRI, "A plan at 98%  "))
        scenarios.create_demo(password_of={owner.email: sign_in.derive_password(owner.email) for owner, _ in owners})
        for owner, title in owners:
            works = sign_in.is_initial_password_valid(owner.email)
            password = sign_in.derive_password(owner.email) if works else "(the password was changed)"
            self.stdout.write(f"{title} {owner.email}   {password}")
