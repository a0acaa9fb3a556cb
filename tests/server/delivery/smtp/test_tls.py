"""TLS with a relay: real handshakes and untrusted certificates."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from server.delivery.smtp.connection import DialogueLine, RelayUnavailable, open_connection
from server.delivery.smtp.relay import Relay, Tls
from tests.server.delivery.smtp.certificates import Authority
from tests.server.delivery.smtp.peer import TIMEOUTS, Tray


def _is_secured(server: SMTP, session: Session) -> bool:
    transport = server.transport
    return session.ssl is not None or (transport is not None and transport.get_extra_info("ssl_object") is not None)


class Inbox:
    """A relay's handler that accepts everything; `secured` has for each message whether it came by TLS."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.secured: list[bool] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.taken.append(envelope.content)
        self.secured.append(_is_secured(server, session))
        return "250 2.0.0 Ok"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def context_of(files: tuple[Path, Path]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*files)
    return context


@contextlib.asynccontextmanager
async def relaying(inbox: Inbox, *, implicit: ssl.SSLContext | None = None, **options: Any) -> AsyncIterator[int]:
    """A relay of aiosmtpd on a free port."""
    loop = asyncio.get_running_loop()
    peer = partial(SMTP, inbox, loop=loop, hostname="relay.example", **options)
    server = await loop.create_server(peer, "127.0.0.1", 0, ssl=implicit)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def send(port: int, tls: Tls) -> tuple[list[str], list[DialogueLine]]:
    """Sends two messages. Returns the results and the transcript."""
    tray = Tray("a@x.example", "b@x.example")
    said: list[DialogueLine] = []
    connection = await open_connection(Relay("127.0.0.1", port, tls=tls, timeouts=TIMEOUTS), tray, said)
    connection.kick()
    results = await tray.until(2)
    connection.quit()
    await tray.until_closed()
    return results, said


async def refused(port: int, tls: Tls) -> str:
    with pytest.raises(RelayUnavailable) as stopped:
        await send(port, tls)
    return str(stopped.value)


@pytest.mark.parametrize("tls", [Tls.REQUIRED, Tls.OPPORTUNISTIC])
async def test_messages_go_by_tls_after_starttls(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, tls: Tls
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    inbox = Inbox()
    async with relaying(inbox, tls_context=context_of(authority.issue()), require_starttls=True) as port:
        results, said = await send(port, tls)

    assert (results, inbox.secured) == (["sent", "sent"], [True, True])
    lines = [each.line for each in said]
    begun = next(at for at, line in enumerate(lines) if line.endswith(" begins)"))
    assert lines[begun - 2] == "STARTTLS"
    # Extensions offered before TLS are discarded (RFC 3207, 4.2).
    assert lines[begun + 1] == "EHLO localhost"
    assert "TLSv1" in lines[begun]


async def test_messages_go_by_implicit_tls(authority: Authority, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    inbox = Inbox()
    async with relaying(inbox, implicit=context_of(authority.issue())) as port:
        results, _ = await send(port, Tls.IMPLICIT)

    assert (results, inbox.secured) == (["sent", "sent"], [True, True])


@pytest.mark.parametrize("tls", [Tls.REQUIRED, Tls.IMPLICIT])
async def test_a_certificate_of_an_unknown_authority_is_refused(authority: Authority, tls: Tls) -> None:
    inbox, context = Inbox(), context_of(authority.issue())
    starts = {"tls_context": context} if tls is Tls.REQUIRED else {"implicit": context}
    async with relaying(inbox, **starts) as port:
        why = await refused(port, tls)

    assert "CERTIFICATE_VERIFY_FAILED" in why
    assert inbox.taken == []


@pytest.mark.parametrize("tls", [Tls.REQUIRED, Tls.IMPLICIT])
async def test_a_certificate_for_another_host_is_refused(
    authority: Authority, monkeypatch: pytest.MonkeyPatch, tls: Tls
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.path))
    inbox, context = Inbox(), context_of(authority.issue(address="192.0.2.7"))
    starts = {"tls_context": context} if tls is Tls.REQUIRED else {"implicit": context}
    async with relaying(inbox, **starts) as port:
        why = await refused(port, tls)

    assert "IP address mismatch" in why
    assert inbox.taken == []


async def test_where_tls_is_taken_because_it_is_offered_any_certificate_will_do(authority: Authority) -> None:
    inbox = Inbox()
    async with relaying(inbox, tls_context=context_of(authority.issue(address="192.0.2.7"))) as port:
        results, _ = await send(port, Tls.OPPORTUNISTIC)

    assert (results, inbox.secured) == (["sent", "sent"], [True, True])


async def test_where_tls_is_required_nothing_goes_without(authority: Authority) -> None:
    inbox = Inbox()
    async with relaying(inbox) as port:
        assert await refused(port, Tls.REQUIRED) == "The relay does not offer TLS"

    assert inbox.taken == []
