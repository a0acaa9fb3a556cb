"""Prints a sign-in link, for a user who receives none of our emails."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from server.accounts.models import User
from server.core.text import normalize_email
from server.identity.errors import NoTeam
from server.identity.services import links


class Command(BaseCommand):
    help = "Prints a link that signs a user in once. Anyone with the link can use it: send it only to the user."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--payment", action="store_true", help="the session can only pay; the link lasts 7 days")

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(email=normalize_email(options["email"])).first()
        if user is None:
            raise CommandError("No user has this address.")
        try:
            self.stdout.write(links.create_link(user=user, payment_only=options["payment"]))
        except NoTeam as error:
            raise CommandError("The user isn't a member of any team.") from error
