"""Sending: CPU per message with the accounting in the database, beside Django's EmailMessage, to the same sink.

    python -m bench.send [--json] [--memory]

Both send the same newsletter of 38 kB with 20 links and five fields: ours as the sender process does, from frozen
batches to the send log; the peer fills the same HTML and text by replacing tags, builds an EmailMultiAlternatives and
sends it over one smtplib connection that stays open. CPU is that of the sending process (user and system); the sink
and PostgreSQL run elsewhere, for the peer needs no database at all. Signed is the same with a DKIM key of RSA-2048;
beside it stands what this machine needs for an RSA signature alone, in the same round. Rounds alternate; medians are
printed. Accounting is the same work with a relay that takes everything at once: our CPU, the database's, and what it
writes ahead. `--memory` sends 1,000,000 recipients and prints how the resident memory grew between the first and the
last tenth.
"""

import asyncio
import json
import logging
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
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

from bench import report, stage
from bench.calibration import calibrate

if TYPE_CHECKING:
    from server.delivery.dkim.signing import Algorithm, Key

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
RSA_ALLOWANCE = 1.1
OURS_MESSAGES = 20_000
PEER_MESSAGES = 1_000
MEMORY_MESSAGES = 1_000_000
SIGNED_MESSAGES = 5_000
SIGNATURES = 300
# As much text as the newsletter of research has: a message of 38 kB, 20 links, 3 % beyond ASCII.
FILLER = "Kopi Gayo dari dataran tinggi, señor café, and a sentence that goes on about roasting and grinding. " * 6
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
    """CPU of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def resident_bytes() -> int:
    """What this process holds in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class SinkProcess:
    """The sink in a process of its own."""

    def __enter__(self) -> int:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.sink"], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        if self._process.stdout is None:
            raise RuntimeError("The sink has no output")
        self._out = self._process.stdout
        return int(json.loads(self._out.readline())["port"])

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self.counts = json.loads(self._out.readline())
        self._process.wait(10)


def ours(messages: int, port: int, keys: "Sequence[Key]" = ()) -> tuple[float, list[int]]:
    """CPU seconds of a sender for a mailing of so many, signed with these keys, and its memory on the way."""
    from bench.prove import sending_books as books  # noqa: PLC0415 -- needs Django, which `stage` sets up

    mailing_id = books.prepare_many(messages, body=BODY)
    samples: list[int] = []
    before = cpu_seconds()
    asyncio_run(_send(mailing_id, port, samples, keys))
    used = cpu_seconds() - before
    found = books.count(mailing_id)
    if found != {"sent": messages}:
        raise RuntimeError(f"The send log says {found}")
    return used, samples


def asyncio_run(work: Any) -> None:
    import uvloop  # noqa: PLC0415

    uvloop.run(work)


async def _send(mailing_id: int, port: int, samples: list[int], keys: "Sequence[Key]") -> None:
    from datetime import timedelta  # noqa: PLC0415

    from bench.prove import sending_books as books  # noqa: PLC0415
    from server.delivery.smtp.relay import Relay, Tls  # noqa: PLC0415
    from server.delivery.wire.sender import Sender  # noqa: PLC0415

    sender = Sender(
        Relay("127.0.0.1", port, tls=Tls.NEVER),
        connections=10,
        lease=timedelta(seconds=60),
        concurrency=1_000,
        keys=lambda team_id, domain: keys,
    )
    task = asyncio.ensure_future(sender.run())
    while not await asyncio.to_thread(books.is_done, mailing_id):
        samples.append(resident_bytes())
        await asyncio.sleep(0.5)
    sender.stopping.set()
    await task


def peer(messages: int, port: int) -> float:
    """CPU seconds of Django's EmailMessage over one open smtplib connection, for so many."""
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
    """A key that nobody publishes."""

    algorithm: "Algorithm"
    private_pem: bytes
    domain: str = "bench.example"
    selector: str = "bench"


def make_key() -> PrivateKey:
    """A new key of RSA-2048."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return PrivateKey("rsa-sha256", key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


def rsa_seconds(key: PrivateKey) -> float:
    """CPU seconds of one signature and nothing else."""
    private = load_pem_private_key(key.private_pem, password=None)
    if not isinstance(private, rsa.RSAPrivateKey):
        raise TypeError("The bench signs with RSA")
    way, hashed = padding.PKCS1v15(), hashes.SHA256()
    before = cpu_seconds()
    for _ in range(SIGNATURES):
        private.sign(b"bench", way, hashed)
    return (cpu_seconds() - before) / SIGNATURES


def measure(*, as_json: bool) -> list[report.Figure]:
    """Alternating rounds."""
    rounds: dict[str, list[float]] = {"own": [], "signed": [], "rsa": [], "peer": []}
    key = make_key()
    with SinkProcess() as port:
        ours(1_000, port)
        peer(50, port)
        for turn in range(ROUNDS):
            rounds["own"].append(ours(OURS_MESSAGES, port)[0] / OURS_MESSAGES * 1e6)
            rounds["rsa"].append(rsa_seconds(key) * 1e6)
            rounds["signed"].append(ours(SIGNED_MESSAGES, port, [key])[0] / SIGNED_MESSAGES * 1e6)
            rounds["rsa"].append(rsa_seconds(key) * 1e6)
            rounds["peer"].append(peer(PEER_MESSAGES, port) / PEER_MESSAGES * 1e6)
            last = {name: f"{values[-1]:.0f} µs" for name, values in rounds.items()}
            report.say(
                f"round {turn + 1}: ours {last['own']} a message, signed {last['signed']} (RSA alone {last['rsa']}),"
                f" Django {last['peer']}",
                as_json=as_json,
            )
    own, signed, alone, theirs = (round(statistics.median(values), 1) for values in rounds.values())
    return [
        report.Figure("send.cpu", own, "µs a message", "Django EmailMessage over one smtplib connection", theirs),
        report.Figure("send.unsigned", own, "µs a message"),
        report.Figure(
            "send.signed",
            signed,
            "µs a message",
            "unsigned and 1.1 of an RSA-2048 signature",
            round(own + RSA_ALLOWANCE * alone, 1),
        ),
    ]


def accounts() -> list[report.Figure]:
    """The accounting alone."""
    from bench import accounting  # noqa: PLC0415 -- needs Django, which `stage` sets up
    from bench.prove import sending_books as books  # noqa: PLC0415

    costs: list[accounting.Cost] = []

    async def run(mailing_id: int) -> None:
        costs.append(await accounting.run(mailing_id, OURS_MESSAGES, cpu_seconds))

    for _ in range(ROUNDS):
        mailing_id = books.prepare_many(OURS_MESSAGES, body="Hi {{ firstname }}")
        asyncio_run(run(mailing_id))
        if (found := books.count(mailing_id)) != {"sent": OURS_MESSAGES}:
            raise RuntimeError(f"The send log says {found}")
    backends = [cost.backend for cost in costs if cost.backend is not None]
    figures = [
        report.Figure("send.accounting", round(statistics.median(cost.client for cost in costs), 1), "µs a message"),
        report.Figure("send.wal", round(statistics.median(cost.wal for cost in costs), 1), "bytes a message"),
    ]
    if backends:
        figures.append(
            report.Figure("send.accountingDatabase", round(statistics.median(backends), 1), "µs of PostgreSQL's CPU")
        )
    return figures


def memory(*, as_json: bool) -> list[report.Figure]:
    """The growth over a million recipients."""
    with SinkProcess() as port:
        ours(1_000, port)
        started = time.monotonic()
        _, samples = ours(MEMORY_MESSAGES, port)
    tenth = max(1, len(samples) // 10)
    first, last = statistics.median(samples[tenth : 2 * tenth]), statistics.median(samples[-tenth:])
    report.say(
        f"{MEMORY_MESSAGES} in {time.monotonic() - started:.0f} s, {last / 1e6:.0f} MB at the end", as_json=as_json
    )
    return [report.Figure(name="send.memory", value=round((last - first) / 1e6, 1), unit="MB grown over 1,000,000")]


def main() -> int:
    """The command line."""
    with_memory = "--memory" in sys.argv
    if with_memory:
        sys.argv.remove("--memory")
    as_json = report.wants_json("send")
    stage.prepare("send")
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    report.say(calibrate().line(), as_json=as_json)
    figures = measure(as_json=as_json) + accounts()
    if with_memory:
        figures += memory(as_json=as_json)
    return report.finish(figures, as_json=as_json)


if __name__ == "__main__":
    sys.exit(main())
