"""Files that lie: each is refused by its own entry of the catalogue, and leaves nothing behind."""

import io
import os
import resource
import struct
import time
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from server.contacts.models import Contact, ImportJob
from tests.cast import Person
from tests.server.contacts.importing import errors, imported, prepare

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]

SECONDS = 5
HEAD = "Email,First name\n"
ROW = "ayu@example.com,Ayu\n"


def workbook(*rows: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def bomb(*, blocks: int = 60, honest: bool = True) -> bytes:
    """A workbook of 5 MB a block, small when packed; not `honest`: its directory says that the sheet has 1 KB."""
    file, name = io.BytesIO(), "xl/worksheets/sheet1.xml"
    plain = io.BytesIO(workbook(["Email"], ["a@x.com"]))
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for entry in source.infolist():
            if entry.filename != name:
                archive.writestr(entry, source.read(entry))
        cell = b'<c t="inlineStr"><is><t>' + b"A" * 1_000 + b"</t></is></c>"
        block = (b"<row>" + cell * 50 + b"</row>") * 100
        with archive.open(name, "w") as sheet:
            sheet.write(b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>')
            for _ in range(blocks):
                sheet.write(block)
            sheet.write(b"</sheetData></worksheet>")
        true_size = archive.getinfo(name).file_size
    if honest:
        return file.getvalue()
    return file.getvalue().replace(struct.pack("<L", true_size), struct.pack("<L", 1_024))


LIES: dict[str, tuple[str, bytes | str | Callable[[], bytes], str, int | None, int]] = {
    "a CSV named as a workbook": ("people.xlsx", HEAD + ROW, "invalidExcelFile", 128, 422),
    "a CSV named as an old workbook": ("people.xls", HEAD + ROW, "invalidExcelFile", 128, 422),
    "a workbook named as CSV": ("people.csv", workbook(["Email"], ["a@x.com"]), "invalidExcelFile", 128, 422),
    "an archive named as a workbook": ("people.xlsx", b"PK\x03\x04" + os.urandom(500), "invalidExcelFile", 128, 422),
    "a broken old workbook": (
        "people.xls",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
        "invalidExcelFile",
        128,
        422,
    ),
    "another kind of file": ("people.pdf", "%PDF-1.7", "importFormatError", 503, 422),
    "a line of 10 MB": ("people.csv", HEAD + "a" * 10_000_000, "importFormatError", 503, 422),
    "a line of 10 MB in the middle": (
        "people.csv",
        HEAD + ROW + "a," * 5_000_000 + "\n" + ROW,
        "importFormatError",
        503,
        422,
    ),
    "NUL bytes": ("people.csv", HEAD + "a\0yu@example.com,Ayu\n", "importEncodingError", 503, 422),
    "a picture": ("people.csv", bytes(range(1, 256)) * 40, "importEncodingError", 503, 422),
    "UTF-32": ("people.csv", (HEAD + ROW).encode("utf-32"), "importEncodingError", 503, 422),
    "UTF-16 cut in the middle": ("people.csv", (HEAD + ROW).encode("utf-16")[:-1], "importEncodingError", 503, 422),
    "no header": ("people.csv", ROW * 2, "importNoHeader", 502, 422),
    "a header of numbers": ("people.csv", "1,2\n" + ROW, "importNoHeader", 502, 422),
    "the same heading twice": ("people.csv", "Email,Name,EMAIL\na@x.com,A,B\n", "importHeaderError", 501, 422),
    "1,000 columns": (
        "people.csv",
        ",".join(f"c{n}" for n in range(1_000)) + "\n" + "," * 999 + "\n",
        "importHeaderError",
        501,
        422,
    ),
    "nothing": ("people.csv", b"", "importEmpty", 129, 422),
    "blank lines": ("people.csv", b"\n\n  \r\n", "importEmpty", 129, 422),
    "a header alone": ("people.csv", HEAD, "importEmpty", 129, 422),
    "a header and blank rows": ("people.csv", HEAD + ",\n\n", "importEmpty", 129, 422),
    "an empty workbook": ("people.xlsx", workbook(), "importEmpty", 129, 422),
    "no address anywhere": ("people.csv", "Name,City\nAyu,Depok\n", "emailFieldNotFound", 50, 422),
    "another delimiter": ("people.csv", "Email#Name\na@x.com#A\n", "importDelimiterError", 501, 422),
    "a bomb": ("people.xlsx", bomb, "importSizeError", 501, 413),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_file_that_lies_is_refused_by_its_entry(alice: Person, uploads: Path, lie: str) -> None:
    name, content, code, number, status = LIES[lie]
    content = content() if callable(content) else content
    begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    answer = prepare(alice, content, name)

    body = answer.json()
    assert (body["code"], body.get("number"), answer.status_code) == (code, number, status)
    assert time.perf_counter() - begun < SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KB
    assert ImportJob.objects.for_team(alice.team).count() == 0
    assert [path for path in uploads.rglob("*") if path.is_file()] == []


def test_a_bomb_whose_directory_lies_too_is_stopped_by_its_process(alice: Person, uploads: Path) -> None:
    begun = time.perf_counter()

    answer = prepare(alice, bomb(blocks=220, honest=False), "people.xlsx")

    assert answer.json()["code"] in ("importSizeError", "invalidExcelFile")
    assert time.perf_counter() - begun < 20
    assert [path for path in uploads.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (HEAD + ROW + 'bad@example.com,"Bagas\n' + ROW * 3, 3),
        (HEAD + ROW * 30_000 + '"never closed@example.com,B\n' + ROW * 90_000, 30_002),
        ('Email,"First name\n' + ROW, 1),
        (HEAD + 'a@x.com,"one\ntwo"\nb@x.com,"three\n', 4),
    ],
)
def test_a_quote_that_never_ends_is_named_by_its_line(alice: Person, content: str, line: int) -> None:
    answer = prepare(alice, content)

    assert (answer.status_code, answer.json()["code"], answer.json()["number"]) == (422, "importDataError", 503)
    assert answer.json()["payload"] == {"line": line}


def test_a_file_over_the_plans_limit_is_refused(alice: Person, uploads: Path) -> None:
    plan = alice.team.subscription.plan
    plan.import_bytes = 100
    plan.save()

    declared = prepare(alice, HEAD + ROW * 5_000)
    streamed = prepare(alice, HEAD + ROW * 5)

    for answer in (declared, streamed):
        assert (answer.status_code, answer.json()["code"]) == (413, "importSizeError")
        assert answer.json()["payload"] == {"limitBytes": 100}
    assert [path for path in uploads.rglob("*") if path.is_file()] == []


def test_a_form_without_a_file_is_refused(alice: Person) -> None:
    answer = alice.api._client.post("/api/contacts/import/prepare", {"file": "text"}, headers=alice.api._headers)

    assert (answer.status_code, answer.json()["code"]) == (400, "requiredFieldsNotSet")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("encoding", "told"), [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("cp1252", "mixed")]
)
def test_delimiter_and_encoding_are_told_from_the_content(
    alice: Person, delimiter: str, encoding: str, told: str
) -> None:
    text = "Email,Nama\r\nzoe@example.com,Zoë\r\n".replace(",", delimiter)

    prepared = prepare(alice, text.encode(encoding))
    done = imported(alice, text.encode(encoding))

    assert (prepared.json()["delimiter"], prepared.json()["encoding"]) == (delimiter, told)
    assert done["added"] == 1
    assert Contact.objects.for_team(alice.team).get().firstname == "Zoë"


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
def test_utf_16_of_either_order_imports(alice: Person, order: str) -> None:
    mark = b"\xff\xfe" if order == "utf-16-le" else b"\xfe\xff"

    done = imported(alice, mark + "Email,Nama\nayu@example.com,نادية\n".encode(order))

    assert done["state"] == "DONE"
    assert Contact.objects.for_team(alice.team).get().firstname == "نادية"


def test_lines_of_two_encodings_in_one_file_import(alice: Person) -> None:
    content = b"Email,Nama\n" + "a@x.com,Zoë\n".encode("cp1252") + "b@x.com,Jürgen\n".encode()

    imported(alice, content)

    assert list(Contact.objects.for_team(alice.team).order_by("email").values_list("firstname", flat=True)) == [
        "Zoë",
        "Jürgen",
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_any_line_end_imports(alice: Person, line_end: str) -> None:
    done = imported(alice, (HEAD + ROW + "b@example.com,Bagas").replace("\n", line_end))

    assert (done["total"], done["added"]) == (2, 2)


def test_a_workbook_imports(alice: Person) -> None:
    content = workbook(
        ["Email", "Phone", "Birthday", "Name"],
        ["a@x.com", 628123456789, date(1990, 12, 31), "Ayu"],
        ["b@x.com", "+62 811", None, "=1+1"],
        [None, None, None, None],
        ["c@x.com", None, datetime(2000, 1, 2), 12.5],  # noqa: DTZ001 -- a spreadsheet's has no zone
    )

    done = imported(alice, content, "people.xlsx")

    assert (done["total"], done["added"], done["failed"]) == (3, 2, 1)
    rows = Contact.objects.for_team(alice.team).order_by("email").values_list("email", "phone", "birthday", "firstname")
    assert list(rows) == [
        ("a@x.com", "628123456789", date(1990, 12, 31), "Ayu"),
        ("c@x.com", "", date(2000, 1, 2), "12.5"),
    ]
    assert "Phone: not a phone number" in errors(alice, done)


def test_formulas_import_unchanged_and_are_neutralised_in_the_error_file(alice: Person) -> None:
    content = (
        "Email,Name,Note,Phone,Score\n"
        'a@x.com,=1+1,"@SUM(A1)",+628123456789,-5\n'
        "bad,=cmd|calc,+A1,+628123456789,-5\n"
        "worse,-1+1,\t@x,+62 812,+5.5\n"
    )

    done = imported(alice, content)

    contact = Contact.objects.for_team(alice.team).get()
    assert (contact.firstname, contact.note, contact.phone) == ("=1+1", "@SUM(A1)", "+628123456789")
    assert errors(alice, done).splitlines()[1:] == [
        "bad,'=cmd|calc,'+A1,+628123456789,-5,Email: not an email address,3",
        "worse,'-1+1,'\t@x,'+62 812,+5.5,Email: not an email address; Phone: not a phone number,4",
    ]
