"""A certificate for the submission ports of a local start, created at the first one and reused."""

import datetime
from ipaddress import ip_address
from pathlib import Path

from bin.local import ports, secret

VALIDITY = datetime.timedelta(days=3650)


def get_or_create(folder: Path) -> tuple[Path, Path]:
    """The files of a self-signed certificate for this machine, and of its key. Programs must be configured to trust
    it."""
    chain, key = folder / "smtp.pem", folder / "smtp.key"
    if not (chain.exists() and key.exists()):
        folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        certificate, private = _create()
        # The key first, so that a certificate always has its key.
        secret.write_private(key, private)
        secret.write_private(chain, certificate)
    return chain, key


def _create() -> tuple[str, str]:
    # These packages exist only after the installation.
    from cryptography import x509  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), *(x509.IPAddress(ip_address(each)) for each in (ports.LOOPBACK, "::1"))]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + VALIDITY)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.public_bytes(Encoding.PEM).decode(), private.decode()
