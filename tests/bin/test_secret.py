from pathlib import Path

from bin.local import secret


def test_a_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "secrets" / "signing-key"

    first = secret.get_or_create(file)

    assert len(first) == 64
    assert secret.get_or_create(file) == first


def test_two_secrets_differ(tmp_path: Path) -> None:
    assert secret.get_or_create(tmp_path / "a") != secret.get_or_create(tmp_path / "b")


def test_only_the_owner_can_read_a_secret(tmp_path: Path) -> None:
    file = tmp_path / "secrets" / "signing-key"

    secret.get_or_create(file)

    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_private_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "environment"
    file.write_text("open to all")
    file.chmod(0o644)

    secret.write_private(file, "closed")

    assert file.read_text() == "closed"
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]
