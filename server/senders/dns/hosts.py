"""Checks of the hosts of a domain: return path, tracking, MX and PTR."""

from collections.abc import Sequence

from server.senders.dns import spf
from server.senders.dns.findings import RecordFinding, good, unknown, warning
from server.senders.dns.resolver import CachingResolver, DnsResponse, QueryFailed, build_reverse_name
from server.senders.states import RecordAssessment


async def check_return_path(asker: CachingResolver, host: str, *, target: str, include: str) -> RecordFinding:
    """Checks that bounces reach us: the host is ours by CNAME, or by MX with an SPF record that includes us."""
    answers: list[DnsResponse] = []
    try:
        alias = await _query(asker, host, "CNAME", answers)
        if alias.values:
            return _check_alias(alias, answers, target=target, kind="returnPath")
        exchange = await _query(asker, host, "MX", answers)
        if not exchange.values:
            return warning("returnPathNone", answers, target=target)
        if target not in [value.partition(" ")[2] for value in exchange.values]:
            return warning("returnPathOther", answers, target=target, found=exchange.values[0].partition(" ")[2])
        return await _check_spf(asker, host, answers, include=include)
    except QueryFailed as failed:
        return unknown(failed, answers)


async def _check_spf(
    asker: CachingResolver, host: str, answers: Sequence[DnsResponse], *, include: str
) -> RecordFinding:
    found = await spf.check(asker, host, include=include)
    shown = (*answers, *(answer for answer in found.answers if answer not in answers))
    if found.verdict is None:
        return RecordFinding(None, found.reason, found.params, shown)
    return (
        good("returnPathGood", shown)
        if found.verdict != RecordAssessment.BAD
        else warning("returnPathSpf", shown, host=host)
    )


async def check_tracking(asker: CachingResolver, host: str, *, target: str) -> RecordFinding:
    answers: list[DnsResponse] = []
    try:
        alias = await _query(asker, host, "CNAME", answers)
    except QueryFailed as failed:
        return unknown(failed, answers)
    if alias.values:
        return _check_alias(alias, answers, target=target, kind="tracking")
    return warning("trackingNone", answers, target=target)


async def check_mx(asker: CachingResolver, domain: str) -> RecordFinding:
    """Checks where replies go: MX (RFC 5321, 5.1), the address record of the domain, or nowhere (RFC 7505)."""
    answers: list[DnsResponse] = []
    try:
        exchange = await _query(asker, domain, "MX", answers)
        if exchange.values:
            hosts = [value.partition(" ")[2] for value in exchange.values]
            if hosts in (["."], [""], ["@"]):
                return warning("mxNull", answers)
            return good("mxGood", answers, host=hosts[0])
        for rdtype in ("A", "AAAA"):
            if (await _query(asker, domain, rdtype, answers)).values:
                return warning("mxImplicit", answers)
    except QueryFailed as failed:
        return unknown(failed, answers)
    return warning("mxNone", answers)


async def check_ptr(asker: CachingResolver, addresses: Sequence[str]) -> RecordFinding:
    """Checks that each sending address has a forward-confirmed PTR name; receivers reject email without one."""
    answers: list[DnsResponse] = []
    try:
        for address in addresses:
            pointer = await _query(asker, build_reverse_name(address), "PTR", answers)
            if not pointer.values:
                return warning("ptrNone", answers, address=address)
            rdtype = "AAAA" if ":" in address else "A"
            back = [await _query(asker, name, rdtype, answers) for name in pointer.values[:3]]
            if not any(address in answer.values for answer in back):
                return warning("ptrOneWay", answers, address=address, name=pointer.values[0])
    except QueryFailed as failed:
        return unknown(failed, answers)
    return good("ptrGood", answers, count=len(addresses))


def _check_alias(alias: DnsResponse, answers: Sequence[DnsResponse], *, target: str, kind: str) -> RecordFinding:
    if alias.values[0] == target:
        return good(f"{kind}Good", answers)
    return warning(f"{kind}Other", answers, target=target, found=alias.values[0])


async def _query(asker: CachingResolver, name: str, rdtype: str, answers: list[DnsResponse]) -> DnsResponse:
    answer = await asker.know(name, rdtype)
    if answer not in answers:
        answers.append(answer)
    return answer
