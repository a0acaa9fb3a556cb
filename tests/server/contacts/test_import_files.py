"""Import files in every supported format, and their failed-rows files."""

import csv
import gzip
import io
import secrets
import threading
from collections.abc import Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
from django.db import connection

from server.contacts.errors import ImportSizeInvalid
from server.contacts.importing import source_files
from server.contacts.models import Contact, ImportJob
from server.contacts.services.importing import failed_files
from tests.cast import Person
from tests.server.contacts import hostile
from tests.server.contacts.importing import errors, imported, prepare, start, work
from tests.server.contacts.old_workbooks import xls

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("uploads")]

HEAD = "Email,First name\n"
ROW = "ayu@example.com,Ayu\n"


def workbook(*rows: list[Any], others: dict[str, list[list[Any]]] | None = None) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for name, more in (others or {}).items():
        other = book.create_sheet(name)
        for row in more:
            other.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@pytest.mark.parametrize("title", ["a bomb", "a bomb whose directory lies", "a packed bomb"])
def test_others_are_answered_while_a_hostile_file_is_looked_at(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    kind = hostile.REFUSED[title]
    content, make_plain = kind.make(), source_files.convert_upload
    began, answered, ended, codes = threading.Event(), threading.Event(), threading.Event(), list[str]()

    def watched(**given: Any) -> source_files.PlainFile:
        began.set()
        try:
            return make_plain(**given)
        finally:
            answered.wait(30)
            ended.set()

    def upload() -> None:
        try:
            codes.append(prepare(alice, content, kind.name).json()["code"])
        finally:
            connection.close()

    monkeypatch.setattr(source_files, "convert_upload", watched)
    at_work = threading.Thread(target=upload)
    at_work.start()
    began.wait()
    while not ended.is_set():
        assert mallory.api.get("contacts/import/setting").status_code == 200
        answered.set()
    at_work.join()

    assert codes == [kind.code]


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
    assert files_in(uploads) == []


def test_a_form_without_a_file_is_refused(alice: Person) -> None:
    answer = alice.api._client.post("/api/contacts/import/prepare", {"file": "text"}, headers=alice.api._headers)

    assert (answer.status_code, answer.json()["code"]) == (400, "requiredFieldsNotSet")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", b""), ("utf-8-sig", b""), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")]
)
def test_delimiter_and_encoding_are_told_from_the_content(
    alice: Person, delimiter: str, encoding: str, mark: bytes
) -> None:
    content = mark + "Email,Nama\r\nzoe@example.com,Zoë نادية\r\n".replace(",", delimiter).encode(encoding)

    prepared = prepare(alice, content)
    done = imported(alice, content)

    assert (prepared.json()["delimiter"], prepared.json()["encoding"]) == (delimiter, encoding)
    assert done["added"] == 1
    assert Contact.objects.for_team(alice.team).get().firstname == "Zoë نادية"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_told_without_its_mark(alice: Person, encoding: str) -> None:
    prepared = prepare(alice, (HEAD + ROW).encode(encoding))

    assert (prepared.status_code, prepared.json()["encoding"]) == (200, encoding)
    assert prepared.json()["columns"][1]["cells"] == ["Ayu"]


def test_windows_1252_is_told_and_read_so_once_somebody_has_decided(alice: Person) -> None:
    content = b"Email,Nama\n" + "a@x.com,Zoë\n".encode("cp1252") + "b@x.com,Jürgen\n".encode()

    refused = prepare(alice, content)
    done = imported(alice, content, encoding="windows-1252")

    assert (refused.status_code, refused.json()["code"]) == (422, "importEncodingError")
    assert refused.json()["payload"] == {"line": 2, "sample": "Zoë", "readAs": "windows-1252"}
    assert done["added"] == 2
    names = Contact.objects.for_team(alice.team).order_by("email").values_list("firstname", flat=True)
    assert list(names) == ["Zoë", "Jürgen"]
    assert ImportJob.objects.for_team(alice.team).get().encoding == "windows-1252"


def test_another_encoding_than_the_known_ones_is_refused(alice: Person) -> None:
    answer = prepare(alice, HEAD + ROW, encoding="koi8-r")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")
    assert ImportJob.objects.for_team(alice.team).count() == 0


@pytest.mark.parametrize("name", ["people.csv.gz", "people.TSV.GZ", "people.txt.gz"])
def test_a_packed_text_imports(alice: Person, name: str) -> None:
    done = imported(alice, gzip.compress((HEAD + ROW).encode()), name)

    assert (done["total"], done["added"]) == (1, 1)


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


def test_cells_of_a_workbook_are_read_as_they_are_seen(alice: Person) -> None:
    for name in ("Code", "Rate", "Big", "Seen"):
        alice.api.post("contacts/field", {"name": name, "type": "text"})
    seen = datetime(2020, 1, 2, 3, 4)  # noqa: DTZ001 -- a spreadsheet's has no zone
    content = workbook(
        ["Email", "Phone", "Code", "Rate", "Big", "Seen"],
        ["a@x.com", 6281234567890, "00123", 0.1 + 0.2, 3175012345678901, seen],
        ["b@x.com", None, True, 1e-7, -12.5, time(3, 4)],
    )

    imported(alice, content, "people.xlsx")

    first, second = Contact.objects.for_team(alice.team).order_by("email")
    assert first.phone == "6281234567890"
    assert list(first.custom_field.values()) == ["00123", "0.3", "3175012345678900", "2020-01-02 03:04:00"]
    assert list(second.custom_field.values()) == ["true", "0.0000001", "-12.5", "03:04:00"]


def test_the_first_sheet_that_can_be_imported_is_taken_and_another_can_be_chosen(alice: Person, uploads: Path) -> None:
    content = workbook(
        ["How to fill this in"],
        ["One person a row"],
        others={"People": [["Email"], ["a@x.com"]], "More": [["Email", "Kota"], ["b@x.com", "Depok"], ["c@x.com"]]},
    )

    prepared = prepare(alice, content, "people.xlsx").json()
    import_id = prepared["importId"]
    chosen = alice.api.post("contacts/import/sheet", {"importId": import_id, "sheet": 2})
    refused = alice.api.post("contacts/import/sheet", {"importId": import_id, "sheet": 0})
    missing = alice.api.post("contacts/import/sheet", {"importId": import_id, "sheet": 3})

    assert (prepared["sheets"], prepared["sheet"]) == (["Sheet", "People", "More"], 1)
    assert chosen.status_code == 200
    told = chosen.json()
    assert (told["sheet"], told["total"], told["forecast"]["new"]) == (2, 2, 2)
    assert [column["target"] for column in told["columns"]] == ["email", "city"]
    assert (refused.status_code, refused.json()["code"]) == (422, "emailFieldNotFound")
    assert (missing.status_code, missing.json()["code"]) == (400, "invalidData")
    assert alice.api.get(f"contacts/import/{import_id}").json() == told
    start(alice, chosen)
    work()
    late = alice.api.post("contacts/import/sheet", {"importId": import_id, "sheet": 1})
    assert (late.status_code, late.json()["code"]) == (409, "actionNotAllowed")
    assert set(Contact.objects.for_team(alice.team).values_list("email", flat=True)) == {"b@x.com", "c@x.com"}
    assert files_in(uploads) == []


def test_another_teams_sheet_cannot_be_chosen(alice: Person, mallory: Person) -> None:
    content = workbook(["Email"], ["a@x.com"], others={"More": [["Email"], ["b@x.com"]]})
    import_id = prepare(alice, content, "people.xlsx").json()["importId"]

    answer = mallory.api.post("contacts/import/sheet", {"importId": import_id, "sheet": 1})

    assert answer.status_code == 404
    assert alice.api.get(f"contacts/import/{import_id}").json()["sheet"] == 0


def test_formulas_import_unchanged_and_are_neutralised_in_the_file_of_failed_rows(alice: Person) -> None:
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


FAILING = (
    ["Surel", "Nama", "HP", "Nilai"],
    ["good@x.com", "Ayu", "+62 812 3456", "7"],
    ["bad at x.com", "=1+1", "+62 812 3456", "-5"],
    ["worse@x.com", "Zoë", "00", "007"],
)
MENDED = {"bad at x.com": "bad@x.com", "00": "00812345"}


def as_text(rows: Sequence[Sequence[str]], delimiter: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def texts(rows: Sequence[Sequence[str]]) -> bytes:
    """Returns a workbook with text cells only."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            for place, value in enumerate(row):
                sheet.write_string(number, place, value)
    return file.getvalue()


FORMS = {
    "people.csv": lambda rows: as_text(rows, ",").encode(),
    "people.csv with a mark": lambda rows: as_text(rows, ";").encode("utf-8-sig"),
    "people.txt": lambda rows: as_text(rows, "|").encode(),
    "people.tsv": lambda rows: as_text(rows, "\t").encode("utf-16"),
    "people.csv of another order": lambda rows: b"\xfe\xff" + as_text(rows, ",").encode("utf-16-be"),
    "people.csv of Windows": lambda rows: as_text(rows, ",").encode("cp1252"),
    "people.csv.gz": lambda rows: gzip.compress(as_text(rows, ",").encode()),
    "people.xlsx": texts,
}


def opened(content: bytes, name: str) -> list[list[str]]:
    """Returns the cells as a spreadsheet shows them, without the apostrophe that escapes formulas."""
    if name.endswith(".xlsx"):
        sheet = openpyxl.load_workbook(io.BytesIO(content)).active
        assert sheet is not None
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}
        return [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    data = gzip.decompress(content) if name.endswith(".gz") else content
    encoding = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb": "utf-8-sig"}.get(data[:2], "utf-8")
    text = data.decode("cp1252" if "Windows" in name else encoding)
    delimiter = next(sign for sign in ";|\t," if sign in text)
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


@pytest.mark.parametrize("title", FORMS)
def test_failed_rows_come_back_in_the_form_of_the_file_and_import_once_mended(alice: Person, title: str) -> None:
    alice.user.language = "id"
    alice.user.save()
    name, decided = title.split(maxsplit=1)[0], {"encoding": "windows-1252"} if "Windows" in title else {}
    content = FORMS[title](FAILING)

    done = imported(alice, content, name, **decided)
    answer = alice.api.get(f"contacts/import/{done['importId']}/errors")
    failed = b"".join(answer.streaming_content)
    rows = opened(failed, title)

    assert answer.headers["Content-Disposition"] == f'attachment; filename="people-failed{name.removeprefix("people")}"'
    guard = "" if name.endswith(".xlsx") else "'"
    assert rows == [
        ["Surel", "Nama", "HP", "Nilai", "Alasan", "Baris"],
        ["bad at x.com", f"{guard}=1+1", f"{guard}+62 812 3456", "-5", "Surel: bukan alamat email", "3"],
        ["worse@x.com", "Zoë", "00", "007", "HP: bukan nomor telepon", "4"],
    ]
    mended = [[MENDED.get(cell, cell) for cell in row] for row in rows]
    again = imported(alice, FORMS[title](mended), name, **decided)
    assert (again["added"], again["updated"], again["failed"]) == (2, 0, 0)
    stored = Contact.objects.for_team(alice.team).order_by("email").values_list("email", "firstname", "phone")
    assert list(stored) == [
        ("bad@x.com", "=1+1", "+62 812 3456"),
        ("good@x.com", "Ayu", "+62 812 3456"),
        ("worse@x.com", "Zoë", "00812345"),
    ]


@pytest.mark.parametrize("name", ["people.csv", "people.csv.gz", "people.xlsx"])
def test_an_error_file_that_grows_too_large_is_refused_and_leaves_nothing(
    alice: Person, uploads: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    # Compression must not bypass the limit.
    rows = [["Email", "Note"], *(["bad", secrets.token_hex(32)] for _ in range(3_000))]
    done = imported(alice, FORMS[name](rows), name)
    job, before = ImportJob.objects.get(pk=done["importId"]), files_in(uploads)
    monkeypatch.setattr(failed_files, "MAX_OUTPUT_BYTES", 64 << 10)

    with pytest.raises(ImportSizeInvalid) as caught:
        failed_files.get_failed_file(job, language="en")

    assert caught.value.payload == {"limitBytes": 64 << 10}
    assert files_in(uploads) == before


@pytest.mark.parametrize(("seconds", "patience"), [(1.0, 120), (60.0, 0.5)])
def test_an_error_file_that_takes_too_long_is_refused_and_leaves_nothing(
    alice: Person, uploads: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, patience: float
) -> None:
    done = imported(alice, FORMS["people.xlsx"]([["Email", "Note"], ["bad", "x"]]), "people.xlsx")
    job = ImportJob.objects.get(pk=done["importId"])
    failed = source_files.get_folder(job.pk) / source_files.ERRORS
    failed.write_bytes(failed.read_bytes() * 200_000)
    job.error_bytes = failed.stat().st_size
    before = files_in(uploads)
    monkeypatch.setattr(failed_files, "BASE_CPU_SECONDS", seconds)
    monkeypatch.setattr(failed_files, "CPU_SECONDS_PER_MB", 0.0)
    monkeypatch.setattr(failed_files, "MAX_WRITER_SECONDS", patience)

    with pytest.raises(ImportSizeInvalid):
        failed_files.get_failed_file(job, language="en")

    assert files_in(uploads) == before


def test_rows_that_fail_again_have_the_new_reason_only(alice: Person) -> None:
    first = imported(alice, "Email,Name\nbad,A\n")
    second = imported(alice, errors(alice, first))

    assert errors(alice, second) == "Email,Name,Reason,Row\r\nbad,A,Email: not an email address,2\r\n"


def test_a_file_of_failed_rows_may_have_the_most_columns_that_a_file_may(alice: Person) -> None:
    headings = ",".join(["Email", *(f"c{number}" for number in range(99))])
    first = imported(alice, f"{headings}\nbad{',' * 99}\n")

    again = prepare(alice, errors(alice, first))

    assert (again.status_code, len(again.json()["columns"])) == (200, 102)
    assert start(alice, again, mapping=["email", *[None] * 101]).status_code == 200


def test_an_old_workbook_imports_and_its_failed_rows_come_as_a_new_one(alice: Person) -> None:
    content = xls([["Email", "Phone"], ["a@x.com", 628123456789.0], ["bad", "00123456"]])

    done = imported(alice, content, "people.xls")
    answer = alice.api.get(f"contacts/import/{done['importId']}/errors")
    rows = opened(b"".join(answer.streaming_content), "people.xlsx")

    assert (done["added"], done["failed"]) == (1, 1)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="people-failed.xlsx"'
    assert rows[1][-2:] == ["Email: not an email address", "3"]
