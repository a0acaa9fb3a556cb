"""Forged links of emails change nothing and redirect nowhere, and opens survive a killed web process.

    python -m bench.prove.links [--seed N] [--links N] [--kills N]

A seed generates the links: tokens with a changed character, cut, mixed from two others, signed with another key or
spelled differently. Others have unknown link numbers, URLs in place of a number or a token, wrong hosts and methods.
They go through the raw applications as the web process mounts them. It passes if none redirects anywhere but to the
pages' own URL, and the tables that opens and clicks write to are unchanged.

Then readers open emails through a real web process, each once, while it is repeatedly killed with SIGKILL and
restarted. It passes if each open with a response is in the database once, and of the others at most the one that was
running at each kill.
"""

import argparse
import asyncio
import itertools
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from bench import stage

if TYPE_CHECKING:
    from server.delivery.wire.tracking import App

LINKS = 100_000
KILLS = 10
OPENS_A_KILL = (60, 400)
# Without any progress. A machine with other work can be slow, and that is no failure.
PATIENCE_SECONDS = 60.0
START_SECONDS = 300.0
BROWSER = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "accept": "text/html",
    "accept-language": "en",
    "accept-encoding": "gzip",
}
TABLES = (
    *("delivery_event", "delivery_recipientactivity", "delivery_mailinglink", "delivery_linkclicker"),
    *("delivery_mailingcounters", "delivery_mailingminute", "delivery_mailingdevice", "delivery_contactactivity"),
    *("delivery_suppression", "delivery_send_log", "delivery_recipient", "delivery_feedback", "contacts_contact"),
    *("contacts_contactpreference", "contacts_feedentry", "core_job"),
)
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_EVIL = ("https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "evil.example")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for an invalid link."""

    method: str
    path: str
    host: str
    body: bytes = b""


@dataclass(slots=True)
class LinkResults:
    """The results of the links. `failures` has a sentence for each violated property."""

    links: int
    answers: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Forger:
    """Generates links that were never issued, from two emails' tokens and a token of another key ring."""

    random: Random
    host: str
    tokens: tuple[str, str]
    foreign: str

    def links(self, count: int) -> Iterator[Asked]:
        kinds: list[Callable[[], Asked]] = [
            *(self._sign_changed, self._cut, self._mixed, self._made_elsewhere, self._written_otherwise),
            *(self._no_such_number, self._address_within, self._other_host, self._other_method),
        ]
        return (kinds[n % len(kinds)]() for n in range(count))

    def _with(self, token: str, *, where: str = "") -> Asked:
        where = where or self.random.choice(("/o/", "/o/", "/c/1/", "/c/2/", "/c/0/", "/u/", "/v/"))
        if where == "/u/" and self.random.random() < 0.5:
            return Asked("POST", f"/u/{token}", self.host, b"List-Unsubscribe=One-Click")
        return Asked(self.random.choice(("GET", "GET", "HEAD")), where + token, self.host)

    def _sign_changed(self) -> Asked:
        token = list(self.random.choice(self.tokens))
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randrange(len(token))
            token[at] = self.random.choice(_ALPHABET.replace(token[at], ""))
        return self._with("".join(token)) if "".join(token) not in self.tokens else self._cut()

    def _cut(self) -> Asked:
        token = self.random.choice(self.tokens)
        at = self.random.randrange(len(token))
        longer = token + "".join(self.random.choices(_ALPHABET, k=self.random.randint(1, 40)))
        return self._with(self.random.choice((token[:at], token[at + 1 :], longer, token * 2)))

    def _mixed(self) -> Asked:
        first, second = self.random.sample(self.tokens, 2)
        at = self.random.randrange(16, len(first) - 8)  # in the signature, where the two certainly differ
        mixed = first[:at] + second[at:]
        return self._with(mixed)

    def _made_elsewhere(self) -> Asked:
        return self._with(self.foreign)

    def _written_otherwise(self) -> Asked:
        token = self.random.choice(self.tokens)
        ways = (
            *(token + "=", token.swapcase(), " " + token, token + "\r\nSet-Cookie: a=b", token + "\0", "%41" + token),
            *(token + "/", token + ".gif.gif", token.replace(token[3], "é"), token[:15] + "\n" + token[15:]),
        )
        return self._with(self.random.choice(ways))

    def _no_such_number(self) -> Asked:
        numbers = (
            "3",
            "9",
            "500",
            "65535",
            "99999",
            "100000",
            "-1",
            "1.0",
            "1.2.3.4",
            "0.1",
            "01x",
            "²",
            "१",
            "",
            "1e1",
        )
        return self._with(self.random.choice(self.tokens), where=f"/c/{self.random.choice(numbers)}/")

    def _address_within(self) -> Asked:
        evil, token = self.random.choice(_EVIL), self.random.choice(self.tokens)
        ways = (
            f"/c/{evil}",
            f"/c/1/{evil}",
            f"/c/1/{token}/{evil}",
            f"/c/{evil}/{token}",
            f"/u/{evil}",
            f"/v/../{evil}",
        )
        return Asked("GET", self.random.choice(ways), self.host)

    def _other_host(self) -> Asked:
        host = self.random.choice(("evil.example", "localhost", "", f"{self.host}.evil.example", f"evil@{self.host}"))
        asked = self._with(self.random.choice(self.tokens))
        return Asked(asked.method, asked.path, host, asked.body)

    def _other_method(self) -> Asked:
        path = self.random.choice(("/o/", "/c/1/", "/c/0/", "/v/")) + self.random.choice(self.tokens)
        return Asked(self.random.choice(("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")), path, self.host)


async def call(asked: Asked, routes: "dict[str, App]") -> tuple[int, str | None]:
    """The status and the redirect target of a raw application's response."""
    head: dict[str, Any] = {}
    headers = BROWSER | {"host": asked.host, "x-forwarded-host": "evil.example", "content-type": ""}
    scope = {
        "type": "http",
        "method": asked.method,
        "path": asked.path,
        "query_string": b"url=https://evil.example/&u=//evil.example",
        "client": ("127.0.0.1", 1),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": asked.body}

    async def send(message: Any) -> None:
        head.update(message if message["type"] == "http.response.start" else {})

    app = next(app for prefix, app in routes.items() if asked.path.startswith(prefix))
    await app(scope, receive, send)
    return head["status"], next((v.decode() for name, v in head["headers"] if name == b"location"), None)


async def forge(*, seed: int, links: int, mailing_id: int) -> LinkResults:
    """Requests this many forged links of a mailing with at least two recipients and two links."""
    from asgiref.sync import sync_to_async  # noqa: PLC0415 -- needs Django, which `stage` sets up
    from django.conf import settings  # noqa: PLC0415

    from server.delivery import keys  # noqa: PLC0415
    from server.delivery.tokens import KeyRing  # noqa: PLC0415
    from server.delivery.wire import tracking  # noqa: PLC0415

    ring = keys.get_key_ring()
    forger = Forger(
        Random(seed),
        settings.PAGES_HOST,
        (ring.token(mailing_id, 0), ring.token(mailing_id, 1)),
        KeyRing({1: "another installation's secret, as long as it has to be"}).token(mailing_id, 0),
    )
    verdict = LinkResults(links)
    before = await sync_to_async(digests)()
    for asked in forger.links(links):
        status, location = await call(asked, tracking.ROUTES)
        verdict.answers[status] += 1
        # A token in another spelling is invalid, and must not redirect even to our own pages.
        if location is not None or status not in (200, 400, 404, 405):
            verdict.failures.append(f"{asked} was answered {status}, {location}")
        if status == 200 and not asked.path.startswith("/o/"):
            verdict.failures.append(f"{asked} was answered 200")
    while not tracking.get_tracker().ingest.is_idle:  # noqa: ASYNC110 -- another thread lands
        await asyncio.sleep(0.02)
    after = await sync_to_async(digests)()
    verdict.failures += [f"{table} has changed" for table in TABLES if before[table] != after[table]]
    return verdict


def digests() -> dict[str, str | None]:
    from django.db import connection  # noqa: PLC0415
    from psycopg import sql  # noqa: PLC0415

    found = {}
    with connection.cursor() as cursor:
        for table in TABLES:
            query = sql.SQL("SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM {} AS t")
            cursor.execute(query.format(sql.Identifier(table)))
            row = cursor.fetchone()
            found[table] = row[0] if row else None
    return found


@dataclass(slots=True)
class ShakenReaders:
    """Readers of a web process that is killed: the recipients with answered opens, and those in the database."""

    answered: set[int] = field(default_factory=set)
    kills: int = 0
    landed: Counter[int] = field(default_factory=Counter)

    def failures(self) -> list[str]:
        lost = [position for position in self.answered if not self.landed[position]]
        twice = [position for position, times in self.landed.items() if times > 1]
        beside = self.landed.keys() - self.answered
        return [
            *([f"{len(lost)} opens that were answered are lost"] if lost else []),
            *([f"{len(twice)} opens are counted twice"] if twice else []),
            *([f"{len(beside)} opens were counted and not answered"] if len(beside) > self.kills else []),
            *([] if self.answered else ["Nothing was answered"]),
        ]


class OpeningReaders(threading.Thread):
    """Opens each recipient's email once, one after another over one connection."""

    def __init__(self, port: int, mailing_id: int, shaken: ShakenReaders) -> None:
        super().__init__(daemon=True)
        self.ending = threading.Event()
        self._port, self._mailing_id, self._shaken = port, mailing_id, shaken

    def run(self) -> None:
        from django.conf import settings  # noqa: PLC0415

        from server.delivery import keys  # noqa: PLC0415

        ring, headers = keys.get_key_ring(), BROWSER | {"host": settings.PAGES_HOST}
        line = HTTPConnection("127.0.0.1", self._port, timeout=5)
        for position in itertools.count():
            if self.ending.is_set():
                break
            try:
                line.request("GET", f"/o/{ring.token(self._mailing_id, position)}", headers=headers)
                answer = line.getresponse()
                answer.read()
                if answer.status == 200:
                    self._shaken.answered.add(position)
            except (OSError, HTTPException):
                line.close()
                time.sleep(0.02)
        line.close()


def shake(*, seed: int, kills: int, mailing_id: int, spool: Path) -> ShakenReaders:
    """Each recipient of a mailing opens it once, until this many kills have occurred and all opens are in the
    database."""
    from server.delivery.models import Event  # noqa: PLC0415
    from tests.realtime.harness import Server  # noqa: PLC0415

    drawn, shaken = Random(seed), ShakenReaders()
    server = Server("realtime.asgi:application", DASH_LOG_LEVEL="ERROR", DASH_SPOOL_FOLDER=str(spool))
    server.start(START_SECONDS)
    readers = OpeningReaders(server.port, mailing_id, shaken)
    readers.start()
    try:
        for _ in range(kills):
            _until_answered(shaken, drawn.randint(*OPENS_A_KILL))
            server.kill()
            shaken.kills += 1
            print(f"  kill {shaken.kills} of {kills} after {len(shaken.answered)} opens", flush=True)
            server.start(START_SECONDS)
        _until_answered(shaken, 10)
        readers.ending.set()
        readers.join()
        until(lambda: not any(spool.rglob("*.events")), moving=lambda: sorted(spool.rglob("*.events")))
    finally:
        readers.ending.set()
        readers.join()
        server.stop()
    # across teams: the proof's own mailing
    shaken.landed = Counter(Event.objects.filter(mailing_id=mailing_id).values_list("position", flat=True))
    return shaken


def _until_answered(shaken: ShakenReaders, more: int) -> None:
    wanted = len(shaken.answered) + more
    until(lambda: len(shaken.answered) >= wanted, moving=lambda: len(shaken.answered))


def until(condition: Callable[[], bool], *, moving: Callable[[], object]) -> None:
    """Waits for a condition. Fails after a minute in which `moving` has not changed."""
    last, since = moving(), time.monotonic()
    while not condition():
        now = moving()
        if now != last:
            last, since = now, time.monotonic()
        if time.monotonic() - since > PATIENCE_SECONDS:
            raise AssertionError(f"No progress within {PATIENCE_SECONDS:.0f} s")
        time.sleep(0.02)


def main() -> int:
    parser = argparse.ArgumentParser(description="Follows forged links, and kills the web process in use.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--links", type=int, default=LINKS, help="number of links; 0 skips the first part")
    parser.add_argument("--kills", type=int, default=KILLS)
    arguments = parser.parse_args()
    stage.prepare("links")
    from django.conf import settings  # noqa: PLC0415

    from bench.prove import sending_books as books  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        settings.SPOOL_FOLDER = Path(folder) / "forged"
        verdict = LinkResults(arguments.links)
        if arguments.links:
            mailing_id = books.prepare_many(10, body="[a](https://shop.example/a) [b](https://shop.example/b)")
            verdict = asyncio.run(forge(seed=arguments.seed, links=arguments.links, mailing_id=mailing_id))
            answers = ", ".join(f"{count} {status}" for status, count in sorted(verdict.answers.items()))
            print(f"seed {arguments.seed}: {verdict.links} forged links: {answers}", flush=True)
        recipients = (arguments.kills + 1) * OPENS_A_KILL[1] * 20  # more than are ever reached
        mailing_id = books.prepare_many(recipients, body="[a](https://shop.example/a)")
        shaken = shake(seed=arguments.seed, kills=arguments.kills, mailing_id=mailing_id, spool=Path(folder) / "killed")
        print(
            f"seed {arguments.seed}: {shaken.kills} kills of web: {len(shaken.answered)} opens answered,"
            f" {sum(shaken.landed.values())} landed"
        )
    failures = verdict.failures[:20] + shaken.failures()
    for failure in failures:
        print(f"  FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
