"""DKIM (RFC 6376, 3.6.1): whether the published record matches our key."""

import re
from collections.abc import Iterator, Mapping, Sequence

from server.senders.dns.findings import RecordFinding, bad, good, unknown, warning
from server.senders.dns.resolver import CachingResolver, QueryFailed
from server.senders.keys import KEY_TYPES
from server.senders.states import Algorithm

_SPACE = re.compile(r"\s+")


async def check(asker: CachingResolver, host: str, *, algorithm: Algorithm, public_key: str) -> RecordFinding:
    try:
        answer = await asker.know(host, "TXT")
    except QueryFailed as failed:
        return unknown(failed)
    reason = next(_find_issues(answer.values, KEY_TYPES[algorithm], public_key), "dkimGood")
    if reason == "dkimGood":
        return good(reason, (answer,))
    if reason == "dkimSeveral":
        return bad(reason, (answer,), count=len(answer.values))
    return (warning if reason == "dkimTesting" else bad)(reason, (answer,))


def _find_issues(texts: Sequence[str], key_type: str, public_key: str) -> Iterator[str]:
    """Yields the issues of the published records, the most severe first."""
    if not texts:
        yield "dkimNone"
        return
    if len(texts) > 1:
        yield "dkimSeveral"  # 3.6.2.2: the behaviour of verifiers with several records is undefined
    tags = parse_tags(texts[0])
    if tags is None or tags.get("v", "DKIM1") != "DKIM1" or "p" not in tags:
        yield "dkimMalformed"
        return
    if not tags["p"]:
        yield "dkimRevoked"
    if tags.get("k", "rsa") != key_type or _SPACE.sub("", tags["p"]) != public_key:
        yield "dkimOther"
    if not _has_value(tags, "h", "sha256") or not _has_value(tags, "s", "email"):
        yield "dkimNarrow"
    if "y" in tags.get("t", "").split(":"):
        yield "dkimTesting"


def parse_tags(text: str) -> Mapping[str, str] | None:
    """Returns the tags of a list (3.2), or None if it is malformed or repeats a tag."""
    found: dict[str, str] = {}
    for piece in text.rstrip().removesuffix(";").split(";"):
        name, sign, value = piece.partition("=")
        name = name.strip()
        if not sign or not name or name in found:
            return None
        found[name] = value.strip()
    return found


def _has_value(tags: Mapping[str, str], name: str, value: str) -> bool:
    listed = [_SPACE.sub("", each) for each in tags.get(name, "*").split(":")]
    return "*" in listed or value in listed
