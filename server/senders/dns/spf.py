"""SPF (RFC 7208): whether the domain has one valid record within the limits, and whether it permits us.

Evaluates the whole record, as a receiver does when nothing matches. So the limits apply to the worst case, independent
of the sending address.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network

from server.senders.dns.findings import RecordFinding, bad, good, unknown, warning
from server.senders.dns.resolver import CachingResolver, DnsOutcome, DnsResponse, QueryFailed

MAX_LOOKUPS = 10  # 4.6.4
MAX_VOID_LOOKUPS = 2  # 4.6.4
MAX_MX_HOSTS = 10  # 4.6.4
_VERSION = re.compile(r"v=spf1(?: |$)", re.IGNORECASE)
_TERM = re.compile(
    r"(?P<qualifier>[+?~-])?(?P<name>[a-z][a-z0-9_.-]*)(?P<sign>[:=/])?(?P<value>.*)", re.IGNORECASE | re.DOTALL
)
_MECHANISMS = frozenset({"all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists"})
_LOOKUP_MECHANISMS = frozenset({"include", "a", "mx", "ptr", "exists"})
_CIDR = re.compile(r"(?:/\d{1,3})?(?://\d{1,3})?$")


class _Broken(Exception):
    """The record cannot be evaluated (permerror)."""

    def __init__(self, reason: str, **params: object) -> None:
        super().__init__(reason)
        self.reason, self.params = reason, params


@dataclass
class _SpfEvaluation:
    asker: CachingResolver
    answers: list[DnsResponse] = field(default_factory=list)
    look_ups: int = 0
    void: int = 0
    included: set[str] = field(default_factory=set)
    deferred: str = ""  # a macro target, which depends on the email
    anybody: bool = False
    closed: bool = False  # by an `all` that fails or soft-fails the rest

    async def ask(self, name: str, rdtype: str) -> DnsResponse:
        answer = await self.asker.know(name, rdtype)
        if answer not in self.answers:
            self.answers.append(answer)
        return answer

    def count(self) -> None:
        self.look_ups += 1
        if self.look_ups > MAX_LOOKUPS:
            raise _Broken("spfTooManyLookUps", most=MAX_LOOKUPS)

    def count_void(self, answer: DnsResponse) -> None:
        if answer.outcome in (DnsOutcome.EMPTY, DnsOutcome.MISSING):
            self.void += 1
            if self.void > MAX_VOID_LOOKUPS:
                raise _Broken("spfTooManyVoid", most=MAX_VOID_LOOKUPS, name=answer.name)


async def check(asker: CachingResolver, domain: str, *, include: str) -> RecordFinding:
    """Checks the SPF record of the domain. `include` is the required name; if empty, any is accepted."""
    walk = _SpfEvaluation(asker)
    try:
        records = list_spf_records(await walk.ask(domain, "TXT"))
        if not records:
            return bad("spfNone", walk.answers)
        if len(records) > 1:
            return bad("spfDouble", walk.answers, count=len(records))
        await _evaluate(walk, domain, records[0], top=True)
    except QueryFailed as failed:
        return unknown(failed, walk.answers)
    except _Broken as broken:
        return bad(broken.reason, walk.answers, **broken.params)
    return _assess(walk, include)


def _assess(walk: _SpfEvaluation, include: str) -> RecordFinding:
    if walk.anybody:
        return bad("spfAnybody", walk.answers)
    if include and include not in walk.included:
        if walk.deferred:
            return warning("spfMacro", walk.answers, name=walk.deferred[:100], include=include)
        return bad("spfSingle", walk.answers, include=include)
    counted = {"lookUps": walk.look_ups, "most": MAX_LOOKUPS}
    return good("spfGood", walk.answers, **counted) if walk.closed else warning("spfOpen", walk.answers, **counted)


def list_spf_records(answer: DnsResponse) -> list[str]:
    return filter_spf_records(answer.values)


def filter_spf_records(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if _VERSION.match(text)]


async def _evaluate(walk: _SpfEvaluation, domain: str, record: str, *, top: bool) -> None:
    redirect = ""
    for term in record.split()[1:]:
        matched = _TERM.fullmatch(term)
        name = matched["name"].lower() if matched else ""
        if matched is None or (matched["sign"] != "=" and name not in _MECHANISMS):
            raise _Broken("spfMalformed", name=domain, term=term[:100])
        if matched["sign"] == "=":
            if matched["qualifier"] or name in _MECHANISMS:
                raise _Broken("spfMalformed", name=domain, term=term[:100])
            if name == "redirect":
                if redirect or not matched["value"]:
                    raise _Broken("spfMalformed", name=domain, term=term[:100])
                redirect = matched["value"]
            continue
        if name == "all":
            if matched["sign"]:
                raise _Broken("spfMalformed", name=domain, term=term[:100])
            if top:
                walk.anybody = (matched["qualifier"] or "+") == "+"
                walk.closed = matched["qualifier"] in ("-", "~")
            return  # 5.1: terms after `all` and `redirect` are ignored
        await _evaluate_mechanism(walk, domain, matched)
    if redirect:
        walk.count()
        await _evaluate_other(walk, redirect, top=top)


async def _evaluate_mechanism(walk: _SpfEvaluation, domain: str, matched: re.Match[str]) -> None:
    name, term, sign, value = matched["name"].lower(), matched[0], matched["sign"] or "", matched["value"]
    if name in _LOOKUP_MECHANISMS:
        walk.count()
    if name in ("ip4", "ip6"):
        _check_network(name, domain, term, sign, value)
        return
    named = value if sign == ":" else ""
    if name in ("include", "exists") and not named:
        raise _Broken("spfMalformed", name=domain, term=term[:100])
    if name == "include":
        await _evaluate_other(walk, named, top=False)
        return
    if name == "ptr":
        return  # depends on the connecting client
    target = (_CIDR.sub("", named) if name in ("a", "mx") else named) or domain
    if "%" in target:
        walk.deferred = walk.deferred or target  # 7: a macro is expanded from the email, which is unknown here
        return
    if name == "mx":
        await _evaluate_mx(walk, target)
    else:
        walk.count_void(await _query_addresses(walk, target))


async def _evaluate_other(walk: _SpfEvaluation, name: str, *, top: bool) -> None:
    """Evaluates the record of an included or redirected domain, which must have exactly one (5.2, 6.1)."""
    if "%" in name:
        walk.deferred = walk.deferred or name
        return
    name = name.lower().rstrip(".")
    walk.included.add(name)
    answer = await walk.ask(name, "TXT")
    walk.count_void(answer)
    records = list_spf_records(answer)
    if len(records) != 1:
        raise _Broken("spfIncludeBroken", name=name, count=len(records))
    await _evaluate(walk, name, records[0], top=top)


async def _evaluate_mx(walk: _SpfEvaluation, target: str) -> None:
    answer = await walk.ask(target, "MX")
    walk.count_void(answer)
    if len(answer.values) > MAX_MX_HOSTS:
        raise _Broken("spfTooManyMx", name=target, most=MAX_MX_HOSTS)


async def _query_addresses(walk: _SpfEvaluation, target: str) -> DnsResponse:
    answer = await walk.ask(target, "A")
    return answer if answer.outcome is not DnsOutcome.EMPTY else await walk.ask(target, "AAAA")


def _check_network(name: str, domain: str, term: str, sign: str, value: str) -> None:
    try:
        if sign != ":":
            raise ValueError
        (IPv4Network if name == "ip4" else IPv6Network)(value, strict=False)
    except ValueError:
        raise _Broken("spfMalformed", name=domain, term=term[:100]) from None
