"""Encrypts all secrets at rest again after a change of DASH_SECRET_KEY."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from server.core import reencryption


class Command(BaseCommand):
    help = "Encrypts stored secrets again with the current DASH_SECRET_KEY. Can be interrupted and run again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--batch-rows", type=int, default=reencryption.BATCH_ROWS, help="rows per transaction")

    def handle(self, *_args: Any, **options: Any) -> None:
        broken = 0
        for column in reencryption.list_sealed_columns():
            progress = reencryption.ReencryptionProgress(column)
            for progress in reencryption.reencrypt(column, batch_rows=max(1, options["batch_rows"])):  # noqa: B007
                pass
            broken += progress.broken
            self.stdout.write(f"{column}: {progress.resealed} encrypted again, {progress.broken} unreadable")
        if broken:
            raise CommandError(
                f"{broken} values can't be decrypted with any known key. Add the key that encrypted them to"
                " DASH_PREVIOUS_SECRET_KEYS, and run this again."
            )
        self.stdout.write("Everything is encrypted with the current key.")
