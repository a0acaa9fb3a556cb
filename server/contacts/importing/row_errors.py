"""Reasons why a row is rejected: stored as codes, translated when read.

The reasons of a row are `<column>:<code>` or `<column>:<code>=<number>`, joined by semicolons. A reason for the whole
row has no column.
"""

from collections.abc import Mapping, Sequence

ENGLISH = "en"
EXTRA_CELLS, LIMIT_REACHED = ":extraCells", ":noRoom"

TEXTS: Mapping[str, Mapping[str, str]] = {
    "empty": {"en": "empty", "id": "kosong"},
    "email": {"en": "not an email address", "id": "bukan alamat email"},
    "phone": {"en": "not a phone number", "id": "bukan nomor telepon"},
    "date": {"en": "not a date", "id": "bukan tanggal"},
    "moment": {"en": "not a date and time", "id": "bukan tanggal dan jam"},
    "number": {"en": "not a number", "id": "bukan angka"},
    "check": {"en": "not yes or no", "id": "bukan ya atau tidak"},
    "choice": {"en": "not one of the choices", "id": "tidak ada dalam pilihan"},
    "url": {"en": "not a URL", "id": "bukan URL"},
    "unknown": {"en": "unknown value", "id": "nilai tidak dikenal"},
    "timezone": {"en": "unknown time zone", "id": "zona waktu tidak dikenal"},
    "stage": {"en": "unknown funnel stage", "id": "tahap corong tidak dikenal"},
    "tag": {"en": "invalid label name", "id": "nama label tidak valid"},
    "tooLong": {"en": "longer than {} characters", "id": "lebih dari {} karakter"},
    "extraCells": {"en": "More cells than header columns", "id": "Sel lebih banyak daripada judul kolom"},
    "noRoom": {"en": "Your plan’s contact limit has been reached", "id": "Batas kontak paket Anda sudah tercapai"},
}
# The two columns that a failed-rows file adds after the original columns.
HEADINGS: Mapping[str, tuple[str, str]] = {"en": ("Reason", "Row"), "id": ("Alasan", "Baris")}


def describe_row(reasons: str, headings: Sequence[str], language: str) -> str:
    return "; ".join(_describe_column_error(reason, headings, language) for reason in reasons.split(";"))


def describe_error(code: str, language: str) -> str:
    name, _, figure = code.partition("=")
    texts = TEXTS[name]
    return texts.get(language, texts[ENGLISH]).format(figure)


def get_added_headings(language: str) -> tuple[str, str]:
    return HEADINGS.get(language, HEADINGS[ENGLISH])


def count_original_columns(headings: Sequence[str]) -> int:
    """Leaves out the two columns that a failed-rows file adds."""
    return len(headings) - 2 if tuple(headings[-2:]) in HEADINGS.values() else len(headings)


def _describe_column_error(reason: str, headings: Sequence[str], language: str) -> str:
    column, _, code = reason.partition(":")
    said = describe_error(code, language)
    return f"{headings[int(column)]}: {said}" if column else said
