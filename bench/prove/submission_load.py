"""Applications that submit email over SMTP and HTTP at the same time, and the ledger of their responses."""

import asyncio
import http.client
import json
import random
import smtplib
import ssl
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

PATIENCE_SECONDS = 90.0
PAUSE_SECONDS = 0.1
CALL_SECONDS = 30.0
DOMAIN = "kopi.example"
SENDER = f"toko@{DOMAIN}"
FOREIGN = "ceo@bank.example"
# The sender of a hidden second message in a dialogue (dialogues.py).
SMUGGLED = f"smuggled@{DOMAIN}"
CONNECTIONS = 40  # of a storm over SMTP; the port accepts 50 from one network


class SubmissionOutcome(StrEnum):
    """What the application knows after an attempt."""

    TAKEN = "taken"  # 250 or 202: stored
    REFUSED = "refused"  # permanently
    LATER = "later"  # temporarily
    UNSENT = "unsent"  # the connection broke, or was rejected, before the message was complete
    SILENT = "silent"  # the connection broke after that: the outcome is unknown


class SubmissionKind(StrEnum):
    """The kind of a submission."""

    PLAIN = "plain"
    KEYED = "keyed"  # with an idempotency key, repeated until there is a response
    SCHEDULED = "scheduled"
    BATCH = "batch"
    SANDBOX = "sandbox"
    FOREIGN = "foreign"  # from a domain of another team
    STORM = "storm"


_DRAWN = {
    SubmissionKind.PLAIN: 45,
    SubmissionKind.KEYED: 25,
    SubmissionKind.SCHEDULED: 10,
    SubmissionKind.BATCH: 12,
    SubmissionKind.SANDBOX: 4,
    SubmissionKind.FOREIGN: 4,
}


@dataclass
class Handing:
    """One message or batch, and its responses. Its addresses are unique."""

    number: int
    door: str
    kind: SubmissionKind
    recipients: list[str]
    key: str = ""
    due: float | None = None  # the earliest time of sending, in seconds since 1970
    tries: list[SubmissionOutcome] = field(default_factory=list)
    said: str = ""  # the last response
    ids: set[str] = field(default_factory=set)  # of the message or batch, from the responses

    @property
    def is_taken(self) -> bool:
        """Whether any response confirmed that it is stored."""
        return SubmissionOutcome.TAKEN in self.tries

    @property
    def is_decided(self) -> bool:
        """Whether no further attempt is needed."""
        return self.is_taken or SubmissionOutcome.REFUSED in self.tries


@dataclass(frozen=True)
class Shop:
    """The product's ports and the credentials."""

    port: int
    starttls_port: int
    tls_port: int
    certificate: str
    secret: str
    sandbox: str

    def context(self) -> ssl.SSLContext:
        """Trusts only the product's own certificate."""
        return ssl.create_default_context(cafile=self.certificate)


class SmtpDoor:
    """One connection, which is reopened when it breaks."""

    def __init__(self, shop: Shop, secret: str, *, implicit: bool) -> None:
        self._shop, self._secret, self._implicit = shop, secret, implicit
        self._client: smtplib.SMTP | None = None

    def hand_in(self, sender: str, handing: Handing) -> tuple[SubmissionOutcome, str]:
        try:
            client = self._client or self._opened()
            code, said = self._start_message(client, sender, handing.recipients)
            if code != 354:
                return self._refused(code, said)
        except smtplib.SMTPAuthenticationError as error:
            self.close()
            return self._refused(error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            return SubmissionOutcome.UNSENT, f"{type(error).__name__}: {error}"
        try:
            client.send(_mail(sender, handing) + b".\r\n")
            code, said = client.getreply()
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            return SubmissionOutcome.SILENT, f"{type(error).__name__}: {error}"
        if code != 250:
            return self._refused(code, said)
        text = said.decode("ascii", "replace")
        handing.ids.add(text.rpartition(" ")[2])
        return SubmissionOutcome.TAKEN, text

    @staticmethod
    def _start_message(client: smtplib.SMTP, sender: str, recipients: Sequence[str]) -> tuple[int, bytes]:
        """The response to the first rejected command, or to DATA."""
        answer = client.mail(sender)
        for recipient in recipients:
            if answer[0] >= 400:
                break
            answer = client.rcpt(recipient)
        return answer if answer[0] >= 400 else client.docmd("DATA")

    def _refused(self, code: int, said: bytes | str) -> tuple[SubmissionOutcome, str]:
        if code == 421:
            self.close()
        elif self._client is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._client.rset()
        return SubmissionOutcome.LATER if code < 500 else SubmissionOutcome.REFUSED, f"{code} {_text(said)}"

    def _opened(self) -> smtplib.SMTP:
        shop, context = self._shop, self._shop.context()
        if self._implicit:
            client: smtplib.SMTP = smtplib.SMTP_SSL("127.0.0.1", shop.tls_port, timeout=CALL_SECONDS, context=context)
        else:
            client = smtplib.SMTP("127.0.0.1", shop.starttls_port, timeout=CALL_SECONDS)
        self._client = client
        if not self._implicit:
            client.starttls(context=context)
        client.ehlo("app.example")
        client.login("apikey", self._secret)
        return client

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


def _text(said: bytes | str) -> str:
    return said if isinstance(said, str) else said.decode("ascii", "replace")


class HttpDoor:
    """One call at a time, each over its own connection."""

    def __init__(self, shop: Shop, secret: str) -> None:
        self._shop, self._secret = shop, secret

    def hand_in(self, sender: str, handing: Handing) -> tuple[SubmissionOutcome, str]:
        line = http.client.HTTPConnection("127.0.0.1", self._shop.port, timeout=CALL_SECONDS)
        try:
            line.connect()
        except OSError as error:
            line.close()
            return SubmissionOutcome.UNSENT, type(error).__name__
        try:
            headers = _headers(self._shop, self._secret, handing)
            line.request("POST", "/trx-api/messages", body=_body(sender, handing), headers=headers)
            answer = line.getresponse()
            status, said = answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            return SubmissionOutcome.SILENT, type(error).__name__
        finally:
            line.close()
        return http_told(handing, status, said)


def http_told(handing: Handing, status: int, said: bytes) -> tuple[SubmissionOutcome, str]:
    text = f"{status} {said[:200].decode('utf-8', 'replace')}"
    if status == 202:
        answer = json.loads(said)
        handing.ids.add(answer.get("id") or answer["batchId"])
        return SubmissionOutcome.TAKEN, text
    return SubmissionOutcome.LATER if status >= 500 or status == 429 else SubmissionOutcome.REFUSED, text


def _headers(shop: Shop, secret: str, handing: Handing) -> dict[str, str]:
    own = {"Idempotency-Key": handing.key} if handing.key else {}
    return {
        "Host": f"localhost:{shop.port}",
        "Authorization": f"Bearer {secret}",
        "Content-Type": "application/json",
        **own,
    }


def _moment(due: float) -> str:
    return datetime.fromtimestamp(due, UTC).isoformat(timespec="milliseconds")


def _body(sender: str, handing: Handing) -> bytes:
    said: dict[str, object] = {
        "from": sender,
        "subject": f"Order {handing.number}",
        "text": f"Your order {handing.number} is on its way.",
        "tag": f"tag{handing.number % 5}",
        "metadata": {"order": str(handing.number)},
    }
    if handing.kind is SubmissionKind.BATCH:
        said["recipients"] = [{"to": to, "data": {"n": str(n)}} for n, to in enumerate(handing.recipients)]
    else:
        said["to"] = handing.recipients
    if handing.due is not None:
        said["scheduledAt"] = _moment(handing.due)
    return json.dumps(said).encode()


def _mail(sender: str, handing: Handing) -> bytes:
    lines = [
        f"From: Toko <{sender}>",
        f"To: {', '.join(handing.recipients)}",
        f"Subject: Order {handing.number}",
        f"X-Tag: tag{handing.number % 5}",
        f"X-Metadata-Order: {handing.number}",
    ]
    if handing.key:
        lines.append(f"X-Idempotency-Key: {handing.key}")
    if handing.due is not None:
        lines.append(f"X-Schedule-At: {_moment(handing.due)}")
    lines += ["", f"Your order {handing.number} is on its way.", ""]
    return "\r\n".join(lines).encode()


class SubmissionLoad:
    """Applications that submit until they are stopped."""

    def __init__(self, shop: Shop, *, seed: int, applications: int, pause: float) -> None:
        """`pause`: seconds between two messages of an application, on average."""
        self.handings: list[Handing] = []
        self.stopping = threading.Event()
        self._shop, self._pause = shop, pause
        self._number, self._guard = 0, threading.Lock()
        self._threads = [
            threading.Thread(target=self._work, args=(number, random.Random(f"{seed}:{number}")), daemon=True)
            for number in range(applications)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def end(self) -> list[str]:
        """Stops the applications. Returns those that hang."""
        self.stopping.set()
        for thread in self._threads:
            thread.join(PATIENCE_SECONDS + CALL_SECONDS)
        return [f"{thread.name} hangs" for thread in self._threads if thread.is_alive()]

    def count_stored(self) -> int:
        return sum(handing.is_taken for handing in list(self.handings))

    def new(self, door: str, kind: SubmissionKind, recipients: int = 1, *, ahead: float | None = None) -> Handing:
        """A new submission in the ledger, with its own addresses."""
        with self._guard:
            self._number += 1
            number = self._number
        handing = Handing(
            number,
            door,
            kind,
            [f"h{number}.{each}@dest{(number + each) % 40}.example" for each in range(recipients)],
            key=f"order-{number}" if kind in (SubmissionKind.KEYED, SubmissionKind.STORM) else "",
            due=None if ahead is None else round(time.time() + ahead, 3),
        )
        self.handings.append(handing)
        return handing

    def _work(self, number: int, draw: random.Random) -> None:
        # Half of the applications use SMTP, and half of these STARTTLS.
        shop, over_smtp, implicit = self._shop, number % 2 == 0, number % 4 == 0
        doors = {
            secret: SmtpDoor(shop, secret, implicit=implicit) if over_smtp else HttpDoor(shop, secret)
            for secret in (shop.secret, shop.sandbox)
        }
        while not self.stopping.wait(draw.expovariate(1 / self._pause)):
            kind = draw.choices(list(_DRAWN), list(_DRAWN.values()))[0]
            if kind is SubmissionKind.BATCH and over_smtp:
                kind = SubmissionKind.PLAIN
            handing = self.new(
                "smtp" if over_smtp else "http",
                kind,
                draw.randint(5, 20) if kind is SubmissionKind.BATCH else draw.choice((1, 1, 1, 3)),
                ahead=draw.uniform(1, 20) if kind is SubmissionKind.SCHEDULED else None,
            )
            if kind is SubmissionKind.BATCH and draw.random() < 0.5:
                handing.key = f"order-{handing.number}"
            door = doors[shop.sandbox if kind is SubmissionKind.SANDBOX else shop.secret]
            hand_in(door, handing)


def hand_in(door: SmtpDoor | HttpDoor, handing: Handing) -> None:
    """Submits a message. With a key, repeats until the response is definite."""
    until = time.monotonic() + PATIENCE_SECONDS
    sender = FOREIGN if handing.kind is SubmissionKind.FOREIGN else SENDER
    while True:
        told, handing.said = door.hand_in(sender, handing)
        handing.tries.append(told)
        if not handing.key or handing.is_decided or time.monotonic() > until:
            return
        time.sleep(PAUSE_SECONDS)


# --- parallel submissions with one key ------------------------------------------------------------------------------


@dataclass
class Storm:
    """Parallel submissions with one key."""

    door: str
    sends: int
    struck: bool
    taken: int = 0
    messages: int = 0
    # Responses that reported a repetition, and submissions that were repeated for lack of a response.
    repeated: int = 0
    again: int = 0
    others: dict[str, int] = field(default_factory=dict)  # any other responses

    def count(self, said: str) -> None:
        self.others[said[:80]] = self.others.get(said[:80], 0) + 1


def http_storm(shop: Shop, handing: Handing, sends: int, *, struck: bool = False) -> Storm:
    """All clients open their connection, then all submit at once."""
    storm = Storm("http", sends, struck)
    asyncio.run(_storm(shop, handing, storm))
    return storm


async def _storm(shop: Shop, handing: Handing, storm: Storm) -> None:
    body = _body(SENDER, handing)
    headers = {**_headers(shop, shop.secret, handing), "Content-Length": str(len(body)), "Connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    request = b"POST /trx-api/messages HTTP/1.1\r\n" + head.encode() + b"\r\n" + body
    together, ready = asyncio.Event(), 0
    until = time.monotonic() + PATIENCE_SECONDS

    async def send() -> None:
        nonlocal ready
        is_first = True
        while True:
            line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
            with suppress(OSError):
                line = await asyncio.open_connection("127.0.0.1", shop.port)
            if is_first:
                is_first = False
                ready += 1
                if ready == storm.sends:
                    together.set()
                await together.wait()
            said = b""
            if line is not None:
                reader, writer = line
                with suppress(OSError, TimeoutError):
                    writer.write(request)
                    said = await asyncio.wait_for(reader.read(), CALL_SECONDS * 2)
                writer.close()
            if said:
                status, answer = int(said.split(b" ", 2)[1]), said[said.find(b"{") : said.rfind(b"}") + 1]
                told, text = http_told(handing, status, answer)
                if told is SubmissionOutcome.TAKEN:
                    storm.taken += 1
                    storm.repeated += bool(json.loads(answer)["repeated"])
                    return
                storm.count(text)
                if told is SubmissionOutcome.REFUSED:
                    return
            if time.monotonic() > until:
                storm.count("no answer")
                return
            storm.again += 1
            await asyncio.sleep(5 * PAUSE_SECONDS)

    await asyncio.gather(*(send() for _ in range(storm.sends)))
    handing.tries.append(SubmissionOutcome.TAKEN if storm.taken else SubmissionOutcome.SILENT)


def smtp_storm(shop: Shop, handing: Handing, sends: int) -> Storm:
    storm, lock = Storm("smtp", sends, struck=False), threading.Lock()
    together = threading.Barrier(min(CONNECTIONS, sends))

    def work(own: int) -> None:
        door = SmtpDoor(shop, shop.secret, implicit=own % 2 == 0)
        together.wait()
        for _ in range(own, sends, together.parties):
            for _ in range(600):
                told, said = door.hand_in(SENDER, handing)
                with lock:
                    storm.taken += told is SubmissionOutcome.TAKEN
                    if told is not SubmissionOutcome.TAKEN:
                        storm.count(said)
                        storm.again += told is not SubmissionOutcome.REFUSED
                if told in (SubmissionOutcome.TAKEN, SubmissionOutcome.REFUSED):
                    break
                time.sleep(PAUSE_SECONDS)
        door.close()

    threads = [threading.Thread(target=work, args=(own,), daemon=True) for own in range(together.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_SECONDS * 2)
    handing.tries.append(SubmissionOutcome.TAKEN if storm.taken else SubmissionOutcome.SILENT)
    return storm


# --- lack of disk space ---------------------------------------------------------------------------------------------


def hand_in_some(load: SubmissionLoad, shop: Shop, count: int) -> list[Handing]:
    """This many plain messages over one connection, each attempted once."""
    door = SmtpDoor(shop, shop.secret, implicit=False)
    made = [load.new("smtp", SubmissionKind.PLAIN) for _ in range(count)]
    for handing in made:
        hand_in(door, handing)
    door.close()
    return made


def emails_of(handings: Sequence[Handing]) -> dict[str, Handing]:
    return {email: handing for handing in handings for email in handing.recipients}
