"""Checks of DNS records against a real local server."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from server.senders.dns import dkim, dmarc, hosts, resolver, spf
from server.senders.dns.findings import RecordFinding
from server.senders.dns.resolver import CachingResolver, DnsOutcome
from server.senders.keys import build_record_text, generate_key
from server.senders.states import Algorithm, RecordAssessment
from tests.server.senders.zones import Zones, zones

__all__ = ["zones"]

KOPI = "kopi.example"
OURS = "spf.surat.example"


def run_check(work: Callable[[CachingResolver], Coroutine[Any, Any, RecordFinding]]) -> RecordFinding:
    async def run() -> RecordFinding:
        return await work(CachingResolver())

    return asyncio.run(run())


def spf_of(zones: Zones, *records: str, include: str = OURS) -> RecordFinding:
    zones.publish(KOPI, TXT=list(records))
    zones.publish(OURS, TXT=["v=spf1 ip4:192.0.2.0/24 -all"])
    return run_check(lambda asker: spf.check(asker, KOPI, include=include))


def verdict_of(finding: RecordFinding) -> tuple[RecordAssessment | None, str]:
    return finding.verdict, finding.reason


@pytest.mark.parametrize(
    ("record", "verdict", "reason"),
    [
        (f"v=spf1 include:{OURS} -all", RecordAssessment.GOOD, "spfGood"),
        (f"v=spf1 include:{OURS} ~all", RecordAssessment.GOOD, "spfGood"),
        (f"V=SPF1 mx INCLUDE:{OURS.upper()} -ALL", RecordAssessment.GOOD, "spfGood"),
        (f"v=spf1 include:{OURS} ?all", RecordAssessment.WARNING, "spfOpen"),
        (f"v=spf1 include:{OURS}", RecordAssessment.WARNING, "spfOpen"),
        (f"v=spf1 redirect={OURS}", RecordAssessment.GOOD, "spfGood"),
        (f"v=spf1 include:{OURS} +all", RecordAssessment.BAD, "spfAnybody"),
        (f"v=spf1 include:{OURS} all", RecordAssessment.BAD, "spfAnybody"),
        ("v=spf1 -all", RecordAssessment.BAD, "spfSingle"),
        (f"v=spf1 -all include:{OURS}", RecordAssessment.BAD, "spfSingle"),
        (f"v=spf1 include:{OURS} ip4:192.0.2.300 -all", RecordAssessment.BAD, "spfMalformed"),
        (f"v=spf1 include:{OURS} ip6:2001:db8::/32 -all", RecordAssessment.GOOD, "spfGood"),
        (f"v=spf1 inlcude:{OURS} -all", RecordAssessment.BAD, "spfMalformed"),
        (f"v=spf1 include:{OURS} later=anything -all", RecordAssessment.GOOD, "spfGood"),
        (f"v=spf1 redirect={OURS} redirect={OURS}", RecordAssessment.BAD, "spfMalformed"),
        ("v=spf1 include:%{i}._ip.spf.kopi.example ~all", RecordAssessment.WARNING, "spfMacro"),
        ("v=spf1 exists:%{i}.spf.kopi.example -all", RecordAssessment.WARNING, "spfMacro"),
        ("v=spf1 redirect=%{d}.spf.kopi.example", RecordAssessment.WARNING, "spfMacro"),
        (f"v=spf1 include:%{{i}}.spf.kopi.example include:{OURS} -all", RecordAssessment.GOOD, "spfGood"),
        ("v=spf1 include:%{i}.spf.kopi.example +all", RecordAssessment.BAD, "spfAnybody"),
        ("v=spf1 -all include:%{i}.spf.kopi.example", RecordAssessment.BAD, "spfSingle"),
        ("v=spf1 include:empty.example -all", RecordAssessment.BAD, "spfIncludeBroken"),
        ("v=spf10 -all", RecordAssessment.BAD, "spfNone"),
        ("another text", RecordAssessment.BAD, "spfNone"),
    ],
)
def test_an_spf_record_is_told_what_it_is_worth(
    zones: Zones, record: str, verdict: RecordAssessment, reason: str
) -> None:
    zones.publish("empty.example", TXT=["no policy"])
    zones.publish(KOPI, MX=["10 mail.kopi.example"])

    assert verdict_of(spf_of(zones, record)) == (verdict, reason)


def test_two_spf_records_are_none_at_all(zones: Zones) -> None:
    found = spf_of(zones, f"v=spf1 include:{OURS} -all", "v=spf1 mx -all", "google-site-verification=1")

    assert verdict_of(found) == (RecordAssessment.BAD, "spfDouble")
    assert found.params == {"count": 2}
    assert found.answers[0].to_stored() == {
        "name": KOPI,
        "type": "TXT",
        "outcome": "found",
        "values": [f"v=spf1 include:{OURS} -all", "v=spf1 mx -all", "google-site-verification=1"],
        "ttl": 60,
        "error": "",
    }


@pytest.mark.parametrize(("includes", "reason"), [(9, "spfGood"), (10, "spfTooManyLookUps")])
def test_ten_look_ups_are_allowed_and_no_more(zones: Zones, includes: int, reason: str) -> None:
    for each in range(includes):
        zones.publish(f"{each}.example", TXT=["v=spf1 ip4:192.0.2.1 -all"])
    named = " ".join(f"include:{each}.example" for each in range(includes))

    found = spf_of(zones, f"v=spf1 {named} include:{OURS} -all")

    assert found.reason == reason
    if reason == "spfGood":
        assert found.params == {"lookUps": 10, "most": 10}


def test_a_record_that_includes_itself_ends_at_the_limit(zones: Zones) -> None:
    assert spf_of(zones, f"v=spf1 include:{KOPI} -all").reason == "spfTooManyLookUps"


@pytest.mark.parametrize(("void", "reason"), [(2, "spfGood"), (3, "spfTooManyVoid")])
def test_two_void_look_ups_are_allowed(zones: Zones, void: int, reason: str) -> None:
    named = " ".join(f"a:{each}.nowhere.example" for each in range(void))

    assert spf_of(zones, f"v=spf1 {named} include:{OURS} -all").reason == reason


def test_a_long_text_comes_whole_and_by_tcp(zones: Zones) -> None:
    networks = " ".join(f"ip4:192.0.2.{each}" for each in range(200))
    record = f"v=spf1 {networks} include:{OURS} -all"
    assert len(record) > 2_500

    found = spf_of(zones, record)

    assert verdict_of(found) == (RecordAssessment.GOOD, "spfGood")
    assert found.answers[0].values == (record,)
    assert len(found.answers[0].to_stored()["values"][0]) == resolver.MAX_VALUE_LENGTH


@pytest.mark.parametrize("fault", ["SERVFAIL", "REFUSED"])
def test_a_resolver_without_an_answer_says_nothing_of_the_record(zones: Zones, fault: str) -> None:
    zones.fail(fault, name=OURS)

    found = spf_of(zones, f"v=spf1 include:{OURS} -all")

    assert verdict_of(found) == (None, "resolverFailed")
    assert found.params == {"name": OURS}
    assert [(answer.name, answer.outcome) for answer in found.answers] == [
        (KOPI, DnsOutcome.FOUND),
        (OURS, DnsOutcome.FAILED),
    ]
    assert fault in found.answers[1].error


def test_a_resolver_that_is_silent_is_waited_for_so_long(zones: Zones, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolver, "SECONDS_PER_QUERY", 0.3)
    zones.fail("silence", name=KOPI)

    found = spf_of(zones, "v=spf1 -all")

    assert verdict_of(found) == (None, "resolverFailed")
    assert found.answers[0].error.startswith("LifetimeTimeout")


def test_what_a_check_asks_is_bounded(zones: Zones, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolver, "MAX_QUERIES", 3)

    async def many() -> list[DnsOutcome]:
        asker = CachingResolver()
        answers = [await asker.ask(f"{each}.example", "A") for each in (1, 2, 3, 4, 1)]
        return [answer.outcome for answer in answers]

    assert asyncio.run(many()) == [DnsOutcome.MISSING] * 3 + [DnsOutcome.FAILED, DnsOutcome.MISSING]
    assert len(zones.server.queries) == 3


RSA_PUBLIC = generate_key(Algorithm.RSA)[1]


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ([build_record_text(Algorithm.RSA, RSA_PUBLIC)], "dkimGood"),
        ([f"p={RSA_PUBLIC};"], "dkimGood"),
        ([f"v=DKIM1; k=rsa; h=sha1:sha256; s=email; p={RSA_PUBLIC[:90]} {RSA_PUBLIC[90:]}"], "dkimGood"),
        ([f"v=DKIM1; t=y:s; p={RSA_PUBLIC}"], "dkimTesting"),
        ([f"v=DKIM1; h=sha1; p={RSA_PUBLIC}"], "dkimNarrow"),
        (["v=DKIM1; k=rsa; p="], "dkimRevoked"),
        ([f"v=DKIM1; k=rsa; p={RSA_PUBLIC[:-8]}"], "dkimOther"),
        ([f"v=DKIM1; k=ed25519; p={RSA_PUBLIC}"], "dkimOther"),
        ([f"v=DKIM2; p={RSA_PUBLIC}"], "dkimMalformed"),
        (["hello"], "dkimMalformed"),
        ([f"p={RSA_PUBLIC}; p={RSA_PUBLIC}"], "dkimMalformed"),
        ([f"p={RSA_PUBLIC}", f"k=rsa; p={RSA_PUBLIC}"], "dkimSeveral"),
        ([], "dkimNone"),
    ],
)
def test_a_dkim_record_is_held_against_our_key(zones: Zones, texts: list[str], reason: str) -> None:
    zones.publish(f"ds-1._domainkey.{KOPI}", TXT=texts)

    found = run_check(
        lambda asker: dkim.check(asker, f"ds-1._domainkey.{KOPI}", algorithm=Algorithm.RSA, public_key=RSA_PUBLIC)
    )

    assert found.reason == reason
    expected = {"dkimGood": RecordAssessment.GOOD, "dkimTesting": RecordAssessment.WARNING}
    assert found.verdict == expected.get(reason, RecordAssessment.BAD)
    assert found.params == ({"count": 2} if reason == "dkimSeveral" else {})


@pytest.mark.parametrize(
    ("published", "domain", "reason", "params"),
    [
        ({KOPI: "v=DMARC1; p=reject"}, KOPI, "dmarcGood", {"name": KOPI, "policy": "reject"}),
        ({KOPI: "v=DMARC1;p=none"}, KOPI, "dmarcMonitors", {"name": KOPI, "policy": "none"}),
        ({KOPI: "v=DMARC1; rua=mailto:a@kopi.example"}, KOPI, "dmarcMonitors", {"name": KOPI, "policy": "none"}),
        ({KOPI: "v=DMARC1; p=reject; t=y"}, KOPI, "dmarcTesting", {"name": KOPI, "policy": "reject"}),
        (
            {KOPI: "v=DMARC1; p=reject; pct=20; ri=3600"},
            KOPI,
            "dmarcFormerTags",
            {"name": KOPI, "policy": "reject", "tags": "pct, ri"},
        ),
        ({KOPI: "v=DMARC1; p=perhaps"}, KOPI, "dmarcMalformed", {"name": KOPI}),
        ({KOPI: "v=dmarc1; p=reject"}, KOPI, "dmarcNone", {}),
        ({}, KOPI, "dmarcNone", {}),
        # 4.10.1: `sp` applies to subdomains, else `p`.
        ({KOPI: "v=DMARC1; p=reject; sp=none"}, f"news.{KOPI}", "dmarcInherited", {"name": KOPI, "policy": "none"}),
        ({KOPI: "v=DMARC1; p=reject"}, f"a.b.{KOPI}", "dmarcInherited", {"name": KOPI, "policy": "reject"}),
        # The record with the fewest labels belongs to the organizational domain ...
        (
            {KOPI: "v=DMARC1; p=reject", "example": "v=DMARC1; p=none"},
            f"news.{KOPI}",
            "dmarcInherited",
            {"name": "example", "policy": "none"},
        ),
        # ... unless it belongs to a public suffix: then it is the one below,
        (
            {KOPI: "v=DMARC1; p=reject", "example": "v=DMARC1; p=none; psd=y"},
            f"news.{KOPI}",
            "dmarcInherited",
            {"name": KOPI, "policy": "reject"},
        ),
        # or a record declares the organizational domain.
        (
            {KOPI: "v=DMARC1; p=reject", f"news.{KOPI}": "v=DMARC1; p=quarantine; psd=n"},
            f"a.news.{KOPI}",
            "dmarcInherited",
            {"name": f"news.{KOPI}", "policy": "quarantine"},
        ),
    ],
)
def test_dmarc_is_found_by_walking_the_tree(
    zones: Zones, published: dict[str, str], domain: str, reason: str, params: dict[str, str]
) -> None:
    for name, text in published.items():
        zones.publish(f"_dmarc.{name}", TXT=[text, "v=spf1 -all"])

    found = run_check(lambda asker: dmarc.check(asker, domain))

    assert (found.reason, found.params) == (reason, params)


def test_the_walk_asks_at_most_eight_times(zones: Zones) -> None:
    domain = "a.b.c.d.e.f.g.h.i.j.mail.example.com"

    run_check(lambda asker: dmarc.check(asker, domain))

    assert [name for name, _ in zones.server.queries] == [
        f"_dmarc.{domain}",
        "_dmarc.g.h.i.j.mail.example.com",
        "_dmarc.h.i.j.mail.example.com",
        "_dmarc.i.j.mail.example.com",
        "_dmarc.j.mail.example.com",
        "_dmarc.mail.example.com",
        "_dmarc.example.com",
        "_dmarc.com",
    ]


def test_two_dmarc_records_are_none(zones: Zones) -> None:
    zones.publish(f"_dmarc.{KOPI}", TXT=["v=DMARC1; p=reject", "v=DMARC1; p=none"])

    found = run_check(lambda asker: dmarc.check(asker, KOPI))

    assert (verdict_of(found), found.params) == ((RecordAssessment.WARNING, "dmarcSeveral"), {"count": 2})


def test_hosts_of_bounces_links_and_replies(zones: Zones) -> None:
    def path() -> str:
        host, target = f"bounce.{KOPI}", "bounce.surat.example"
        return run_check(lambda asker: hosts.check_return_path(asker, host, target=target, include=OURS)).reason

    def links() -> str:
        return run_check(
            lambda asker: hosts.check_tracking(asker, f"links.{KOPI}", target="links.surat.example")
        ).reason

    def replies() -> str:
        return run_check(lambda asker: hosts.check_mx(asker, KOPI)).reason

    zones.publish(OURS, TXT=["v=spf1 ip4:192.0.2.0/24 -all"])
    assert (path(), links(), replies()) == ("returnPathNone", "trackingNone", "mxNone")
    zones.publish(f"bounce.{KOPI}", CNAME=["elsewhere.example"])
    zones.publish(f"links.{KOPI}", CNAME=["elsewhere.example"])
    zones.publish(KOPI, A=["192.0.2.9"])
    assert (path(), links(), replies()) == ("returnPathOther", "trackingOther", "mxImplicit")
    zones.publish(f"bounce.{KOPI}", CNAME=["Bounce.surat.example"])
    zones.publish(f"links.{KOPI}", CNAME=["links.surat.example"])
    zones.publish(KOPI, MX=["10 mail.kopi.example"])
    assert (path(), links(), replies()) == ("returnPathGood", "trackingGood", "mxGood")
    zones.publish(f"bounce.{KOPI}", CNAME=None, MX=["5 bounce.surat.example"])
    zones.publish(KOPI, MX=["0 ."])
    assert (path(), replies()) == ("returnPathSpf", "mxNull")
    zones.publish(f"bounce.{KOPI}", TXT=[f"v=spf1 include:{OURS} -all"])
    assert path() == "returnPathGood"


def test_a_sending_address_has_a_name_that_leads_back(zones: Zones) -> None:
    def pool() -> str:
        return run_check(lambda asker: hosts.check_ptr(asker, ["192.0.2.7", "2001:db8::7"])).reason

    assert pool() == "ptrNone"
    for address in ("192.0.2.7", "2001:db8::7"):
        zones.publish(resolver.build_reverse_name(address), PTR=["out.surat.example"])
    assert pool() == "ptrOneWay"
    zones.publish("out.surat.example", A=["192.0.2.7"], AAAA=["2001:db8::7"])
    assert pool() == "ptrGood"
