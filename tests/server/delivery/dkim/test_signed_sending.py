"""Sent emails are signed with the keys of the mailing's From domain."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connections

from bench.sink import Sink, read_messages, running
from server.core import system_email
from server.core.sealing import SealBroken
from server.delivery.dkim.signing import Key
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.dkim.signing_keys import ed25519_key, rsa_key
from tests.server.delivery.dkim.test_signing import verified
from tests.server.delivery.mailing_factory import (
    addresses,
    in_thread,
    make_mailing,
    received,
    sending,
    start,
    until_done,
)

pytestmark = pytest.mark.django_db(transaction=True)
RSA, ED25519 = rsa_key(), ed25519_key()


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")


@pytest.fixture(autouse=True)
async def _no_connection_left(transactional_db: None) -> AsyncIterator[None]:
    yield
    await in_thread(connections.close_all)()


class Keys:
    """A team's keys, and who requested them."""

    def __init__(self, *keys: Key) -> None:
        self.keys = keys
        self.asked: list[tuple[UUID, str]] = []

    def __call__(self, team_id: UUID, domain: str) -> Sequence[Key]:
        self.asked.append((team_id, domain))
        return self.keys


async def test_what_arrives_is_verified(team: Team, tmp_path: Path) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(30))
    keys = Keys(RSA, ED25519)

    async with running(Sink(keep=tmp_path)) as port, sending(port, keys=keys):
        await until_done(mailing)

    arrived = [data for _, _, _, data in read_messages(tmp_path)]
    assert len(arrived) == 30
    assert [verified(data, RSA, ED25519) for data in arrived] == [[True, True]] * 30
    assert set(keys.asked) == {(team.pk, "kopi.example")}


async def test_a_key_that_cannot_sign_is_left_out(team: Team, tmp_path: Path) -> None:
    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(1))
    broken = rsa_key(bits=2048)
    object.__setattr__(broken, "private_pem", b"nothing")

    async with running(Sink(keep=tmp_path)) as port, sending(port, keys=Keys(broken, ED25519)):
        await until_done(mailing)

    [(_, _, _, data)] = read_messages(tmp_path)
    assert verified(data, ED25519) == [True]


async def test_keys_that_cannot_be_unsealed_stop_no_mail(team: Team, tmp_path: Path) -> None:
    def sealed(team_id: UUID, domain: str) -> Sequence[Key]:
        raise SealBroken(domain)

    mailing = await in_thread(make_mailing)(team)
    await in_thread(start)(mailing, addresses(1))

    async with running(Sink(keep=tmp_path)) as port, sending(port, keys=sealed):
        await until_done(mailing)

    [(_, _, _, data)] = read_messages(tmp_path)
    assert b"DKIM-Signature" not in data


async def test_mail_of_the_product_asks_for_no_team_s_keys(team: Team, tmp_path: Path) -> None:
    sink, keys = Sink(keep=tmp_path), Keys(RSA)
    context = {"name": "Ani", "link": "http://localhost:8000/validate?token=x"}
    await in_thread(system_email.send)(to="ani@example.com", template="validate-email", context=context, language="en")

    async with running(sink) as port, sending(port, keys=keys):
        await received(sink, 1)

    [(_, _, _, data)] = read_messages(tmp_path)
    assert b"DKIM-Signature" not in data
    assert keys.asked == []
