"""Report of the contacts that an undo retained: stored as codes, read in the user's language."""

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from uuid import UUID

import polars as pl

from server.contacts.importing import source_files
from server.core import formulas

FILE_NAME = "undo.csv"
# Separates the names of retained values. Names never contain it.
SEPARATOR = "|"

# (email, reason, names of columns with a retained value)
ReportLine = tuple[str, str, Iterable[str]]

TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "email": "Email",
        "why": "Reason",
        "left": "Values not restored",
        "changed": "Changed after the import",
        "noted": "Has a note",
        "wished": "Has set email preferences",
        "imported": "Also in a later import",
        "mailed": "Has received an email since the import",
        "inUse": "In use elsewhere",
        "written": "Some values were changed after the import",
        "firstname": "First name",
        "lastname": "Last name",
        "phone": "Phone",
        "birthday": "Birthday",
        "gender": "Gender",
        "city": "City",
        "country": "Country",
        "timezone": "Time zone",
        "company": "Company",
        "note": "Note",
        "funnel": "Funnel",
    },
    "id": {
        "email": "Email",
        "why": "Alasan",
        "left": "Nilai yang tidak dikembalikan",
        "changed": "Sudah diubah setelah impor",
        "noted": "Memiliki catatan",
        "wished": "Sudah memilih preferensi email",
        "imported": "Ada juga di impor berikutnya",
        "mailed": "Sudah menerima email setelah impor",
        "inUse": "Sedang dipakai di tempat lain",
        "written": "Beberapa nilai sudah diubah setelah impor",
        "firstname": "Nama depan",
        "lastname": "Nama belakang",
        "phone": "Telepon",
        "birthday": "Tanggal lahir",
        "gender": "Jenis kelamin",
        "city": "Kota",
        "country": "Negara",
        "timezone": "Zona waktu",
        "company": "Perusahaan",
        "note": "Catatan",
        "funnel": "Corong",
    },
}


def get_path(import_id: UUID) -> Path:
    return source_files.get_folder(import_id) / FILE_NAME


def append_lines(import_id: UUID, lines: Iterable[ReportLine], *, length: int) -> int:
    """Appends after the committed length and returns the new one. Truncates what a crash left behind."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        (email, reason, SEPARATOR.join(left)) for email, reason, left in lines
    )
    data = text.getvalue().encode()
    if not data:
        return length
    path = get_path(import_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("r+b" if path.exists() else "w+b") as file:
        file.truncate(length)
        file.seek(length)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return length + len(data)


def read_lines(import_id: UUID, *, length: int, language: str, custom: Mapping[str, str]) -> Iterator[bytes]:
    """`custom` has the names of custom fields by target."""
    words = TEXTS.get(language, TEXTS["en"])
    names = {**words, **custom}
    yield _build_csv([(words["email"], words["why"], words["left"])])
    with get_path(import_id).open("rb") as file:
        lines = io.TextIOWrapper(io.BytesIO(file.read(length)), encoding="utf-8", newline="")
        batch: list[tuple[str, str, str | None]] = []
        for email, reason, left in csv.reader(lines):
            named = [names.get(name, name) for name in left.split(SEPARATOR) if name]
            batch.append((email, words[reason], ", ".join(named) or None))
            if len(batch) == 1_000:
                yield _build_csv(batch)
                batch = []
        if batch:
            yield _build_csv(batch)


def _build_csv(rows: list[tuple[str, str, str | None]]) -> bytes:
    safe = [tuple(formulas.escape_formula(cell or "") or None for cell in row) for row in rows]
    frame = pl.DataFrame(safe, schema=dict.fromkeys(("email", "why", "left"), pl.String), orient="row")
    return frame.write_csv(include_header=False).encode()
