"""Malformed, truncated and oversized files, one per kind, reproducible from a seed.

`REFUSED` has the files that are rejected, with their error codes. `ODD` has unusual files that import nevertheless,
with their row counts.
"""

import gzip
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.server.contacts.old_workbooks import xls

SEED = 41_207
HEAD = "Email,First name\n"
ROW = "ayu@example.com,Ayu\n"
GOOD = (HEAD + ROW).encode()
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MB = 1 << 20

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
DECLARED = '<?xml version="1.0" encoding="UTF-8"?>'
SHEET, STRINGS, BOOK = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"

Parts = dict[str, str | bytes]


@dataclass(frozen=True, slots=True)
class Kind:
    """A file with its name, content and expected error code."""

    name: str
    make: Callable[[], bytes]
    code: str


def cells(*rows: tuple[str, ...]) -> str:
    """Returns the XML of rows of text cells."""
    lines = []
    for number, row in enumerate(rows, 1):
        inner = "".join(
            f'<c r="{chr(65 + place)}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
            for place, cell in enumerate(row)
        )
        lines.append(f'<row r="{number}">{inner}</row>')
    return "".join(lines)


PEOPLE = cells(("Email", "First name"), ("ayu@example.com", "Ayu"))


def sheet(data: str = PEOPLE, *, before: str = "", prolog: str = DECLARED) -> str:
    """Returns the XML of a sheet."""
    return f'{prolog}<worksheet xmlns="{MAIN}">{before}<sheetData>{data}</sheetData></worksheet>'


def book(sheets: str = '<sheet name="People" sheetId="1" r:id="rId1"/>', prolog: str = DECLARED) -> str:
    """Returns the XML that lists the sheets."""
    return f'{prolog}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{sheets}</sheets></workbook>'


def parts(**changed: str | bytes) -> Parts:
    """Returns the parts of a valid workbook; `sheet`, `strings` and `book` replace one."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return {
        "[Content_Types].xml": f'{DECLARED}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/{SHEET}" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'{DECLARED}<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        BOOK: changed.get("book", book()),
        "xl/_rels/workbook.xml.rels": f'{DECLARED}<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="rId2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        SHEET: changed.get("sheet", sheet()),
        STRINGS: changed.get("strings", f'{DECLARED}<sst xmlns="{MAIN}"><si><t>Email</t></si></sst>'),
    }


def packed(content: Parts, *more: tuple[zipfile.ZipInfo | str, bytes]) -> bytes:
    """Returns the parts as an archive, with additional entries."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, part in content.items():
            archive.writestr(name, part)
        for entry, data in more:
            archive.writestr(entry, data)
    return file.getvalue()


def xlsx(**changed: str | bytes) -> bytes:
    """Returns a valid workbook with replaced parts."""
    return packed(parts(**changed))


def with_entry(name: str, data: bytes = b"x", *, mode: int = 0o100644) -> bytes:
    """Returns a valid workbook with an additional entry."""
    entry = zipfile.ZipInfo(name)
    entry.external_attr = mode << 16
    return packed(parts(), (entry, data))


def blown(*, honest: bool = True) -> bytes:
    """Returns a workbook whose sheet unpacks to 300 MB. Unless `honest`, its directory declares 1 KB."""
    cell = b'<c t="inlineStr"><is><t>' + b"A" * 5_000 + b"</t></is></c>"
    block = (b"<row>" + cell * 20 + b"</row>") * 50
    content = parts()
    del content[SHEET]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, part in content.items():
            archive.writestr(name, part)
        with archive.open(SHEET, "w") as written:
            written.write(f'<worksheet xmlns="{MAIN}"><sheetData>'.encode())
            for _ in range(60):
                written.write(block)
            written.write(b"</sheetData></worksheet>")
        size = archive.getinfo(SHEET).file_size
    data = file.getvalue()
    return data if honest else data.replace(struct.pack("<L", size), struct.pack("<L", 1_024))


def overlapping() -> bytes:
    """Returns a workbook with two entries that share bytes, as in non-recursive zip bombs."""
    data = with_entry("xl/media/a.bin", b"a" * 1_000)
    place = data.rfind(b"PK\x01\x02")
    end = data.rfind(b"PK\x05\x06")
    record = data[place:end]
    again = record.replace(b"a.bin", b"b.bin")
    tail = bytearray(data[end:])
    count = struct.unpack("<H", tail[10:12])[0] + 1
    size = struct.unpack("<L", tail[12:16])[0] + len(again)
    tail[8:16] = struct.pack("<HHL", count, count, size)
    return data[:end] + again + bytes(tail)


def locked_entry() -> bytes:
    """Returns a workbook with entries marked as encrypted."""
    data = bytearray(xlsx())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + place] |= 1
            at = data.find(mark, at + 4)
    return bytes(data)


def unknown_method() -> bytes:
    """Returns a workbook with an unknown compression method."""
    data = bytearray(xlsx())
    for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.find(mark)
        while at >= 0:
            data[at + place : at + place + 2] = struct.pack("<H", 77)
            at = data.find(mark, at + 4)
    return bytes(data)


def flipped() -> bytes:
    """Returns a workbook with one changed byte, which invalidates a checksum."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:  # stored uncompressed, so that the text appears literally
        for name, part in parts().items():
            archive.writestr(name, part)
    return file.getvalue().replace(b"ayu@example.com", b"ayo@example.com", 1)


def ole(*, sector: int = 9, fat: int = 1, directory: int = 1, rest: bytes = b"") -> bytes:
    """Returns the header of an OLE container with the given sector data."""
    head = OLE + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, sector, 6) + b"\0" * 6
    head += struct.pack("<LLLLLLLLL", 0, fat, directory, 0, 0x1000, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<L", 0) + b"\xff" * 432
    return head[:512] + rest


def endless_fat() -> bytes:
    """Returns a container with a cyclic sector chain."""
    chain = struct.pack("<128L", 0xFFFFFFFD, 1, *[2] * 126)
    return ole(rest=chain + b"\0" * 512 * 6)


def encrypted() -> bytes:
    """Returns the structure of a password-protected XLSX: an OLE container with an encrypted package."""
    return ole(rest=b"\0" * 512 + "EncryptedPackage".encode("utf-16-le") + b"\0" * 4_000)


def laughs() -> str:
    """Returns nested entities that expand tenfold at each of ten levels."""
    entities = '<!ENTITY l0 "ha">' + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<?xml version="1.0"?><!DOCTYPE sst [{entities}]>'


def outside(target: str) -> str:
    """Returns an external entity."""
    return f'<?xml version="1.0"?><!DOCTYPE worksheet [<!ENTITY x SYSTEM "{target}">]>'


def strings(body: str, prolog: str = DECLARED) -> str:
    """Returns the XML of shared strings."""
    return f'{prolog}<sst xmlns="{MAIN}">{body}</sst>'


def far_cell() -> str:
    """Returns a sheet with two cells, in the first and last corner."""
    cell = '<c r="{}" t="inlineStr"><is><t>Email</t></is></c>'
    return f'<row r="1">{cell.format("A1")}</row><row r="1048576">{cell.format("XFD1048576")}</row>'


def wide_sheet(columns: int) -> str:
    """Returns a heading row of so many columns, and a row."""
    heading = "".join(f'<c t="inlineStr"><is><t>c{n}</t></is></c>' for n in range(columns))
    return f"<row>{heading}</row><row>{heading}</row>"


def noise(count: int) -> bytes:
    return random.Random(SEED).randbytes(count)


def repeated(piece: bytes, megabytes: int) -> bytes:
    """Returns a gzipped text that unpacks to the given size."""
    packer = zlib.compressobj(1, wbits=31)
    block = piece * (MB // len(piece))
    return b"".join(packer.compress(block) for _ in range(megabytes)) + packer.flush()


def truncated(data: bytes, share: float = 0.6) -> bytes:
    """Returns the start of a file, as an interrupted upload leaves it."""
    return data[: int(len(data) * share)]


EXCEL, FORMAT, SIZE, ENCODING = "invalidExcelFile", "importFormatError", "importSizeError", "importEncodingError"
EMPTY, HEADER, NO_HEADER = "importEmpty", "importHeaderError", "importNoHeader"
DATA, DELIMITER, NO_EMAIL = "importDataError", "importDelimiterError", "emailFieldNotFound"

WORKBOOKS: Mapping[str, Kind] = {
    "a bomb": Kind("a.xlsx", blown, SIZE),
    "a bomb whose directory lies": Kind("a.xlsx", lambda: blown(honest=False), EXCEL),
    "a bomb of blanks": Kind("a.xlsx", lambda: xlsx(sheet=sheet(" " * 60 * MB)), SIZE),
    "3,000 parts": Kind("a.xlsx", lambda: packed(parts(), *((f"xl/media/{n}", b"") for n in range(3_000))), SIZE),
    "a billion laughs": Kind("a.xlsx", lambda: xlsx(strings=strings("<si><t>&l9;</t></si>", laughs())), EXCEL),
    "laughs in the list of sheets": Kind("a.xlsx", lambda: xlsx(book=book(prolog=laughs())), EXCEL),
    "an entity that is a file": Kind(
        "a.xlsx", lambda: xlsx(sheet=sheet(cells(("&x;",)), prolog=outside("file:///etc/passwd"))), EXCEL
    ),
    "an entity that is an address": Kind(
        "a.xlsx", lambda: xlsx(sheet=sheet(prolog=outside("http://127.0.0.1:9/x"))), EXCEL
    ),
    "entities in UTF-16": Kind("a.xlsx", lambda: xlsx(strings=strings("", laughs()).encode("utf-16")), EXCEL),
    "a workbook cut off": Kind("a.xlsx", lambda: truncated(xlsx()), EXCEL),
    "a workbook without its end": Kind("a.xlsx", lambda: xlsx()[:-22], EXCEL),
    "an archive of something else": Kind("a.xlsx", lambda: packed({"word/document.xml": "<x/>"}), EXCEL),
    "an archive of nothing": Kind("a.xlsx", lambda: packed({}), EXCEL),
    "noise after the mark of an archive": Kind("a.xlsx", lambda: b"PK\x03\x04" + noise(5_000), EXCEL),
    "a name that leads out": Kind("a.xlsx", lambda: with_entry("../../etc/cron.d/x"), EXCEL),
    "an absolute name": Kind("a.xlsx", lambda: with_entry("/etc/cron.d/x"), EXCEL),
    "a name of another system": Kind("a.xlsx", lambda: with_entry("xl\\..\\..\\x"), EXCEL),
    "a link": Kind("a.xlsx", lambda: with_entry("xl/link", b"/etc/passwd", mode=0o120777), EXCEL),
    "folders in folders": Kind("a.xlsx", lambda: with_entry("a/" * 400 + "x"), EXCEL),
    "an entry twice": Kind("a.xlsx", lambda: with_entry(SHEET, sheet().encode()), EXCEL),
    "entries that overlap": Kind("a.xlsx", overlapping, EXCEL),
    "entries with a password": Kind("a.xlsx", locked_entry, EXCEL),
    "an unknown way of packing": Kind("a.xlsx", unknown_method, EXCEL),
    "a part with a wrong check sum": Kind("a.xlsx", flipped, EXCEL),
    "a workbook with a password": Kind("a.xlsx", encrypted, EXCEL),
    "macros": Kind("a.xlsx", lambda: with_entry("xl/vbaProject.bin", noise(2_000)), EXCEL),
    "a workbook for macros": Kind("a.xlsm", xlsx, FORMAT),
    "a binary workbook": Kind("a.xlsx", lambda: packed({"xl/workbook.bin": noise(500)}), EXCEL),
    "an open document": Kind("a.ods", lambda: packed({"content.xml": "<x/>"}), FORMAT),
    "16,384 columns": Kind("a.xlsx", lambda: xlsx(sheet=sheet(wide_sheet(16_384))), HEADER),
    "a cell at the far end": Kind("a.xlsx", lambda: xlsx(sheet=sheet(far_cell())), SIZE),
    "a cell of 2 MB": Kind(
        "a.xlsx", lambda: xlsx(sheet=sheet(cells(("Email",), ("a@x.com",), (noise(MB).hex(),)))), FORMAT
    ),
    "a shared string that isn't there": Kind(
        "a.xlsx", lambda: xlsx(sheet=sheet('<row><c t="s"><v>4000000000</v></c></row>')), EXCEL
    ),
    "a shared string before the first": Kind(
        "a.xlsx", lambda: xlsx(sheet=sheet('<row><c t="s"><v>-1</v></c></row>')), EMPTY
    ),
    "a negative size": Kind("a.xlsx", lambda: xlsx(sheet=sheet(before='<dimension ref="A-1:B-5"/>')), EXCEL),
    "a cell without a place": Kind(
        "a.xlsx", lambda: xlsx(sheet=sheet('<row><c r="1A" t="inlineStr"><is><t>x</t></is></c></row>')), EXCEL
    ),
    "a sheet that breaks off": Kind("a.xlsx", lambda: xlsx(sheet=sheet()[:-60]), EXCEL),
    "a sheet that isn't there": Kind(
        "a.xlsx", lambda: xlsx(book=book('<sheet name="x" sheetId="1" r:id="rId9"/>')), EXCEL
    ),
    "no sheets": Kind("a.xlsx", lambda: xlsx(book=book("")), EXCEL),
    "hidden sheets only": Kind(
        "a.xlsx", lambda: xlsx(book=book('<sheet name="x" sheetId="1" state="hidden" r:id="rId1"/>')), EXCEL
    ),
    "an empty sheet": Kind("a.xlsx", lambda: xlsx(sheet=sheet("")), EMPTY),
    "a heading without rows": Kind("a.xlsx", lambda: xlsx(sheet=sheet(cells(("Email", "Name")))), EMPTY),
    "a CSV named as a workbook": Kind("a.xlsx", lambda: GOOD, EXCEL),
    "a CSV named as an old workbook": Kind("a.xls", lambda: GOOD, EXCEL),
    "a workbook named as a CSV": Kind("a.csv", xlsx, EXCEL),
    "a workbook named as an old one": Kind("a.xls", xlsx, EXCEL),
    "an old workbook named as a new one": Kind("a.xlsx", lambda: ole(rest=noise(5_000)), EXCEL),
    "an old workbook of noise": Kind("a.xls", lambda: OLE + noise(5_000), EXCEL),
    "an old workbook of nothing": Kind("a.xls", lambda: OLE + b"\0" * 600, EXCEL),
    "an old workbook cut off": Kind("a.xls", lambda: truncated(xls([["Email"], ["a@x.com"]]), 0.3), EXCEL),
    "an old workbook that leads back to itself": Kind("a.xls", endless_fat, SIZE),
    "an old workbook of huge sectors": Kind("a.xls", lambda: ole(sector=0xFFFF, rest=noise(5_000)), EXCEL),
    "an old workbook with a wild table": Kind("a.xls", lambda: ole(fat=0xFFFFFFF0, rest=noise(5_000)), EXCEL),
}

TEXTS: Mapping[str, Kind] = {
    "another kind of file": Kind("a.pdf", lambda: b"%PDF-1.7", FORMAT),
    "a program": Kind("a.csv.exe", lambda: GOOD, FORMAT),
    "no ending": Kind("contacts", lambda: GOOD, FORMAT),
    "a name of dots": Kind("....", lambda: GOOD, FORMAT),
    "a picture": Kind("a.csv", lambda: b"\x89PNG\r\n\x1a\n" + noise(9_000), ENCODING),
    "a program named as a CSV": Kind("a.csv", lambda: b"\x7fELF\x02\x01\x01" + b"\0" * 9 + noise(9_000), ENCODING),
    "a PDF named as a CSV": Kind("a.csv", lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + noise(9_000), ENCODING),
    "control characters": Kind("a.csv", lambda: bytes(range(1, 256)) * 40, ENCODING),
    "a NUL": Kind("a.csv", lambda: GOOD.replace(b"ayu@", b"a\0yu@"), ENCODING),
    "NULs": Kind("a.csv", lambda: b"\0" * 5 * MB, ENCODING),
    "a NUL after 5 MB": Kind("a.csv", lambda: GOOD + ROW.encode() * 250_000 + b"\0\n", ENCODING),
    "UTF-32": Kind("a.csv", lambda: GOOD.decode().encode("utf-32"), ENCODING),
    "UTF-32 without a mark": Kind("a.csv", lambda: GOOD.decode().encode("utf-32-le"), ENCODING),
    "UTF-16 cut in the middle": Kind("a.csv", lambda: GOOD.decode().encode("utf-16")[:-1], ENCODING),
    "half a pair in UTF-16": Kind("a.csv", lambda: GOOD.decode().encode("utf-16") + b"\x00\xd8a\0\n\0", ENCODING),
    "half a pair in UTF-8": Kind("a.csv", lambda: GOOD + b"b@x.com,\xed\xa0\x80\n", ENCODING),
    "a letter written too long": Kind("a.csv", lambda: GOOD + b"b@x.com,\xc0\x80\n", ENCODING),
    "a letter past the last": Kind("a.csv", lambda: GOOD + b"b@x.com,\xf7\xbf\xbf\xbf\n", ENCODING),
    "Windows-1252": Kind("a.csv", lambda: "Email,Name\nzoe@x.com,Zoë\n".encode("cp1252"), ENCODING),
    "two encodings": Kind(
        "a.csv", lambda: "Email,Name\na@x.com,Zoë\n".encode() + "b@x.com,Zoë\n".encode("cp1252"), ENCODING
    ),
    "a letter cut off at the end": Kind("a.csv", lambda: GOOD + "b@x.com,Zoë".encode()[:-1], ENCODING),
    "nothing": Kind("a.csv", lambda: b"", EMPTY),
    "a mark and nothing": Kind("a.csv", lambda: b"\xef\xbb\xbf", EMPTY),
    "a mark of UTF-16 and nothing": Kind("a.csv", lambda: b"\xff\xfe", EMPTY),
    "blank lines": Kind("a.csv", lambda: b"\n\n  \r\n" * 100_000, EMPTY),
    "blanks": Kind("a.csv", lambda: b" " * 500_000, EMPTY),
    "a heading alone": Kind("a.csv", lambda: GOOD[: len(HEAD)], EMPTY),
    "a heading and blank rows": Kind("a.csv", lambda: HEAD.encode() + b",\n\n" * 100_000, EMPTY),
    "headings of nothing": Kind("a.csv", lambda: b",,,\n" + ROW.encode(), EMPTY),
    "a line of 15 MB": Kind("a.csv", lambda: HEAD.encode() + b"a" * 15 * MB, FORMAT),
    "a heading of 15 MB": Kind("a.csv", lambda: b"a" * 15 * MB, FORMAT),
    "a line of 10 MB in the middle": Kind("a.csv", lambda: GOOD + b"a," * 5 * MB + b"\n" + ROW.encode(), FORMAT),
    "a line of 50 MB": Kind("a.csv", lambda: b"a" * 50 * MB, SIZE),
    "a million columns": Kind("a.csv", lambda: b"c," * 1_000_000 + b"\n", FORMAT),
    "400,000 columns": Kind("a.csv", lambda: b"c," * 400_000 + b"\n" + b"," * 400_000 + b"\n", HEADER),
    "1,000 columns": Kind("a.csv", lambda: ",".join(f"c{n}" for n in range(1_000)).encode() + b"\n1\n", HEADER),
    "the same heading twice": Kind("a.csv", lambda: b"Email,Name,EMAIL\na@x.com,A,B\n", HEADER),
    "the same heading but for blanks": Kind("a.csv", lambda: b"Email, Name,Name \na@x.com,A,B\n", HEADER),
    "no heading": Kind("a.csv", lambda: ROW.encode() * 2, NO_HEADER),
    "headings of figures": Kind("a.csv", lambda: b"1,2\n" + ROW.encode(), NO_HEADER),
    "a quote that never ends": Kind("a.csv", lambda: GOOD + b'b@x.com,"Bagas\n' + ROW.encode() * 3, DATA),
    "a quote without end in the heading": Kind("a.csv", lambda: b'Email,"First name\n' + ROW.encode(), DATA),
    "a quote without end in 15 MB": Kind("a.csv", lambda: GOOD + b'b@x.com,"B\n' + ROW.encode() * 750_000, DATA),
    "10,001 quotes": Kind("a.csv", lambda: GOOD + b"b@x.com," + b'"' * 10_001 + b"\n", DATA),
    "another delimiter": Kind("a.csv", lambda: b"Email#Name\na@x.com#A\n", DELIMITER),
    "no address": Kind("a.csv", lambda: b"Name,City\nAyu,Depok\n", NO_EMAIL),
    "a packed bomb": Kind("a.csv.gz", lambda: repeated(ROW.encode(), 100), SIZE),
    "a packed bomb of NULs": Kind("a.csv.gz", lambda: repeated(b"\0", 64), ENCODING),
    "a packed line without end": Kind("a.csv.gz", lambda: repeated(b"a", 64), FORMAT),
    "packed twice": Kind("a.csv.gz", lambda: gzip.compress(gzip.compress(GOOD)), FORMAT),
    "packed, cut off": Kind("a.csv.gz", lambda: truncated(gzip.compress(GOOD * 1_000)), FORMAT),
    "packed, with a wrong check sum": Kind("a.csv.gz", lambda: gzip.compress(GOOD)[:-8] + b"\0" * 8, FORMAT),
    "packed noise": Kind("a.csv.gz", lambda: b"\x1f\x8b\x08\0\0\0\0\0\0\0" + noise(5_000), FORMAT),
    "packed nothing": Kind("a.csv.gz", lambda: gzip.compress(b""), EMPTY),
    "packed nothing 100,000 times": Kind("a.csv.gz", lambda: gzip.compress(b"") * 100_000, FORMAT),
    "a packed workbook": Kind("a.csv.gz", lambda: gzip.compress(xlsx()), FORMAT),
    "a text named as packed": Kind("a.csv.gz", lambda: GOOD, FORMAT),
    "a packed text named as a CSV": Kind("a.csv", lambda: gzip.compress(GOOD), FORMAT),
}

REFUSED: Mapping[str, Kind] = {**WORKBOOKS, **TEXTS}


@dataclass(frozen=True, slots=True)
class Odd:
    """A file with its name and content, and its numbers of good and bad rows."""

    name: str
    make: Callable[[], bytes]
    good: int
    bad: int


def named(first_name: str) -> bytes:
    return f"Email,First name\nayu@example.com,{first_name}\n".encode()


ODD: Mapping[str, Odd] = {
    "a word that turns the line around": Odd("a.csv", lambda: named("\u202eyuA"), 1, 0),
    "letters of four bytes": Odd("a.csv", lambda: named("\U0001f469\u200d\U0001f4bb\U00020000"), 1, 0),
    "a thousand marks on a letter": Odd("a.csv", lambda: named("A" + "\u0301" * 99), 1, 0),
    "a sign that is none": Odd("a.csv", lambda: named("\ufffe\uffff\ufdd0"), 1, 0),
    "a second mark within": Odd("a.csv", lambda: named("\ufeffAyu"), 1, 0),
    "an address of 100,000 letters": Odd("a.csv", lambda: GOOD + b"a" * 100_000 + b"@x.com,A\n", 1, 1),
    "an address of dots": Odd("a.csv", lambda: GOOD + b"." * 60 + b"@" + b"." * 200 + b",A\n", 1, 1),
    "an address of a million levels": Odd("a.csv", lambda: GOOD + b"a@" + b"a." * 100_000 + b",A\n", 1, 1),
    "10,000 quotes": Odd("a.csv", lambda: GOOD + b"b@x.com," + b'"' * 10_000 + b"\n", 1, 1),
    "a row of 100,000 cells": Odd("a.csv", lambda: GOOD + b"b@x.com" + b",c" * 100_000 + b"\n", 1, 1),
    "a row of 100,000 empty cells": Odd("a.csv", lambda: GOOD + b"b@x.com" + b"," * 100_000 + b"\n", 2, 0),
    "quotes in the middle": Odd("a.csv", lambda: GOOD + b'b@x.com,5" pipe "a" b\n', 2, 0),
    "letters after a quote": Odd("a.csv", lambda: GOOD + b'"b@x.com"x,"B"\n', 1, 1),
    "returns only": Odd("a.csv", lambda: GOOD.replace(b"\n", b"\r"), 1, 0),
    "returns and line ends in turn": Odd("a.csv", lambda: b"Email,First name\r\na@x.com,A\nb@x.com,B\r\n", 2, 0),
    "line ends the wrong way round": Odd("a.csv", lambda: GOOD.replace(b"\n", b"\n\r"), 1, 0),
    "formulas": Odd("a.csv", lambda: named("=cmd|' /C calc'!A0") + b"@SUM(A1),x\n", 1, 1),
    "statements": Odd("a.csv", lambda: named("'); DROP TABLE contacts_contact; --"), 1, 0),
    "scripts": Odd("a.csv", lambda: named("<script>alert(1)</script>"), 1, 0),
    "headings of scripts": Odd("a.csv", lambda: b"Email,<script>alert(1)</script>\na@x.com,x\n", 1, 0),
    "a heading of 5,000 letters": Odd("a.csv", lambda: b"Email," + b"h" * 5_000 + b"\na@x.com,x\n", 1, 0),
    "headings of nothing beside one": Odd("a.csv", lambda: b"Email,,\na@x.com,x,y\n", 1, 0),
    "a sheet that says it is huge": Odd(
        "a.xlsx", lambda: xlsx(sheet=sheet(before='<dimension ref="A1:XFD1048576"/>')), 1, 0
    ),
    "a heading that is a formula": Odd("a.csv", lambda: b"Email,=1+1\na@x.com,x\n", 1, 0),
    "a million blank lines": Odd("a.csv", lambda: GOOD + b"\n" * 1_000_000 + b"b@x.com,B\n", 2, 0),
}
