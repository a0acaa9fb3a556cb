"""Simulated readers: their requests to the product, for the emails of one mailing only."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from server.core.ids import uuid7
from server.dashboard.demo.readers import ReaderSimulation
from server.delivery import keys

MAILS = 60
FAST = 1e9  # a whole week within a moment


class Product:
    """The requests to the product: method, first part of the path, token."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self._turn = Lock()

    def saw(self, method: str, path: str) -> None:
        with self._turn:
            self.asked.append((method, path.split("/")[1], path.rpartition("/")[2]))


@contextmanager
def product() -> Iterator[tuple[Product, str]]:
    seen = Product()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.saw("GET", self.path)
            self._answer()

        def do_POST(self) -> None:
            assert self.rfile.read(int(self.headers["Content-Length"])) == b"List-Unsubscribe=One-Click"
            seen.saw("POST", self.path)
            self._answer()

        def _answer(self) -> None:
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield seen, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def keep(folder: Path, origin: str, *, mailing_id: int, count: int = MAILS) -> list[Path]:
    paths = []
    for position in range(count):
        token = keys.get_key_ring().token(mailing_id, position)
        text = (
            f"X-Envelope: {json.dumps(['a@kopi.example', f'r{position}@mail.example'])}\r\n"
            f"List-Unsubscribe: <{origin}/u/{token}>\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n"
            f'<a href="{origin}/c/1/{token}">One</a> <a href="{origin}/c/2/{token}">Two</a>'
            f'<img src="{origin}/o/{token}">\r\n'
        )
        path = folder / f"{mailing_id}-{position:03}.eml"
        path.write_text(text)
        paths.append(path)
    return paths


def played(folder: Path, *, mailing_id: int, seed: int = 1) -> Counter[str]:
    return ReaderSimulation(folder, mailing_id, seed, FAST, lambda: True).run()


def test_readers_open_and_click_by_requests_and_their_mail_is_gone_afterwards(tmp_path: Path) -> None:
    with product() as (seen, origin):
        keep(tmp_path, origin, mailing_id=7)
        others = keep(tmp_path, origin, mailing_id=8, count=3)

        done = played(tmp_path, mailing_id=7)

    asked = Counter((method, where) for method, where, _ in seen.asked)
    assert done["mails"] == MAILS
    assert asked["GET", "o"] == done["opens"] + done["machine opens"] > 10
    assert asked["GET", "c"] == done["clicks"] + done["machine clicks"]
    assert asked["POST", "u"] == done["unsubscribes"]
    assert done["refused"] == 0
    recipients = [keys.get_key_ring().read(token) for _, _, token in seen.asked]
    assert {recipient.mailing_id for recipient in recipients if recipient} == {7}
    assert sorted(tmp_path.iterdir()) == others


def test_one_seed_draws_the_same_readers_again(tmp_path: Path) -> None:
    found = []
    for seed in (1, 1, 2):
        with product() as (seen, origin):
            keep(tmp_path, origin, mailing_id=7)
            played(tmp_path, mailing_id=7, seed=seed)
        found.append(sorted(seen.asked))

    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_mail_that_nobody_follows_is_passed_over(tmp_path: Path) -> None:
    mail = tmp_path / "1.eml"
    mail.write_text('X-Envelope: ["a@kopi.example", "b@mail.example"]\r\nSubject: Hello\r\n\r\nHello\r\n')

    done = played(tmp_path, mailing_id=7)

    assert done == Counter()
    assert mail.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("demo", "folder", "why"), [(False, "kept", "DASH_DEMO"), (True, "", "stored"), (True, "kept", "No sent campaign")]
)
def test_the_command_says_why_it_can_not_play(settings: Settings, demo: bool, folder: str, why: str) -> None:
    settings.DEMO, settings.STORED_EMAIL_FOLDER = demo, folder

    with pytest.raises(CommandError, match=why):
        call_command("simulate", campaign=uuid7())
