"""The imports of the crash proof, made as in the wizard: upload, start, poll the progress."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from psycopg import Connection, Error, connect

from bench.people import ENCODING, people
from bench.prove.crash_http import Api
from bench.prove.crash_product import Product
from bench.prove.crash_shaking import Shaker, Watcher

FIELDS = (("Score", "number"), ("Plan", "dropdown"), ("Joined", "date"), ("Likes tea", "checkbox"))
PLANS = ("free", "pro", "team")
ENDS = ("DONE", "FAILED")
CALM_SECONDS = 300.0
_STANDING = "SELECT state, done, total FROM contacts_importjob WHERE id = %s"


@dataclass
class ImportRound:
    """One import under faults, compared with the undisturbed one."""

    team: str
    import_id: str
    count: int = 0
    strikes: int = 0
    seconds: float = 0.0
    differences: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def write_people(file: Path, rows: int) -> Path:
    """The file of all benches: 12 columns, 4 of them custom, invalid and repeated rows, two encodings."""
    with file.open("wb") as stream:
        stream.writelines(people(rows))
    return file


def write_few(file: Path, *addresses: str) -> Path:
    file.write_text("".join(f"{line}\r\n" for line in ("Email", *addresses)))
    return file


def make_columns(api: Api) -> list[int]:
    """Adds the custom fields of the people file and a label to a team. Returns the label's id in a list."""
    for name, kind in FIELDS:
        api.post("contacts/field", {"name": name, "type": kind, "values": PLANS if kind == "dropdown" else []})
    return [api.post("contacts/label", {"name": "Newsletter"})["id"]]


def start_import(api: Api, file: Path, label_ids: Sequence[int] = ()) -> str:
    prepared = api.upload("contacts/import/prepare", file, encoding=ENCODING)
    wanted = {"importId": prepared["importId"], "labelIds": list(label_ids), "consent": True}
    return str(api.post("contacts/import/start", wanted)["importId"])


def watch(api: Api, import_id: str) -> Watcher:
    path = f"contacts/import/status?importId={import_id}"
    watcher = Watcher(api, path, read=_item, state="state", ends=ENDS, grows="done")
    watcher.start()
    return watcher


def bring_in(api: Api, file: Path, label_ids: Sequence[int] = ()) -> float:
    """Imports the file without faults. Returns the duration in seconds. Raises AssertionError if it fails."""
    began = time.monotonic()
    watcher = watch(api, start_import(api, file, label_ids))
    last = watcher.end(CALM_SECONDS)
    assert not watcher.failures, watcher.failures
    assert last.get("state") == "DONE", last
    return time.monotonic() - began


def shake(product: Product, api: Api, file: Path, shaker: Shaker, *, team: str, left: list[str]) -> ImportRound:
    before, labels = len(shaker.strikes), make_columns(api)
    began = time.monotonic()
    import_id = start_import(api, file, labels)
    watcher = watch(api, import_id)
    row = Row(product, import_id)
    shaker.shake("import", left, row.share)
    row.close()
    last = watcher.end()
    done = ImportRound(team, import_id, strikes=len(shaker.strikes) - before, failures=watcher.failures)
    done.seconds = round(time.monotonic() - began, 2)
    if last.get("state") != "DONE":
        done.failures.append(f"The import of {team} ended as {last}")
    return done


def _item(answer: Any) -> dict[str, Any]:
    item: dict[str, Any] = answer["item"]
    return item


class Row:
    """An import's row, read from the database over one connection, since the web process can be down."""

    def __init__(self, product: Product, import_id: str) -> None:
        self._url, self._import_id = product.environment["DATABASE_URL"], import_id
        self._line: Connection | None = None

    def share(self) -> float | None:
        """The progress of the import; None once it has ended; 0 while the database does not respond."""
        try:
            if self._line is None or self._line.closed:
                self._line = connect(self._url, connect_timeout=2, autocommit=True)
            row: tuple[str, int, int] | None = self._line.execute(_STANDING, [self._import_id]).fetchone()
        except Error:
            self.close()
            return 0.0
        if row is None or row[0] in ENDS:
            return None
        return float(row[1]) / max(1, row[2])

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
