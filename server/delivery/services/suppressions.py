"""A team's suppression list, as its members edit it."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal
from uuid import UUID

from django.db import transaction

from server.contacts.errors import ImportRowCountInvalid
from server.contacts.importing import record_reader, source_files
from server.contacts.reading_slots import acquire_reading_slot
from server.contacts.values import clean_email
from server.core import clock, formulas, rooms
from server.core.callers import Caller
from server.core.causes import NOT_IN_FUTURE
from server.core.errors import FieldsInvalid, NotFound
from server.core.events import publish
from server.delivery.errors import ComplaintNotRemovable
from server.delivery.events import SuppressionsChanged
from server.delivery.models import Suppression, SuppressionRemoval
from server.delivery.sql import suppressing
from server.delivery.states import SuppressionReason, SuppressionSource

MAX_FILE_BYTES = 5 << 20
MAX_FILE_ROWS = 100_000
MAX_EXAMPLES = 20  # of texts that are no addresses
# The team's own decisions, as opposed to the contact's.
TEAM_REASONS = (SuppressionReason.MANUAL, SuppressionReason.SUNSET)
ADDRESSES_PER_STATEMENT = 5_000  # addresses written by one statement


@dataclass(slots=True)
class SuppressionResult:
    """The result of adding a list of addresses."""

    added: int = 0
    known: int = 0
    invalid: int = 0
    examples: list[str] = field(default_factory=list)

    def refuse(self, text: str) -> None:
        self.invalid += 1
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(text[:100])


def add(
    *,
    team_id: UUID,
    emails: Iterable[str],
    marketing_only: bool,
    expires_at: datetime | None = None,
    reason: SuppressionReason = SuppressionReason.MANUAL,
    source: SuppressionSource = SuppressionSource.PERSON,
) -> SuppressionResult:
    """Suppresses these addresses. Existing suppressions are never weakened.

    Only a reason that is the contact's own action changes its state; after a manual suppression ends, the contact gets
    email again. Raises FieldsInvalid for an end in the past.
    """
    now = clock.now()
    if expires_at is not None and expires_at <= now:
        raise FieldsInvalid.of("expiresAt", NOT_IN_FUTURE, expires_at.isoformat())
    result = SuppressionResult()
    good: dict[str, None] = {}
    for text in emails:
        email = clean_email(text)
        if email is None:
            result.refuse(text)
        else:
            good[email] = None
    with transaction.atomic():
        for some in _split_chunks(list(good)):
            result.added += suppressing.add(
                team_id,
                emails=some,
                reason=reason,
                marketing_only=marketing_only,
                expires_at=expires_at,
                source=source,
                is_told=reason in TEAM_REASONS,
                now=now,
            )
        result.known = len(good) - result.added
        if good:
            _publish(team_id, "added", len(good))
    return result


def add_file(
    *,
    team_id: UUID,
    upload: Path,
    name: str,
    reason: SuppressionReason,
    marketing_only: bool,
    encoding: str | None = None,
) -> SuppressionResult:
    """Suppresses the addresses of a file: one per line, in any column. A heading is skipped.

    Bytes that are not UTF-8 are decoded by `encoding`. Raises what an import raises for an unreadable file
    (contacts/errors.py), and ImportBusy.
    """
    folder = source_files.get_folder(team_id).parent
    folder.mkdir(parents=True, exist_ok=True)
    with acquire_reading_slot(team_id), TemporaryDirectory(dir=folder) as place:
        plain = source_files.convert_upload(
            upload=upload, name=name, to=Path(place) / source_files.SOURCE, encoding=encoding
        )
        emails = list(_read_addresses(plain.path))
    return add(
        team_id=team_id,
        emails=emails,
        marketing_only=marketing_only,
        reason=reason,
        source=SuppressionSource.IMPORT,
    )


def _read_addresses(path: Path) -> Iterator[str]:
    # Bytes that are not UTF-8 occur only if a user chose Windows-1252.
    with path.open(encoding="utf-8", errors=record_reader.CP1252_FALLBACK, newline="") as lines:
        for number, line in enumerate(lines):
            if number > MAX_FILE_ROWS:
                raise ImportRowCountInvalid(payload={"rows": number, "limit": MAX_FILE_ROWS})
            text = line.strip()
            if not text:
                continue
            delimiter = next((sign for sign in ";\t|" if sign in text), ",")
            cells = [formulas.unescape_formula(cell) for cell in next(csv.reader([text], delimiter=delimiter), [])]
            found = next((cell for cell in cells if clean_email(cell) is not None), None)
            if found is not None or number > 0:
                yield found or text


def remove(*, team_id: UUID, suppression_id: int, why: str, by: Caller) -> None:
    """Logs who deleted the suppression and why. Raises NotFound or ComplaintNotRemovable."""
    with transaction.atomic():
        row = Suppression.objects.for_team(team_id).select_for_update().filter(pk=suppression_id).first()
        if row is None:
            raise NotFound
        if row.reason == SuppressionReason.COMPLAINT:
            raise ComplaintNotRemovable
        SuppressionRemoval.objects.create(
            team_id=team_id,
            email=row.email,
            reason=row.reason,
            why=why,
            user_id=by.user_id,
            fullname=by.fullname,
            removed_at=clock.now(),
        )
        row.delete()
        _publish(team_id, "removed", 1)


def _split_chunks(emails: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(emails), ADDRESSES_PER_STATEMENT):
        yield emails[start : start + ADDRESSES_PER_STATEMENT]


def _publish(team_id: UUID, action: Literal["added", "removed"], count: int) -> None:
    publish(SuppressionsChanged(action=action, count=count), rooms=[rooms.team(team_id)])
