import pytest
from django.conf import LazySettings

from server.core import sealing


def test_what_is_sealed_opens_for_the_same_purpose_and_owner_only() -> None:
    sealed = sealing.seal("JBSWY3DPEHPK3PXP", purpose="app", owner="alice")

    assert sealing.unseal(sealed, purpose="app", owner="alice") == "JBSWY3DPEHPK3PXP"
    for purpose, owner in (("other", "alice"), ("app", "bob")):
        with pytest.raises(sealing.SealBroken):
            sealing.unseal(sealed, purpose=purpose, owner=owner)


def test_the_seal_hides_the_text_and_is_another_each_time() -> None:
    first, second = (sealing.seal("JBSWY3DPEHPK3PXP", purpose="app", owner="alice") for _ in range(2))

    assert first != second
    assert b"JBSWY3DPEHPK3PXP" not in first


@pytest.mark.parametrize("changed", [b"", b"short", None])
def test_changed_bytes_do_not_open(changed: bytes | None) -> None:
    sealed = sealing.seal("JBSWY3DPEHPK3PXP", purpose="app", owner="alice")
    broken = sealed[:-1] + bytes([sealed[-1] ^ 1]) if changed is None else changed

    with pytest.raises(sealing.SealBroken):
        sealing.unseal(broken, purpose="app", owner="alice")


def test_another_secret_key_opens_nothing(settings: LazySettings) -> None:
    sealed = sealing.seal("JBSWY3DPEHPK3PXP", purpose="app", owner="alice")
    settings.SECRET_KEY = "another secret key of more than 32 characters"

    with pytest.raises(sealing.SealBroken):
        sealing.unseal(sealed, purpose="app", owner="alice")
