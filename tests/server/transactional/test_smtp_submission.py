"""Email submitted by applications: authentication, accepted and rejected messages, with exact responses."""

import asyncio
import base64
import gc
import smtplib
import weakref
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.db.models import Model

from server.core import clock
from server.core.async_database import connect
from server.core.models import Attempt
from server.delivery.smtp import listening as listening_module
from server.delivery.smtp.listening import Listener
from server.plans.models import FeatureSwitch, Plan, Subscription
from server.teams.models import Team
from server.transactional.intake import acceptance, free_space, rejections
from server.transactional.models import (
    ApiKey,
    Message,
    MessageEvent,
    MessageRecipient,
    Subaccount,
    TransactionalSetting,
)
from server.transactional.services import bodies, limits
from server.transactional.services.limits import MAX_FAILURES_OF_PAIR
from server.transactional.states import Scope
from server.transactional.wire import smtp_submission
from tests.cast import make_team
from tests.server.delivery.mailing_factory import in_thread, until
from tests.server.delivery.smtp.certificates import Authority
from tests.server.transactional.factories import make_domain, make_key, make_setting
from tests.server.transactional.submission_ports import Ports, aside, listening, raw

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]

MAIL = (
    b"From: Toko Kopi <toko@kopi.example>\r\nTo: Ayu <ayu@example.com>\r\nCc: budi@example.com\r\n"
    b"Subject: =?utf-8?q?Pesanan_=E2=9C=93?=\r\n\r\nTerima kasih.\r\n.Titik\r\n"
)
TO = ["ayu@example.com"]


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture
def secret(team: Team) -> str:
    """The secret of a key of a team with a verified domain."""
    make_domain(team)
    return make_key(team)[1]


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
async def ports(settings: Any, tmp_path: Path) -> AsyncIterator[Ports]:
    async with listening(settings, Authority(tmp_path)) as found:
        yield found


def handed_in(ports: Ports, secret: str, mail: bytes = MAIL, to: list[str] | None = None) -> tuple[int, bytes]:
    """Submits an email like an application. Returns the last response."""
    with ports.signed_in(secret) as client:
        client.mail("toko@kopi.example")
        for address in to or TO:
            code, text = client.rcpt(address)
            if code != 250:
                return code, text
        return client.data(mail)


async def messages() -> int:
    return await Message.objects.acount()


async def test_a_mail_handed_in_is_stored_when_it_is_answered(ports: Ports, secret: str, team: Team) -> None:
    with_tag = MAIL.replace(
        b"Subject:",
        b"X-Tag: order\r\nX-Metadata-Customer: 17\r\nX-Track: yes\r\nX-Track-Clicks: no\r\n"
        b"X-Idempotency-Key: abc\r\nSubject:",
    )
    people = ["ayu@example.com", "Budi@example.com", "diam@example.com"]
    code, text = await aside(handed_in, ports, secret, with_tag, people)

    message = await Message.objects.aget()
    assert (code, text) == (250, f"2.0.0 Accepted as {message.pk}".encode())
    assert (message.via, message.from_address, message.from_name) == ("smtp", "toko@kopi.example", "Toko Kopi")
    assert (message.subject, message.tag, message.metadata) == ("Pesanan ✓", "order", {"customer": "17"})
    assert (message.track_opens, message.track_clicks, message.sandbox) == (True, False, False)
    rows = MessageRecipient.objects.order_by("position")
    assert [(row.email, row.kind, row.state) async for row in rows] == [
        ("ayu@example.com", "to", "queued"),
        ("budi@example.com", "cc", "queued"),
        ("diam@example.com", "bcc", "queued"),
    ]
    stored = await in_thread(lambda: bodies.open_body(team_id=team.pk, message_id=message.pk))()
    assert stored.endswith(b"\r\n\r\nTerima kasih.\r\n.Titik\r\n")
    assert b"X-Tag" not in stored
    assert stored.startswith(b"Received: by localhost with ESMTPSA;\r\n\t")

    # Repeated with its idempotency key: the same response, and nothing new.
    again = await aside(handed_in, ports, secret, with_tag, people)
    other = await aside(handed_in, ports, secret, with_tag.replace(b"kasih", b"salam"), people)
    assert (again, other[0], await messages()) == ((code, text), 550, 1)


async def test_tls_from_the_first_byte(ports: Ports, secret: str) -> None:
    def hand_in() -> dict[str, Any]:
        with smtplib.SMTP_SSL("127.0.0.1", ports.tls.port, context=ports.client_context(), timeout=20) as client:
            client.ehlo()
            offers = dict(client.esmtp_features)
            client.login("apikey", secret)
            return offers | {"refused": client.sendmail("toko@kopi.example", TO, MAIL)}

    offers = await aside(hand_in)

    assert offers["refused"] == {}
    assert "starttls" not in offers
    assert await messages() == 1


async def test_what_is_offered(ports: Ports) -> None:
    def offers() -> tuple[dict[str, str], dict[str, str]]:
        with smtplib.SMTP("127.0.0.1", ports.starttls.port, timeout=20) as client:
            client.ehlo()
            plain = dict(client.esmtp_features)
            client.starttls(context=ports.client_context())
            client.ehlo()
            return plain, dict(client.esmtp_features)

    plain, secured = await aside(offers)

    common = {"size": "36700160", "8bitmime": "", "smtputf8": "", "pipelining": "", "enhancedstatuscodes": ""}
    assert plain == common | {"starttls": ""}
    assert secured == common | {"auth": " LOGIN PLAIN"}


def auth(mechanism: str, secret: str, user: str) -> list[bytes]:
    if mechanism == "PLAIN":
        return [b"AUTH PLAIN " + base64.b64encode(f"\0{user}\0{secret}".encode())]
    return [b"auth login", base64.b64encode(user.encode()), base64.b64encode(secret.encode())]


@pytest.mark.parametrize("mechanism", ["PLAIN", "LOGIN"])
async def test_a_key_signs_in(ports: Ports, secret: str, mechanism: str) -> None:
    for user in ("apikey", secret[:17]):
        lines = [b"EHLO app.example", *auth(mechanism, secret, user)]
        said = await raw(ports.tls.port, *(line + b"\r\n" for line in lines), tls=ports.client_context())
        assert said.endswith(b"235 2.7.0 Authentication successful\r\n")


async def test_a_key_is_not_asked_for_in_the_open(ports: Ports, secret: str) -> None:
    (line,) = auth("PLAIN", secret, "apikey")
    said = await raw(ports.starttls.port, b"EHLO app.example\r\n", line + b"\r\n", b"MAIL FROM:<a@kopi.example>\r\n")

    assert said.endswith(
        b"538 5.7.11 Encryption required for requested authentication mechanism\r\n"
        b"530 5.7.0 Authentication required\r\n"
    )
    assert b"AUTH" not in said
    assert not await Attempt.objects.aexists()


async def test_guessing_is_limited_exactly(ports: Ports, secret: str) -> None:
    wrong = secret[:18] + "A" * 43

    def tries(count: int) -> list[int]:
        codes: list[int] = []
        while len(codes) < count:
            client = ports.connect()
            try:
                for _ in range(min(3, count - len(codes))):
                    codes.append(
                        client.docmd("AUTH PLAIN", base64.b64encode(f"\0apikey\0{wrong}".encode()).decode())[0]
                    )
                    if codes[-1] == 421:
                        break
            except smtplib.SMTPServerDisconnected:
                pass
            finally:
                client.close()
        return codes

    codes = await aside(tries, MAX_FAILURES_OF_PAIR)
    assert codes == [535] * MAX_FAILURES_OF_PAIR
    assert (await Attempt.objects.aget()).count == MAX_FAILURES_OF_PAIR

    # Then the right one is rejected as well, with the same text.
    with pytest.raises(smtplib.SMTPAuthenticationError) as refused:
        await aside(ports.signed_in, secret)
    assert (refused.value.smtp_code, refused.value.smtp_error) == (535, b"5.7.8 Authentication credentials invalid")
    assert (await Attempt.objects.aget()).count == MAX_FAILURES_OF_PAIR


async def test_three_failures_end_a_connection(ports: Ports, secret: str) -> None:
    wrong = b"AUTH PLAIN " + base64.b64encode(b"\0apikey\0nothing") + b"\r\n"
    said = await raw(ports.tls.port, b"EHLO x\r\n", wrong, wrong, wrong, tls=ports.client_context())

    assert said.count(b"535 5.7.8 Authentication credentials invalid\r\n") == 3
    assert said.endswith(b"421 4.7.0 Too many failed attempts\r\n")


@pytest.mark.parametrize(
    "fields",
    [
        {"scopes": [Scope.READ]},
        {"networks": ["198.51.100.0/24"]},
        {"revoked_at": clock.now()},
        {"expires_at": clock.now() - timedelta(days=1)},
    ],
    ids=lambda fields: next(iter(fields)),
)
async def test_keys_that_may_not_send_are_refused(ports: Ports, team: Team, fields: dict[str, Any]) -> None:
    _, secret = await in_thread(make_key)(team, **fields)
    with pytest.raises(smtplib.SMTPAuthenticationError) as refused:
        await aside(ports.signed_in, secret)

    assert refused.value.smtp_code == 535


def plain(ports: Ports, secret: str) -> tuple[int, bytes]:
    """The response to one AUTH; smtplib's own login tries each mechanism."""
    token = base64.b64encode(f"\0apikey\0{secret}".encode()).decode()
    with ports.connect() as client:
        return client.docmd("AUTH", f"PLAIN {token}")


async def test_a_known_key_that_may_not_send_is_told_to_its_team(ports: Ports, secret: str, team: Team) -> None:
    key, reader = await in_thread(make_key)(team, scopes=[Scope.READ])
    revoked = (await in_thread(make_key)(team, revoked_at=clock.now()))[1]
    answers = [await aside(plain, ports, refused) for refused in (reader, revoked, reader[:-1] + "_")]
    await Team.objects.filter(pk=team.pk).aupdate(suspended_at=clock.now())
    answers.append(await aside(plain, ports, secret))

    # Across teams: an invalid key is recorded for no team.
    one, other = [event async for event in MessageEvent.objects.order_by("at", "id")]
    assert (one.team_id, one.type, one.key_id, one.recipient, one.sender) == (team.pk, "refused", key.pk, "", "")
    assert one.detail == {
        "via": "smtp",
        "check": "key",
        "reason": "scopeMissing",
        "code": 535,
        "enhanced": "5.7.1",
        "reply": "This API key does not have the required scope",
        "recipients": [],
        "recipientCount": 0,
    }
    assert (other.detail["check"], other.detail["reason"], other.code) == ("key", "userSuspended", 535)
    wrong = (535, b"5.7.8 Authentication credentials invalid")
    assert answers == [(535, f"5.7.1 {one.reply}".encode()), wrong, wrong, (535, f"5.7.1 {other.reply}".encode())]


async def test_a_minute_tells_of_so_many_at_sign_in_as_well(
    ports: Ports, team: Team, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    time_machine.move_to(datetime(2026, 3, 5, 9, 15, 15, tzinfo=UTC), tick=False)
    monkeypatch.setattr(rejections, "MAX_EVENTS_PER_MINUTE", 2)
    secret = (await in_thread(make_key)(team, scopes=[Scope.READ]))[1]
    answers = {await aside(plain, ports, secret) for _ in range(4)}

    assert answers == {(535, b"5.7.1 This API key does not have the required scope")}
    assert await MessageEvent.objects.for_team(team).acount() == 2


async def test_another_name_than_the_key_s_is_a_wrong_key(ports: Ports, secret: str) -> None:
    with pytest.raises(smtplib.SMTPAuthenticationError) as refused:
        await aside(ports.signed_in, secret, "dsk_live_00000000")

    assert (refused.value.smtp_code, refused.value.smtp_error) == (535, b"5.7.8 Authentication credentials invalid")


async def test_a_key_that_is_revoked_meanwhile_sends_no_more(
    ports: Ports, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even without a notification."""
    monkeypatch.setattr(smtp_submission, "KEY_CACHE_SECONDS", 0.0)
    client = await aside(ports.signed_in, secret)
    try:
        assert await aside(client.sendmail, "toko@kopi.example", TO, MAIL) == {}
        await ApiKey.objects.all().aupdate(revoked_at=clock.now())
        with pytest.raises(smtplib.SMTPDataError) as refused:
            await aside(client.sendmail, "toko@kopi.example", TO, MAIL)
    finally:
        client.close()
    assert (refused.value.smtp_code, await messages()) == (535, 1)


LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
LOSSES: list[tuple[type[Model], dict[str, Any], bytes]] = [
    (ApiKey, {"revoked_at": LONG_AGO}, b"5.7.8 This API key is not valid"),
    (ApiKey, {"expires_at": LONG_AGO}, b"5.7.8 This API key is not valid"),
    (ApiKey, {"networks": ["198.51.100.0/24"]}, b"5.7.8 This API key is not valid"),
    (ApiKey, {"scopes": [Scope.READ]}, b"5.7.1 This API key does not have the required scope: send"),
    (Subaccount, {"active": False}, b"5.7.1 This subaccount is turned off"),
    (Team, {"suspended_at": LONG_AGO}, b"5.7.1 "),
    (Subscription, {"expires_at": LONG_AGO}, b"5.7.1 "),
    (Plan, {"features": []}, b"5.7.1 "),
]


@pytest.mark.parametrize(("model", "change", "said"), LOSSES, ids=[next(iter(change)) for _, change, _ in LOSSES])
async def test_what_is_taken_from_a_key_is_known_at_once(
    ports: Ports, team: Team, monkeypatch: pytest.MonkeyPatch, model: type[Model], change: dict[str, Any], said: bytes
) -> None:
    monkeypatch.setattr(smtp_submission, "KEY_CACHE_SECONDS", 3600.0)
    handler = ports.starttls.handler

    async def changed_after(moment: float) -> None:
        async def has_changed() -> bool:
            return bool(handler.changed_at > moment)

        await until(has_changed)

    await changed_after(float("-inf"))
    await in_thread(make_domain)(team)
    subaccount = await Subaccount.objects.acreate(team=team, name="Toko", created_at=clock.now())
    _, secret = await in_thread(make_key)(team, subaccount=subaccount)
    client = await aside(ports.signed_in, secret)
    try:
        assert await aside(client.sendmail, "toko@kopi.example", TO, MAIL) == {}
        before = handler.changed_at
        await model._default_manager.all().aupdate(**change)
        await changed_after(before)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            await aside(client.sendmail, "toko@kopi.example", TO, MAIL)
    finally:
        client.close()
    words = refused.value.smtp_error
    assert isinstance(words, bytes)
    assert words.startswith(said)
    assert await messages() == 1


async def test_a_switched_feature_and_another_choice_of_the_team_are_told(secret: str, team: Team) -> None:
    await in_thread(make_setting)(team)
    async with await connect() as listening:
        await listening.execute("LISTEN transactional_keys")
        await TransactionalSetting.objects.all().aupdate(hold_all=True)
        await TransactionalSetting.objects.all().aupdate(hold_above=5)
        await FeatureSwitch.objects.acreate(name="transactionalEmail", enabled=False)
        await FeatureSwitch.objects.all().aupdate(enabled=True)

        told = [notify.channel async for notify in listening.notifies(timeout=10, stop_after=4)]
        assert told == ["transactional_keys"] * 4


async def test_that_a_key_was_used_is_no_change_of_it(secret: str) -> None:
    async with await connect() as listening:
        await listening.execute("LISTEN transactional_keys")
        await ApiKey.objects.all().aupdate(last_used_at=LONG_AGO, name="Toko")
        await Team.objects.all().aupdate(name="Kopi Selatan")
        await Subscription.objects.all().aupdate(price=1)
        await Plan.objects.all().aupdate(name="Kopi")
        await listening.execute("SELECT pg_notify('transactional_keys', 'the end')")

        assert [notify.payload async for notify in listening.notifies(timeout=10, stop_after=1)] == ["the end"]


# --- bad input -----------------------------------------------------------------------------------------------------

RELAY = [
    b"MAIL FROM:<spammer@other.example>",
    b"MAIL FROM:<>",
    b"MAIL FROM:<spammer@localhost>",
    b"MAIL FROM:<spammer@[127.0.0.1]>",
    b"RCPT TO:<victim@other.example>",
    b'RCPT TO:<"victim@other.example">',
    b"RCPT TO:<victim%other.example@kopi.example>",
    b'RCPT TO:<"victim%other.example">',
    b"RCPT TO:<@kopi.example:victim@other.example>",
    b"RCPT TO:<other.example!victim@kopi.example>",
    b"RCPT TO:<victim@other.example@[127.0.0.1]>",
    b"DATA",
    b"VRFY postmaster",
]


async def test_nothing_is_relayed_without_a_key(ports: Ports) -> None:
    for listener, tls in ((ports.starttls, None), (ports.tls, ports.client_context())):
        for line in RELAY:
            said = await raw(listener.port, b"EHLO relay.example\r\n" + line + b"\r\n", tls=tls)
            assert (line, said.split(b"\r\n")[-2]) == (line, b"530 5.7.0 Authentication required")
    assert await messages() == 0


async def dialogue(ports: Ports, secret: str, *pieces: bytes) -> bytes:
    """The responses to pieces after a sign-in."""
    (line,) = auth("PLAIN", secret, "apikey")
    said = await raw(ports.tls.port, b"EHLO app.example\r\n", line + b"\r\n", *pieces, tls=ports.client_context())
    return said.partition(b"235 2.7.0 Authentication successful\r\n")[2]


ENVELOPE = b"MAIL FROM:<toko@kopi.example>\r\nRCPT TO:<ayu@example.com>\r\nDATA\r\n"
OKS = b"250 2.1.0 Ok\r\n250 2.1.5 Ok\r\n354 End data with <CR><LF>.<CR><LF>\r\n"


BARE = [b"\n.\n", b"\r.\r", b"\n.\r\n", b"\r\n.\n", b"\r\n.\r", b"\r.\r\n", b"\r\r\n.\r\r\n", b"a\nb", b"a\rb"]


async def test_a_line_that_does_not_end_with_crlf_is_refused(ports: Ports, secret: str) -> None:
    for inside in BARE:
        smuggled = inside + b"MAIL FROM:<ceo@kopi.example>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nFrom: ceo\r\n"
        said = await dialogue(ports, secret, ENVELOPE, MAIL + smuggled + b"\r\n.\r\nNOOP\r\n")
        refused = b"550 5.6.0 Every line of the message must end with CRLF\r\n250 2.0.0 OK\r\n"
        assert (inside, said) == (inside, OKS + refused)
    assert await messages() == 0


async def test_a_command_ends_with_crlf_as_well(ports: Ports) -> None:
    for line in (b"NOOP\n", b"NO\rOP\r\n", b"NOOP\0\r\n"):
        said = await raw(ports.starttls.port, b"EHLO x\r\n", line, b"NOOP\r\n")
        assert said.endswith(b"500 5.5.2 Error: bad syntax\r\n250 2.0.0 OK\r\n"), line


async def test_commands_in_one_piece_are_answered_in_order(ports: Ports, secret: str) -> None:
    twice = ENVELOPE + MAIL.replace(b"\r\n.", b"\r\n..") + b".\r\n"
    said = await dialogue(ports, secret, twice + twice + b"QUIT\r\n")

    lines = said.split(b"\r\n")
    assert [line[:9] for line in lines[:-1]] == [
        *([b"250 2.1.0", b"250 2.1.5", b"354 End d", b"250 2.0.0"] * 2),
        b"221 2.0.0",
    ]
    assert await messages() == 2


async def test_a_group_of_commands_is_answered_at_once(
    ports: Ports, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces: list[bytes] = []
    write = asyncio.StreamWriter.write

    def note(writer: asyncio.StreamWriter, data: bytes) -> None:
        if data.startswith((b"250 ", b"354 ", b"503 ", b"221 ")):
            pieces.append(data)
        write(writer, data)

    monkeypatch.setattr(asyncio.StreamWriter, "write", note)
    mail = MAIL.replace(b"\r\n.", b"\r\n..") + b".\r\n"
    said = await dialogue(ports, secret, ENVELOPE, mail + ENVELOPE, mail + b"NOOP\r\nDATA\r\nQUIT\r\n")

    lines = [line + b"\r\n" for line in said.split(b"\r\n")]
    # The response that a message is stored comes before the following commands are processed.
    assert pieces[-7:] == [
        OKS,
        lines[3],
        OKS,
        lines[7],
        b"250 2.0.0 OK\r\n",
        b"503 5.5.1 Error: need RCPT command\r\n",
        b"221 2.0.0 Bye\r\n",
    ]
    assert [line[:18] for line in (lines[3], lines[7])] == [b"250 2.0.0 Accepted"] * 2


async def test_what_came_before_tls_is_forgotten(ports: Ports) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", ports.starttls.port)
    await reader.readline()
    writer.write(b"EHLO x\r\n")
    while not (await reader.readline()).startswith(b"250 "):
        pass
    writer.write(b"STARTTLS\r\nEHLO injected\r\nNOOP\r\n")
    assert (await reader.readline()).startswith(b"220 ")
    await writer.start_tls(ports.client_context(), server_hostname="127.0.0.1")
    writer.write(b"MAIL FROM:<a@kopi.example>\r\n")

    assert await reader.readline() == b"503 5.5.1 Error: send HELO first\r\n"
    writer.close()


async def test_what_is_too_large_is_refused_and_the_next_is_taken(
    ports: Ports, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced = await dialogue(ports, secret, b"MAIL FROM:<toko@kopi.example> SIZE=36700161\r\n")
    assert announced == b"552 5.3.4 Error: message size exceeds fixed maximum message size\r\n"

    monkeypatch.setattr(smtp_submission, "MAX_MESSAGE_BYTES", 4_000)
    said = await dialogue(ports, secret, ENVELOPE, MAIL + b"x" * 5_000 + b"\r\n.\r\n", ENVELOPE, MAIL + b".\r\n")
    assert said.startswith(OKS + b"552 5.3.4 The message is too large\r\n" + OKS + b"250 2.0.0 Accepted as ")
    assert await messages() == 1


async def test_without_free_space_nothing_is_taken(ports: Ports, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(free_space, "get_free_bytes", lambda: -1)
    said = await dialogue(ports, secret, ENVELOPE)

    assert said.endswith(b"452 4.3.1 The server is out of space. Try again later\r\n")
    assert await messages() == 0


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("TRX_MESSAGES_PER_MINUTE", b"messagesPerMinute"),
        ("TRX_MESSAGES_PER_HOUR", b"messagesPerHour"),
        ("TRX_MESSAGES_PER_MINUTE_PER_NETWORK", b"messagesPerMinuteOfNetwork"),
    ],
)
async def test_who_hands_in_too_fast_is_asked_to_try_again(
    ports: Ports, team: Team, secret: str, settings: Any, monkeypatch: pytest.MonkeyPatch, name: str, cause: bytes
) -> None:
    now = datetime(2026, 3, 5, 9, 15, 15, tzinfo=UTC)
    monkeypatch.setattr(limits, "clock", SimpleNamespace(now=lambda: now))
    setattr(settings, name, 1)
    said = await dialogue(ports, secret, ENVELOPE, MAIL + b".\r\n", ENVELOPE, MAIL + b".\r\n")

    assert said.startswith(OKS + b"250 2.0.0 Accepted as ")
    assert said.endswith(OKS + b"450 4.7.1 Too many requests. Try again later: " + cause + b"\r\n")
    assert await messages() == 1
    _, other = await in_thread(make_key)(team)
    code, _ = await aside(handed_in, ports, other)
    assert code == (450 if name.endswith("PER_NETWORK") else 250)
    now += timedelta(hours=1)
    assert (await aside(handed_in, ports, secret))[0] == 250


async def test_a_database_that_is_away_is_no_reason_to_lose_a_mail(
    ports: Ports, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    client = await aside(ports.signed_in, secret)
    with monkeypatch.context() as patched:
        patched.setattr(acceptance, "accept_each", away)
        with pytest.raises(smtplib.SMTPDataError) as refused:
            await aside(client.sendmail, "toko@kopi.example", TO, MAIL)
    assert (refused.value.smtp_code, refused.value.smtp_error) == (451, b"4.3.0 Temporary failure, try again later")
    assert await aside(client.sendmail, "toko@kopi.example", TO, MAIL) == {}
    client.close()
    assert await messages() == 1


CHANGES = [
    ((b"toko@kopi.example", b"toko@other.example"), b"550 5.7.1"),
    ((b"From: Toko Kopi <toko@kopi.example>", b"From: a@kopi.example, b@kopi.example"), b"550 5.6.0"),
    ((b"From: Toko Kopi <toko@kopi.example>", b"X-From: nobody"), b"550 5.6.0"),
    ((b"Subject: ", b"From: Ceo <ceo@bank.example>\r\nSubject: "), b"550 5.6.0"),
    ((b"Subject: ", b"X-Schedule-At: tomorrow\r\nSubject: "), b"550 5.6.0"),
    ((b"Subject: ", b"X-Track: maybe\r\nSubject: "), b"550 5.6.0"),
    ((b"Subject: ", b"Received: by a\r\n" * 51 + b"Subject: "), b"550 5.6.0"),
]


async def test_mail_that_is_not_as_it_must_be_is_refused(ports: Ports, secret: str) -> None:
    for change, code in CHANGES:
        said = await dialogue(ports, secret, ENVELOPE + MAIL.replace(*change) + b".\r\n")
        assert (change, said.removeprefix(OKS)[:9]) == (change, code)
    assert await messages() == 0


async def test_a_from_that_breaks_the_syntax_is_stored_in_canonical_form(ports: Ports, team: Team, secret: str) -> None:
    mail = MAIL.replace(b"From: Toko Kopi <", b"From: Kopi (Support)\r\n <")
    client = await aside(ports.signed_in, secret)
    assert await aside(client.sendmail, "toko@kopi.example", TO, mail) == {}
    client.close()

    row = await Message.objects.for_team(team).aget()
    body = await in_thread(bodies.open_body)(team_id=team.pk, message_id=row.pk)
    assert (row.from_name, row.from_address) == ("Kopi (Support)", "toko@kopi.example")
    assert b'\r\nFrom: "Kopi (Support)" <toko@kopi.example>\r\n' in body
    assert body.count(b"From:") == 1


async def test_a_domain_that_is_not_verified_sends_nothing(ports: Ports, team: Team) -> None:
    _, secret = await in_thread(make_key)(team)
    await in_thread(lambda: make_domain(team, state="pending"))()
    said = await dialogue(ports, secret, ENVELOPE, MAIL + b".\r\n")

    assert said.removeprefix(OKS)[:9] == b"550 5.7.1"
    assert await messages() == 0


async def test_recipients_are_addresses_and_not_too_many(
    ports: Ports, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp_submission, "MAX_RECIPIENTS", 2)
    said = await dialogue(
        ports,
        secret,
        b"MAIL FROM:<>\r\nRCPT TO:<nobody>\r\nRCPT TO:<a@example.com>\r\nRCPT TO:<b@example.com>\r\n"
        b"RCPT TO:<c@example.com>\r\n",
    )

    assert [line[:9] for line in said.split(b"\r\n")[:-1]] == [
        b"250 2.1.0",
        b"553 5.1.3",
        b"250 2.1.5",
        b"250 2.1.5",
        b"452 4.5.3",
    ]


async def test_what_is_refused_on_the_way_is_told_to_the_team_of_the_key(ports: Ports, secret: str, team: Team) -> None:
    bare = MAIL.replace(b"Terima", b"Teri\nma").replace(b"\r\n.", b"\r\n..")

    assert (await aside(handed_in, ports, secret, MAIL, ["nobody"]))[0] == 553
    assert b"\r\n550 5.6.0 " in await dialogue(ports, secret, ENVELOPE, bare + b".\r\n")
    assert (await aside(handed_in, ports, secret, MAIL.replace(b"toko@kopi", b"toko@teh")))[0] == 550

    events = [event async for event in MessageEvent.objects.for_team(team).order_by("at", "id")]
    assert [(each.type, each.recipient, each.code, each.reply, each.detail["reason"]) for each in events] == [
        ("refused", "nobody", 553, "A recipient is not a valid email address", "recipientInvalid"),
        ("refused", "ayu@example.com", 550, "Every line of the message must end with CRLF", "contentInvalid"),
        ("refused", "ayu@example.com", 550, "This From address is not allowed: toko@teh.example", "fromNotAllowed"),
    ]
    assert await messages() == 0


async def test_scheduled_and_sandbox(ports: Ports, team: Team, secret: str) -> None:
    at = (clock.now() + timedelta(days=2)).replace(microsecond=0)
    later = MAIL.replace(b"Subject:", b"X-Schedule-At: " + at.isoformat().encode() + b"\r\nSubject:")
    assert (await aside(handed_in, ports, secret, later))[0] == 250
    message = await Message.objects.aget()
    assert (message.state, message.scheduled_at) == ("scheduled", at)

    _, test_secret = await in_thread(make_key)(team, sandbox=True)
    assert (await aside(handed_in, ports, test_secret))[0] == 250
    assert (await Message.objects.filter(sandbox=True).aget()).via == "smtp"


async def test_headers_beyond_ascii(ports: Ports, secret: str) -> None:
    said = await dialogue(
        ports,
        secret,
        b"MAIL FROM:<toko@kopi.example> BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<ayu@example.com>\r\nDATA\r\n",
        MAIL.replace(b"=?utf-8?q?Pesanan_=E2=9C=93?=", "Pesanan ✓".encode()) + b".\r\n",
    )

    assert said.startswith(OKS + b"250 2.0.0 Accepted as ")
    message = await Message.objects.aget()
    assert message.subject == "Pesanan ✓"
    # Not every relay accepts it unchanged.
    stored = await in_thread(bodies.open_body)(team_id=message.team_id, message_id=message.id)
    head = stored.partition(b"\r\n\r\n")[0]
    assert b"\r\nSubject: =?utf-8?B?UGVzYW5hbiDinJM=?=\r\n" in head
    assert head.isascii()


async def test_a_mail_server_may_say_whose_mail_it_relays(ports: Ports, secret: str) -> None:
    """Postfix sends it with every message to a server that requires a password."""
    said = await dialogue(
        ports,
        secret,
        b"MAIL FROM:<toko@kopi.example> SIZE=482 AUTH=<>\r\nRCPT TO:<ayu@example.com>\r\nDATA\r\n",
        MAIL + b".\r\nMAIL FROM:<toko@kopi.example> AUTH=kasir+40kopi.example\r\nRSET\r\n",
        b"MAIL FROM:<toko@kopi.example> AUTH\r\nMAIL FROM:<toko@kopi.example> RET=HDRS\r\n",
    )

    assert said.startswith(OKS + b"250 2.0.0 Accepted as ")
    assert said.split(b"\r\n")[4:] == [
        b"250 2.1.0 Ok",
        b"250 2.0.0 OK",
        *([b"555 5.5.4 MAIL FROM parameters not recognized or not implemented"] * 2),
        b"",
    ]
    assert await messages() == 1


async def open_connections(
    port: int, *networks: int, count: int
) -> list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Idle connections, `count` from each of the networks 127.0.N.0/24."""
    connections = []
    for number in range(count):
        for network in networks:
            address = (f"127.0.{network}.{number + 1}", 0)
            connections.append(await asyncio.open_connection("127.0.0.1", port, local_addr=address))
    return connections


async def reached(listener: Listener, count: int) -> None:
    async with asyncio.timeout(10):
        while len(listener.peers) != count:  # noqa: ASYNC110 -- the loop that opens and closes them is this one
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("door", ["starttls", "tls"])
async def test_connections_that_are_only_held_keep_no_application_out(ports: Ports, secret: str, door: str) -> None:
    listener: Listener = getattr(ports, door)
    connections = await open_connections(listener.port, 1, 2, 3, 4, count=listener.most // 4)
    await reached(listener, listener.most)

    def hand_in() -> tuple[int, bytes]:
        if door == "starttls":
            return handed_in(ports, secret)
        with smtplib.SMTP_SSL("127.0.0.1", listener.port, context=ports.client_context(), timeout=20) as client:
            client.login("apikey", secret)
            client.mail("toko@kopi.example")
            client.rcpt(TO[0])
            return client.data(MAIL)

    code, _ = await aside(hand_in)

    await reached(listener, listener.most - 1)
    for _, writer in connections:
        writer.close()
    assert (code, await messages()) == (250, 1)


@pytest.mark.parametrize("door", ["starttls", "tls"])
async def test_the_oldest_pending_connection_of_a_network_makes_way(settings: Any, tmp_path: Path, door: str) -> None:
    settings.SUBMISSION_CONNECTIONS_PER_NETWORK = 2
    async with listening(settings, Authority(tmp_path)) as ports:
        listener: Listener = getattr(ports, door)
        others = await open_connections(listener.port, 2, count=1)
        near = await open_connections(listener.port, 1, count=2)
        await reached(listener, 3)

        newest = await open_connections(listener.port, 1, count=1)

        said = await asyncio.wait_for(near[0][0].read(), 10)
        assert said.endswith(b"" if door == "tls" else b"\r\n421 4.3.2 Too many connections, try again later\r\n")
        assert len(listener.peers) == 3
        assert {peer.networks[0].network for peer in listener.peers} == {"127.0.1.0/24", "127.0.2.0/24"}
        for _, writer in (*others, *near, *newest):
            writer.close()


@pytest.mark.parametrize("end", ["client", "newer"])
async def test_nothing_is_kept_of_a_handshake_that_ends_half_way(settings: Any, tmp_path: Path, end: str) -> None:
    settings.SUBMISSION_CONNECTIONS_PER_NETWORK = 1
    async with listening(settings, Authority(tmp_path)) as ports:
        [(reader, writer)] = await open_connections(ports.tls.port, 1, count=1)
        writer.write(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        await reached(ports.tls, 1)
        [peer] = ports.tls.peers

        if end == "client":
            writer.close()
            await reached(ports.tls, 0)
        else:
            [(_, newer)] = await open_connections(ports.tls.port, 1, count=1)
            assert await asyncio.wait_for(reader.read(), 10) == b""
            await reached(ports.tls, 1)
            newer.close()

        async with asyncio.timeout(10):
            while peer._tls_protocol is not None:  # noqa: ASYNC110 -- the loop that ends it is this one
                await asyncio.sleep(0.01)
        assert peer not in ports.tls.peers
        assert peer._deadline is not None
        assert peer._deadline.cancelled()
        writer.close()


async def test_an_established_connection_that_waits_makes_way_and_one_at_work_does_not(
    settings: Any, tmp_path: Path, secret: str
) -> None:
    settings.SUBMISSION_CONNECTIONS_PER_NETWORK = 1

    def talk(ports: Ports) -> None:
        waiting = ports.signed_in(secret)
        with ports.signed_in(secret) as working:
            with pytest.raises(smtplib.SMTPServerDisconnected):
                waiting.noop()
                waiting.noop()
            working.mail("toko@kopi.example")
            working.rcpt(TO[0])
            assert working.docmd("DATA")[0] == 354
            with pytest.raises((smtplib.SMTPServerDisconnected, smtplib.SMTPAuthenticationError)):
                ports.signed_in(secret)
            working.send(MAIL + b".\r\n")
            assert working.getreply()[0] == 250

    async with listening(settings, Authority(tmp_path)) as ports:
        await aside(talk, ports)

    assert await messages() == 1


async def test_before_a_good_key_a_connection_has_half_a_minute_and_then_an_hour(ports: Ports, secret: str) -> None:
    client = await aside(ports.connect)
    (peer,) = ports.starttls.peers
    assert peer._deadline is not None
    assert peer._deadline.when() == peer.opened_at + 30

    await aside(client.login, "apikey", secret)

    assert peer._deadline.when() == peer.opened_at + smtp_submission.CONNECTION_SECONDS
    await aside(client.close)


async def test_a_connection_without_a_key_is_cut_however_lively(ports: Ports) -> None:
    ports.starttls.pending_seconds = 0.3

    reader, writer = await asyncio.open_connection("127.0.0.1", ports.starttls.port)
    writer.write(b"EHLO x\r\n" + b"NOOP\r\n" * 10)
    said = await asyncio.wait_for(reader.read(), 10)
    writer.close()

    assert said.count(b"250 2.0.0 OK\r\n") == 10
    assert said.endswith(b"421 4.4.2 This connection has taken too long\r\n")


@pytest.mark.parametrize("line", [b"NOOP\r\n", b"RSET\r\n", b"\r\n", b"EHLO x\r\n"])
async def test_lines_before_a_good_key_are_few(ports: Ports, line: bytes) -> None:
    said = await raw(ports.starttls.port, line * 40)

    assert said.endswith(b"\r\n421 4.7.0 Too many commands\r\n")
    replies = [reply for reply in said.splitlines() if reply[3:4] == b" "]
    assert len(replies) == 1 + listening_module.MAX_PENDING_LINES + 1
    await reached(ports.starttls, 0)


async def test_lines_after_a_good_key_are_many(ports: Ports, secret: str) -> None:
    with await aside(ports.signed_in, secret) as client:
        codes = [(await aside(client.noop))[0] for _ in range(listening_module.MAX_PENDING_LINES + 1)]

    assert set(codes) == {250}


async def test_without_a_certificate_there_are_no_such_ports(settings: Any) -> None:
    settings.SMTP_CERTIFICATE = settings.SMTP_KEY = ""

    assert smtp_submission.build_listeners(None, None) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("door", ["starttls", "tls"])
async def test_a_connection_that_is_over_holds_no_tls(ports: Ports, door: str) -> None:
    """Even before garbage collection: each takes a quarter of a megabyte."""
    kept: list[weakref.ref[object]] = []

    def talk() -> None:
        client = (
            ports.connect()
            if door == "starttls"
            else smtplib.SMTP_SSL("127.0.0.1", ports.tls.port, context=ports.client_context(), timeout=20)
        )
        kept.extend(weakref.ref(peer._tls_protocol) for peer in [*ports.starttls.peers, *ports.tls.peers])
        client.close()

    gc.collect()
    gc.disable()
    try:
        await aside(talk)
        await until(lambda: _is_gone(kept))
    finally:
        gc.enable()
    assert len(kept) == 1


async def _is_gone(kept: list[weakref.ref[object]]) -> bool:
    return all(each() is None for each in kept)
