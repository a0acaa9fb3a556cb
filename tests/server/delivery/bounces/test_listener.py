"""The smtp process over real sockets: who is admitted, the limits, and the meaning of a 250."""

import asyncio
import contextlib
import smtplib
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connections

from server.contacts.models import Contact
from server.core import network as networks
from server.delivery import keys
from server.delivery.bounces import mailbox
from server.delivery.models import Event, MailingCounters, SendLog, Suppression
from server.delivery.services import bounces, mailings
from server.delivery.smtp import listening as ports
from server.delivery.smtp.listening import Listener
from server.teams.models import Team
from server.transactional.wire import smtp
from tests.cast import make_team
from tests.server.contacts.factories import make_contact
from tests.server.delivery.bounces import mails
from tests.server.delivery.bounces.test_bounces import owner, sent_to
from tests.server.delivery.mailing_factory import in_thread, make_mailing

pytestmark = pytest.mark.django_db(transaction=True)
HOST = "dashboard-smtp.example"


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture
def people(team: Team) -> list[Contact]:
    return [make_contact(team, f"{name}@example.com") for name in ("ayu", "budi", "citra")]


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@contextlib.asynccontextmanager
async def listening(settings: LazySettings) -> AsyncIterator[Listener]:
    """The process's listener on a free port."""
    settings.BOUNCE_PORT = settings.SUBMISSION_PORT = settings.SUBMISSION_TLS_PORT = 0
    stopping, opened = asyncio.Event(), asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(smtp.serve(stopping, lambda found: opened.set_result(found[0])))
    try:
        yield await asyncio.wait_for(opened, 10)
    finally:
        stopping.set()
        await asyncio.wait_for(task, 20)


async def mail(listener: Listener, address: str, data: bytes, *, sender: str = "") -> tuple[int, bytes]:
    """Delivers an email like another server. Returns the last response."""

    def deliver() -> tuple[int, bytes]:
        with smtplib.SMTP("127.0.0.1", listener.port, local_hostname="mx.example", timeout=20) as peer:
            peer.ehlo()
            peer.mail(sender)
            code, text = peer.rcpt(address)
            return peer.data(data) if code == 250 else (code, text)

    return await asyncio.to_thread(deliver)


def bounce_address(mailing_id: int, position: int) -> str:
    return f"bounce+{keys.get_key_ring().token(mailing_id, position)}@{HOST}"


async def test_a_real_delivery_status_through_the_real_listener(people: list[Contact], settings: Any) -> None:
    mailing = await in_thread(sent_to)(people)
    async with listening(settings) as listener:
        address = bounce_address(mailing.pk, 1)
        assert await mail(listener, address, mails.dsn()) == (250, b"2.0.0 Taken")
        # A 250 means that all effects are committed.
        counters = await MailingCounters.objects.aget(pk=mailing.pk)
        assert (counters.sent, counters.returned, counters.hard_bounced) == (3, 1, 1)
        assert (await Contact.objects.for_team(owner(mailing)).aget(pk=people[1].pk)).state == "bounced"
        row = await Suppression.objects.for_team(owner(mailing)).aget()
        assert (row.email, row.reason, row.is_told) == ("budi@example.com", "hardBounce", True)
        # A repeated report is accepted, and changes nothing.
        assert await mail(listener, address, mails.dsn()) == (250, b"2.0.0 Taken")
        again = await MailingCounters.objects.aget(pk=mailing.pk)
        assert again.revision == counters.revision
        assert await Event.objects.for_team(owner(mailing)).acount() == 1


async def test_every_configured_address_is_open_and_each_client_counts_by_its_own(settings: Any) -> None:
    settings.SMTP_BIND = ["127.0.0.1", "::1"]
    async with listening(settings) as listener:
        assert listener.server is not None
        opened = [each.getsockname()[:2] for each in listener.server.sockets]
        assert {host for host, _ in opened} == {"127.0.0.1", "::1"}

        for host, port in opened:
            reader, writer = await asyncio.open_connection(host, port)
            assert (await reader.readline()).startswith(b"220 ")
            [peer] = listener.peers
            assert peer.networks[0].network == {"127.0.0.1": "127.0.0.0/24", "::1": "::/64"}[host]
            writer.write(b"QUIT\r\n")
            assert await reader.read() == b"221 Bye\r\n"
            writer.close()


async def test_two_servers_that_report_at_once_count_once(people: list[Contact], settings: Any) -> None:
    mailing = await in_thread(sent_to)(people)
    async with listening(settings) as listener:
        address = bounce_address(mailing.pk, 0)
        answers = await asyncio.gather(*(mail(listener, address, mails.dsn()) for _ in range(6)))
    assert {code for code, _ in answers} == {250}
    counters = await MailingCounters.objects.aget(pk=mailing.pk)
    assert (counters.returned, counters.hard_bounced) == (1, 1)
    assert await Event.objects.for_team(owner(mailing)).acount() == 1


async def test_a_complaint_arrives_at_its_own_address(people: list[Contact], settings: Any) -> None:
    mailing = await in_thread(sent_to)(people)
    token = keys.get_key_ring().token(mailing.pk, 2)
    async with listening(settings) as listener:
        answer = await mail(listener, f"feedback@{HOST}", mails.arf(token), sender="fbl@provider.example")
    assert answer == (250, b"2.0.0 Taken")
    assert (await Contact.objects.for_team(owner(mailing)).aget(pk=people[2].pk)).state == "complained"


ELSEWHERE = (
    f"postmaster@{HOST}",
    f"no-reply@{HOST}",
    f"bounce@{HOST}",
    f"bounce+{'A' * 31}@{HOST}",
    "ayu@example.com",
    f"feedback@{HOST}.other.example",
    f"feedback%other.example@{HOST}",
)


async def test_everything_else_is_refused_at_rcpt(settings: Any) -> None:
    async with listening(settings) as listener:
        for address in ELSEWHERE:
            assert await mail(listener, address, mails.dsn()) == (550, b"5.1.1 No such address here"), address


async def test_what_overtakes_the_log_is_to_be_sent_again(team: Team, people: list[Contact], settings: Any) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(partial(mailings.send_rows, mailing=mailing, rows=[(people[0].pk, "ayu@example.com", {})]))()
    async with listening(settings) as listener:
        assert await mail(listener, bounce_address(mailing.pk, 0), mails.dsn()) == (451, b"4.3.0 Try again later")
    assert not await Event.objects.for_team(team).aexists()


async def test_without_a_database_nothing_is_taken(
    people: list[Contact], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = await in_thread(sent_to)(people)

    def away(*_: object, **__: object) -> str:
        raise OperationalError("the connection is lost")

    async with listening(settings) as listener:
        with monkeypatch.context() as patched:
            patched.setattr(bounces, "apply_report", away)
            assert await mail(listener, bounce_address(mailing.pk, 0), mails.dsn()) == (451, b"4.3.0 Try again later")
        assert await mail(listener, bounce_address(mailing.pk, 0), mails.dsn()) == (250, b"2.0.0 Taken")
    assert await SendLog.objects.for_team(owner(mailing)).filter(bounced_at__isnull=False).acount() == 1


async def test_a_slip_of_ours_loses_no_report(
    people: list[Contact], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailing = await in_thread(sent_to)(people)

    def slip(*_: object, **__: object) -> str:
        raise ValueError("nobody foresaw this")

    monkeypatch.setattr(bounces, "apply_report", slip)
    async with listening(settings) as listener:
        assert await mail(listener, bounce_address(mailing.pk, 0), mails.dsn()) == (451, b"4.3.0 Try again later")


async def test_an_automatic_reply_and_nonsense_are_taken_and_change_nothing(
    people: list[Contact], settings: Any
) -> None:
    mailing = await in_thread(sent_to)(people)
    async with listening(settings) as listener:
        for data in (mails.VACATION, b"", b"\0" * 1000, b"x" * 2000 + b"\r\n" + b"\xff" * 60_000):
            assert await mail(listener, bounce_address(mailing.pk, 0), data) == (250, b"2.0.0 Taken")
    counters = await MailingCounters.objects.aget(pk=mailing.pk)
    assert (counters.returned, counters.complained) == (0, 0)


async def test_a_mail_that_is_too_large_is_refused(people: list[Contact], settings: Any) -> None:
    mailing = await in_thread(sent_to)(people)
    large = mails.dsn() + b"x" * 998 * 1 + b"\r\n"
    large += (b"x" * 998 + b"\r\n") * (mailbox.MAX_REPORT_BYTES // 1000)
    async with listening(settings) as listener:
        code, _ = await mail(listener, bounce_address(mailing.pk, 0), large)
        assert code == 552
        # With an announced size, it is rejected before it is sent.
        announced = await dialogue(listener, b"EHLO x", b"MAIL FROM:<> SIZE=%d" % (mailbox.MAX_REPORT_BYTES + 1))
        assert announced[-1].startswith(b"552 ")
    assert (await MailingCounters.objects.aget(pk=mailing.pk)).returned == 0


async def dialogue(listener: Listener, *lines: bytes) -> list[bytes]:
    """The last lines of the responses to the commands, starting with the greeting."""
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)

    async def answer() -> bytes:
        while (line := await asyncio.wait_for(reader.readline(), 10))[3:4] == b"-":
            continue
        return line

    answers = [await answer()]
    for line in lines:
        writer.write(line + b"\r\n")
        answers.append(await answer())
    writer.close()
    return answers


async def test_recipients_and_commands_are_bounded(settings: Any) -> None:
    address = f"feedback@{HOST}".encode()
    async with listening(settings) as listener:
        many = [b"RCPT TO:<%s>" % address] * (mailbox.MAX_RECIPIENTS + 1)
        answers = await dialogue(listener, b"EHLO x", b"MAIL FROM:<>", *many)
        assert [answer[:3] for answer in answers[3:]] == [b"250"] * mailbox.MAX_RECIPIENTS + [b"452"]
        noise = [b"NOOP"] * ports.MAX_PENDING_LINES
        answers = await dialogue(listener, b"EHLO x", *noise)
        assert answers[-2].startswith(b"250")
        assert answers[-1].startswith(b"421")
        noise = [b"NOOP"] * (mailbox.MAX_COMMANDS + 1)
        answers = await dialogue(listener, b"EHLO x", b"MAIL FROM:<>", many[0], *noise)
        assert answers[-2].startswith(b"250")
        assert answers[-1].startswith(b"421")


async def test_pending_connections_are_bounded_in_all_and_of_one_network(settings: Any) -> None:
    settings.SMTP_CONNECTIONS = 3
    async with listening(settings) as listener:
        assert listener.most_from_one == ports.MAX_CONNECTIONS_PER_NETWORK
        await check_room(listener, 3, network=2)
        listener.most, listener.most_from_one = 50, 2
        await check_room(listener, 2, network=1)


async def check_room(listener: Listener, room: int, *, network: int) -> None:
    """`room` connections are greeted; the next one is, too, and ends the first."""
    opened = [await asyncio.open_connection("127.0.0.1", listener.port) for _ in range(room)]
    for reader, _ in opened:
        assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"220 ")
    local = ("127.0.0.1" if network == 1 else "127.0.9.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.port, local_addr=local)
    assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"220 ")
    assert (await asyncio.wait_for(opened[0][0].read(), 10)).startswith(b"421 4.3.2 ")
    assert len(listener.peers) == room
    for each in (writer, *(other for _, other in opened)):
        each.close()
    await until(lambda: not listener.peers)


async def with_recipient(listener: Listener, *more: bytes, network: int = 0) -> tuple[bytes, Any, Any]:
    """A connection that has named an address that we issued, with the last response."""
    local = (f"127.{network // 256}.{network % 256}.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.port, local_addr=local)
    lines = [b"EHLO x", b"MAIL FROM:<>", f"RCPT TO:<feedback@{HOST}>".encode(), *more]
    answer = await asyncio.wait_for(reader.readline(), 10)
    for line in lines:
        writer.write(line + b"\r\n")
        while (answer := await asyncio.wait_for(reader.readline(), 10))[3:4] == b"-":
            continue
    return answer, reader, writer


async def test_a_report_is_taken_though_connections_are_held_in_the_middle_of_one(
    people: list[Contact], settings: Any
) -> None:
    settings.SMTP_CONNECTIONS = 4
    mailing = await in_thread(sent_to)(people)
    async with listening(settings) as listener:
        connections = [await with_recipient(listener, b"DATA", network=1 + number // 2) for number in range(4)]
        assert {answer[:3] for answer, _, _ in connections} == {b"354"}

        assert await mail(listener, bounce_address(mailing.pk, 1), mails.dsn()) == (250, b"2.0.0 Taken")

        ended = await asyncio.wait_for(connections[0][1].read(), 10)
        assert ended == b"421 4.3.2 Too many connections, try again later\r\n"
        for _, _, writer in connections:
            writer.close()


async def test_a_network_that_is_at_work_on_all_its_connections_gets_no_more(settings: Any) -> None:
    async with listening(settings) as listener:
        listener.most_from_one = 1
        _, _, working = await with_recipient(listener, b"DATA", network=1)

        answer, _, writer = await with_recipient(listener, network=1)
        other, _, third = await with_recipient(listener, network=2)

        assert answer == b"421 4.3.2 Too many connections, try again later\r\n"
        assert other == b"250 2.1.5 Ok\r\n"
        for each in (working, writer, third):
            each.close()


async def test_the_networks_of_one_host_share_its_places(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "PREFIXES", {4: ((24, 1, 1.0, True), (16, 2, 0.5, True))})
    async with listening(settings) as listener:
        listener.most_from_one = 1
        working = [await with_recipient(listener, b"DATA", network=number) for number in (1, 2)]

        answer, _, writer = await with_recipient(listener, network=3)
        other, _, third = await with_recipient(listener, network=256)

        assert answer == b"421 4.3.2 Too many connections, try again later\r\n"
        assert other == b"250 2.1.5 Ok\r\n"
        for each in (writer, third, *(one for _, _, one in working)):
            each.close()


async def test_of_pending_connections_the_host_that_has_most_loses_one(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(networks, "PREFIXES", {4: ((24, 1, 1.0, True), (16, 16, 0.75, True))})
    async with listening(settings) as listener:
        listener.most = 4
        first, *held = [await connected(listener, f"127.{place}.1") for place in ("1.0", "0.1", "0.2", "0.3")]

        newcomer = await connected(listener, "127.2.0.1")

        assert (await asyncio.wait_for(held[0][0].read(), 10)).startswith(b"421 4.3.2 ")
        assert {peer.address for peer in listener.peers} == {"127.1.0.1", "127.0.2.1", "127.0.3.1", "127.2.0.1"}
        for _, writer in (first, newcomer, *held):
            writer.close()


async def connected(listener: Listener, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A greeted connection from this address."""
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.port, local_addr=(address, 0))
    assert (await asyncio.wait_for(reader.readline(), 10)).startswith(b"220 ")
    return reader, writer


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 -- the loop that closes connections is this one
            await asyncio.sleep(0.01)


async def test_a_connection_ends_in_time_however_lively(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening(settings) as listener:
        listener.seconds = 0.3
        reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
        writer.write(b"EHLO x\r\nMAIL FROM:<>\r\nRCPT TO:<feedback@%s>\r\nDATA\r\n" % HOST.encode())
        said = await asyncio.wait_for(reader.read(), 10)
        assert said.endswith(b"421 4.4.2 This connection has taken too long\r\n")
        writer.close()


async def test_it_is_no_relay_and_tells_nothing(settings: Any) -> None:
    async with listening(settings) as listener:
        answers = await dialogue(
            listener, b"EHLO x", b"VRFY ayu@example.com", b"EXPN list", b"AUTH PLAIN AGEAYg==", b"STARTTLS", b"DATA"
        )
    assert [answer[:3] for answer in answers] == [b"220", b"250", b"252", b"502", b"538", b"454", b"503"]
