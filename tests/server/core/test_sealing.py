import pytest
from django.apps import apps
from django.conf import LazySettings
from django.db import models

from server.core import sealing
from server.core.sealing import SealedField

PURPOSE = sealing.declare_transient("test of sealing")
OTHER_PURPOSE = sealing.declare_transient("another test of sealing")
# Binary columns without recoverable secrets: hashes, encoded numbers, documents.
NOT_SEALED = {
    "accounts.Session.token_hash",
    "campaigns.LinkCheck.addresses_key",
    "campaigns.LinkCheckResult.key",
    "contacts.SelectionPart.steps",
    "core.IdempotencyKey.fingerprint",
    "documents.DocumentDelta.update",
    "documents.DocumentVersion.update",
    "hygiene.SunsetRun.keys",
    "identity.EmailedToken.token_hash",
    "identity.RecoveryCode.code_hash",
    "identity.SpentAssertion.jti_hash",
    "identity.TwoFactorCode.code_hash",
    "segments.ActivityBlock.data",
    "segments.ColumnData.data",
    "segments.MemberBlock.data",
    "senders.Validation.token_hash",
    "transactional.AcceptedKey.fingerprint",
    "transactional.ApiKey.secret_hash",
}


def test_what_is_sealed_opens_for_the_same_purpose_and_owner_only() -> None:
    sealed = sealing.seal("JBSWY3DPEHPK3PXP", purpose=PURPOSE, owner="alice")

    assert sealing.unseal(sealed, purpose=PURPOSE, owner="alice") == "JBSWY3DPEHPK3PXP"
    for purpose, owner in ((OTHER_PURPOSE, "alice"), (PURPOSE, "bob")):
        with pytest.raises(sealing.SealBroken):
            sealing.unseal(sealed, purpose=purpose, owner=owner)


def test_the_seal_hides_the_text_and_is_another_each_time() -> None:
    first, second = (sealing.seal("JBSWY3DPEHPK3PXP", purpose=PURPOSE, owner="alice") for _ in range(2))

    assert first != second
    assert b"JBSWY3DPEHPK3PXP" not in first


@pytest.mark.parametrize("changed", [b"", b"short", None])
def test_changed_bytes_do_not_open(changed: bytes | None) -> None:
    sealed = sealing.seal("JBSWY3DPEHPK3PXP", purpose=PURPOSE, owner="alice")
    broken = sealed[:-1] + bytes([sealed[-1] ^ 1]) if changed is None else changed

    with pytest.raises(sealing.SealBroken):
        sealing.unseal(broken, purpose=PURPOSE, owner="alice")


def test_another_secret_key_opens_nothing(settings: LazySettings) -> None:
    sealed = sealing.seal("JBSWY3DPEHPK3PXP", purpose=PURPOSE, owner="alice")
    settings.SECRET_KEY = "another secret key of more than 32 characters"

    with pytest.raises(sealing.SealBroken):
        sealing.unseal(sealed, purpose=PURPOSE, owner="alice")


def test_a_previous_secret_key_opens_what_it_sealed_and_seals_nothing(settings: LazySettings) -> None:
    previous = settings.SECRET_KEY
    sealed = sealing.seal("JBSWY3DPEHPK3PXP", purpose=PURPOSE, owner="alice")
    settings.SECRET_KEY = "another secret key of more than 32 characters"
    settings.SECRET_KEY_FALLBACKS = [previous]

    assert sealing.unseal(sealed, purpose=PURPOSE, owner="alice") == "JBSWY3DPEHPK3PXP"
    newly = sealing.seal("JBSWY3DPEHPK3PXP", purpose=PURPOSE, owner="alice")
    settings.SECRET_KEY_FALLBACKS = []
    assert sealing.unseal(newly, purpose=PURPOSE, owner="alice") == "JBSWY3DPEHPK3PXP"


def test_nothing_is_sealed_for_a_purpose_that_no_key_rotation_knows() -> None:
    with pytest.raises(sealing.UnknownPurpose):
        sealing.seal("JBSWY3DPEHPK3PXP", purpose="made up", owner="alice")


def test_every_column_of_bytes_is_sealed_or_known_to_hold_no_secret() -> None:
    plain = {
        f"{model._meta.app_label}.{model.__name__}.{field.name}"
        for model in apps.get_models()
        if model.__module__.startswith("server.")
        for field in model._meta.concrete_fields
        if isinstance(field, models.BinaryField) and not isinstance(field, SealedField)
    }

    assert plain == NOT_SEALED
