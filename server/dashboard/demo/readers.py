"""Simulated readers of a sent campaign: they open, click and unsubscribe by real requests to the running product.

The seed and the address determine each reader's behaviour, so that runs are reproducible. Time is compressed: `speed`
seconds of reading take one second. The product sees ordinary requests, and records them at its own time.
"""

import heapq
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from server.dashboard.demo.stored_emails import StoredEmail, list_stored_emails
from server.delivery.demo import behaviour
from server.delivery.demo.behaviour import RecipientBehavior
from server.delivery.models import EventKind
from server.delivery.services.history import SendOutcome

MAX_CONCURRENT_REQUESTS = 8
POLL_INTERVAL_SECONDS = 0.5
TIMEOUT_SECONDS = 10
ONE_CLICK = b"List-Unsubscribe=One-Click"
MOOD = RecipientBehavior(opened=0.42, clicked=0.11, left=0.01, prefetched=0.12, scanned=0.01)


@dataclass(order=True, frozen=True, slots=True)
class ReaderAction:
    """A reader's action, `due` in seconds of `time.monotonic`."""

    due: float
    number: int
    method: str = field(compare=False)
    address: str = field(compare=False)
    agent: str = field(compare=False)
    what: str = field(compare=False)


@dataclass(slots=True)
class ReaderSimulation:
    """The readers of one mailing. `done` counts their actions, and failed requests under `refused`."""

    folder: Path
    mailing_id: int
    seed: int
    speed: float
    is_over: Callable[[], bool]
    done: Counter[str] = field(default_factory=Counter)
    _steps: list[ReaderAction] = field(default_factory=list)
    _ignored_files: set[str] = field(default_factory=set)
    _made: int = 0

    def run(self) -> Counter[str]:
        """Runs until the mailing is over and all planned actions are done."""
        with ThreadPoolExecutor(MAX_CONCURRENT_REQUESTS, thread_name_prefix="reader") as pool:
            under_way: set[Future[None]] = set()
            looked_at = 0.0
            while True:
                now = time.monotonic()
                if now - looked_at >= POLL_INTERVAL_SECONDS:
                    over = self.is_over()
                    found = self._read_messages(now)
                    looked_at = now
                    if over and not found and not self._steps and not under_way:
                        return self.done
                while self._steps and self._steps[0].due <= now and len(under_way) < MAX_CONCURRENT_REQUESTS:
                    under_way.add(pool.submit(self._do, heapq.heappop(self._steps)))
                finished, under_way = wait(under_way, timeout=0.05, return_when=FIRST_COMPLETED)
                for future in finished:
                    future.result()
                if not under_way:
                    time.sleep(0.02)

    def _read_messages(self, now: float) -> int:
        found = 0
        for mail in list_stored_emails(self.folder, mailing_id=self.mailing_id, passed_over=self._ignored_files):
            found += 1
            self.done["mails"] += 1
            for after, method, address, agent, what in self._plan_actions(mail):
                self._made += 1
                heapq.heappush(self._steps, ReaderAction(now + after, self._made, method, address, agent, what))
            mail.path.unlink(missing_ok=True)
        return found

    def _plan_actions(self, mail: StoredEmail) -> Iterator[tuple[float, str, str, str, str]]:
        """The planned actions of one reader: delay in seconds, method, URL, user agent and kind."""
        random = Random(f"{self.seed}:{mail.recipient}")
        began = datetime(2026, 1, 5, 3, tzinfo=UTC)  # a Monday morning in Jakarta, during waking hours
        outcome = SendOutcome(0, began)
        numbers = range(len(mail.links))
        acts = behaviour.simulate_recipient(random, outcome, links=[number + 1 for number in numbers], mood=MOOD)
        for act, agent in acts:
            after = (act.at - began).total_seconds() / self.speed
            what = f"machine {act.kind}s" if act.why else f"{act.kind}s"
            address = mail.links[act.link - 1] if act.kind == EventKind.CLICK else mail.pixel
            if address:
                yield after, "GET", address, agent, what
        if random.random() < MOOD.left:
            yield random.uniform(600, 7_200) / self.speed, "POST", mail.unsubscribe, behaviour.PROXY, "unsubscribes"

    def _do(self, step: ReaderAction) -> None:
        parts = urlsplit(step.address)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
        headers = {
            "User-Agent": step.agent,
            "Accept": "*/*",
            "Accept-Language": "id,en;q=0.8",
            "Accept-Encoding": "gzip",
            # Actions that take people seconds are immediate here, and must not be classified as a bot's.
            "X-Simulated-Pace": str(round(min(max(self.speed, 1), 1_000_000))),
        }
        body = None
        if step.method == "POST":
            headers["Content-Type"], body = "application/x-www-form-urlencoded", ONE_CLICK
        try:
            connection.request(step.method, parts.path, body, headers)
            status = connection.getresponse().status
        except (OSError, HTTPException):
            status = 0
        finally:
            connection.close()
        self.done[step.what if 200 <= status < 400 else "refused"] += 1
