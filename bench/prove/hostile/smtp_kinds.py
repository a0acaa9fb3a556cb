"""Load on the SMTP ports: submission by STARTTLS and TLS, and bounces."""

import asyncio
import ssl
from base64 import b64encode
from contextlib import suppress

from bench.prove.hostile.load import HostileLoad, RawSmtpConnection, smtp_label
from bench.prove.hostile.registry import Needs, kind

HELD = "held"
HOLDERS = 250
MEGABYTE = (b"y" * 998 + b"\r\n") * 1_000
# The bytes of a TLS handshake that stops after its first record's header.
HALF_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"


@kind(
    "submission connections without AUTH",
    needs=Needs.NOTHING,
    per_second=30,
    expects=(HELD, "421"),
    max_running=HOLDERS,
)
async def held_submissions(load: HostileLoad) -> str:
    return await _hold(load, load.target.submission_port)


@kind(
    "bounce connections that say nothing",
    needs=Needs.NOTHING,
    per_second=30,
    expects=(HELD, "421"),
    max_running=HOLDERS,
)
async def held_bounces(load: HostileLoad) -> str:
    return await _hold(load, load.target.bounce_port)


async def _hold(load: HostileLoad, port: int) -> str:
    """Holds a connection with an occasional command, as long as the server allows."""
    connection = await RawSmtpConnection.open(load, port)
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        await connection.say("EHLO app.example")
        while not load.ending.is_set():
            await load.hold(2)
            reply = await connection.say("NOOP")
            if not reply.startswith("250"):
                return smtp_label(reply)
        return HELD
    finally:
        connection.close()


@kind("NOOPs, 200 at a time", needs=Needs.NOTHING, per_second=15, expects=("250", "421", "closed"), max_running=8)
async def noop_floods(load: HostileLoad) -> str:
    connection = await RawSmtpConnection.open(
        load, load.draw.choice([load.target.submission_port, load.target.bounce_port])
    )
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        await connection.say("EHLO app.example")
        connection.writer.write(b"NOOP\r\n" * 200)
        reply = ""
        for _ in range(200):
            reply = await connection.reply()
            if not reply.startswith("250"):
                break
        return smtp_label(reply)
    finally:
        connection.close()


@kind("keys that are guessed by AUTH", needs=Needs.NOTHING, per_second=4, expects=("535", "421", "454"))
async def auth_guesses(load: HostileLoad) -> str:
    connection = await RawSmtpConnection.open(load, load.target.submission_port)
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        await _start_tls(connection)
        return smtp_label(await _sign_in(connection, f"dsk_live_{load.draw.getrandbits(32):08x}_{load.word(43)}"))
    finally:
        connection.close()


@kind(
    "TLS handshakes that stop half way",
    needs=Needs.NOTHING,
    per_second=25,
    expects=(HELD, "closed"),
    max_running=HOLDERS,
)
async def half_handshakes(load: HostileLoad) -> str:
    reader, writer = await load.connect(source=load.loopback(), port=load.target.submission_tls_port)
    try:
        writer.write(HALF_HELLO)
        with suppress(TimeoutError):
            async with asyncio.timeout(10):
                while not load.ending.is_set():
                    await load.hold(1)
                    if reader.at_eof():
                        return "closed"
        return HELD
    finally:
        writer.close()


@kind("lines without an end, 1 MB each", needs=Needs.NOTHING, per_second=4, expects=("5", "421", "closed"))
async def endless_command_lines(load: HostileLoad) -> str:
    connection = await RawSmtpConnection.open(
        load, load.draw.choice([load.target.submission_port, load.target.bounce_port])
    )
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        return smtp_label(await connection.say(b"EHLO " + b"x" * 1_000_000))
    finally:
        connection.close()


@kind("bounces of 200 levels of MIME", needs=Needs.NOTHING, per_second=4, expects=("250", "421", "552", "451"))
async def deep_bounces(load: HostileLoad) -> str:
    connection = await RawSmtpConnection.open(load, load.target.bounce_port)
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        await connection.say("EHLO mx.example")
        await connection.say("MAIL FROM:<>")
        recipient = f"bounce+{load.draw.choice(load.target.attacker_tokens)}@dashboard-smtp.example"
        reply = await connection.say(f"RCPT TO:<{recipient}>")
        if not reply.startswith("250"):
            return f"rcpt {smtp_label(reply)}"
        return await _send_data(connection, deep_mime(200, 400_000))
    finally:
        connection.close()


@kind("messages of 300 levels of MIME", needs=Needs.KEY, per_second=2, expects=("250", "5", "4"), max_running=4)
async def deep_submissions(load: HostileLoad) -> str:
    head = b"From: shop@%s\r\nTo: ayu@inbox.example\r\nSubject: x\r\n" % load.target.attacker["domain"].encode()
    return await _submit(load, head + deep_mime(300, 500_000))


async def _published_template(load: HostileLoad) -> str:
    token = load.target.attacker["key"]
    made = await load.post_or_raise(
        "/trx-api/template", {"name": load.word(), "subject": "x", "text": "x"}, token=token
    )
    save = {"subject": "x", "text": "Hello {{ a }}", "publish": True}
    await load.post_or_raise(f"/trx-api/template/{made['id']}/versions", save, token=token)
    return str(made["slug"])


@kind(
    "the same with a template",
    needs=Needs.KEY,
    per_second=1,
    expects=("250", "5", "4"),
    prepare=_published_template,
    max_running=4,
)
async def deep_templates(load: HostileLoad) -> str:
    head = (
        f"From: shop@{load.target.attacker['domain']}\r\nTo: ayu@inbox.example\r\nSubject: x\r\n"
        f"X-Template: {load.prepared}\r\n"
    )
    return await _submit(load, head.encode() + deep_mime(300, 2_000_000))


@kind("messages that come a line a second", needs=Needs.KEY, per_second=6, expects=(HELD, "4"), max_running=60)
async def slow_messages(load: HostileLoad) -> str:
    return await _hold_message(load, MEGABYTE[:200_000], drip=b"slow\r\n", seconds=1)


@kind(
    "messages that come a byte at a time, from 200 connections",
    needs=Needs.KEY,
    per_second=15,
    expects=(HELD, "421"),
    max_running=200,
)
async def dripping_messages(load: HostileLoad) -> str:
    return await _hold_message(load, b"", drip=b"y", seconds=5)


@kind("messages of 34 MB without an end", needs=Needs.KEY, per_second=1, expects=(HELD, "4"), max_running=16)
async def unfinished_messages(load: HostileLoad) -> str:
    return await _hold_message(load, *[MEGABYTE] * 34, drip=b"", seconds=5)


async def _hold_message(load: HostileLoad, *blocks: bytes, drip: bytes, seconds: float) -> str:
    """Starts a message with some blocks, then sends `drip` at an interval, as long as the server allows."""
    connection = await RawSmtpConnection.open(load, load.target.submission_port)
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        reply = await _start_message(load, connection)
        if not reply.startswith("354"):
            return smtp_label(reply)
        connection.writer.write(b"Subject: x\r\n\r\n")
        for block in blocks:
            if load.ending.is_set():
                break
            connection.writer.write(block)
            await connection.writer.drain()
        while not load.ending.is_set():
            connection.writer.write(drip)
            await connection.writer.drain()
            await load.hold(seconds)
            if connection.reader.at_eof():
                return smtp_label(await connection.reply())
        return HELD
    except ConnectionError:
        return smtp_label(await connection.reply())
    finally:
        connection.close()


@kind("a thousand recipients and no message", needs=Needs.KEY, per_second=2, expects=("250", "4"), max_running=4)
async def recipients_without_message(load: HostileLoad) -> str:
    connection = await RawSmtpConnection.open(load, load.target.submission_port)
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        reply = await _start_message(load, connection, data=False)
        for number in range(1_000):
            if not reply.startswith("250"):
                break
            reply = await connection.say(f"RCPT TO:<r{number}@inbox.example>")
        return smtp_label(reply)
    finally:
        connection.close()


def deep_mime(depth: int, size: int) -> bytes:
    lines = [b"MIME-Version: 1.0"]
    for level in range(depth):
        lines += [b"Content-Type: multipart/mixed; boundary=b%d" % level, b"", b"--b%d" % level]
    lines += [b"Content-Type: text/plain", b""]
    lines += [b"a line of the message"] * (size // 23)
    lines += [b"--b%d--" % level for level in reversed(range(depth))]
    return b"\r\n".join(lines) + b"\r\n"


async def _start_tls(connection: RawSmtpConnection) -> None:
    await connection.say("EHLO app.example")
    await connection.start_tls()
    await connection.say("EHLO app.example")


async def _sign_in(connection: RawSmtpConnection, secret: str) -> str:
    return await connection.say("AUTH PLAIN " + b64encode(f"\0apikey\0{secret}".encode()).decode())


async def _start_message(load: HostileLoad, connection: RawSmtpConnection, *, data: bool = True) -> str:
    """Signs in and sends MAIL, RCPT and DATA. Returns the last reply."""
    await _start_tls(connection)
    reply = await _sign_in(connection, load.target.attacker["sandbox_key"])
    commands = [f"MAIL FROM:<shop@{load.target.attacker['domain']}>", "RCPT TO:<ayu@inbox.example>", *["DATA"] * data]
    for command in commands:
        if not reply.startswith("2"):
            break
        reply = await connection.say(command)
    return reply


async def _submit(load: HostileLoad, message: bytes) -> str:
    connection = await RawSmtpConnection.open(load, load.target.submission_port)
    try:
        if not connection.greeting.startswith("220"):
            return smtp_label(connection.greeting)
        reply = await _start_message(load, connection)
        if not reply.startswith("354"):
            return smtp_label(reply)
        return await _send_body(connection, message)
    except ssl.SSLError:
        return "closed"
    finally:
        connection.close()


async def _send_data(connection: RawSmtpConnection, message: bytes) -> str:
    reply = await connection.say("DATA")
    return await _send_body(connection, message) if reply.startswith("354") else smtp_label(reply)


async def _send_body(connection: RawSmtpConnection, message: bytes) -> str:
    return smtp_label(await connection.say(message + b"."))
