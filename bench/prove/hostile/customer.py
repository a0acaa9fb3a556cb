"""The well-behaved customer: signs in, reads, imports a small file, sends a campaign and transactional messages."""

import http.client
import json
import smtplib
import socket
import ssl
import statistics
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from bench.prove.crash_product import Product
from bench.prove.hostile.challenges import solve

ADDRESS = "192.0.2.10"  # of the customer's office, as the trusted proxy forwards it
# Of its shop, which submits by SMTP, and of a server that returns bounces to us.
SHOP_ADDRESS, RELAY_ADDRESS = "127.77.0.5", "127.78.0.5"
CALL_SECONDS = 30.0
READ_PAUSE_SECONDS = 0.1
SEND_PAUSE_SECONDS = 0.5
CYCLE_PAUSE_SECONDS = 0.3
POLL_SECONDS = 0.05
CYCLE_SECONDS = 60.0
ROWS = 200
WARM_UP_THREADS, WARM_UP_READS = 16, 96
# Open pages of a small company; a kind of load opens as many.
WARM_UP_PAGES = 300
INBOXES = "customer-inbox.example"


class Failed(Exception):
    """A call of the customer got an unexpected response."""


@dataclass(slots=True)
class Samples:
    """Durations of the customer's calls in one period, in seconds, and the failures."""

    reads: list[float] = field(default_factory=list)
    messages: list[float] = field(default_factory=list)  # by HTTP
    submissions: list[float] = field(default_factory=list)  # by SMTP
    campaigns: list[float] = field(default_factory=list)
    imports: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def read_p95_ms(self) -> float:
        if not self.reads:
            return float("inf")
        return sorted(self.reads)[min(len(self.reads) - 1, int(len(self.reads) * 0.95))] * 1000


def median(values: list[float]) -> float | None:
    return statistics.median(values) if values else None


class Arrivals:
    """The arrival time of each recipient's message, from the ledger of the sink."""

    def __init__(self, ledger: Path) -> None:
        self._ledger, self._read, self._times = ledger, 0, dict[str, float]()
        self._guard = threading.Lock()

    def time_of(self, recipient: str) -> float | None:
        """Seconds since 1970, or None before the arrival."""
        with self._guard:
            if self._ledger.exists():
                with self._ledger.open("rb") as file:
                    file.seek(self._read)
                    more = file.read()
                whole = more[: more.rfind(b"\n") + 1]
                self._read += len(whole)
                for line in whole.splitlines():
                    arrived = json.loads(line)
                    self._times.setdefault(arrived["recipient"], arrived["time"])
            return self._times.get(recipient)


class ActiveCustomer:
    """One team with normal activity."""

    def __init__(self, product: Product, team: Mapping[str, str], password: str, folder: Path) -> None:
        self._port, self._environment = product.port, product.environment
        self._team, self._password = team, password
        self._arrivals = Arrivals(product.ledger)
        self._file = folder / "people.csv"
        lines = [f"c{number}@dest{number % 20}.{INBOXES},Ani" for number in range(ROWS)]
        self._file.write_text("\r\n".join(["Email,First name", *lines]) + "\r\n")
        self.campaign_id = ""

    # --- actions ----------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Imports its contacts and sends a first campaign; all later reads include its report."""
        self.import_people()
        self.campaign_id = self.send_campaign()

    def warm_up(self) -> None:
        """Reads so many pages in parallel that each thread of the product has loaded its modules, and opens as many
        websockets.

        The allocator never returns its peak memory, so the peak must precede the measurement.
        """
        with ThreadPoolExecutor(WARM_UP_THREADS) as pool:
            list(pool.map(self.read, range(WARM_UP_READS)))
        self.sign_in()
        with ExitStack() as pages:
            for number in range(WARM_UP_PAGES):
                pages.enter_context(self._page(number))

    def _page(self, number: int) -> socket.socket:
        """A websocket as an open page has it, before its CONNECT packet."""
        page = socket.create_connection(("127.0.0.1", self._port), CALL_SECONDS)
        page.sendall(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
            b"Host: localhost:%d\r\nOrigin: http://localhost:%d\r\n"
            b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX-Forwarded-For: 198.51.100.%d\r\n\r\n"
            % (self._port, self._port, number % 250)
        )
        if not page.recv(1024).startswith(b"HTTP/1.1 101"):
            raise Failed("A page's websocket was not accepted")
        return page

    def sign_in(self) -> float:
        """From its own network. Returns the duration in seconds. Raises Failed."""
        begin = time.monotonic()
        challenge = self._call("GET", f"/api/captcha?account={self._team['email']}")
        body = {"email": self._team["email"], "password": self._password, "captcha": solve(challenge)}
        step = self._call("POST", "/api/signin", body)["token2fa"]
        session = self._call("POST", "/api/checkToken-2FA", {}, token=step)
        if session.get("state") != "complete" or not self._call("GET", "/api/ping", token=session["token"]):
            raise Failed(f"The sign-in ended as {session}")
        return time.monotonic() - begin

    def read(self, number: int) -> None:
        """Reads the list of contacts and the report of a campaign, alternately."""
        paths = ("/api/contacts?size=50", f"/api/email-marketing/reports/basic?id={self.campaign_id}")
        self._call("GET", paths[number % len(paths)], token=self._team["token"])

    def send_message(self, *, by_smtp: bool) -> float:
        """Submits a transactional message and waits until it arrives. Returns the duration in seconds."""
        recipient = f"m{uuid.uuid4().hex}@{INBOXES}"
        sender = f"shop@{self._team['domain']}"
        begin = time.time()
        if by_smtp:
            self._submit(sender, recipient)
        else:
            body = {"from": sender, "to": [recipient], "subject": "Order", "text": "On its way."}
            self._call("POST", "/trx-api/messages", body, token=self._team["key"])
        while (arrived := self._arrivals.time_of(recipient)) is None:
            if time.time() > begin + CYCLE_SECONDS:
                raise Failed(f"A message did not arrive within {CYCLE_SECONDS:.0f} s")
            time.sleep(POLL_SECONDS / 5)
        return arrived - begin

    def _submit(self, sender: str, recipient: str) -> None:
        port = int(self._environment["DASH_SUBMISSION_PORT"])
        context = ssl.create_default_context(cafile=self._environment["DASH_SMTP_CERTIFICATE"])
        context.check_hostname = False
        with smtplib.SMTP("127.0.0.1", port, timeout=CALL_SECONDS, source_address=(SHOP_ADDRESS, 0)) as client:
            client.starttls(context=context)
            client.login("apikey", self._team["key"])
            message = f"From: {sender}\r\nTo: {recipient}\r\nSubject: Order\r\n\r\nOn its way.\r\n"
            client.sendmail(sender, [recipient], message)

    def greet_bounces(self) -> None:
        """Another server with a bounce for us gets a connection. Raises smtplib.SMTPException."""
        port = int(self._environment["DASH_BOUNCE_PORT"])
        with smtplib.SMTP("127.0.0.1", port, timeout=CALL_SECONDS, source_address=(RELAY_ADDRESS, 0)) as client:
            client.ehlo("mx.example")

    def import_people(self) -> float:
        """Imports the file again, from the upload to the end. Returns the duration in seconds."""
        begin = time.monotonic()
        token = self._team["token"]
        prepared = self._upload("/api/contacts/import/prepare", token)
        started = self._call(
            "POST", "/api/contacts/import/start", {"importId": prepared["importId"], "consent": True}, token=token
        )
        path = f"/api/contacts/import/status?importId={started['importId']}"
        self._wait(lambda: self._call("GET", path, token=token)["item"]["state"], "DONE", ("FAILED",))
        return time.monotonic() - begin

    def send_campaign(self) -> str:
        """Sends a campaign to all contacts and waits for its end. Returns its id."""
        token = self._team["token"]
        content = {"kind": "markdown", "body": "Hi {{ firstname }}, [see](https://shop.example/a)."}
        draft = {"name": "Proof", "subject": "Hello", "content": content, "recipients": {"all": True}}
        campaign_id = str(self._call("POST", "/api/email-marketing", draft, token=token)["id"])
        path = f"/api/email-marketing/{campaign_id}"
        self._call("POST", f"{path}/send", {}, token=token)
        self._wait(lambda: self._call("GET", path, token=token)["status"], "SENT", ("CANCELLED",))
        return campaign_id

    @staticmethod
    def _wait(read_state: Callable[[], str], wanted: str, wrong: tuple[str, ...]) -> None:
        end = time.monotonic() + CYCLE_SECONDS
        while (state := read_state()) != wanted:
            if state in wrong or time.monotonic() > end:
                raise Failed(f"{state} after {CYCLE_SECONDS:.0f} s, not {wanted}")
            time.sleep(POLL_SECONDS)

    # --- all of it at once ------------------------------------------------------------------------------------------

    @contextmanager
    def at_work(self, samples: Samples) -> Any:
        """Reads and sends during the block, then waits for the calls in progress."""
        ending = threading.Event()
        threads = [
            threading.Thread(target=work, args=(samples, ending), daemon=True)
            for work in (self._keep_reading, self._keep_sending, self._keep_cycling)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            ending.set()
            for thread in threads:
                thread.join(2 * CYCLE_SECONDS)

    def _keep_reading(self, samples: Samples, ending: threading.Event) -> None:
        number = 0
        while not ending.wait(READ_PAUSE_SECONDS):
            number += 1
            begin = time.monotonic()
            with self._noting(samples):
                self.read(number)
            samples.reads.append(time.monotonic() - begin)

    def _keep_sending(self, samples: Samples, ending: threading.Event) -> None:
        number = 0
        while not ending.wait(SEND_PAUSE_SECONDS):
            number += 1
            with self._noting(samples):
                taken = self.send_message(by_smtp=number % 2 == 0)
                (samples.submissions if number % 2 == 0 else samples.messages).append(taken)
            with self._noting(samples):
                self.greet_bounces()

    def _keep_cycling(self, samples: Samples, ending: threading.Event) -> None:
        while not ending.wait(CYCLE_PAUSE_SECONDS):
            with self._noting(samples):
                samples.imports.append(self.import_people())
            if ending.wait(CYCLE_PAUSE_SECONDS):
                return
            begin = time.monotonic()
            with self._noting(samples):
                self.send_campaign()
                samples.campaigns.append(time.monotonic() - begin)

    @staticmethod
    @contextmanager
    def _noting(samples: Samples) -> Any:
        try:
            yield
        except (Failed, OSError, HTTPException, smtplib.SMTPException, KeyError, TypeError, ValueError) as error:
            samples.failures.append(f"{type(error).__name__}: {error}"[:300])

    # --- requests ---------------------------------------------------------------------------------------------------

    def _upload(self, path: str, token: str) -> Any:
        bound = uuid.uuid4().hex
        head = f'--{bound}\r\nContent-Disposition: form-data; name="file"; filename="people.csv"\r\n\r\n'
        body = head.encode() + self._file.read_bytes() + f"\r\n--{bound}--\r\n".encode()
        return self._send("POST", path, body, f"multipart/form-data; boundary={bound}", token)

    def _call(self, method: str, path: str, data: Any = None, *, token: str = "") -> Any:
        body = b"" if data is None else json.dumps(data).encode()
        return self._send(method, path, body, "application/json", token)

    def _send(self, method: str, path: str, body: bytes, content_type: str, token: str) -> Any:
        line = HTTPConnection("127.0.0.1", self._port, timeout=CALL_SECONDS)
        headers = {"Host": f"localhost:{self._port}", "X-Forwarded-For": ADDRESS, "Content-Type": content_type}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        try:
            line.request(method, path, body=body, headers=headers)
            response = line.getresponse()
            text = response.read()
        finally:
            with suppress(OSError, http.client.HTTPException):
                line.close()
        if response.status >= 300:
            raise Failed(f"{method} {path}: {response.status} {text[:200].decode(errors='replace')}")
        return json.loads(text) if text else None
