"""`bin/manage make_operator ADDRESS`: the first operator of the support console."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from server.core.errors import NotFound
from server.support.errors import NotValidated
from server.support.services import actions


class Command(BaseCommand):
    help = "Makes a user an operator of the support console, and records it. Add further ones in the console."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="validated address of the user")

    def handle(self, *_args: Any, email: str, **_options: Any) -> None:
        try:
            made = actions.grant_first_role(email=email)
        except NotFound as error:
            raise CommandError(f"No user has the address {email}. Register it first.") from error
        except NotValidated as error:
            raise CommandError(f"{email} isn't validated. Open the link in the validation email first.") from error
        self.stdout.write(f"{email} is now an operator." if made else f"{email} is already an operator.")
        self.stdout.write("The console opens after a sign-in with an authenticator app (Account security).")
