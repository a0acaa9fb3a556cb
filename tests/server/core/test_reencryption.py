"""A changed secret key: sealed values, signatures, and the command that encrypts the values again."""

from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core import signing
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.db.models import Model
from pytest_django import Settings

from server.core import clock, reencryption, sealing
from server.core.ids import uuid7
from server.core.reencryption import SealedColumn
from server.delivery import keys
from server.delivery.models import IpPool, Recipient, RelayAddress
from server.delivery.origins import TEST
from server.identity.models import Authenticator
from server.identity.services import authenticators
from server.senders.models import AcmeAccount, DomainKey, HostCertificate
from server.transactional.models import MessageBody
from server.webhooks.models import SEALING_PURPOSE, WebhookEndpoint
from tests.cast import Person
from tests.server.delivery.mailing_factory import make_mailing
from tests.server.senders.test_keys import make_domain

pytestmark = pytest.mark.django_db

NEW_KEY = "another secret key of more than 32 characters"
SECRET = "JBSWY3DPEHPK3PXP"
AT = datetime(2026, 11, 1, tzinfo=UTC)


def relay(person: Person) -> Model:
    pool = IpPool.objects.create(name="Warm", created_at=AT)
    return RelayAddress(pk=7, pool=pool, host="relay.example", port=25, helo="kopi.example", created_at=AT)


def recipient(person: Person) -> Model:
    mailing = make_mailing(person.team, origin=TEST)
    return Recipient(mailing=mailing, position=0, email="ani@example.com")


def webhook(person: Person) -> Model:
    row = WebhookEndpoint(team=person.team, url="https://hooks.example/x", kinds=["card.issued"], created_at=AT)
    row.secret = sealing.seal("whsec", purpose=SEALING_PURPOSE, owner=str(row.pk))
    return row


# A row for each sealed column, whose value the test fills in. A new column needs a line here.
ROWS: dict[str, Callable[[Person], Model]] = {
    "delivery_recipient.sealed_fields": recipient,
    "delivery_relayaddress.password": relay,
    "identity_authenticator.sealed_secret": lambda person: Authenticator(user=person.user, created_at=AT),
    "senders_acmeaccount.sealed": lambda person: AcmeAccount(directory="https://acme.example/directory"),
    "senders_domainkey.sealed": lambda person: DomainKey(
        team=person.team,
        domain=make_domain(person.team.pk, "keys.example"),
        algorithm="rsa-sha256",
        selector="s1",
        public_key="k",
        created_at=AT,
    ),
    "senders_hostcertificate.sealed": lambda person: HostCertificate(
        team=person.team,
        domain=make_domain(person.team.pk, "hosts.example"),
        host="links.hosts.example",
        asked_at=AT,
        next_try_at=AT,
    ),
    "transactional_body.sealed": lambda person: MessageBody(message_id=uuid7(), team_id=person.team.pk, accepted_at=AT),
    "webhooks_webhookendpoint.previous_secret": webhook,
    "webhooks_webhookendpoint.secret": webhook,
}


def columns() -> dict[str, SealedColumn]:
    return {str(column): column for column in reencryption.list_sealed_columns()}


def owner_of(row: Model, column: SealedColumn) -> str:
    field = next(each for each in row._meta.concrete_fields if each.column == column.owner)
    return str(getattr(row, field.attname))


def store(row: Model, column: SealedColumn) -> Any:
    """Saves the row with a sealed value. Returns its key."""
    field = next(each for each in row._meta.concrete_fields if each.column == column.column)
    setattr(row, field.attname, sealing.seal(SECRET, purpose=column.purpose, owner=owner_of(row, column)))
    row.save(force_insert=True)
    return row.pk


def value(row: Model, column: SealedColumn) -> bytes:
    field = next(each for each in row._meta.concrete_fields if each.column == column.column)
    found = type(row)._base_manager.filter(pk=row.pk).values_list(field.attname, flat=True).get()
    return bytes(found)


def change_key(settings: Settings) -> None:
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = NEW_KEY


def reencrypt() -> str:
    said = StringIO()
    call_command("reencrypt", stdout=said)
    return said.getvalue()


def test_every_sealed_column_has_a_row_in_this_test() -> None:
    assert set(columns()) == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_a_column_opens_without_the_previous_key_after_the_command(
    alice: Person, settings: Settings, name: str
) -> None:
    column, row = columns()[name], ROWS[name](alice)
    store(row, column)
    change_key(settings)

    said = reencrypt()

    settings.SECRET_KEY_FALLBACKS = []
    opened = sealing.unseal(value(row, column), purpose=column.purpose, owner=owner_of(row, column))
    assert opened == SECRET
    assert f"{name}: 1 encrypted again, 0 unreadable\n" in said
    assert said.endswith("Everything is encrypted with the current key.\n")


def test_an_interrupted_run_goes_on_where_it_stopped(alice: Person, settings: Settings) -> None:
    column = columns()["transactional_body.sealed"]
    rows = [ROWS[str(column)](alice) for _ in range(5)]
    for row in rows:
        store(row, column)
    change_key(settings)

    first = next(reencryption.reencrypt(column, batch_rows=2))
    assert first.resealed == 2
    before = [value(row, column) for row in rows]
    batches = [progress.resealed for progress in reencryption.reencrypt(column, batch_rows=2)]

    assert batches[-1] == 3
    after = [value(row, column) for row in rows]
    assert sum(old == new for old, new in zip(before, after, strict=True)) == 2
    assert list(reencryption.reencrypt(column, batch_rows=2)) == []


def test_what_no_key_opens_is_named_and_stays_as_it_is(alice: Person, settings: Settings) -> None:
    column = columns()["transactional_body.sealed"]
    lost, found = ROWS[str(column)](alice), ROWS[str(column)](alice)
    previous, settings.SECRET_KEY = settings.SECRET_KEY, "a lost secret key of more than 32 characters"
    store(lost, column)
    settings.SECRET_KEY = previous
    store(found, column)
    change_key(settings)
    before = value(lost, column)

    with pytest.raises(CommandError, match=r"^1 values can't be decrypted"):
        reencrypt()

    assert value(lost, column) == before
    assert value(found, column)[:4] == sealing.get_current_key_id()


def test_only_the_columns_of_bytes_take_part_in_the_migrations() -> None:
    field = sealing.SealedField(purpose="test of fields", owner="id", null=True)

    assert field.deconstruct()[1:] == ("django.db.models.BinaryField", [], {"null": True})
    assert field.db_type(connection) == models.BinaryField().db_type(connection)


def test_signatures_and_links_of_the_previous_key_are_accepted(settings: Settings) -> None:
    keys.get_key_ring.cache_clear()
    signed, token = signing.dumps([1], salt="test"), keys.get_key_ring().token(7, 3)
    message_id = uuid7()
    message_token = keys.get_key_ring().message_token(message_id, 2)

    change_key(settings)
    keys.get_key_ring.cache_clear()

    assert signing.loads(signed, salt="test") == [1]
    assert keys.get_key_ring().read(token) == (7, 3)
    assert keys.get_key_ring().read_message(message_token) == (message_id, 2)
    assert keys.get_key_ring().token(7, 3) != token
    settings.SECRET_KEY_FALLBACKS = []
    keys.get_key_ring.cache_clear()
    assert keys.get_key_ring().read(token) is None
    assert keys.get_key_ring().read_message(message_token) is None
    keys.get_key_ring.cache_clear()


def test_recovery_codes_outlive_the_key_that_was_current_when_they_were_made(alice: Person, settings: Settings) -> None:
    column = columns()["identity_authenticator.sealed_secret"]
    app = Authenticator(user=alice.user, created_at=AT, confirmed_at=clock.now())
    store(app, column)
    codes = authenticators._create_recovery_codes(app)
    change_key(settings)
    reencrypt()
    settings.SECRET_KEY_FALLBACKS = []

    taken = [
        authenticators.consume_recovery_code(user_id=alice.user.pk, code=code.replace("-", ""))
        for code in (codes[0], codes[0], "aaaaaaaaaa")
    ]

    assert taken == [True, False, False]
