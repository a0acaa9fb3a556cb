"""Sending: CPU per message with the accounting in the database, beside Django's EmailMessage, to the same sink.

    python -m bench.send [--json] [--memory]

Both send the same newsletter with the same fields: ours as the sender process does, from frozen batches to the send
log; the peer fills the same HTML and text by replacing tags, builds an EmailMultiAlternatives and sends it over one
smtplib connection that stays open. CPU is that of the sending process (user and system); the sink and PostgreSQL
run elsewhere, for the peer needs no database at all. Rounds alternate; medians are printed. `--memory` sends
1,000,000 recipients and prints how the resident memory grew between the first and the last tenth.
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
from pathlib import Path
from typing import Any

import structlog

from bench import report, stage
from bench.calibration import calibrate

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
OURS_MESSAGES = 20_000
PEER_MESSAGES = 1_000
MEMORY_MESSAGES = 1_000_000
# As much text as the newsletter of research and of most senders has: 34 kB of HTML, 20 links, 3 % beyond ASCII.
FILLER = "Kopi Gayo dari dataran tinggi, señor café, and a sentence that goes on about roasting and grinding. " * 13
BODY = "\n\n".join(
    [
        '# Good morning {{ firstname | fallback: "friend" }}',
        "Here is what is new in **{{ city }}** this week.",
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


def ours(messages: int, port: int) -> tuple[float, list[int]]:
    """CPU seconds of a sender for a mailing of so many, and its memory on the way."""
    from bench.prove import sending_books as books  # noqa: PLC0415 -- needs Django, which `stage` sets up

    mailing_id = books.prepare_many(messages, body=BODY)
    samples: list[int] = []
    before = cpu_seconds()
    asyncio_run(_send(mailing_id, port, samples))
    used = cpu_seconds() - before
    found = books.count(mailing_id)
    if found != {"sent": messages}:
        raise RuntimeError(f"The send log says {found}")
    return used, samples


def asyncio_run(work: Any) -> None:
    import uvloop  # noqa: PLC0415

    uvloop.run(work)


async def _send(mailing_id: int, port: int, samples: list[int]) -> None:
    from datetime import timedelta  # noqa: PLC0415

    from bench.prove import sending_books as books  # noqa: PLC0415
    from server.delivery.smtp.relay import Relay, Tls  # noqa: PLC0415
    from server.delivery.wire.sender import Sender  # noqa: PLC0415

    sender = Sender(
        Relay("127.0.0.1", port, tls=Tls.NEVER), connections=10, lease=timedelta(seconds=60), concurrency=1_000
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
        fields = {"firstname": f"Ani{n}", "city": "Bandung", "token": f"token{n:026}"}
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


def measure(*, as_json: bool) -> list[report.Figure]:
    """Alternating rounds."""
    own: list[float] = []
    theirs: list[float] = []
    with SinkProcess() as port:
        ours(1_000, port)
        peer(50, port)
        for turn in range(ROUNDS):
            used, _ = ours(OURS_MESSAGES, port)
            own.append(used / OURS_MESSAGES * 1e6)
            theirs.append(peer(PEER_MESSAGES, port) / PEER_MESSAGES * 1e6)
            report.say(
                f"round {turn + 1}: ours {own[-1]:.0f} µs, Django {theirs[-1]:.0f} µs a message", as_json=as_json
            )
    return [
        report.Figure(
            name="send.cpu",
            value=round(statistics.median(own), 1),
            unit="µs a message",
            against="Django EmailMessage over one smtplib connection",
            against_value=round(statistics.median(theirs), 1),
        )
    ]


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
    figures = measure(as_json=as_json)
    if with_memory:
        figures += memory(as_json=as_json)
    return report.finish(figures, as_json=as_json)


if __name__ == "__main__":
    sys.exit(main())
