"""DMARC by RFC 9989, which replaces RFC 7489: a DNS tree walk instead of a public suffix list."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from server.senders.dns.findings import RecordFinding, good, unknown, warning
from server.senders.dns.resolver import CachingResolver, DnsResponse, QueryFailed

# 4.10: longer names continue with their last seven labels, so a walk has at most eight queries.
LABELS_AFTER_FIRST = 7
POLICIES = ("none", "quarantine", "reject")
# Tags of RFC 7489 that are obsolete.
OBSOLETE_TAGS = ("pct", "rf", "ri")
_VERSION = re.compile(r"v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)")


@dataclass(frozen=True, slots=True)
class PolicyRecord:
    """A policy record and the name where it was found."""

    name: str
    tags: Mapping[str, str]

    @property
    def psd(self) -> str:
        return self.tags.get("psd", "u")


async def check(asker: CachingResolver, domain: str) -> RecordFinding:
    """Checks the policy for email from the domain. A missing one is a warning (SEND-29)."""
    answers: list[DnsResponse] = []
    try:
        several = await _count_duplicates(asker, domain, answers)
        found = await walk(asker, domain, answers)
    except QueryFailed as failed:
        return unknown(failed, answers)
    if several:
        return warning("dmarcSeveral", answers, count=several)
    own = next((record for record in found if record.name == domain), None)
    applied = own or find_organizational_record(domain, found)
    if applied is None:
        return warning("dmarcNone", answers)
    return _assess(applied, answers, of_itself=own is not None)


def _assess(record: PolicyRecord, answers: list[DnsResponse], *, of_itself: bool) -> RecordFinding:
    policy = _get_policy(record, of_itself=of_itself)
    if policy is None:
        return warning("dmarcMalformed", answers, name=record.name)
    params = {"name": record.name, "policy": policy}
    if former := [tag for tag in OBSOLETE_TAGS if tag in record.tags]:
        return warning("dmarcFormerTags", answers, **params, tags=", ".join(former))
    if record.tags.get("t", "n") == "y" and policy != "none":
        return warning("dmarcTesting", answers, **params)
    if not of_itself:
        return good("dmarcInherited", answers, **params)
    return good("dmarcMonitors" if policy == "none" else "dmarcGood", answers, **params)


def list_walk_names(domain: str) -> list[str]:
    """Returns the names of the walk, the domain first, at most eight (4.10)."""
    labels = domain.split(".")
    after = labels[-LABELS_AFTER_FIRST:] if len(labels) > LABELS_AFTER_FIRST else labels[1:]
    return [domain, *(".".join(after[start:]) for start in range(len(after)))]


async def walk(asker: CachingResolver, domain: str, answers: list[DnsResponse]) -> list[PolicyRecord]:
    """Returns the records from the domain upwards, ending at one that sets `psd`. Raises QueryFailed."""
    found: list[PolicyRecord] = []
    for name in list_walk_names(domain):
        answer = await asker.know(f"_dmarc.{name}", "TXT")
        answers += [] if answer in answers else [answer]
        record = find_policy_record(name, answer)
        if record is None:
            continue
        found.append(record)
        if record.psd in ("y", "n"):
            break
    return found


def find_organizational_record(domain: str, found: list[PolicyRecord]) -> PolicyRecord | None:
    """Returns the record of the organizational domain, or else of the public suffix above it (4.10.1, 4.10.2)."""
    for record in found:
        if record.psd == "n":
            return record
        if record.psd == "y" and record.name != domain:
            one_below = ".".join(domain.split(".")[-len(record.name.split(".")) - 1 :])
            return next((each for each in found if each.name == one_below), record)
    return found[-1] if found else None


def find_policy_record(name: str, answer: DnsResponse) -> PolicyRecord | None:
    """Returns the policy record of a name. Several records count as none (4.7)."""
    records = [value for value in answer.values if _VERSION.match(value.strip())]
    return PolicyRecord(name, _parse_tags(records[0])) if len(records) == 1 else None


async def _count_duplicates(asker: CachingResolver, domain: str, answers: list[DnsResponse]) -> int:
    answer = await asker.know(f"_dmarc.{domain}", "TXT")
    answers.append(answer)
    count = sum(1 for value in answer.values if _VERSION.match(value.strip()))
    return count if count > 1 else 0


def _parse_tags(text: str) -> Mapping[str, str]:
    """Returns the tags, ignoring malformed and unknown ones (4.7)."""
    pairs = (piece.partition("=") for piece in text.split(";"))
    found: dict[str, str] = {}
    for name, sign, value in pairs:
        if sign:
            found.setdefault(name.strip().lower(), value.strip())
    return found


def _get_policy(record: PolicyRecord, *, of_itself: bool) -> str | None:
    """Returns the policy that applies, or None without a valid `p` (4.7)."""
    own = record.tags.get("p", "").lower()
    stated = own if of_itself else record.tags.get("sp", own).lower()
    if stated in POLICIES:
        return stated
    if own in POLICIES:
        return own
    return "none" if "rua" in record.tags or "p" not in record.tags else None
