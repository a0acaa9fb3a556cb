"""TLS in the smtp process: offered with a certificate, started once, and failed handshakes leave nothing."""

import asyncio
import smtplib
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import uvloop
from django.conf import LazySettings
from django.db import connections

from server.contacts.models import Contact
from server.delivery.models import MailingCounters
from server.delivery.smtp import certificates
from server.delivery.smtp import listening as ports
from server.delivery.smtp.certificates import ReloadingCertificate
from server.delivery.smtp.listening import Listener
from server.env import InvalidSetting
from server.teams.models import Team
from tests.cast import make_team
from tests.server.contacts.factories import make_contact
from tests.server.delivery.bounces import mails
from tests.server.delivery.bounces.test_bounces import sent_to
from tests.server.delivery.bounces.test_listener import bounce_address, dialogue, listening, mail, until
from tests.server.delivery.mailing_factory import in_thread
from tests.server.delivery.smtp.certificates import Authority

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture
def people(team: Team) -> list[Contact]:
    return [make_contact(team, f"{name}@example.com") for name in ("ayu", "budi", "citra")]


@pytest.fixture
def authority(tmp_path: Path, settings: Any) -> Authority:
    """Configures a certificate for the process."""
    made = Authority(tmp_path)
    use(settings, made.issue())
    return made


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


def use(settings: Any, files: tuple[Path, Path]) -> None:
    settings.SMTP_CERTIFICATE, settings.SMTP_KEY = map(str, files)


async def by_tls(listener: Listener, authority: Authority, address: str) -> tuple[str, tuple[int, bytes]]:
    """Delivers a bounce by TLS like another server. Returns the protocol and the last response."""

    def deliver() -> tuple[str, tuple[int, bytes]]:
        with smtplib.SMTP("127.0.0.1", listener.port, local_hostname="mx.example", timeout=20) as peer:
            peer.starttls(context=ssl.create_default_context(cafile=str(authority.path)))
            peer.ehlo()
            assert not peer.has_extn("starttls")
            peer.mail("")
            code, text = peer.rcpt(address)
            answer = peer.data(mails.dsn()) if code == 250 else (code, text)
            assert isinstance(peer.sock, ssl.SSLSocket)
            return peer.sock.version() or "", answer

    return await asyncio.to_thread(deliver)


async def test_bounces_are_taken_by_tls_and_without(
    people: list[Contact], settings: LazySettings, authority: Authority
) -> None:
    mailing = await in_thread(sent_to)(people)
    async with listening(settings) as listener:
        secured = await by_tls(listener, authority, bounce_address(mailing.pk, 0))
        assert await mail(listener, bounce_address(mailing.pk, 1), mails.dsn()) == (250, b"2.0.0 Taken")
        await until(lambda: not listener.peers)

    assert secured == ("TLSv1.3", (250, b"2.0.0 Taken"))
    assert (await MailingCounters.objects.aget(pk=mailing.pk)).returned == 2


def test_it_runs_on_the_loop_of_the_process(settings: Any, authority: Authority) -> None:
    async def main() -> tuple[str, tuple[int, bytes]]:
        async with listening(settings) as listener:
            found = await by_tls(listener, authority, "nobody@dashboard-smtp.example")
            await until(lambda: not listener.peers)
            return found

    assert uvloop.run(main()) == ("TLSv1.3", (550, b"5.1.1 No such address here"))


async def test_it_is_offered_with_a_certificate_only(settings: Any) -> None:
    async with listening(settings) as listener:
        assert "STARTTLS" not in await offers(listener)
        answers = await dialogue(listener, b"EHLO x", b"STARTTLS")
    assert answers[-1].startswith(b"454 ")


async def offers(listener: Listener) -> set[str]:
    def ask() -> set[str]:
        with smtplib.SMTP("127.0.0.1", listener.port, local_hostname="x", timeout=20) as peer:
            peer.ehlo()
            return {name.upper() for name in peer.esmtp_features}

    return await asyncio.to_thread(ask)


async def test_what_is_said_before_the_handshake_counts_for_nothing(settings: Any, authority: Authority) -> None:
    context = ssl.create_default_context(cafile=str(authority.path))
    async with listening(settings) as listener:
        assert "STARTTLS" in await offers(listener)
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        await reader.readline()
        writer.write(b"EHLO x\r\nMAIL FROM:<>\r\n")
        while not (await reader.readline()).startswith(b"250 OK"):
            continue
        writer.write(b"STARTTLS\r\n")
        assert (await reader.readline()).startswith(b"220 ")
        await writer.start_tls(context, server_hostname="127.0.0.1")
        writer.write(b"RCPT TO:<feedback@dashboard-smtp.example>\r\n")
        # Greeting and envelope are discarded (RFC 3207, 4.2).
        assert (await reader.readline()).startswith(b"503 ")
        writer.write(b"EHLO x\r\nSTARTTLS\r\n")
        while not (line := await reader.readline()).startswith((b"503 ", b"220 ")):
            continue
        assert line == b"503 5.5.1 TLS is already active\r\n"
        writer.close()
        await until(lambda: not listener.peers)


@pytest.mark.parametrize("instead", [b"", b"EHLO in the clear\r\n", b"\x16\x03\x01\x00\x05hello", b"\0" * 4096])
async def test_of_a_handshake_that_fails_nothing_is_left(settings: Any, authority: Authority, instead: bytes) -> None:
    async with listening(settings) as listener:
        for _ in range(ports.MAX_CONNECTIONS_PER_NETWORK + 1):
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
            assert (await reader.readline()).startswith(b"220 ")
            writer.write(b"EHLO x\r\nSTARTTLS\r\n")
            while not (await reader.readline()).startswith(b"220 "):
                continue
            writer.write(instead)
            writer.close()
            await until(lambda: not listener.peers)


async def test_a_renewed_certificate_is_shown_without_a_restart(
    settings: Any, authority: Authority, tmp_path: Path
) -> None:
    async with listening(settings) as listener:
        before = await shown(listener)
        chain, key = authority.issue("renewed")
        await in_thread(chain.replace)(settings.SMTP_CERTIFICATE)
        # The two files don't match for a moment: the previous certificate stays in use.
        assert await shown(listener) == before
        await in_thread(key.replace)(settings.SMTP_KEY)
        after = await shown(listener)

    assert (before, after) == ("server", "renewed")


async def shown(listener: Listener) -> str:
    """The common name of the presented certificate."""
    from cryptography import x509

    def ask() -> str:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with smtplib.SMTP("127.0.0.1", listener.port, local_hostname="x", timeout=20) as peer:
            peer.starttls(context=context)
            assert isinstance(peer.sock, ssl.SSLSocket)
            found = x509.load_der_x509_certificate(peer.sock.getpeercert(binary_form=True) or b"")
            return str(found.subject.rdns[0].rfc4514_string().removeprefix("CN="))

    return await asyncio.to_thread(ask)


def test_files_that_cannot_be_used_stop_the_start(settings: Any, tmp_path: Path) -> None:
    use(settings, (tmp_path / "none.pem", tmp_path / "none.key"))
    with pytest.raises(InvalidSetting, match="DASH_SMTP_CERTIFICATE and DASH_SMTP_KEY cannot be used"):
        certificates.load_configured_certificate()
    for path in tmp_path / "none.pem", tmp_path / "none.key":
        path.write_text("no certificate")
    with pytest.raises(InvalidSetting, match="cannot be used"):
        certificates.load_configured_certificate()


def test_a_certificate_has_the_protocols_of_today(tmp_path: Path) -> None:
    context = ReloadingCertificate(*Authority(tmp_path).issue()).context()

    assert context.minimum_version is ssl.TLSVersion.TLSv1_2
