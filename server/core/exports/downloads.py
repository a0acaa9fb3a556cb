"""Finished files, downloaded from a signed URL until they expire."""

import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, Generic
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import FileResponse

from server.core import clock
from server.core.errors import NotFound
from server.core.exports.rows import Row

CONTENT_TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
    "pdf": "application/pdf",
}


# The maximum total size of a team's finished files of one kind: several exports of a million contacts.
MAX_TEAM_FILES_BYTES: Final = 1 << 30


@dataclass(frozen=True)
class Downloads(Generic[Row]):
    """The files of one kind.

    `folder` is below the upload folder, and `on_disk` names the finished file in it by format. `address` is the URL
    before the signed part. `find` finds a row by its key across teams. `titled` is the file's name before the day.
    """

    salt: str
    address: str
    folder: str
    on_disk: Mapping[str, str]
    find: Callable[[UUID], Row | None]
    titled: Callable[[Row], str]

    def folder_of(self, key: UUID) -> Path:
        return settings.UPLOAD_FOLDER / self.folder / str(key)

    def folders(self) -> list[UUID]:
        root = settings.UPLOAD_FOLDER / self.folder
        return [UUID(folder.name) for folder in root.iterdir()] if root.exists() else []

    def discard(self, key: UUID) -> None:
        shutil.rmtree(self.folder_of(key), ignore_errors=True)

    def path_of(self, row: Row) -> Path:
        return self.folder_of(row.pk) / self.on_disk[row.format]

    def is_available(self, row: Row) -> bool:
        return row.expires_at is not None and row.expires_at > clock.now()

    def url(self, row: Row) -> str | None:
        """None once the file has expired."""
        return self.address + self.token_of(row) if self.is_available(row) else None

    def token_of(self, row: Row) -> str:
        return signing.dumps(str(row.pk), salt=self.salt)

    def at(self, token: str) -> Row:
        """The row of a signed URL. Raises NotFound for a forged or expired URL."""
        try:
            key = UUID(signing.loads(token, salt=self.salt))
        except (signing.BadSignature, ValueError) as error:
            raise NotFound from error
        row = self.find(key)
        if row is None or not self.is_available(row):
            raise NotFound
        return row

    def name_of(self, row: Row) -> str:
        return f"{self.titled(row)}-{row.created_at.astimezone(ZoneInfo(row.zone)):%Y-%m-%d}.{row.format}"

    def response(self, row: Row) -> FileResponse:
        try:
            file = self.path_of(row).open("rb")
        except FileNotFoundError as error:
            raise NotFound from error
        answer = FileResponse(
            file, as_attachment=True, filename=self.name_of(row), content_type=CONTENT_TYPES[row.format]
        )
        answer["Cache-Control"] = "private, no-store"
        return answer

    def expire_excess(self, rows: Iterable[Row]) -> None:
        """Expires a team's oldest files beyond MAX_TEAM_FILES_BYTES, in the caller's transaction; the newest stays.

        `rows` are those of the team that have a file, newest first.
        """
        total_bytes = 0
        for place, row in enumerate(rows):
            total_bytes += row.size_bytes
            if place and total_bytes > MAX_TEAM_FILES_BYTES:
                row.expires_at = clock.now()
                row.save(update_fields=["expires_at"])
                transaction.on_commit(partial(self.discard, row.pk))

    def purge_expired(self, *, is_running: Callable[[Row], bool]) -> None:
        """Also deletes the folder of a row that ended without a finished file."""
        for key in self.folders():
            row = self.find(key)
            if row is None or not (is_running(row) or self.is_available(row)):
                self.discard(key)
