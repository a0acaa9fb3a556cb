"""A local ACME authority (RFC 8555) with the operations of an HTTP-validated order.

It verifies signatures and nonces, validates the host through `visit`, and signs with its own key.
"""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from acme.jws import JWS
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from josepy.json_util import encode_b64jose
from josepy.jwk import JWK

LIFETIME = timedelta(days=90)
TOKEN = "evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA"
Visit = Callable[[str, str], str | None]


@dataclass
class Authority:
    """The received requests, and the next responses."""

    visit: Visit
    address: str = ""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    # `(status, type, detail)` of the next error, by the last path segment.
    refusals: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    orders: list[str] = field(default_factory=list)
    # State while it runs.
    nonces: set[str] = field(default_factory=set)
    accounts: dict[str, JWK] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))

    def directory(self) -> dict[str, str]:
        names = {"newNonce": "nonce", "newAccount": "account", "newOrder": "order", "revokeCert": "revoke"}
        return {name: f"{self.address}/{path}" for name, path in names.items()}

    def answer(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        word = path.strip("/").split("/")[0]
        payload, key = self._verified(path, body)
        self.asked.append(word)
        if word in self.refusals:
            status, kind, detail = self.refusals.pop(word)
            problem = {"type": f"urn:ietf:params:acme:error:{kind}", "detail": detail, "status": status}
            return status, {"Content-Type": "application/problem+json"}, json.dumps(problem).encode()
        return getattr(self, f"_{word}")(payload, key)  # type: ignore[no-any-return]

    def _verified(self, path: str, body: bytes) -> tuple[dict[str, Any], JWK]:
        signed = JWS.json_loads(body.decode())
        header = signed.signature.combined
        self.nonces.remove(encode_b64jose(header.nonce))
        assert header.url == f"{self.address}{path}"
        key = header.jwk if header.kid is None else self.accounts[header.kid]
        assert signed.verify(key)
        return (json.loads(signed.payload) if signed.payload else {}), key

    def _account(self, payload: dict[str, Any], key: JWK) -> tuple[int, dict[str, str], bytes]:
        address = f"{self.address}/account/{key.thumbprint().hex()}"
        status = 200 if address in self.accounts else 201
        assert payload["termsOfServiceAgreed"]
        self.accounts[address] = key
        return status, {"Location": address}, b'{"status": "valid"}'

    def _order(self, payload: dict[str, Any], key: JWK) -> tuple[int, dict[str, str], bytes]:
        if payload:
            [identifier] = payload["identifiers"]
            self.orders.append(identifier["value"])
            self.state = {"host": identifier["value"], "order": "pending", "authorization": "pending"}
        return 201, {"Location": f"{self.address}/order/1"}, json.dumps(self._order_body()).encode()

    def _order_body(self) -> dict[str, Any]:
        body = {
            "status": self.state["order"],
            "identifiers": [{"type": "dns", "value": self.state["host"]}],
            "authorizations": [f"{self.address}/authorization/1"],
            "finalize": f"{self.address}/finalize/1",
        }
        return body | ({"certificate": f"{self.address}/certificate/1"} if self.state["order"] == "valid" else {})

    def _challenge_body(self) -> dict[str, Any]:
        body = {"type": "http-01", "url": f"{self.address}/challenge/1", "token": TOKEN}
        return body | {"status": self.state["authorization"], **self.state.get("problem", {})}

    def _authorization(self, payload: dict[str, Any], key: JWK) -> tuple[int, dict[str, str], bytes]:
        body = {
            "identifier": {"type": "dns", "value": self.state["host"]},
            "status": self.state["authorization"],
            "challenges": [self._challenge_body()],
        }
        return 200, {}, json.dumps(body).encode()

    def _challenge(self, payload: dict[str, Any], key: JWK) -> tuple[int, dict[str, str], bytes]:
        found = self.visit(self.state["host"], f"/.well-known/acme-challenge/{TOKEN}")
        thumbprint = base64.urlsafe_b64encode(key.thumbprint()).decode().rstrip("=")
        if found == f"{TOKEN}.{thumbprint}":
            self.state |= {"authorization": "valid", "order": "ready"}
        else:
            problem = {"type": "urn:ietf:params:acme:error:unauthorized", "detail": f"Found {found!r}", "status": 403}
            self.state |= {"authorization": "invalid", "order": "invalid", "problem": {"error": problem}}
        link = f'<{self.address}/authorization/1>;rel="up"'
        return 200, {"Link": link}, json.dumps(self._challenge_body()).encode()

    def _finalize(self, payload: dict[str, Any], key: JWK) -> tuple[int, dict[str, str], bytes]:
        raw = base64.urlsafe_b64decode(payload["csr"] + "==")
        self.state |= {"order": "valid", "csr": x509.load_der_x509_csr(raw)}
        return 200, {}, json.dumps(self._order_body()).encode()

    def _certificate(self, payload: dict[str, Any], key: JWK) -> tuple[int, dict[str, str], bytes]:
        request: x509.CertificateSigningRequest = self.state["csr"]
        names = request.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        assert names.get_values_for_type(x509.DNSName) == [self.state["host"]]
        began = self.now().replace(microsecond=0)
        issuer = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Authority")])
        leaf = x509.CertificateBuilder(
            issuer, x509.Name([]), request.public_key(), x509.random_serial_number(), began, began + LIFETIME
        )
        made = leaf.add_extension(names, critical=True).sign(self.key, SHA256())
        return 200, {"Content-Type": "application/pem-certificate-chain"}, made.public_bytes(Encoding.PEM)


@contextmanager
def running(visit: Visit) -> Iterator[Authority]:
    """Runs an authority within the context."""
    authority = Authority(visit)

    class Handler(BaseHTTPRequestHandler):
        def _say(self, status: int, headers: dict[str, str], body: bytes) -> None:
            nonce = encode_b64jose(f"nonce-{len(authority.nonces)}-{len(authority.asked)}".encode())
            authority.nonces.add(nonce)
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", "Replay-Nonce": nonce, **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_HEAD(self) -> None:
            self._say(200, {}, b"")

        def do_GET(self) -> None:
            self._say(200, {}, json.dumps(authority.directory()).encode())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self._say(*authority.answer(self.path, body))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    authority.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield authority
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
