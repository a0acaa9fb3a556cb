"""Certificates of an ACME authority (RFC 8555) by the HTTP challenge (8.3).

Blocking: for workers only.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

import requests
from acme import challenges, client, errors, messages
from acme.crypto_util import make_csr
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from django.conf import settings
from josepy.errors import DeserializationError
from josepy.jwa import ES256
from josepy.jwk import JWKEC

from server.senders.states import CertificateIssue

RESPONSE_SECONDS = 20  # per response of the authority; validation of the host can take 90
MAX_DETAIL_LENGTH = 500
# RFC 8555, 6.7: problem types of a failed validation.
_UNREACHED_TYPES = frozenset({"connection", "dns", "incorrectResponse", "tls", "unauthorized"})


@dataclass(frozen=True, slots=True)
class IssuedCertificate:
    """A certificate chain and its private key, in PEM."""

    chain: str
    not_before: datetime
    not_after: datetime
    private_pem: bytes = field(repr=False)


class NotIssued(Exception):
    """The authority issued no certificate. `detail` is its own message."""

    def __init__(self, fault: CertificateIssue, detail: str) -> None:
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail[:MAX_DETAIL_LENGTH]


def generate_key() -> bytes:
    """Returns the private key in PEM."""
    return generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def register(directory: str, account_key: bytes, *, email: str) -> str:
    """Registers the account of the key, accepts the terms and returns the account URL.

    Also returns the URL of an existing account. Raises NotIssued.
    """
    with _convert_errors():
        opened = _Session(directory, account_key)
        wanted = messages.NewRegistration.from_data(email=email or None, terms_of_service_agreed=True)
        try:
            return str(opened.authority.new_account(wanted).uri)
        except errors.ConflictError as known:
            return str(known.location)


def order(
    directory: str, account_key: bytes, account: str, *, host: str, publish: Callable[[str, str], None]
) -> IssuedCertificate:
    """Orders a certificate for the host with a new key.

    `publish` gets a token and its response. `/.well-known/acme-challenge/<token>` of the host must serve the response
    when `publish` returns. Raises NotIssued.
    """
    with _convert_errors():
        opened = _Session(directory, account_key, account)
        private_pem = generate_key()
        placed = opened.authority.new_order(make_csr(private_pem, [host]))
        for authorization in placed.authorizations:
            if authorization.body.status != messages.STATUS_VALID:
                opened.prove(authorization, publish)
        chain = str(opened.authority.poll_and_finalize(placed).fullchain_pem)
        leaf = x509.load_pem_x509_certificate(chain.encode())
        return IssuedCertificate(chain, leaf.not_valid_before_utc, leaf.not_valid_after_utc, private_pem)


class _Session:
    """Requests of an account to an authority."""

    def __init__(self, directory: str, account_key: bytes, account: str | None = None) -> None:
        private = load_pem_private_key(account_key, password=None)
        if not isinstance(private, EllipticCurvePrivateKey):
            raise TypeError("The account key must be an elliptic curve key")
        self._key = JWKEC(key=private)
        known = messages.RegistrationResource(uri=account, body=messages.Registration()) if account else None
        network = client.ClientNetwork(
            self._key, account=known, alg=ES256, user_agent=settings.URL_NAME, timeout=RESPONSE_SECONDS
        )
        self.authority = client.ClientV2(client.ClientV2.get_directory(directory, network), network)

    def prove(self, authorization: messages.AuthorizationResource, publish: Callable[[str, str], None]) -> None:
        for offered in authorization.body.challenges:
            if isinstance(offered.chall, challenges.HTTP01):
                response, answer = offered.chall.response_and_validation(self._key)
                publish(offered.chall.encode("token"), answer)
                self.authority.answer_challenge(offered, response)
                return
        raise NotIssued(CertificateIssue.REFUSED, "The certificate authority does not offer an HTTP challenge")


@contextmanager
def _convert_errors() -> Iterator[None]:
    try:
        yield
    except errors.ValidationError as error:
        raise NotIssued(CertificateIssue.UNREACHED, _get_first_detail(error)) from error
    except errors.IssuanceError as error:
        raise NotIssued(_classify_error(error.error), _get_detail(error.error)) from error
    except messages.Error as error:
        raise NotIssued(_classify_error(error), _get_detail(error)) from error
    except (errors.Error, requests.RequestException, DeserializationError, KeyError) as error:
        raise NotIssued(CertificateIssue.UNAVAILABLE, str(error)) from error


def _classify_error(error: messages.Error) -> CertificateIssue:
    if error.code in _UNREACHED_TYPES:
        return CertificateIssue.UNREACHED
    if error.code == "rateLimited":
        return CertificateIssue.LIMITED
    return CertificateIssue.UNAVAILABLE if error.code == "serverInternal" else CertificateIssue.REFUSED


def _get_detail(error: messages.Error) -> str:
    return str(error.detail or error)


def _get_first_detail(error: errors.ValidationError) -> str:
    told = (one.error for each in error.failed_authzrs for one in each.body.challenges if one.error is not None)
    return next(map(_get_detail, told), str(error))
