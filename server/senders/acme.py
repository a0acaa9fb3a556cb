"""Certificates of an authority that speaks ACME (RFC 8555), for a host that is proved over HTTP (8.3).

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

from server.senders.states import CertificateFault

SECONDS = 20  # for one answer of the authority; until it has looked at the host it may take 90
LONGEST_DETAIL = 500
# RFC 8555, 6.7: what says that the authority came and did not find what it looked for.
_UNREACHED = frozenset({"connection", "dns", "incorrectResponse", "tls", "unauthorized"})


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate with those that vouch for it, and its private key, all in PEM."""

    chain: str
    not_before: datetime
    not_after: datetime
    private_pem: bytes = field(repr=False)


class NotIssued(Exception):
    """The authority gave none; `detail` are its own words."""

    def __init__(self, fault: CertificateFault, detail: str) -> None:
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail[:LONGEST_DETAIL]


def new_key() -> bytes:
    """A private key of an account or a host, in PEM."""
    return generate_private_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def register(directory: str, account_key: bytes, *, email: str) -> str:
    """Opens the account of the key and accepts the authority's terms; answers what it is called there.

    An account that is there already is answered likewise. Raises NotIssued.
    """
    with _faults_told():
        opened = _Session(directory, account_key)
        wanted = messages.NewRegistration.from_data(email=email or None, terms_of_service_agreed=True)
        try:
            return str(opened.authority.new_account(wanted).uri)
        except errors.ConflictError as known:
            return str(known.location)


def order(
    directory: str, account_key: bytes, account: str, *, host: str, publish: Callable[[str, str], None]
) -> Certificate:
    """A new certificate for the host with a key of its own.

    `publish` is given a token and what is to be answered at `/.well-known/acme-challenge/<token>` of the host from the
    moment that it returns. Raises NotIssued.
    """
    with _faults_told():
        opened = _Session(directory, account_key, account)
        private_pem = new_key()
        placed = opened.authority.new_order(make_csr(private_pem, [host]))
        for authorization in placed.authorizations:
            if authorization.body.status != messages.STATUS_VALID:
                opened.prove(authorization, publish)
        chain = str(opened.authority.poll_and_finalize(placed).fullchain_pem)
        leaf = x509.load_pem_x509_certificate(chain.encode())
        return Certificate(chain, leaf.not_valid_before_utc, leaf.not_valid_after_utc, private_pem)


class _Session:
    """What an account asks of an authority."""

    def __init__(self, directory: str, account_key: bytes, account: str | None = None) -> None:
        private = load_pem_private_key(account_key, password=None)
        if not isinstance(private, EllipticCurvePrivateKey):
            raise TypeError("The account key must be an elliptic curve key")
        self._key = JWKEC(key=private)
        known = messages.RegistrationResource(uri=account, body=messages.Registration()) if account else None
        network = client.ClientNetwork(
            self._key, account=known, alg=ES256, user_agent=settings.URL_NAME, timeout=SECONDS
        )
        self.authority = client.ClientV2(client.ClientV2.get_directory(directory, network), network)

    def prove(self, authorization: messages.AuthorizationResource, publish: Callable[[str, str], None]) -> None:
        """Publishes what shows that the host leads to us, and has the authority look."""
        for offered in authorization.body.challenges:
            if isinstance(offered.chall, challenges.HTTP01):
                response, answer = offered.chall.response_and_validation(self._key)
                publish(offered.chall.encode("token"), answer)
                self.authority.answer_challenge(offered, response)
                return
        raise NotIssued(CertificateFault.REFUSED, "The certificate authority does not offer an HTTP challenge")


@contextmanager
def _faults_told() -> Iterator[None]:
    """Every fault of the authority, the library and the network as NotIssued."""
    try:
        yield
    except errors.ValidationError as error:
        raise NotIssued(CertificateFault.UNREACHED, _first_words(error)) from error
    except errors.IssuanceError as error:
        raise NotIssued(_fault_of(error.error), _words(error.error)) from error
    except messages.Error as error:
        raise NotIssued(_fault_of(error), _words(error)) from error
    except (errors.Error, requests.RequestException, DeserializationError, KeyError) as error:
        raise NotIssued(CertificateFault.UNAVAILABLE, str(error)) from error


def _fault_of(error: messages.Error) -> CertificateFault:
    if error.code in _UNREACHED:
        return CertificateFault.UNREACHED
    if error.code == "rateLimited":
        return CertificateFault.LIMITED
    return CertificateFault.UNAVAILABLE if error.code == "serverInternal" else CertificateFault.REFUSED


def _words(error: messages.Error) -> str:
    return str(error.detail or error)


def _first_words(error: errors.ValidationError) -> str:
    told = (one.error for each in error.failed_authzrs for one in each.body.challenges if one.error is not None)
    return next(map(_words, told), str(error))
