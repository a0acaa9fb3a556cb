"""Signing keys: generated, encrypted and rotated with overlap."""

import base64
from datetime import timedelta
from uuid import UUID

import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from django.test import override_settings

from server.core import clock, sealing
from server.core.errors import ActionNotAllowed
from server.senders.keys import build_record_text
from server.senders.models import DomainKey, DomainRecord, SenderDomain
from server.senders.selectors import load_signing_keys
from server.senders.services import keys
from server.senders.states import Algorithm, KeyState
from tests.cast import Person

pytestmark = pytest.mark.django_db

START = "2026-11-21T03:00:00Z"


def make_domain(team_id: UUID, name: str = "kopi.example") -> SenderDomain:
    now = clock.now()
    return SenderDomain.objects.create(team_id=team_id, name=name, created_at=now, next_check_at=now)


def test_both_algorithms_sign_what_their_published_half_says(alice: Person) -> None:
    domain = make_domain(alice.team.pk)
    made = {algorithm: keys.create_key(domain, algorithm) for algorithm in Algorithm}
    assert load_signing_keys(alice.team.pk, "kopi.example") == ()

    for key in made.values():
        keys.activate(key)

    found = load_signing_keys(alice.team.pk, "kopi.example")
    assert [(key.domain, key.selector, key.algorithm) for key in found] == [
        ("kopi.example", made[Algorithm.RSA].selector, "rsa-sha256"),
        ("kopi.example", made[Algorithm.ED25519].selector, "ed25519-sha256"),
    ]
    long, short = (load_pem_private_key(key.private_pem, None) for key in found)
    assert isinstance(long, RSAPrivateKey)
    assert isinstance(short, Ed25519PrivateKey)
    assert long.key_size == 2048
    public = long.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    assert base64.b64decode(made[Algorithm.RSA].public_key) == public
    assert base64.b64decode(made[Algorithm.ED25519].public_key) == short.public_key().public_bytes_raw()
    assert build_record_text(Algorithm.ED25519, made[Algorithm.ED25519].public_key) == (
        f"v=DKIM1; k=ed25519; p={made[Algorithm.ED25519].public_key}"
    )
    assert "PRIVATE" not in repr(found)


def test_a_private_key_is_sealed_for_its_row(alice: Person) -> None:
    domain = make_domain(alice.team.pk)
    one, other = (keys.create_key(domain, algorithm) for algorithm in Algorithm)
    for key in (one, other):
        keys.activate(key)
    assert b"PRIVATE" not in bytes(one.sealed or b"")

    DomainKey.objects.filter(pk=one.pk).update(sealed=other.sealed)
    with pytest.raises(sealing.SealBroken):
        load_signing_keys(alice.team.pk, "kopi.example")

    DomainKey.objects.filter(pk=one.pk).update(sealed=one.sealed)
    with override_settings(SECRET_KEY="another-" * 8), pytest.raises(sealing.SealBroken):
        load_signing_keys(alice.team.pk, "kopi.example")


def test_the_nearest_domain_signs_and_another_teams_never(alice: Person, mallory: Person) -> None:
    above, below = make_domain(alice.team.pk), make_domain(alice.team.pk, "news.kopi.example")
    upper, lower = keys.create_key(above, Algorithm.ED25519), keys.create_key(below, Algorithm.ED25519)
    keys.activate(upper)

    assert [key.domain for key in load_signing_keys(alice.team.pk, "news.kopi.example")] == ["kopi.example"]
    keys.activate(lower)
    assert [key.selector for key in load_signing_keys(alice.team.pk, "News.Kopi.example")] == [lower.selector]
    assert [key.selector for key in load_signing_keys(alice.team.pk, "kopi.example")] == [upper.selector]
    assert load_signing_keys(alice.team.pk, "notkopi.example") == ()
    assert load_signing_keys(mallory.team.pk, "kopi.example") == ()


def test_the_former_key_stays_published_until_the_overlap_is_over(alice: Person) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        domain = make_domain(alice.team.pk)
        old = keys.create_key(domain, Algorithm.RSA)
        keys.activate(old)
        new = keys.create_key(domain, Algorithm.RSA)
        assert [key.selector for key in load_signing_keys(alice.team.pk, "kopi.example")] == [old.selector]

        keys.activate(new)

        assert [key.selector for key in load_signing_keys(alice.team.pk, "kopi.example")] == [new.selector]
        old.refresh_from_db()
        assert (old.state, old.retired_at) == (KeyState.RETIRING, clock.now() + keys.OVERLAP)
        traveller.shift(keys.OVERLAP - timedelta(seconds=1))
        assert keys.retire_due(domain) == 0
        traveller.shift(timedelta(seconds=1))
        assert keys.retire_due(domain) == 1
    old.refresh_from_db()
    assert (old.state, old.sealed) == (KeyState.RETIRED, None)
    assert not DomainRecord.objects.filter(key=old).exists()
    with pytest.raises(ActionNotAllowed):
        keys.activate(old)
    assert [key.selector for key in load_signing_keys(alice.team.pk, "kopi.example")] == [new.selector]
