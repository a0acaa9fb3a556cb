"""Sending: CPU per message with the accounting in the database, compared with Django's EmailMessage, to the same sink.

    python -m bench.send [--json] [--only PART] [--memory [RECIPIENTS]]

Both send the same newsletter of 38 kB with 20 links and five fields. Ours runs as in the sender process, from frozen
batches to the send log. The peer fills the same HTML and text by replacing tags, builds an EmailMultiAlternatives and
sends it over one persistent smtplib connection. CPU is that of the sending process (user and system). The sink and
PostgreSQL run elsewhere, since the peer needs no database. Rounds alternate, and medians are printed.

"Signed" adds a DKIM key of RSA-2048. It is compared with unsigned messages plus one signature of a fixed text each, in
the same round. The cost of a signature in an otherwise empty loop is printed as well (docs/decisions/007).

"Accounting" is the same work with a relay that accepts everything immediately: our CPU, the database's, and the WAL.
The cost of freezing at the start of a campaign is excluded and printed separately.

"Faulty" is the same mailing to a sink that takes 50 ms per message and defers 5% of them. Its rate is compared with the
maximum of its connections, its CPU with that without faults.

"Whole" is the same newsletter as a campaign of the started product, with the CPU of every process (bench/whole.py). The
bench's own CPU for watching a mailing is excluded. `--memory` sends to 1,000,000 recipients by default, and prints the
growth of resident memory between the second tenth and the last.
"""

import argparse
import asyncio
import json
import logging
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from bench import report, stage, whole
from bench.calibration import calibrate

if TYPE_CHECKING:
    from server.delivery.dkim.signing import Algorithm, Key

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 8  # values compared within a round are measured within ten seconds
ACCOUNTED_ROUNDS = 3
RSA_ALLOWANCE = 1.1
OURS_MESSAGES = 8_000
PEER_MESSAGES = 400
MEMORY_MESSAGES = 1_000_000
SIGNED_MESSAGES = 8_000
ACCOUNTED_MESSAGES = 20_000
SIGNATURES = 300
PARTS = ["cpu", "faulty", "accounting", "whole"]
CONNECTIONS = 10
FAULTY_MESSAGES = 10_000
FAULTY_ROUNDS = 3
FAULTY_CONNECTIONS = 50
FAULTY_DELAY = 0.05
FAULTY_RULES = (
    {"at": "dot", "share": 0.05, "answer": "451 4.3.0 Later", "delay": FAULTY_DELAY, "times": 1},
    {"at": "dot", "delay": FAULTY_DELAY},
)
# A text of the size of the newsletter in the research: a message of 38 kB, 20 links, 3% beyond ASCII.
_SENTENCE = "Kopi Gayo dari dataran tinggi, señor café, and a sentence that goes on about roasting and grinding. "
FILLER = _SENTENCE * 4 + "Slowly, as it was always done. "
BODY = "\n\n".join(
    [
        '# Good morning {{ firstname | fallback: "friend" }}',
        "Here is what is new in **{{ city }}** this week. Plan {{ plan }}, {{ points }} points, code {{ voucher }}.",
        *(
            f"## Story {n}\n\nA paragraph about something that happened, long enough to be read in a mail, with a few"
            f" words in *emphasis* and a [link to it](https://shop.example/story/{n}?c={{{{ city }}}}).\n\n{FILLER}\n\n"
            f'[Read story {n}](https://shop.example/read/{n} "button")'
            for n in range(10)
        ),
        "Bye {{ firstname }}, until next week. Harga mulai Rp 25.000 – Ñandú.",
    ]
)


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class SinkProcess:
    """The sink in its own process."""

    def __init__(self, rules: Sequence[dict[str, Any]] = ()) -> None:
        self._rules = rules

    def __enter__(self) -> int:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as rules:
            json.dump(list(self._rules), rules)
            rules.flush()
            return self._start(rules.name)

    def _start(self, rules: str) -> int:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.sink", "--rules", rules], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        if self._process.stdout is None:
            raise RuntimeError("The sink has no output")
        self._out = self._process.stdout
        return int(json.loads(self._out.readline())["port"])

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self.counts = json.loads(self._out.readline())
        self._process.wait(10)


@dataclass(slots=True)
class Sending:
    """A mailing in progress: how it is sent, and the sender's resource usage."""

    port: int
    keys: "Sequence[Key]" = ()
    connections: int = CONNECTIONS
    hurries: bool = False  # retries are due immediately
    beside: Callable[[], object] | None = None  # additional work for each message
    cpu: float = 0  # seconds
    wall: float = 0
    watching: float = 0  # the bench's own share of the CPU time
    samples: list[int] = field(default_factory=list)  # resident bytes

    def watch(self, mailing_id: int) -> bool:
        """Whether it is done. Measures the cost of the check."""
        from bench.prove import sending_books as books  # noqa: PLC0415 -- needs Django, which `stage` sets up

        before = time.thread_time()
        self.samples.append(resident_bytes())
        if self.hurries:
            books.hurry(mailing_id)
        done = books.is_done(mailing_id)
        self.watching += time.thread_time() - before
        return done


def ours(messages: int, sending: Sending) -> Sending:
    from bench.prove import sending_books as books  # noqa: PLC0415

    mailing_id = books.prepare_many(messages, body=BODY)
    cpu, wall = cpu_seconds(), time.monotonic()
    asyncio_run(send_mailing(mailing_id, sending))
    sending.cpu = cpu_seconds() - cpu - sending.watching
    sending.wall = time.monotonic() - wall
    found = books.count(mailing_id)
    if found != {"sent": messages}:
        raise RuntimeError(f"Unexpected outcomes in the send log: {found}")
    return sending


def asyncio_run(work: Any) -> None:
    import uvloop  # noqa: PLC0415

    uvloop.run(work)


async def send_mailing(mailing_id: int, sending: Sending) -> None:
    from datetime import timedelta  # noqa: PLC0415

    from server.delivery.smtp.envelopes import Envelope  # noqa: PLC0415
    from server.delivery.smtp.relay import Relay, Tls  # noqa: PLC0415
    from server.delivery.smtp.replies import ReplyOutcome  # noqa: PLC0415
    from server.delivery.wire.leases import BatchEntry  # noqa: PLC0415
    from server.delivery.wire.sender import SenderProcess  # noqa: PLC0415

    class Beside(SenderProcess):
        def start(self, entry: BatchEntry) -> Envelope[BatchEntry] | ReplyOutcome:
            if sending.beside is not None:
                sending.beside()
            return super().start(entry)

    sender = (Beside if sending.beside else SenderProcess)(
        Relay("127.0.0.1", sending.port, tls=Tls.NEVER),
        connections=sending.connections,
        lease=timedelta(seconds=60),
        concurrency=1_000,
        keys=lambda _team_id, _domain: sending.keys,
    )
    task = asyncio.ensure_future(sender.run())
    while not await asyncio.to_thread(sending.watch, mailing_id):  # noqa: ASYNC110 -- the database says it, not a task
        await asyncio.sleep(0.5)
    sender.stopping.set()
    await task


def peer(messages: int, port: int) -> float:
    """CPU seconds of Django's EmailMessage over one open smtplib connection, for this many messages."""
    from django.core.mail import EmailMultiAlternatives, get_connection  # noqa: PLC0415

    from bench.prove import sending_books as books  # noqa: PLC0415

    html, text = books.peer_bodies(BODY)
    connection = get_connection("django.core.mail.backends.smtp.EmailBackend", host="127.0.0.1", port=port)
    connection.open()
    before = cpu_seconds()
    for n in range(messages):
        fields = {
            "firstname": f"Ani{n}",
            "city": "Bandung",
            "plan": "Gold",
            "points": str(n % 1000),
            "voucher": f"KOPI-{n}",
            "token": f"token{n:026}",
        }
        filled = [html, text]
        for name, value in fields.items():
            filled = [body.replace(f"[[{name}]]", value) for body in filled]
        message = EmailMultiAlternatives(
            f"Hello Ani{n}",
            filled[1],
            "Bench <news@bench.example>",
            [f"r{n}@example.com"],
            headers={
                "List-Unsubscribe": f"<http://127.0.0.1:8000/u/{fields['token']}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            },
            connection=connection,
        )
        message.attach_alternative(filled[0], "text/html")
        message.send()
    used = cpu_seconds() - before
    connection.close()
    return used


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """An unpublished key."""

    algorithm: "Algorithm"
    private_pem: bytes
    domain: str = "bench.example"
    selector: str = "bench"


def make_key() -> PrivateKey:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return PrivateKey("rsa-sha256", key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def bare_signature(key: PrivateKey) -> Callable[[], bytes]:
    """Creates only a signature of a fixed text."""
    private = load_pem_private_key(key.private_pem, password=None)
    if not isinstance(private, rsa.RSAPrivateKey):
        raise TypeError("The bench signs with RSA")
    return partial(private.sign, b"bench", padding.PKCS1v15(), hashes.SHA256())


def rsa_seconds(sign: Callable[[], bytes]) -> float:
    """CPU seconds of a signature in an otherwise empty loop."""
    before = cpu_seconds()
    for _ in range(SIGNATURES):
        sign()
    return (cpu_seconds() - before) / SIGNATURES


def measure(*, as_json: bool) -> list[report.Figure]:
    rounds: dict[str, list[float]] = {"own": [], "signed": [], "bare": [], "rsa": [], "peer": []}
    key = make_key()
    sign = bare_signature(key)
    with SinkProcess() as port:
        ours(1_000, Sending(port))
        peer(50, port)
        for turn in range(ROUNDS):
            rounds["own"].append(ours(OURS_MESSAGES, Sending(port)).cpu / OURS_MESSAGES * 1e6)
            rounds["rsa"].append(rsa_seconds(sign) * 1e6)
            rounds["signed"].append(ours(SIGNED_MESSAGES, Sending(port, [key])).cpu / SIGNED_MESSAGES * 1e6)
            rounds["bare"].append(ours(SIGNED_MESSAGES, Sending(port, beside=sign)).cpu / SIGNED_MESSAGES * 1e6)
            rounds["peer"].append(peer(PEER_MESSAGES, port) / PEER_MESSAGES * 1e6)
            last = {name: f"{values[-1]:.0f} µs" for name, values in rounds.items()}
            report.say(
                f"round {turn + 1}: ours {last['own']} a message, signed {last['signed']} (with a bare"
                f" signature {last['bare']}, RSA alone {last['rsa']}),"
                f" Django {last['peer']}",
                as_json=as_json,
            )
    own, signed, bare, alone, theirs = (round(statistics.median(values), 1) for values in rounds.values())
    return [
        report.Figure("send.cpu", own, "µs a message", "Django EmailMessage over one smtplib connection", theirs),
        report.Figure("send.unsigned", own, "µs a message"),
        report.Figure(
            "send.signed",
            signed,
            "µs a message",
            "unsigned and 1.1 of a bare RSA-2048 signature beside each message",
            round(own + RSA_ALLOWANCE * (bare - own), 1),
        ),
        report.Figure(
            "send.rsaBeside", round(bare - own, 1), "µs", "a signature in a loop that does nothing else", alone
        ),
    ]


def faulty(*, as_json: bool) -> list[report.Figure]:
    """Throughput and CPU with a slow sink that defers some messages, alternating with a normal one."""
    with_faults, without = [], []
    for _ in range(FAULTY_ROUNDS):
        with SinkProcess() as port:
            without.append(ours(OURS_MESSAGES, Sending(port)).cpu / OURS_MESSAGES)
        with SinkProcess(FAULTY_RULES) as port:
            with_faults.append(ours(FAULTY_MESSAGES, Sending(port, connections=FAULTY_CONNECTIONS, hurries=True)))
    wall = statistics.median(sent.wall for sent in with_faults)
    cpu = statistics.median(sent.cpu for sent in with_faults) / FAULTY_MESSAGES
    report.say(f"faulty: {FAULTY_MESSAGES} in {wall:.1f} s, those refused at first sent again", as_json=as_json)
    return [
        report.Figure(
            "send.faultyPace",
            round(FAULTY_MESSAGES / wall, 1),
            "messages/s",
            f"{FAULTY_CONNECTIONS} connections that wait {FAULTY_DELAY * 1000:.0f} ms for each",
            FAULTY_CONNECTIONS / FAULTY_DELAY,
        ),
        report.Figure(
            "send.faultyCpu",
            round(cpu * 1e6, 1),
            "µs a message",
            "without faults",
            round(statistics.median(without) * 1e6, 1),
        ),
    ]


def accounts() -> list[report.Figure]:
    from bench import accounting  # noqa: PLC0415 -- needs Django, which `stage` sets up
    from bench.prove import sending_books as books  # noqa: PLC0415

    costs: list[accounting.Cost] = []

    async def run() -> None:
        costs.append(await accounting.run(ACCOUNTED_MESSAGES, cpu_seconds))

    frozen: list[float] = []
    for _ in range(ACCOUNTED_ROUNDS):
        before = accounting.written()
        mailing_id = books.prepare_many(ACCOUNTED_MESSAGES, body="Hi {{ firstname }}")
        frozen.append((accounting.written() - before) / ACCOUNTED_MESSAGES)
        asyncio_run(run())
        if (found := books.count(mailing_id)) != {"sent": ACCOUNTED_MESSAGES}:
            raise RuntimeError(f"Unexpected outcomes in the send log: {found}")
    backends = [cost.backend for cost in costs if cost.backend is not None]
    figures = [
        report.Figure("send.accounting", round(statistics.median(cost.client for cost in costs), 1), "µs a message"),
        report.Figure("send.wal", round(statistics.median(cost.wal for cost in costs), 1), "bytes a message"),
        report.Figure("send.walFrozen", round(statistics.median(frozen), 1), "bytes a recipient, at the start"),
    ]
    if backends:
        figures.append(
            report.Figure("send.accountingDatabase", round(statistics.median(backends), 1), "µs of PostgreSQL's CPU")
        )
    return figures


def memory(messages: int, *, as_json: bool) -> list[report.Figure]:
    with SinkProcess() as port:
        ours(1_000, Sending(port))
        sent = ours(messages, Sending(port))
    samples = sent.samples
    tenth = max(1, len(samples) // 10)
    first, last = statistics.median(samples[tenth : 2 * tenth]), statistics.median(samples[-tenth:])
    report.say(f"{messages} in {sent.wall:.0f} s, {last / 1e6:.0f} MB at the end", as_json=as_json)
    return [report.Figure("send.memory", round((last - first) / 1e6, 1), f"MB grown over {messages:,}")]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench send")
    parser.add_argument("--json", action="store_true", help="print only the metrics, as JSON")
    parser.add_argument("--only", choices=PARTS, help="run one part only")
    parser.add_argument("--memory", type=int, nargs="?", const=MEMORY_MESSAGES, default=0, metavar="RECIPIENTS")
    given = parser.parse_args()
    as_json, parts = bool(given.json), [given.only] if given.only else PARTS
    stage.prepare("send")
    from server.core import garbage  # noqa: PLC0415 -- needs Django
    from server.delivery.wire import sender  # noqa: F401, PLC0415 -- loaded, as it is in its process

    garbage.tune_collection()  # as in the sender
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    report.say(calibrate().line(), as_json=as_json)
    figures: list[report.Figure] = []
    if "cpu" in parts:
        figures += measure(as_json=as_json)
    if "faulty" in parts:
        figures += faulty(as_json=as_json)
    if "accounting" in parts:
        figures += accounts()
    if "whole" in parts:
        figures += whole.measure(BODY, messages=whole.MESSAGES, rounds=whole.ROUNDS, as_json=as_json)
    if given.memory:
        figures += memory(given.memory, as_json=as_json)
    return report.finish(figures, as_json=as_json)


if __name__ == "__main__":
    sys.exit(main())
