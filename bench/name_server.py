"""A DNS server on loopback whose zones can change while it runs.

    python -m bench.name_server --port 5353 --zones zones/

A zone is a mapping of names to records: `{"kopi.example": {"TXT": ["v=spf1 -all"], "MX": ["10 mail.kopi.example"]}}`.
Unknown names get NXDOMAIN, other types of a known name an empty response. A `fault` beside the records causes SERVFAIL,
REFUSED, or no response: `{"kopi.example": {"fault": "SERVFAIL"}}`; the name `*` matches every name. The JSON files of
the folder are read again for each query. Aliases are followed within the zones, as a resolver would.
"""

import argparse
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from dnslib import AAAA, CNAME, MX, PTR, QTYPE, RCODE, RR, TXT, A, DNSRecord
from dnslib.server import BaseResolver, DNSLogger, DNSServer, TCPServer, UDPServer

TTL = 60
MAX_ALIASES = 8
MAX_ATTEMPTS = 20
POLL_SECONDS = 0.02
# RFC 1035, 3.3: a text consists of strings of at most 255 bytes.
MAX_STRING_BYTES = 255

Zones = Mapping[str, Mapping[str, Any]]


class NameServer:
    """Serves the zones over UDP and TCP on one port. `queries` is the log of questions."""

    def __init__(self, zones: Callable[[], Zones], *, port: int = 0) -> None:
        self._answering = _Answering(zones)
        self._datagrams, self._streams = self._pair(port)
        self.port: int = self._datagrams.server_address[1]

    def _pair(self, port: int) -> tuple[UDPServer, TCPServer]:
        """One socket of each kind on one port. If the free port is taken for the other kind, tries another."""
        for left in reversed(range(MAX_ATTEMPTS)):
            datagrams = self._server(port, tcp=False)
            try:
                return datagrams, self._server(datagrams.server_address[1], tcp=True)
            except OSError:
                datagrams.server_close()
                if port or not left:
                    raise
        raise AssertionError("unreachable")

    def _server(self, port: int, *, tcp: bool) -> Any:
        quiet = DNSLogger("-request,-reply,-truncated,-error,-recv,-send,-data", False)
        return DNSServer(self._answering, address="127.0.0.1", port=port, tcp=tcp, logger=quiet).server

    @property
    def queries(self) -> list[tuple[str, str]]:
        """Name and type of each query so far."""
        return self._answering.queries

    def __enter__(self) -> Self:
        for server in (self._datagrams, self._streams):
            threading.Thread(target=server.serve_forever, args=(POLL_SECONDS,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in (self._datagrams, self._streams):
            server.shutdown()
            server.server_close()


class _Answering(BaseResolver):  # type: ignore[misc]
    def __init__(self, zones: Callable[[], Zones]) -> None:
        self._zones = zones
        self._lock = threading.Lock()
        self.queries: list[tuple[str, str]] = []

    def resolve(self, request: DNSRecord, _handler: Any) -> DNSRecord:
        name, rdtype = str(request.q.qname).lower().rstrip("."), QTYPE[request.q.qtype]
        with self._lock:
            self.queries.append((name, rdtype))
        reply = request.reply(aa=0, ra=1)
        zones = self._zones()
        fault = {**zones.get("*", {}), **zones.get(name, {})}.get("fault")
        if fault == "silence":
            time.sleep(0.1)
            raise OSError("told to say nothing")
        if fault:
            reply.header.rcode = getattr(RCODE, fault)
            return reply
        for _ in range(MAX_ALIASES):
            records = zones.get(name)
            if records is None:
                reply.header.rcode = RCODE.NXDOMAIN
                break
            kind = rdtype if rdtype in records or "CNAME" not in records else "CNAME"
            for value in records.get(kind, ()):
                reply.add_answer(RR(name, getattr(QTYPE, kind), ttl=TTL, rdata=_rdata(kind, value)))
            if kind == rdtype:
                break
            name = records["CNAME"][0].rstrip(".")
        return reply


def _rdata(kind: str, value: str) -> Any:
    if kind == "TXT":
        raw = value.encode()
        return TXT([raw[start : start + MAX_STRING_BYTES] for start in range(0, len(raw), MAX_STRING_BYTES)] or [b""])
    if kind == "MX":
        preference, _, host = value.partition(" ")
        return MX(host, int(preference))
    return {"A": A, "AAAA": AAAA, "CNAME": CNAME, "PTR": PTR}[kind](value)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--zones", type=Path, required=True)
    options = parser.parse_args(arguments)
    with NameServer(lambda: read(options.zones), port=options.port):
        threading.Event().wait()


def read(folder: Path) -> Zones:
    zones: dict[str, Mapping[str, Any]] = {}
    for file in sorted(folder.glob("*.json")):
        zones |= json.loads(file.read_text())
    return zones


if __name__ == "__main__":
    main()
