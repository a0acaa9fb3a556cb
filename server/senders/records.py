"""The DNS records of a domain: names, types and values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from server.senders.dns.spf import filter_spf_records
from server.senders.keys import build_record_text
from server.senders.models import DomainKey, DomainRecord, SenderDomain
from server.senders.states import Algorithm, KeyState, RecordKind

BOUNCE_LABEL = "bounce"
MAX_STRING_BYTES = 255  # RFC 1035, 3.3: maximum bytes of one string in a TXT record
# Suggested without an existing policy: RFC 9989 recommends starting with monitoring.
SUGGESTED_DMARC = "v=DMARC1; p=none"


@dataclass(frozen=True, slots=True)
class ExpectedRecord:
    """A record to publish. An empty `value` means that we have nothing to publish."""

    host: str
    type: str
    value: str = ""


def list_checked_kinds() -> Sequence[RecordKind]:
    """Excludes keys, and features that the operator has not set up."""
    kinds = [RecordKind.SPF, RecordKind.DMARC]
    if settings.BOUNCE_HOST:
        kinds.append(RecordKind.RETURN_PATH)
    if can_track_on_own_hosts():
        kinds.append(RecordKind.TRACKING)
    kinds.append(RecordKind.MX)
    if settings.SENDING_ADDRESSES:
        kinds.append(RecordKind.PTR)
    return kinds


def can_track_on_own_hosts() -> bool:
    """Whether tracked links can use a team's host. With TLS, every host needs a certificate."""
    is_reached = settings.TRACKING_CERTIFICATES or not settings.PAGES_ORIGIN.startswith("https:")
    return bool(settings.TRACKING_HOST) and (is_reached or can_order_certificates())


def can_order_certificates() -> bool:
    """Whether certificates for teams' hosts are ordered here; then a host is used once it has one."""
    is_wanted = settings.PAGES_ORIGIN.startswith("https:") and not settings.TRACKING_CERTIFICATES
    return is_wanted and bool(settings.TRACKING_HOST and settings.ACME_DIRECTORY and settings.CERTIFICATE_FOLDER)


def build_expected_record(domain: SenderDomain, record: DomainRecord, key: DomainKey | None) -> ExpectedRecord:
    if key is not None:
        return ExpectedRecord(
            get_dkim_host(domain, key), "TXT", build_record_text(Algorithm(key.algorithm), key.public_key)
        )
    texts = {
        RecordKind.SPF: ExpectedRecord(domain.name, "TXT", build_spf_value(record.answers)),
        RecordKind.DMARC: ExpectedRecord(f"_dmarc.{domain.name}", "TXT", SUGGESTED_DMARC),
        RecordKind.RETURN_PATH: ExpectedRecord(get_return_path_host(domain), "CNAME", settings.BOUNCE_HOST),
        RecordKind.TRACKING: ExpectedRecord(get_tracking_host(domain), "CNAME", settings.TRACKING_HOST),
        RecordKind.MX: ExpectedRecord(domain.name, "MX"),
        RecordKind.PTR: ExpectedRecord(", ".join(settings.SENDING_ADDRESSES), "PTR"),
    }
    return texts[RecordKind(record.kind)]


def get_dkim_host(domain: SenderDomain, key: DomainKey) -> str:
    return f"{key.selector}._domainkey.{domain.name}"


def get_return_path_host(domain: SenderDomain) -> str:
    return f"{BOUNCE_LABEL}.{domain.name}"


def get_tracking_host(domain: SenderDomain) -> str:
    return f"{domain.slug}.{domain.name}"


def build_spf_value(answers: Iterable[Mapping[str, Any]]) -> str:
    """Returns the SPF record to publish: the existing one with us included, or a new one."""
    term = f"include:{settings.SPF_INCLUDE}" if settings.SPF_INCLUDE else "mx"
    first = next(iter(answers), None)
    present = filter_spf_records(first["values"]) if first and first["type"] == "TXT" else []
    if len(present) != 1:
        return f"v=spf1 {term} ~all"
    terms = present[0].split()
    if term in (each.lower() for each in terms):
        return " ".join(terms)
    return " ".join([terms[0], term, *terms[1:]])


def is_required(record: DomainRecord, key: DomainKey | None, *, signs: bool) -> bool:
    """Whether authentication of the domain requires this record (SEND-29).

    `signs` says whether an RSA key is active; until then the pending key is required. An Ed25519 key is not required:
    many receivers do not support it and ignore its signature (RFC 8463, 3).
    """
    if record.kind == RecordKind.SPF:
        return True
    if key is None or key.algorithm != Algorithm.RSA:
        return False
    return key.state == (KeyState.ACTIVE if signs else KeyState.PENDING)


def build_zone_text(domain: SenderDomain, lines: Iterable[ExpectedRecord]) -> str:
    """Returns the records as a zone file for import (RFC 1035, 5.1)."""
    written = [f"; DNS records required to send email from {domain.name}", f"$ORIGIN {domain.name}.", "$TTL 3600"]
    for line in lines:
        if line.value:
            value = _quote(line.value) if line.type == "TXT" else f"{line.value}."
            written.append(f"{_relativize(line.host, domain.name)}\tIN\t{line.type}\t{value}")
    return "\n".join(written) + "\n"


def _relativize(host: str, origin: str) -> str:
    return "@" if host == origin else host.removesuffix(f".{origin}")


def _quote(text: str) -> str:
    pieces = [text[start : start + MAX_STRING_BYTES] for start in range(0, len(text), MAX_STRING_BYTES)]
    escaped = [piece.replace("\\", "\\\\").replace('"', '\\"') for piece in pieces]
    joined = " ".join(f'"{piece}"' for piece in escaped)
    return joined if len(pieces) == 1 else f"( {joined} )"
