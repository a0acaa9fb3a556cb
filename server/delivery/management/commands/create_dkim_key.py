"""Creates a DKIM key of the product's own domain."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from server.senders.keys import build_record_text, generate_key, generate_selector
from server.senders.states import Algorithm


class Command(BaseCommand):
    help = "Creates a key that signs the product's own email (DKIM). Prints the DNS record and the setting."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="path of the new file; only its owner can read it")
        parser.add_argument("--ed25519", action="store_true", help="creates an Ed25519 key, for use with an RSA key")

    def handle(self, *_args: Any, **options: Any) -> None:
        algorithm = Algorithm.ED25519 if options["ed25519"] else Algorithm.RSA
        pem, public = generate_key(algorithm)
        path: Path = options["file"].absolute()
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(pem)
        except OSError as error:
            raise CommandError(f"The key can't be written: {error}") from error
        selector = generate_selector(algorithm)
        domain = settings.MAIL_FROM.rpartition("@")[2].lower()
        self.stdout.write(f'{selector}._domainkey.{domain}. TXT "{build_record_text(algorithm, public)}"')
        self.stdout.write(f"DASH_EMAIL_DKIM_KEYS={selector}={path}")
