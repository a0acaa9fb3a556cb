"""`bin/manage make_operator ADDRESS`: the first operator of the support console."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from server.core.errors import NotFound
from server.support.errors import NotValidated
from server.support.services import actions


class Command(BaseCommand):
    help = "Gives the holder of an address the operator's role, and records it. Further ones are made in the console."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", help="address of an account whose address is validated")

    def handle(self, *_args: Any, email: str, **_options: Any) -> None:
        try:
            made = actions.grant_first_role(email=email)
        except NotFound as error:
            raise CommandError(f"Nobody has the address {email}: register first.") from error
        except NotValidated as error:
            raise CommandError(f"{email} is not validated yet: open the link in the mail first.") from error
        self.stdout.write(f"{email} is an operator now." if made else f"{email} was an operator already.")
        self.stdout.write("The console opens after a sign-in with an authenticator app (Account security).")
