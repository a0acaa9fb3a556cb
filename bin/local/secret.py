"""Secrets that the first start creates and stores: the signing key and the passwords of the embedded services."""

import os
import secrets
from pathlib import Path

SECRET_BYTES = 32  # 256 bits


def get_or_create(file: Path) -> str:
    """The secret in the file, created on first use. The file has mode 0600 from the beginning."""
    try:
        return file.read_text().strip()
    except FileNotFoundError:
        pass
    file.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    value = secrets.token_hex(SECRET_BYTES)
    write_private(file, value)
    return value


def write_private(file: Path, content: str) -> None:
    """Writes a file that only its owner can read, atomically."""
    part = file.with_name(f"{file.name}.{os.getpid()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(content)
    part.replace(file)
