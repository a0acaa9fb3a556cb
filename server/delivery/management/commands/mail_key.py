import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from server.senders.keys import new_key, new_selector, record_text
from server.senders.states import Algorithm


class Command(BaseCommand):
    help = "Makes a key that signs the product's own mail (DKIM), and says what to publish and to set."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="where the key is written; only its owner can read it")
        parser.add_argument("--ed25519", action="store_true", help="an Ed25519 key, to be used beside an RSA one")

    def handle(self, *_args: Any, **options: Any) -> None:
        algorithm = Algorithm.ED25519 if options["ed25519"] else Algorithm.RSA
        pem, public = new_key(algorithm)
        path: Path = options["file"].absolute()
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(pem)
        except OSError as error:
            raise CommandError(f"The key can't be written: {error}") from error
        selector = new_selector(algorithm)
        domain = settings.MAIL_FROM.rpartition("@")[2].lower()
        self.stdout.write(f'{selector}._domainkey.{domain}. TXT "{record_text(algorithm, public)}"')
        self.stdout.write(f"DASH_MAIL_KEYS={selector}={path}")
