import csv
import io
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.contacts.errors import ImportDataInvalid
from server.contacts.importing import record_reader
from server.contacts.importing.record_reader import FileLayout

CELLS = st.lists(st.lists(st.text(alphabet='ab ",;\n\té', max_size=6), min_size=3, max_size=3), min_size=1, max_size=12)
LAYOUT = FileLayout(",", 3)


def read_all(path: Path, layout: FileLayout) -> list[tuple[str | None, ...]]:
    rows, offset, read = [], 0, 0
    while chunk := record_reader.read_chunk(path, offset=offset, rows_read=read, layout=layout):
        rows += chunk.frame.select(layout.columns).rows()
        assert chunk.end > offset
        offset, read = chunk.end, chunk.rows_read
    return rows


@settings(max_examples=60, deadline=None)
@given(cells=CELLS, size=st.integers(1, 60), quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
def test_what_was_written_is_read_in_chunks_of_any_size(
    tmp_path_factory: pytest.TempPathFactory, cells: list[list[str]], size: int, quoting: Literal[0, 1]
) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", quoting=quoting).writerows(cells)
    path = tmp_path_factory.mktemp("records") / "file.csv"
    path.write_bytes(text.getvalue().encode())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record_reader, "CHUNK_BYTES", size)
        rows = read_all(path, LAYOUT)

    wanted = [tuple(cell or None for cell in row) for row in cells]
    assert rows == [row for row in wanted if any(row)]


@settings(max_examples=60, deadline=None)
@given(text=st.text(alphabet='a",\n é', max_size=60))
def test_both_readers_agree_wherever_polars_is_trusted(text: str) -> None:
    block = text.encode()
    found = record_reader.find_record_boundary(block, ",", whole=True)

    if found.open_at < 0 and found.regular and block:
        fast = record_reader.parse_block(block, LAYOUT, regular=True)
        slow = record_reader.parse_block(block, LAYOUT, regular=False)
        keep = [row for row in fast.select(LAYOUT.columns).rows() if any(row)]
        assert keep == [row for row in slow.select(LAYOUT.columns).rows() if any(row)]


@pytest.mark.parametrize(
    ("block", "end"),
    [
        (b"a,b,c\nd,e", 6),
        (b'a,"b\n",c\nd', 9),
        (b'a,5" pipe,c\nd', 12),
        (b'"a""b\n",c\n"x', 10),
        (b"no end", 0),
    ],
)
def test_a_block_is_cut_where_a_record_ends(block: bytes, end: int) -> None:
    assert record_reader.find_record_boundary(block, ",", whole=False).end == end


def test_rows_are_numbered_as_a_spreadsheet_counts(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(b"a,b,c\n\nd,e,f,g\n")

    chunk = record_reader.read_chunk(path, offset=0, rows_read=0, layout=LAYOUT)

    assert chunk is not None
    assert chunk.frame.select("_row", "_extra").rows() == [(2, False), (4, True)]


def test_a_quote_across_the_whole_rest_is_found(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(b'a,b,c\nd,"e,f\n' + b"x,y,z\n" * 400_000)

    with pytest.raises(ImportDataInvalid) as error:
        read_all(path, LAYOUT)

    assert error.value.payload == {"line": 2}
