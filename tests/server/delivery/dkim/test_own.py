"""System emails are signed with the configured keys."""

import stat
from collections.abc import AsyncIterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.management import CommandError, call_command
from django.db import connections

from bench.sink import Sink, read_messages, running
from server.core import system_email
from server.delivery.compiling import EmailContent
from server.delivery.dkim import own
from server.delivery.models import Mailing
from server.delivery.origins import TEST
from server.delivery.services import mailings
from server.delivery.services.mailings import MailingSender
from server.env import InvalidSetting
from tests.cast import make_team
from tests.server.delivery.dkim.signing_keys import TestKey, ed25519_key, rsa_key
from tests.server.delivery.dkim.test_signed_sending import Keys
from tests.server.delivery.dkim.test_signing import verified
from tests.server.delivery.mailing_factory import KNOWN, in_thread, received, sending

pytestmark = pytest.mark.django_db(transaction=True)

DOMAIN = "dashboard-smtp.example"
RSA, ED25519 = rsa_key(DOMAIN, "p1"), ed25519_key(DOMAIN, "p2")
TEAM_S = rsa_key()


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


@pytest.fixture
def _signed(settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_DKIM_KEYS = {key.selector: str(write(tmp_path, key)) for key in (RSA, ED25519)}


def write(folder: Path, key: TestKey) -> Path:
    path = folder / f"{key.selector}.pem"
    path.write_bytes(key.private_pem)
    return path


async def arrived(folder: Path, keys: Keys) -> bytes:
    """The pending email, as received."""
    sink = Sink(keep=folder)
    async with running(sink) as port, sending(port, keys=keys):
        await received(sink, 1)
    [(_, _, _, data)] = read_messages(folder)
    return data


@pytest.mark.usefixtures("_signed")
async def test_system_mail_is_verified(tmp_path: Path) -> None:
    context = {"name": "Ani", "link": "http://localhost:8000/validate?token=x"}
    await in_thread(system_email.send)(to="ani@example.com", template="validate-email", context=context, language="en")

    data = await arrived(tmp_path, Keys(TEAM_S))

    assert verified(data, RSA, ED25519) == [True, True]
    # Aligned with the From domain, as DMARC requires.
    assert f"d={DOMAIN};".encode() in data
    assert f"<no-reply@{DOMAIN}>".encode() in data
    assert verified(data.replace(b"Ani", b"Eve"), RSA, ED25519) == [False, False]


def make_test_mail(address: str) -> Mailing:
    mailing = mailings.create(
        team=make_team("Kopi"),
        origin=TEST,
        content=EmailContent(subject="Hello", body="Hi {{ firstname }}"),
        sender=MailingSender("Kopi", address),
        known=KNOWN,
    )
    mailings.send_rows(mailing=mailing, rows=[(None, "ani@example.com", {"firstname": "Ani"})])
    return mailing


@pytest.mark.usefixtures("_signed")
async def test_a_test_mail_is_signed_by_the_team_s_key(tmp_path: Path) -> None:
    await in_thread(make_test_mail)("news@kopi.example")

    assert verified(await arrived(tmp_path, Keys(TEAM_S)), TEAM_S) == [True]


@pytest.mark.usefixtures("_signed")
async def test_mail_for_a_team_in_the_product_s_name_is_signed_as_the_product_s(tmp_path: Path) -> None:
    await in_thread(make_test_mail)(f"no-reply@{DOMAIN}")
    keys = Keys(TEAM_S)

    assert verified(await arrived(tmp_path, keys), RSA, ED25519) == [True, True]
    assert keys.asked == []


@pytest.mark.usefixtures("_signed")
async def test_no_other_address_of_the_domain_is_signed_by_it(tmp_path: Path) -> None:
    await in_thread(make_test_mail)(f"ceo@{DOMAIN}")

    assert b"DKIM-Signature" not in await arrived(tmp_path, Keys())


def test_a_key_that_cannot_be_used_is_left_out_and_stops_the_start(settings: Any, tmp_path: Path) -> None:
    good = write(tmp_path, RSA)
    other = ec.generate_private_key(ec.SECP256R1())
    files = {
        "none": tmp_path / "none.pem",
        "words": tmp_path / "words.pem",
        "curve": tmp_path / "curve.pem",
        "short": write(tmp_path, rsa_key(DOMAIN, "short", bits=1024)),
    }
    files["words"].write_text("no key")
    files["curve"].write_bytes(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    files["short"].write_bytes(b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    settings.EMAIL_DKIM_KEYS = {"p1": str(good)} | {name: str(path) for name, path in files.items()}

    assert [key.selector for key in own.load_own_keys()] == ["p1"]
    for name, path in files.items():
        settings.EMAIL_DKIM_KEYS = {name: str(path)}
        with pytest.raises(InvalidSetting, match="DASH_EMAIL_DKIM_KEYS names "):
            own.check_own_keys()
    settings.EMAIL_DKIM_KEYS = {"p1": str(good)}
    own.check_own_keys()


@pytest.mark.parametrize(("options", "algorithm"), [([], "rsa-sha256"), (["--ed25519"], "ed25519-sha256")])
def test_the_command_makes_a_key_that_signs(settings: Any, tmp_path: Path, options: list[str], algorithm: str) -> None:
    path, said = tmp_path / "mail.pem", StringIO()

    call_command("create_dkim_key", str(path), *options, stdout=said)

    record, setting = said.getvalue().splitlines()
    name, _, selected = setting.partition("=")
    selector, _, named = selected.partition("=")
    assert (name, named) == ("DASH_EMAIL_DKIM_KEYS", str(path))
    assert record.startswith(f'{selector}._domainkey.{DOMAIN}. TXT "v=DKIM1; k=')
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    settings.EMAIL_DKIM_KEYS = {selector: named}
    [key] = own.load_own_keys()
    assert (key.domain, key.selector, key.algorithm) == (DOMAIN, selector, algorithm)


def test_the_command_writes_over_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mail.pem"
    path.write_text("precious")

    with pytest.raises(CommandError, match="can't be written"):
        call_command("create_dkim_key", str(path), "--ed25519", stdout=StringIO())

    assert path.read_text() == "precious"
