"""Messages over HTTP: submitted, read, released, cancelled, resent."""

import email
import email.policy
import json
from base64 import b64encode, encodebytes
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from server.activity.models import Activity
from server.core import clock
from server.core.callers import TokenKind
from server.core.error_responses import MAX_FINDINGS
from server.core.ids import to_milliseconds
from server.core.parsing import MAX_FORMATTED_ISSUES
from server.delivery.models import Suppression
from server.delivery.tags.budget import MAX_FILL_STEPS
from server.plans.models import QuotaUsage
from server.teams.models import Team
from server.transactional import composing, http_submissions, previews
from server.transactional.errors import MessageTooLarge, TemplateNotUsable
from server.transactional.intake import acceptance, free_space
from server.transactional.models import (
    AcceptedKey,
    Message,
    MessageBody,
    MessageRecipient,
    TemplateVersion,
    TransactionalSetting,
    TransactionalTemplate,
)
from server.transactional.services import bodies, idempotency, limits
from server.trx_api import api as trx_api
from tests.cast import make_person
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_key, make_setting
from tests.server.transactional.mime.test_parts import nested

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

GOOD: dict[str, Any] = {
    "from": {"email": "toko@kopi.example", "name": "Toko Kopi"},
    "to": ["Ani <ani@example.com>"],
    "subject": "Pesanan 17 dikirim",
    "text": "Halo Ani",
    "html": "<p>Halo <b>Ani</b></p>",
}


def read(team: Team, message_id: str) -> Any:
    """The message, parsed by Python's email package."""
    mime = bodies.open_body(team_id=team.pk, message_id=UUID(message_id))
    return email.message_from_bytes(mime, policy=email.policy.default)


def counts() -> tuple[int, int, int]:
    used = sum(row.used for row in QuotaUsage.objects.all())  # across teams: everything there is
    return Message.objects.count(), MessageRecipient.objects.count(), used


def send(client: TrxClient, **changes: Any) -> str:
    """The id of an accepted message."""
    answer = client.post("messages", GOOD | changes)
    assert answer.status_code == 202, answer.content
    return str(answer.json()["id"])


def test_a_message_is_accepted_and_answered_with_its_address(team: Team, shop: TrxClient) -> None:
    answer = shop.post("messages", GOOD | {"cc": ["budi@example.com"], "bcc": [{"email": "cici@example.com"}]})

    message = Message.objects.for_team(team).get()
    assert answer.status_code == 202
    assert answer.json() == {
        "id": str(message.pk),
        "time": to_milliseconds(message.accepted_at),
        "state": "accepted",
        "recipients": [
            {"email": "ani@example.com", "kind": "to", "state": "queued"},
            {"email": "budi@example.com", "kind": "cc", "state": "queued"},
            {"email": "cici@example.com", "kind": "bcc", "state": "queued"},
        ],
        "repeated": False,
    }
    assert (message.via, message.subject, message.from_name) == ("http", "Pesanan 17 dikirim", "Toko Kopi")
    mail = read(team, str(message.pk))
    assert mail["From"] == "Toko Kopi <toko@kopi.example>"
    assert (mail["To"], mail["Cc"], mail["Bcc"]) == ("Ani <ani@example.com>", "budi@example.com", None)
    assert mail["Subject"] == "Pesanan 17 dikirim"
    assert mail.get_content_type() == "multipart/alternative"
    assert mail.get_body(("plain",)).get_content().strip() == "Halo Ani"
    assert mail.get_body(("html",)).get_content().strip() == "<p>Halo <b>Ani</b></p>"


def test_rates_stand_in_the_headers(shop: TrxClient, settings: Any) -> None:
    settings.TRX_MESSAGES_PER_MINUTE = 2

    first, second, third = (shop.post("messages", GOOD) for _ in range(3))

    assert (first["RateLimit-Limit"], first["RateLimit-Remaining"]) == ("2", "1")
    assert first["RateLimit-Policy"] == "2;w=60, 1000000;w=3600, 60000;w=60, 3840000;w=60"
    assert second["RateLimit-Remaining"] == "0"
    assert 0 < int(first["RateLimit-Reset"]) <= 60
    assert (third.status_code, third.json()["code"]) == (429, "tooManyRequests")
    assert (third["RateLimit-Remaining"], third["Retry-After"]) == ("0", third["RateLimit-Reset"])
    assert Message.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "seconds"), [("TRX_MESSAGES_PER_HOUR", 2685), ("TRX_MESSAGES_PER_MINUTE_PER_NETWORK", 45)]
)
def test_the_nearest_limit_stands_in_the_headers(
    team: Team, shop: TrxClient, settings: Any, time_machine: Any, name: str, seconds: int
) -> None:
    time_machine.move_to(datetime(2026, 3, 5, 9, 15, 15, tzinfo=UTC), tick=False)
    setattr(settings, name, 2)

    answers = [shop.post("messages", GOOD) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert [answer["RateLimit-Limit"] for answer in answers] == ["2"] * 3
    assert [answer["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert [answer["RateLimit-Reset"] for answer in answers] == [str(seconds)] * 3
    assert answers[2]["Retry-After"] == str(seconds)
    assert counts() == (2, 2, 2)
    neighbour = TrxClient(make_key(team)[1]).post("messages", GOOD)
    assert neighbour.status_code == (429 if name.endswith("PER_NETWORK") else 202)


def test_without_free_space_neither_a_message_nor_a_batch_is_stored(
    shop: TrxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = {name: value for name, value in GOOD.items() if name != "to"}
    batch["recipients"] = [{"to": "ani@example.com"}, {"to": "budi@example.com"}]
    with monkeypatch.context() as patched:
        patched.setattr(free_space, "get_free_bytes", lambda: -1)
        for body in (GOOD, batch):
            refused = shop.post("messages", body)
            assert (refused.status_code, refused.json()["code"]) == (503, "serverFull")
            assert (refused["Retry-After"], refused.json()["payload"]) == ("60", {"retryAfterSeconds": 60})
            assert counts() == (0, 0, 0)

    assert shop.post("messages", batch).status_code == 202
    assert counts() == (2, 2, 2)


def test_attachments_and_pictures_arrive_as_they_were(team: Team, shop: TrxClient) -> None:
    pdf, picture = bytes(range(256)) * 20, b"\x89PNG picture"
    files = [
        {"name": "Faktur – Mei.pdf", "type": "application/pdf", "content": b64encode(pdf).decode()},
        {"name": "logo.png", "type": "image/png", "content": b64encode(picture).decode(), "contentId": "logo"},
    ]

    mail = read(team, send(shop, attachments=files, html='<img src="cid:logo">'))

    [attached] = mail.iter_attachments()
    assert (attached.get_filename(), attached.get_content_type()) == ("Faktur – Mei.pdf", "application/pdf")
    assert attached.get_content() == pdf
    [inline] = [part for part in mail.walk() if part["Content-ID"] == "<logo>"]
    assert inline.get_content() == picture


def test_twenty_five_megabytes_pass_and_more_do_not(team: Team, shop: TrxClient) -> None:
    most = 25 * 1024 * 1024
    whole = {"name": "a.bin", "content": b64encode(bytes(most)).decode()}

    message_id = send(shop, attachments=[whole])
    refused = shop.post("messages", GOOD | {"attachments": [whole, {"name": "b", "content": "QQ=="}]})
    long = shop.post("messages", json.dumps(GOOD | {"text": "x"}).encode() + b" " * (41 * 1024 * 1024))

    assert Message.objects.for_team(team).get().pk == UUID(message_id)
    assert (refused.status_code, refused.json()["code"]) == (413, "messageTooLarge")
    assert refused.json()["payload"] == {"size": most + 1, "limit": most}
    assert (long.status_code, long.json()["code"]) == (413, "messageTooLarge")


BAD: list[tuple[dict[str, Any], str]] = [
    ({"from": None}, "invalidData"),
    ({"from": "toko"}, "invalidData"),
    ({"from": "toko@teh.example"}, "fromNotAllowed"),
    ({"from": "Toko\r\nBcc: x@example.com <toko@kopi.example>"}, "accepted"),
    ({"to": []}, "invalidData"),
    ({"to": ["nobody"]}, "recipientInvalid"),
    ({"to": ["a@example.com\r\nBcc: b@example.com"]}, "recipientInvalid"),
    ({"to": ["a@example.com"] * 1_001}, "invalidData"),
    ({"to": ["a@example.com"], "recipients": [{"to": "b@example.com"}]}, "invalidData"),
    ({"recipients": [{"to": "nobody"}], "to": []}, "recipientInvalid"),
    ({"html": "", "text": ""}, "invalidData"),
    ({"template": "none"}, "invalidData"),
    ({"template": "none", "subject": "", "html": "", "text": ""}, "templateNotUsable"),
    ({"data": {}, "html": "{{ open"}, "invalidTag"),
    ({"replyTo": "nobody"}, "invalidData"),
    ({"headers": {"From": "ceo@bank.example"}}, "contentInvalid"),
    ({"headers": {"X-Tag": "x"}}, "contentInvalid"),
    ({"headers": {"X Bad": "x"}}, "contentInvalid"),
    ({"attachments": [{"name": "a", "content": "%"}]}, "invalidData"),
    ({"attachments": [{"name": "a", "content": "QUé="}]}, "invalidData"),
    ({"headers": {"X-Shop": "x" * 10_001}}, "invalidData"),
    ({"attachments": [{"name": "a", "type": "text/html\r\nX: y", "content": "QQ=="}]}, "contentInvalid"),
    ({"attachments": [{"name": "a", "content": "QQ==", "contentId": "a>b"}]}, "invalidData"),
    ({"scheduledAt": "2026-01-01T00:00:00"}, "invalidData"),
    ({"scheduledAt": "2100-01-01T00:00:00Z"}, "invalidData"),
    ({"scheduledAt": 0}, "invalidData"),
    ({"scheduledAt": 0.5}, "invalidData"),
    ({"scheduledAt": "0"}, "invalidData"),
    ({"scheduledAt": "1899-12-31T00:00:00Z"}, "invalidData"),
    ({"tag": "x" * 65}, "invalidData"),
    ({"metadata": {"a b": "c"}}, "invalidData"),
    ({"unknown": 1}, "invalidData"),
    ({"subject": "a\x00b"}, "invalidData"),
]


@pytest.mark.parametrize(("changes", "code"), BAD)
def test_what_is_wrong_with_a_message_is_told(shop: TrxClient, changes: dict[str, Any], code: str) -> None:
    answer = shop.post("messages", GOOD | changes)

    if code == "accepted":
        assert answer.status_code == 202, answer.content
        return
    assert answer.json()["code"] == code, answer.content
    assert 400 <= answer.status_code < 500
    assert counts() == (0, 0, 0)


def test_base64_may_have_line_breaks(team: Team, shop: TrxClient) -> None:
    """MIME encoders in Ruby, Python and Java write lines of 60 or 76 characters."""
    content = bytes(range(256)) * 2
    written = [encodebytes(content).decode(), encodebytes(content).decode().replace("\n", "\r\n")]

    mail = read(
        team,
        send(shop, attachments=[{"name": f"{n}.bin", "content": each} for n, each in enumerate(written)]),
    )

    assert [part.get_content() for part in mail.iter_attachments()] == [content, content]


@pytest.mark.parametrize("kind", ["message/rfc822", "message/partial", "Multipart/Mixed"])
def test_a_composite_type_is_sent_as_a_file_of_bytes(team: Team, shop: TrxClient, kind: str) -> None:
    """RFC 2046, 5.2.1 forbids base64 for it: readers would show an empty part."""
    files = [{"name": "offer.eml", "type": kind, "content": b64encode(b"Subject: x\r\n\r\nHi").decode()}]

    [part] = read(team, send(shop, attachments=files)).iter_attachments()

    assert (part.get_content_type(), part.get_filename()) == ("application/octet-stream", "offer.eml")
    assert part.get_content() == b"Subject: x\r\n\r\nHi"


def test_the_findings_about_a_body_are_few(shop: TrxClient) -> None:
    many = {f"a{number}": 1 for number in range(15_000)}
    bodies_ = [
        GOOD | {"metadata": many},
        GOOD | {"headers": many},
        GOOD | {"to": [1] * 1_000},
        GOOD | {"attachments": [{}] * 50},
        GOOD | {"recipients": [{}] * 1_000, "to": []},
    ]

    answers = [shop.post("messages", each).json() for each in bodies_]

    assert [len(each["payload"]["errors"]) for each in answers] == [1, 1, 2, 2, 1]
    assert answers[0]["payload"]["cause"] == "Enter at most 20 properties."
    assert counts() == (0, 0, 0)


def test_the_first_findings_about_a_body_are_named_and_all_are_counted(shop: TrxClient) -> None:
    unknown = {f"a{number}": 1 for number in range(MAX_FORMATTED_ISSUES)}
    file = {"name": "a.txt", "content": "QQ=="}

    at_most, many, nested = [
        shop.post("messages", GOOD | each).json()
        for each in (unknown, unknown | {"b": 1}, {"attachments": [file | unknown | {"b": 1}]})
    ]

    assert (at_most["code"], at_most["payload"]["total"]) == ("invalidData", MAX_FORMATTED_ISSUES)
    assert [each["field"] for each in at_most["payload"]["errors"]] == [f"a{number}" for number in range(MAX_FINDINGS)]
    assert [each["code"] for each in (many, nested)] == ["badRequest"] * 2
    assert counts() == (0, 0, 0)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff", b'{"a":' * 5_000])
def test_what_is_no_json_is_refused(shop: TrxClient, body: bytes) -> None:
    answer = shop.post("messages", body or b" ")

    assert answer.status_code == 400, answer.content
    assert counts() == (0, 0, 0)


def test_a_header_can_not_be_injected(team: Team, shop: TrxClient) -> None:
    mail = read(
        team,
        send(
            shop,
            subject="Halo\r\nBcc: x@example.com",
            headers={"X-Shop": "a\r\nBcc: x@example.com"},
            **{"from": {"email": "toko@kopi.example", "name": "T\r\nBcc: x@example.com"}},
        ),
    )

    assert mail["Bcc"] is None
    assert mail["Subject"] == "Halo Bcc: x@example.com"


def test_the_same_key_is_answered_alike(shop: TrxClient) -> None:
    first = shop.post("messages", GOOD, **{"Idempotency-Key": "order-17"})
    again = shop.post("messages", GOOD, **{"X-Idempotency-Key": "order-17"})
    other = shop.post("messages", GOOD | {"text": "Lain"}, **{"Idempotency-Key": "order-17"})

    assert again.json() == first.json() | {"repeated": True}
    assert (other.status_code, other.json()["code"]) == (409, "idempotencyKeyReused")
    assert counts() == (1, 1, 1)


def test_a_batch_is_filled_for_each_recipient(team: Team, shop: TrxClient) -> None:
    recipients = [
        {"to": "Ani <ani@example.com>", "data": {"name": "Ani", "total": 12}, "metadata": {"order": "1"}},
        {"to": {"email": "budi@example.com"}, "data": {"name": "<Budi>"}},
    ]
    body = GOOD | {
        "to": [],
        "recipients": recipients,
        "subject": "Halo {{ name }}",
        "text": "Halo {{ name }}, {{ total | fallback: '-' }}",
        "html": "<p>Halo {{ name }}</p>",
    }

    answer = shop.post("messages", body)

    batch_id = answer.json()["batchId"]
    assert (answer.status_code, answer.json()) == (202, {"batchId": batch_id, "size": 2, "repeated": False})
    ani, budi = Message.objects.for_team(team).order_by("subject")[::-1]
    assert (ani.subject, ani.metadata, str(ani.batch_id)) == ("Halo Ani", {"order": "1"}, batch_id)
    mail = read(team, str(budi.pk))
    assert mail["To"] == "budi@example.com"
    assert mail.get_body(("plain",)).get_content().strip() == "Halo <Budi>, -"
    assert "<p>Halo &lt;Budi&gt;</p>" in mail.get_body(("html",)).get_content()


LOOP = "{% for item in items %}" + "{{ x }}" * 100 + "{% endfor %}"
ITEMS = {"items": list(range(500))}


@pytest.mark.parametrize(
    ("changes", "status", "payload"),
    [
        ({"text": LOOP, "data": ITEMS | {"x": "y" * 4_000}}, 413, {"cause": "filled", "limit": 10_485_760}),
        (
            {"text": LOOP.replace("{{ x }}", "{{ x }}" * 5), "data": ITEMS},
            422,
            {"cause": "tooManySteps", "most": 200_000},
        ),
        ({"text": "x", "data": {"x": "y" * 100_000}}, 400, {"field": "data"}),
        (
            {"text": "x", "to": [], "recipients": [{"to": "ani@example.com", "data": {"x": "y" * 100_000}}]},
            400,
            {"field": "recipients.0.data"},
        ),
        ({"text": "x", "data": {"x": 10**400}}, 400, {"cause": "Enter a number with at most 308 digits."}),
    ],
)
def test_what_data_make_of_a_message_is_bounded(
    shop: TrxClient, changes: dict[str, Any], status: int, payload: dict[str, Any]
) -> None:
    answer = shop.post("messages", GOOD | {"html": ""} | changes)

    assert (answer.status_code, answer.json()["payload"] | payload) == (status, answer.json()["payload"])
    assert counts() == (0, 0, 0)


def test_a_batch_is_bounded_as_a_whole(shop: TrxClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (http_submissions.MAX_BATCH_BYTES, http_submissions.MAX_BATCH_STEPS) == (100 * 1024 * 1024, 2_000_000)
    monkeypatch.setattr(http_submissions, "MAX_BATCH_BYTES", 100_000)
    monkeypatch.setattr(http_submissions, "MAX_BATCH_STEPS", 20_000)
    several = [{"to": f"a{number}@example.com", "data": {"x": "y"}} for number in range(10)]
    batch = GOOD | {"to": [], "html": "", "recipients": several}
    large = {"text": "{{ x }}", "recipients": [each | {"data": {"x": "z" * 15_000}} for each in several]}
    long = {"text": LOOP, "recipients": [each | {"data": {"items": [1] * 50}} for each in several]}

    answers = [shop.post("messages", batch | each) for each in (large, long)]

    assert [(each.status_code, each.json()["payload"]) for each in answers] == [
        (413, {"cause": "batch", "limit": 100_000, "index": 6}),
        (422, {"cause": "tooManySteps", "most": 20_000, "index": 3}),
    ]
    assert [each.json()["message"] for each in answers] == [
        "The messages in this batch exceed 0 MB in total",
        "Rendering the messages in this batch takes more than 20,000 steps",
    ]
    assert counts() == (0, 0, 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"attachments": [{"name": "a.bin", "content": b64encode(b"x" * 7_500).decode()}]},
        {"text": "z" * 11_000, "recipients": [{"to": "ani@example.com"}] * 10},
        {"text": "{{ x }}" + "z" * 11_000},
        {"text": "{{ x }}", "data": {"x": "z" * 11_000}, "recipients": [{"to": "ani@example.com"}] * 10},
    ],
)
def test_a_batch_that_must_become_too_large_is_refused_before_a_message_is_made(
    shop: TrxClient, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]
) -> None:
    monkeypatch.setattr(http_submissions, "MAX_BATCH_BYTES", 100_000)
    made: list[composing.Parts] = []
    monkeypatch.setattr(composing, "compose", made.append)
    several = [{"to": f"a{number}@example.com", "data": {"x": "y"}} for number in range(10)]

    answer = shop.post("messages", GOOD | {"to": [], "html": "", "recipients": several} | changes)

    assert (answer.status_code, answer.json()["payload"]) == (413, {"cause": "batch", "limit": 100_000})
    assert made == []
    assert counts() == (0, 0, 0)


def test_a_batch_that_a_sandbox_can_not_store_is_refused_before_a_message_is_made(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_SANDBOX_BYTES_PER_HOUR", 100_000)
    made: list[composing.Parts] = []
    monkeypatch.setattr(composing, "compose", made.append)
    file = {"name": "a.bin", "content": b64encode(b"x" * 7_500).decode()}
    several = [{"to": f"a{number}@example.com"} for number in range(10)]
    sandbox = TrxClient(make_key(team, sandbox=True)[1])

    whole = sandbox.post("messages", GOOD | {"to": [], "recipients": several, "attachments": [file]})
    limits.count_sandbox_bytes([(team.pk, 90_000)])
    rest = sandbox.post("messages", GOOD | {"to": [], "recipients": several[:3], "attachments": [file]})

    # Waiting helps only the second one.
    assert (whole.status_code, whole.json()["payload"]) == (413, {"cause": "sandbox", "limit": 100_000})
    payload = rest.json()["payload"]
    assert (rest.status_code, payload["cause"], payload["limit"]) == (429, "sandboxBytesPerHour", 100_000)
    assert made == []
    assert counts() == (0, 0, 0)


def test_a_sandbox_batch_that_is_repeated_is_answered_as_before(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = TrxClient(make_key(team, sandbox=True)[1])
    body = GOOD | {"to": [], "recipients": [{"to": "a@example.com"}, {"to": "b@example.com"}], "text": "x" * 20_000}
    monkeypatch.setattr(limits, "MAX_SANDBOX_BYTES_PER_HOUR", 60_000)
    first = sandbox.post("messages", body, **{"Idempotency-Key": "batch-7"})

    again = sandbox.post("messages", body, **{"Idempotency-Key": "batch-7"})
    other = sandbox.post("messages", body, **{"Idempotency-Key": "batch-8"})

    assert (first.status_code, again.status_code, other.status_code) == (202, 202, 429)
    assert again.json()["batchId"] == first.json()["batchId"]
    assert counts()[0] == 2


def test_a_repeated_batch_is_answered_before_a_message_is_made(
    team: Team, shop: TrxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[composing.Parts] = []
    compose = composing.compose

    def count(parts: composing.Parts) -> Any:
        made.append(parts)
        return compose(parts)

    monkeypatch.setattr(composing, "compose", count)
    body = GOOD | {"to": [], "recipients": [{"to": "a@example.com"}, {"to": "b@example.com"}]}
    key = {"Idempotency-Key": "batch-7"}
    first = shop.post("messages", body, **key)
    assert len(made) == 2

    again = shop.post("messages", body, **key)
    other = shop.post("messages", body | {"subject": "Lain"}, **key)

    assert (again.status_code, again.json()) == (202, first.json() | {"repeated": True})
    assert (other.status_code, other.json()["code"]) == (409, "idempotencyKeyReused")
    assert len(made) == 2
    AcceptedKey.objects.for_team(team).update(created_at=clock.now() - idempotency.KEY_LIFETIME)
    later = shop.post("messages", body, **key)
    assert (later.status_code, len(made)) == (202, 4)
    assert later.json()["batchId"] != first.json()["batchId"]


def test_a_batch_whose_recipients_have_no_data_is_filled_once(
    team: Team, shop: TrxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_submissions, "MAX_BATCH_STEPS", 6_000)
    recipients = [{"to": f"a{number}@example.com"} for number in range(5)]
    batch = GOOD | {"to": [], "html": "", "text": LOOP, "recipients": recipients, "data": {"items": [1] * 50, "x": "y"}}

    assert shop.post("messages", batch).status_code == 202

    texts = [read(team, str(row.pk)).get_content().strip() for row in Message.objects.for_team(team)]
    assert texts == ["y" * 5_000] * 5


def test_the_contract_tells_the_bounds_of_a_batch() -> None:
    description = trx_api.get_openapi_schema()["paths"]["/trx-api/messages"]["post"]["description"]

    assert f"{http_submissions.MAX_BATCH_BYTES >> 20} MB" in description
    assert f"{http_submissions.MAX_BATCH_STEPS:,} steps" in description
    assert f"{limits.MAX_SANDBOX_BYTES_PER_HOUR >> 20} MiB per hour" in description
    assert f"{limits.MAX_SANDBOX_BYTES_PER_DAY >> 20} MiB per day" in description
    assert f"{http_submissions.MAX_BATCH_BYTES >> 20} MB" in MessageTooLarge.when
    steps = f"{MAX_FILL_STEPS:,} steps per message and {http_submissions.MAX_BATCH_STEPS:,} per batch"
    assert steps in TemplateNotUsable.when


def test_a_file_of_a_batch_is_encoded_once(shop: TrxClient, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[str] = []
    once = composing.encode_file

    def count(attachment: composing.Attachment) -> composing.FilePart:
        encoded.append(attachment.name)
        return once(attachment)

    monkeypatch.setattr(composing, "encode_file", count)
    recipients = [{"to": "ani@example.com"}, {"to": "budi@example.com"}]

    answer = shop.post(
        "messages", GOOD | {"to": [], "recipients": recipients, "attachments": [{"name": "a.txt", "content": "QQ=="}]}
    )

    assert answer.status_code == 202
    assert encoded == ["a.txt"]


def test_a_thousand_recipients_are_one_batch(team: Team, shop: TrxClient) -> None:
    recipients = [{"to": f"a{number}@example.com", "data": {"n": number}} for number in range(1_000)]

    answer = shop.post("messages", GOOD | {"to": [], "recipients": recipients, "text": "{{ n }}"})
    too_many = shop.post("messages", GOOD | {"to": [], "recipients": [*recipients, {"to": "b@example.com"}]})

    assert answer.json()["size"] == 1_000
    assert too_many.status_code == 400
    assert counts() == (1_000, 1_000, 1_000)


def test_a_template_is_used_as_it_was_published(team: Team, shop: TrxClient) -> None:
    now = clock.now()
    template = TransactionalTemplate.objects.create(team=team, name="Resi", slug="resi", created_at=now, updated_at=now)
    for number, published in ((1, now), (2, now), (3, None)):
        TemplateVersion.objects.create(
            team=team,
            template=template,
            number=number,
            subject=f"v{number} {{{{ name }}}}",
            html="<p>{{ name }}</p>",
            created_at=now,
            published_at=published,
        )
    body = {"from": "toko@kopi.example", "to": ["ani@example.com"], "template": "resi", "data": {"name": "Ani"}}

    answer = shop.post("messages", body)

    message = Message.objects.for_team(team).get()
    assert answer.status_code == 202, answer.content
    assert (message.subject, message.template_id, message.template_version) == ("v2 Ani", template.pk, 2)


def test_scopes_and_networks_bind_a_key(team: Team, shop: TrxClient) -> None:
    reader = TrxClient(make_key(team, scopes=["read"])[1])
    elsewhere = TrxClient(make_key(team, networks=["203.0.113.0/24"])[1])
    here = TrxClient(make_key(team, networks=["127.0.0.0/8"])[1])
    over = TrxClient(make_key(team, expires_at=clock.now() - timedelta(seconds=1))[1])
    revoked = TrxClient(make_key(team, revoked_at=clock.now())[1])

    codes = [client.post("messages", GOOD).json()["code"] for client in (reader, elsewhere, over, revoked)]

    assert codes == ["scopeMissing", "keyUnknown", "keyUnknown", "keyUnknown"]
    assert counts() == (0, 0, 0)
    assert here.post("messages", GOOD).status_code == 202
    # Responses that look the same are identical.
    assert len({client.post("messages", GOOD).content for client in (elsewhere, over, revoked)}) == 1


def test_guessing_is_limited_exactly(team: Team, shop: TrxClient, time_machine: Any) -> None:
    start = datetime(2026, 3, 5, 9, tzinfo=UTC)
    key, secret = make_key(team)
    wrong = TrxClient(f"{key.prefix}_{'x' * 43}")
    time_machine.move_to(start, tick=False)

    codes = [wrong.get("messages/" + str(uuid4())).json()["code"] for _ in range(12)]

    assert codes == ["keyUnknown"] * 10 + ["tooManyRequests"] * 2
    # The right one as well, from there; another key is not affected.
    assert TrxClient(secret).post("messages", GOOD).status_code == 429
    assert shop.post("messages", GOOD).status_code == 202
    time_machine.move_to(start + timedelta(minutes=15, seconds=1), tick=False)
    assert TrxClient(secret).post("messages", GOOD).status_code == 202


def test_a_held_message_is_released(team: Team, admin: TrxClient, shop: TrxClient) -> None:
    make_setting(team, hold_all=True)
    message_id = send(shop)

    answer = admin.post(f"messages/{message_id}/release")
    again = admin.post(f"messages/{message_id}/release")

    assert answer.json()["state"] == "accepted"
    assert [row["state"] for row in answer.json()["recipients"]] == ["queued"]
    assert MessageRecipient.objects.for_team(team).get().due_at is not None
    assert (again.status_code, again.json()["code"]) == (409, "actionNotAllowed")
    assert list(Activity.objects.for_team(team).values_list("action", flat=True)) == ["RELEASED"]
    assert shop.post(f"messages/{message_id}/release").status_code == 403


def test_what_has_not_gone_is_called_off_and_given_back(team: Team, shop: TrxClient, admin: TrxClient) -> None:
    message_id = send(shop, to=["a@example.com", "b@example.com"], scheduledAt=_in(hours=1))
    MessageRecipient.objects.for_team(team).filter(position=0).update(state="sending")

    first = shop.post(f"messages/{message_id}/cancel")
    again = admin.post(f"messages/{message_id}/cancel")

    assert [row["state"] for row in first.json()["recipients"]] == ["sending", "cancelled"]
    assert first.json()["state"] == "scheduled"
    assert (again.status_code, again.json()["code"]) == (409, "actionNotAllowed")
    assert counts()[2] == 1


def test_a_message_that_is_called_off_whole_is_finished(team: Team, shop: TrxClient) -> None:
    make_setting(team, body_days=0)
    message_id = send(shop)
    assert MessageBody.objects.for_team(team).get().expires_at is None

    assert shop.post(f"messages/{message_id}/cancel").json()["state"] == "finished"

    assert MessageBody.objects.for_team(team).count() == 0
    assert counts() == (1, 1, 0)


def test_a_message_is_sent_again_as_one_of_its_own(team: Team, shop: TrxClient, admin: TrxClient) -> None:
    message_id = send(shop, to=["a@example.com", "b@example.com"], tag="resi", trackOpens=True)

    answer = admin.post(f"messages/{message_id}/resend", {"positions": [1]})
    wrong = admin.post(f"messages/{message_id}/resend", {"positions": [7]})

    again = Message.objects.for_team(team).get(resent_from=message_id)
    assert answer.json()["id"] == str(again.pk)
    assert [row["email"] for row in answer.json()["recipients"]] == ["b@example.com"]
    assert (again.tag, again.track_opens, again.key_id) == ("resi", True, None)
    first, second = read(team, message_id), read(team, str(again.pk))
    assert first["Message-ID"] != second["Message-ID"]
    assert first.get_body(("plain",)).get_content() == second.get_body(("plain",)).get_content()
    assert wrong.json()["code"] == "invalidData"
    assert Message.objects.count() == 2


def test_what_is_sent_again_twice_under_a_key_goes_once(team: Team, shop: TrxClient, admin: TrxClient) -> None:
    message_id = send(shop)
    key = {"Idempotency-Key": "again-1"}

    first, second = (admin.post(f"messages/{message_id}/resend", {}, **key) for _ in range(2))
    another = admin.post(f"messages/{message_id}/resend", {"positions": [0]}, **key)

    again = Message.objects.for_team(team).get(resent_from=message_id)
    assert first.json()["id"] == str(again.pk)
    assert second.json() == first.json()
    assert another.json()["code"] == "idempotencyKeyReused"
    assert admin.post(f"messages/{message_id}/resend", {}).status_code == 200
    assert Message.objects.for_team(team).filter(resent_from=message_id).count() == 2


def test_what_a_message_says_is_read_by_who_may_and_noted(team: Team, shop: TrxClient, admin: TrxClient) -> None:
    message_id = send(shop)

    shown = admin.get(f"messages/{message_id}/source").json()

    assert "Subject: Pesanan 17 dikirim" in shown["source"]
    assert shown["truncated"] is False
    entry = Activity.objects.for_team(team).get()
    assert (entry.reference, entry.action, entry.name) == ("transactional-message", "VIEWED", "Pesanan 17 dikirim")
    # No key can read it, whatever its scopes are.
    assert shop.get(f"messages/{message_id}/source").status_code == 403
    MessageBody.objects.for_team(team).update(expires_at=clock.now())
    gone = admin.get(f"messages/{message_id}/source")
    assert (gone.status_code, gone.json()["code"]) == (410, "bodyGone")
    assert admin.post(f"messages/{message_id}/resend", {}).json()["code"] == "bodyGone"


def test_the_preview_is_shown_on_the_pages_origin(team: Team, shop: TrxClient, admin: TrxClient) -> None:
    files = [
        {"name": "logo.png", "type": "image/png", "content": "QUJD", "contentId": "logo"},
        {"name": "a.pdf", "type": "application/pdf", "content": "QUJD"},
    ]
    message_id = send(shop, html='<p>Halo</p><img src="cid:logo"><script>alert(1)</script>', attachments=files)

    shown = admin.get(f"messages/{message_id}/preview").json()

    assert shown["text"].strip() == "Halo Ani"
    [attached] = shown["attachments"]
    assert (attached["name"], attached["type"], attached["size"]) == ("a.pdf", "application/pdf", 3)
    assert shown["htmlUrl"].startswith(f"{settings.PAGES_ORIGIN}/preview/messages/")
    path = urlsplit(shown["htmlUrl"]).path
    page = Client().get(path, headers={"host": settings.PAGES_HOST})
    assert page.status_code == 200
    assert "data:image/png;base64,QUJD" in page.content.decode()
    assert page["Content-Security-Policy"].startswith("sandbox allow-popups")
    assert Client().get(path, headers={"host": settings.APP_HOSTS[0]}).status_code == 404
    assert Client().get(path[:-2] + "xx", headers={"host": settings.PAGES_HOST}).status_code == 404


def test_pictures_of_the_preview_are_bounded_as_often_as_they_are_shown(
    team: Team, shop: TrxClient, admin: TrxClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert previews.MAX_INLINED_BYTES == 20 * 1024 * 1024
    monkeypatch.setattr(previews, "MAX_INLINED_BYTES", 10_000)
    picture = {"name": "p.png", "type": "image/png", "content": b64encode(b"x" * 3_000).decode(), "contentId": "p@1"}
    html = '<img src="cid:p%401"><img src="cid:other">' + '<img src="cid:p@1">' * 1_000
    message_id = send(shop, html=html, attachments=[picture])
    shown = admin.get(f"messages/{message_id}/preview").json()

    opened = previews.render_page(urlsplit(shown["htmlUrl"]).path.removeprefix(previews.PREFIX).replace("%3A", ":"))

    assert shown["attachments"] == []
    assert opened.count("data:image/png;base64,eHh4") == 2  # 4,022 bytes each; the third exceeds the limit
    assert opened.count("cid:p@1") == 999
    assert len(opened) < 10_000 + len(html) + 100


def test_a_message_that_nests_too_deep_is_shown_as_far_as_it_is_read(
    team: Team, shop: TrxClient, admin: TrxClient
) -> None:
    message_id = send(shop)
    deep = b"From: a@kopi.example\r\n" + nested(9, b"Content-Type: text/html\r\n\r\n<p>x</p>")
    MessageBody.objects.for_team(team).update(sealed=bodies.seal_body(deep, team_id=team.pk))

    shown = admin.get(f"messages/{message_id}/preview").json()

    assert (shown["htmlUrl"], shown["text"], shown["attachments"]) == (None, "", [])


def test_an_attachment_is_saved_from_the_pages_origin_and_never_shown(
    team: Team, shop: TrxClient, admin: TrxClient, time_machine: Any
) -> None:
    start = datetime(2026, 3, 5, 9, tzinfo=UTC)
    time_machine.move_to(start, tick=False)
    admin = TrxClient(make_person("Ayu", team, role="admin", kind=TokenKind.TRX).token)
    files = [
        {"name": "nota.html", "type": "text/html", "content": b64encode(b"<script>alert(1)</script>").decode()},
        {"name": "../faktur é.pdf", "type": "application/pdf", "content": "QUJD"},
    ]
    message_id = send(shop, attachments=files)
    shown = admin.get(f"messages/{message_id}/preview").json()
    html, pdf = (urlsplit(each["url"]).path for each in shown["attachments"])

    def save(path: str, host: str = settings.PAGES_HOST) -> Any:
        return Client().get(path, headers={"host": host})

    saved = save(html)
    assert (saved.status_code, saved.content) == (200, b"<script>alert(1)</script>")
    assert saved["Content-Type"] == "application/octet-stream"
    assert saved["Content-Disposition"] == 'attachment; filename="nota.html"'
    assert (saved["X-Content-Type-Options"], saved["Cache-Control"]) == ("nosniff", "private, no-store")
    assert saved["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert save(pdf)["Content-Disposition"] == "attachment; filename*=utf-8''.._faktur%20%C3%A9.pdf"
    # Neither on the app's origin, nor forged, nor with the URL of the HTML, nor later.
    assert save(html, settings.APP_HOSTS[0]).status_code == 404
    assert save(html[:-2] + "xx").status_code == 404
    page = urlsplit(shown["htmlUrl"]).path.rpartition("/")[2]
    assert save(f"/preview/messages/files/{page}").status_code == 404
    time_machine.move_to(start + timedelta(minutes=15, seconds=2), tick=False)
    assert save(html).status_code == 404


def test_an_attachment_is_gone_with_what_the_message_said(team: Team, shop: TrxClient, admin: TrxClient) -> None:
    message_id = send(shop, attachments=[{"name": "a.pdf", "type": "application/pdf", "content": "QUJD"}])
    [attached] = admin.get(f"messages/{message_id}/preview").json()["attachments"]

    MessageBody.objects.for_team(team).update(expires_at=clock.now())

    answer = Client().get(urlsplit(attached["url"]).path, headers={"host": settings.PAGES_HOST})
    assert (answer.status_code, answer.headers.get("Content-Disposition")) == (410, None)


def test_a_recipient_is_written_to_no_more(team: Team, shop: TrxClient, admin: TrxClient) -> None:
    message_id = send(shop)

    assert admin.post(f"messages/{message_id}/suppress", {"position": 0}).status_code == 204
    assert admin.post(f"messages/{message_id}/suppress", {"position": 1}).status_code == 404

    row = Suppression.objects.for_team(team).get()
    assert (row.email, row.marketing_only, row.reason) == ("ani@example.com", False, "manual")
    entry = Activity.objects.for_team(team).get()
    assert (entry.action, entry.name, entry.fullname[:5]) == ("SUPPRESSED", "Pesanan 17 dikirim", "Alice")
    assert shop.post("messages", GOOD).json()["recipients"][0]["state"] == "suppressed"


def test_another_team_finds_nothing(team: Team, shop: TrxClient, outsider: TrxClient) -> None:
    make_setting(team, hold_all=True)
    message_id = send(shop)
    calls = [
        ("GET", f"messages/{message_id}", None),
        ("GET", f"messages/{message_id}/source", None),
        ("GET", f"messages/{message_id}/preview", None),
        ("POST", f"messages/{message_id}/release", {}),
        ("POST", f"messages/{message_id}/cancel", {}),
        ("POST", f"messages/{message_id}/resend", {}),
        ("POST", f"messages/{message_id}/suppress", {"position": 0}),
    ]

    answers = [outsider.call(*each) for each in calls]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "noEntity")}
    assert counts() == (1, 1, 1)
    assert Message.objects.for_team(team).get().state == "held"
    assert TransactionalSetting.objects.count() == 1


def _in(**time: float) -> str:
    return (clock.now() + timedelta(**time)).isoformat()


# --- rejections by Django itself
# ----------------------------------------------------------------------------------------
def test_a_database_that_is_away_is_told_with_a_code(shop: TrxClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: Any, **__: Any) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(acceptance, "accept", lost)
    answer = shop.post("messages", GOOD)

    assert (answer.status_code, answer.json()["code"]) == (500, "serverException")
    assert counts() == (0, 0, 0)


def test_a_method_that_an_address_does_not_take_is_refused_with_a_code(shop: TrxClient) -> None:
    answer = shop.delete("messages")

    assert (answer.status_code, answer.json()["code"]) == (405, "methodNotAllowed")
    assert answer.headers["Allow"] == "POST"
