"""Bad input to the submission ports: dialogues that no real client would have, generated from a seed.

    bin/prove dialogues [--seed N] [--dialogues N]

Each dialogue is a sequence of parts: valid and invalid commands, in any order and split anywhere, AUTH with invalid
base64, bodies with bare line ends and hidden envelopes, and random bytes. The server must always send replies of RFC
5321, continue to accept valid email, and never accept a message hidden in another one. The process must survive all
dialogues without growing. `tests/server/transactional/test_dialogues.py` runs a hundred and twenty of them with its own
listener.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import ssl
import sys
import tempfile
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.prove import crash_product
from bench.prove.crash_product import Product
from bench.prove.submission_load import SMUGGLED, Shop, SubmissionLoad, hand_in_some
from bin.local import paths, ports

DIALOGUES = 10_000
GOOD = 5  # emails, before and after
WARM_SHARE = 0.2  # of the dialogues, after which memory must stay constant
MAX_GROWN_MB = 20.0
LEDGERS = paths.LOCAL / "prove"
AT_ONCE = 8
QUIET_SECONDS = 5.0
# From here: the sender of a hidden message in a correct one. Nothing of it may be stored. After a rejection the hidden
# commands are read as commands, so those have the sender HIDDEN.
HIDDEN = "hidden@kopi.example"
ENVELOPE = b"MAIL FROM:<toko@kopi.example>\r\nRCPT TO:<ayu@example.com>\r\nDATA\r\n"
_REPLY = re.compile(rb"[2-5]\d\d[ -][^\r\n]*\r\n")

COMMANDS: Sequence[bytes] = (
    *(b"EHLO app.example", b"HELO app.example", b"EHLO", b"EHLO " + b"x" * 600, b"ehlo \xff\xfe", b"NOOP", b"NOOP x"),
    *(b"RSET", b"RSET x", b"HELP", b"VRFY a@b.example", b"EXPN all", b"QUIT", b"STARTTLS", b"TURN", b"", b" ", b"\0"),
    *(b"MAIL FROM:<toko@kopi.example>", b"MAIL FROM:<>", b"MAIL FROM: <toko@kopi.example> SIZE=99999999999999999999"),
    *(b"MAIL FROM:<a@b> BODY=BINARYMIME", b"MAIL FROM:<" + b"a" * 300 + b"@kopi.example>", b"MAIL TO:<a@b.example>"),
    *(b"MAIL FROM:<a@b> SIZE=-1", b"MAIL FROM:<a@b> SMTPUTF8=1", b"MAIL", b"MAIL FROM", b"MAIL FROM:\xff"),
    *(b"RCPT TO:<ayu@example.com>", b"RCPT TO:<ayu@example.com> NOTIFY=NEVER", b"RCPT TO:<>", b"RCPT TO:ayu"),
    *(b"RCPT TO:<@a,@b:ayu@example.com>", b'RCPT TO:<"a b"@example.com>', b"RCPT TO:<" + b"(" * 200, b"RCPT"),
    *(b"DATA", b"DATA x", b"BDAT 10 LAST", b"AUTH", b"AUTH PLAIN", b"AUTH PLAIN =", b"AUTH PLAIN ====", b"AUTH LOGIN"),
    *(b"AUTH PLAIN AAAA", b"AUTH CRAM-MD5", b"AUTH PLAIN " + b"QUJD" * 100, b"*", b"QQ==", b"!!!!", b".", b".."),
)
ENDS: Sequence[bytes] = (*(b"\r\n",) * 12, b"\n", b"\r", b"\n\r", b"\r\r\n", b"")
BREAKS: Sequence[bytes] = (
    *(b"\n.\n", b"\r.\r", b"\n.\r\n", b"\r\n.\n", b"\r\n.\r", b"\r.\r\n", b"\r\r\n.\r\r\n", b"\0.\r\n", b"\r\n\0.\r\n"),
    b"\r\n.\0\r\n",
)
HEADER = b"From: Toko <toko@kopi.example>\r\nTo: ayu@example.com\r\nSubject: "


@dataclass
class Found:
    """The results of the dialogues. `wrong` lists invalid responses, and connections without any."""

    dialogues: int = 0
    taken: int = 0
    replies: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def dialogue(seed: int, number: int, secret: str) -> list[bytes]:
    """The parts of one dialogue; identical for the same seed."""
    draw = random.Random(f"{seed}:{number}")
    pieces: list[bytes] = []
    sign_in = b"AUTH PLAIN " + b64encode(f"\0apikey\0{secret}".encode()) + b"\r\n"
    if draw.random() < 0.2:
        body = HEADER + b"x\r\n\r\nx" + draw.choice(BREAKS) + _hidden(SMUGGLED)
        return [b"EHLO app.example\r\n", sign_in, ENVELOPE, body + b"\r\n.\r\n"]
    if draw.random() < 0.8:
        pieces.append(b"EHLO app.example\r\n")
    if draw.random() < 0.6:
        pieces.append(sign_in)
    pieces += [_piece(draw) for _ in range(draw.randint(1, 8))]
    whole = b"".join(pieces)
    if draw.random() < 0.3:  # split anywhere, as in a network
        cuts = sorted(draw.randrange(len(whole) + 1) for _ in range(draw.randint(1, 6)))
        return [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True) if a < b]
    return [whole] if draw.random() < 0.5 else pieces


def _piece(draw: random.Random) -> bytes:
    kind = draw.random()
    if kind < 0.55:
        return draw.choice(COMMANDS) + draw.choice(ENDS)
    if kind < 0.65:
        return draw.randbytes(draw.randint(1, 400))
    return ENVELOPE + HEADER + _body(draw) + b"\r\n.\r\n"


def _hidden(sender: str) -> bytes:
    """A second message after a sequence that another server might read as the end of the first."""
    return f"MAIL FROM:<{sender}>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nFrom: {sender}\r\n\r\nHidden".encode()


def _body(draw: random.Random) -> bytes:
    said = b"x\r\n\r\n" + bytes(draw.choices(b"abc .-", k=draw.randint(0, 200)))
    kind = draw.random()
    if kind < 0.3:
        return said
    if kind < 0.7:
        return said + draw.choice(BREAKS) + _hidden(HIDDEN)
    if kind < 0.8:
        return said + draw.randbytes(draw.randint(1, 300))
    if kind < 0.9:
        return b"x\r\nFrom: ceo@bank.example\r\n" * draw.randint(1, 3) + said
    return b"\0" * draw.randint(1, 9) + b"\r\n" + b" " * draw.randint(900, 2_000) + said


async def run(
    *,
    port: int,
    tls: ssl.SSLContext,
    secret: str,
    seed: int,
    count: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Found:
    found, numbers = Found(), iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await _hold(found, port, tls, dialogue(seed, number, secret), f"seed {seed}, dialogue {number}")
            found.dialogues += 1
            progress(found.dialogues)

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return found


async def _hold(found: Found, port: int, tls: ssl.SSLContext, pieces: Sequence[bytes], name: str) -> None:
    said = b""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
    except (OSError, ssl.SSLError) as error:
        found.wrong.append(f"{name}: no connection: {error}")
        return
    try:
        async with asyncio.timeout(QUIET_SECONDS):
            said += await reader.readline()
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
            # Leaves any state: a body, a sign-in, half a line.
            writer.write(b"\r\n.\r\n*\r\nQUIT\r\n")
            await writer.drain()
            while piece := await reader.read(65536):
                said += piece
    except TimeoutError:
        found.wrong.append(f"{name}: nothing more after {said[-100:]!r}")
    except (ConnectionError, ssl.SSLError):
        pass  # the server can hang up on such a client
    finally:
        writer.close()
        with contextlib.suppress(OSError, ssl.SSLError, TimeoutError):
            await asyncio.wait_for(writer.wait_closed(), 1)
    rest = _REPLY.sub(b"", said)
    if rest:
        found.wrong.append(f"{name}: {rest[:100]!r} is no reply")
    replies = _REPLY.findall(said)
    found.replies.update(reply[:3].decode() for reply in replies)
    found.taken += sum(reply.startswith(b"250 2.0.0 Accepted") for reply in replies)


# --- against a started product ---------------------------------------------------------------------------------------


@dataclass
class DialogueResults:
    """The results of a seed. `failures` has a sentence for each violated property."""

    seed: int
    found: Found = field(default_factory=Found)
    stored: int = 0
    memory_mb: list[float] = field(default_factory=list)  # at the start, once warm, at the end
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


def memory_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def prove(seed: int, count: int) -> DialogueResults:
    """One seed against the `smtp` process of its own product."""
    verdict, began = DialogueResults(seed), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.jsonl"
        with crash_product.started(rules=[], seed=seed, ledger=ledger) as product:
            _run_dialogues(product, verdict, count)
    verdict.seconds = round(time.monotonic() - began, 1)
    return verdict


def _run_dialogues(product: Product, verdict: DialogueResults, count: int) -> None:
    team = product.books("prepare", "Shop")["Shop"]["team"]
    opened = product.books("open_shop", team, str(ports.reserve_port()))
    shop = Shop(
        product.port,
        int(product.environment["DASH_SUBMISSION_PORT"]),
        int(product.environment["DASH_SUBMISSION_TLS_PORT"]),
        product.environment["DASH_SMTP_CERTIFICATE"],
        opened["secret"],
        opened["sandbox"],
    )
    pid, good = product.pid("smtp"), SubmissionLoad(shop, seed=verdict.seed, applications=0, pause=1)
    hand_in_some(good, shop, GOOD)
    verdict.memory_mb.append(memory_mb(pid))

    def progress(done: int) -> None:
        if done == round(count * WARM_SHARE):
            verdict.memory_mb.append(memory_mb(pid))
        if done % 1_000 == 0:
            print(f"  {done} dialogues", file=sys.stderr, flush=True)

    running = run(
        port=shop.tls_port, tls=shop.context(), secret=shop.secret, seed=verdict.seed, count=count, progress=progress
    )
    verdict.found = asyncio.run(running)
    hand_in_some(good, shop, GOOD)
    verdict.memory_mb.append(memory_mb(pid))
    books = product.books("smuggled", team)
    verdict.stored = books["messages"]
    untaken = [handing.said for handing in good.handings if not handing.is_taken]
    grown = verdict.memory_mb[-1] - verdict.memory_mb[1]
    taken = verdict.found.taken + 2 * GOOD
    wrong = {
        f"{len(verdict.found.wrong)} were answered wrongly: {verdict.found.wrong[:4]}": verdict.found.wrong,
        f"The smtp process is {product.pid('smtp')} and was {pid}": product.pid("smtp") != pid,
        f"{len(untaken)} good mails were not taken: {untaken[:2]}": untaken,
        f"{verdict.stored} messages are stored, {taken} were taken": verdict.stored != taken,
        f"Smuggled: {books['smuggled']}": books["smuggled"],
        f"{len(books['bare'])} bodies have bare line ends: {books['bare'][:2]}": books["bare"],
        f"The process grew by {grown:.1f} MB": grown > MAX_GROWN_MB,
        "Nothing was taken": not verdict.found.taken,
    }
    verdict.failures += [sentence for sentence, holds in wrong.items() if holds]


def lines(verdict: DialogueResults) -> list[str]:
    found = verdict.found
    told = [
        f"seed {verdict.seed}: {found.dialogues} dialogues, {verdict.seconds} s; {found.taken} messages taken,"
        f" {verdict.stored} stored; replies {dict(sorted(found.replies.items()))}; memory {verdict.memory_mb} MB"
    ]
    told += [f"  FAILED: {failure}" for failure in verdict.failures]
    return [*told, f"  {'FAILED' if verdict.failures else 'held'}"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="bin/prove dialogues", description="Sends unusual SMTP dialogues.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dialogues", type=int, default=DIALOGUES)
    given = parser.parse_args()
    verdict = prove(given.seed, given.dialogues)
    LEDGERS.mkdir(parents=True, exist_ok=True)
    (LEDGERS / f"dialogues-{given.seed}.json").write_text(json.dumps(verdict, indent=1, default=vars) + "\n")
    print("\n".join(lines(verdict)))
    return 1 if verdict.failures else 0


if __name__ == "__main__":
    sys.exit(main())
