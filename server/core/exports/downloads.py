"""Files that are made for somebody, kept for a while, and had from a signed address by whoever holds it."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.http import FileResponse

from server.core import clock
from server.core.errors import NotFound

TYPES: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
    "pdf": "application/pdf",
}


# What a team's finished files of one kind may occupy: several exports of a million contacts.
MAX_TEAM_FILES_BYTES: Final = 1 << 30


class Made(Protocol):
    """The row of a file. `expires_at` is there once the file is; `zone` is that of who asked for it."""

    pk: Any
    format: Any
    zone: Any
    created_at: Any
    expires_at: Any
    size_bytes: Any

    def save(self, *, update_fields: Sequence[str]) -> None: ...


Row = TypeVar("Row", bound=Made)


@dataclass(frozen=True)
class Downloads(Generic[Row]):
    """The files of one kind.

    `folder` is below the folder of uploads, `on_disk` the finished file's name there by its format, `address` what the
    signed part follows in the path, `find` finds a row by its key across teams, and `titled` is what the file is
    called, before the day and its ending.
    """

    salt: str
    address: str
    folder: str
    on_disk: Mapping[str, str]
    find: Callable[[UUID], Row | None]
    titled: Callable[[Row], str]

    def folder_of(self, key: UUID) -> Path:
        """Where a file is made and kept."""
        return settings.UPLOAD_FOLDER / self.folder / str(key)

    def folders(self) -> list[UUID]:
        """The rows that have files."""
        root = settings.UPLOAD_FOLDER / self.folder
        return [UUID(folder.name) for folder in root.iterdir()] if root.exists() else []

    def discard(self, key: UUID) -> None:
        """Drops the files of a row. Harmless where there are none."""
        shutil.rmtree(self.folder_of(key), ignore_errors=True)

    def path_of(self, row: Row) -> Path:
        """Where the finished file is."""
        return self.folder_of(row.pk) / self.on_disk[row.format]

    def is_there(self, row: Row) -> bool:
        """Whether it can be had."""
        expires: datetime | None = row.expires_at
        return expires is not None and expires > clock.now()

    def url(self, row: Row) -> str | None:
        """The address that it is had from, until it expires."""
        return self.address + self.token_of(row) if self.is_there(row) else None

    def token_of(self, row: Row) -> str:
        """The signed part of the address, whether or not there is a file."""
        return signing.dumps(str(row.pk), salt=self.salt)

    def at(self, token: str) -> Row:
        """The row that a signed address names. Raises NotFound for a forged address, and when its time is over."""
        try:
            key = UUID(signing.loads(token, salt=self.salt))
        except (signing.BadSignature, ValueError) as error:
            raise NotFound from error
        row = self.find(key)
        if row is None or not self.is_there(row):
            raise NotFound
        return row

    def name_of(self, row: Row) -> str:
        """What the file is called, by the day in the zone of who asked for it."""
        return f"{self.titled(row)}-{row.created_at.astimezone(ZoneInfo(row.zone)):%Y-%m-%d}.{row.format}"

    def response(self, row: Row) -> FileResponse:
        """The file as a download. Raises NotFound where the disk has lost it."""
        try:
            file = self.path_of(row).open("rb")
        except FileNotFoundError as error:
            raise NotFound from error
        answer = FileResponse(file, as_attachment=True, filename=self.name_of(row), content_type=TYPES[row.format])
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

    def forget_old(self, is_made: Callable[[Row], bool]) -> None:
        """Drops the files that are past their time, or ended without one, of all teams; `is_made` says of a row that
        somebody is still making it."""
        for key in self.folders():
            row = self.find(key)
            if row is None or not (is_made(row) or self.is_there(row)):
                self.discard(key)
