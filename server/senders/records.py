"""What a domain has to publish: which records, under which names, with which values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from server.senders.dns.spf import spf_records_in
from server.senders.keys import record_text
from server.senders.models import DomainKey, DomainRecord, SenderDomain
from server.senders.states import Algorithm, KeyState, RecordKind

BOUNCE_LABEL = "bounce"
LONGEST_STRING = 255  # RFC 1035, 3.3: a text is made of strings of at most so many bytes
# Offered where there is no policy yet: RFC 9989 begins with watching.
FIRST_DMARC = "v=DMARC1; p=none"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A record to publish. `value` empty: there is nothing to publish for it by us."""

    host: str
    type: str
    value: str = ""


def kinds_wanted() -> Sequence[RecordKind]:
    """What is looked at for every domain, keys aside; what the operator hasn't set up isn't asked for."""
    kinds = [RecordKind.SPF, RecordKind.DMARC]
    if settings.BOUNCE_HOST:
        kinds.append(RecordKind.RETURN_PATH)
    if tracks_on_own_hosts():
        kinds.append(RecordKind.TRACKING)
    kinds.append(RecordKind.MX)
    if settings.SENDING_ADDRESSES:
        kinds.append(RecordKind.PTR)
    return kinds


def tracks_on_own_hosts() -> bool:
    """Whether links may begin with a host of a team: behind TLS only if there is a certificate for each."""
    is_reached = settings.TRACKING_CERTIFICATES or not settings.PAGES_ORIGIN.startswith("https:")
    return bool(settings.TRACKING_HOST) and (is_reached or orders_certificates())


def orders_certificates() -> bool:
    """Whether certificates for hosts of teams are wanted and ordered here; then a host is used once it has one."""
    is_wanted = settings.PAGES_ORIGIN.startswith("https:") and not settings.TRACKING_CERTIFICATES
    return is_wanted and bool(settings.TRACKING_HOST and settings.ACME_DIRECTORY and settings.CERTIFICATE_FOLDER)


def wanted(domain: SenderDomain, record: DomainRecord, key: DomainKey | None) -> Wanted:
    """What the record should be."""
    if key is not None:
        return Wanted(dkim_host(domain, key), "TXT", record_text(Algorithm(key.algorithm), key.public_key))
    texts = {
        RecordKind.SPF: Wanted(domain.name, "TXT", spf_value(record.answers)),
        RecordKind.DMARC: Wanted(f"_dmarc.{domain.name}", "TXT", FIRST_DMARC),
        RecordKind.RETURN_PATH: Wanted(return_path_host(domain), "CNAME", settings.BOUNCE_HOST),
        RecordKind.TRACKING: Wanted(tracking_host(domain), "CNAME", settings.TRACKING_HOST),
        RecordKind.MX: Wanted(domain.name, "MX"),
        RecordKind.PTR: Wanted(", ".join(settings.SENDING_ADDRESSES), "PTR"),
    }
    return texts[RecordKind(record.kind)]


def dkim_host(domain: SenderDomain, key: DomainKey) -> str:
    """Where the key is published."""
    return f"{key.selector}._domainkey.{domain.name}"


def return_path_host(domain: SenderDomain) -> str:
    """Where bounces of the domain's mail go."""
    return f"{BOUNCE_LABEL}.{domain.name}"


def tracking_host(domain: SenderDomain) -> str:
    """What links of the domain's mail begin with."""
    return f"{domain.slug}.{domain.name}"


def spf_value(answers: Iterable[Mapping[str, Any]]) -> str:
    """The SPF record to publish: the one that is there with us in it, or a new one."""
    term = f"include:{settings.SPF_INCLUDE}" if settings.SPF_INCLUDE else "mx"
    first = next(iter(answers), None)
    present = spf_records_in(first["values"]) if first and first["type"] == "TXT" else []
    if len(present) != 1:
        return f"v=spf1 {term} ~all"
    terms = present[0].split()
    if term in (each.lower() for each in terms):
        return " ".join(terms)
    return " ".join([terms[0], term, *terms[1:]])


def is_required(record: DomainRecord, key: DomainKey | None, *, signs: bool) -> bool:
    """Whether the domain is authenticated only while this is good (SEND-29).

    `signs` says whether an RSA key is active; until then the pending one is what is waited for. An Ed25519 key isn't
    required: many receivers don't know the algorithm yet and pass over such a signature (RFC 8463, 3).
    """
    if record.kind == RecordKind.SPF:
        return True
    if key is None or key.algorithm != Algorithm.RSA:
        return False
    return key.state == (KeyState.ACTIVE if signs else KeyState.PENDING)


def zone_text(domain: SenderDomain, lines: Iterable[Wanted]) -> str:
    """The records as a zone file (RFC 1035, 5.1) to take in whole."""
    written = [f"; DNS records required to send email from {domain.name}", f"$ORIGIN {domain.name}.", "$TTL 3600"]
    for line in lines:
        if line.value:
            value = _quoted(line.value) if line.type == "TXT" else f"{line.value}."
            written.append(f"{_relative(line.host, domain.name)}\tIN\t{line.type}\t{value}")
    return "\n".join(written) + "\n"


def _relative(host: str, origin: str) -> str:
    return "@" if host == origin else host.removesuffix(f".{origin}")


def _quoted(text: str) -> str:
    pieces = [text[start : start + LONGEST_STRING] for start in range(0, len(text), LONGEST_STRING)]
    escaped = [piece.replace("\\", "\\\\").replace('"', '\\"') for piece in pieces]
    joined = " ".join(f'"{piece}"' for piece in escaped)
    return joined if len(pieces) == 1 else f"( {joined} )"
