"""Keys created once per run, and the DNS records for them."""

from base64 import b64encode
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from server.delivery.dkim.signing import Algorithm


@dataclass(frozen=True)
class TestKey:
    """A key pair of a domain."""

    __test__ = False
    domain: str
    selector: str
    algorithm: Algorithm
    private_pem: bytes
    record: bytes

    @property
    def name(self) -> bytes:
        """The name of its record, with the final dot that verifiers use."""
        return f"{self.selector}._domainkey.{self.domain}.".encode()


def _pem(key: RSAPrivateKey | Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def rsa_key(domain: str = "kopi.example", selector: str = "s1", bits: int = 2048) -> TestKey:
    key = generate_private_key(public_exponent=65537, key_size=bits)
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return TestKey(domain, selector, "rsa-sha256", _pem(key), b"v=DKIM1; k=rsa; p=" + b64encode(public))


def ed25519_key(domain: str = "kopi.example", selector: str = "s2") -> TestKey:
    key = Ed25519PrivateKey.generate()
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return TestKey(domain, selector, "ed25519-sha256", _pem(key), b"v=DKIM1; k=ed25519; p=" + b64encode(public))
