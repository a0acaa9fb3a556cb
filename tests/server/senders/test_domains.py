"""Sender domains: creation, authentication, grace period, recovery and scheduled checks."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import dns.zone
import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.campaigns.models import Campaign
from server.core import clock
from server.core.models import Job, OutboxEvent
from server.notifications.models import Notification
from server.plans import quota
from server.plans.features import SENDER_DOMAIN
from server.senders.api.domains import build_detail_out
from server.senders.dns.findings import RecordFinding, bad
from server.senders.domain_names import is_free_provider
from server.senders.models import DomainKey, DomainRecord, Sender, SenderDomain
from server.senders.selectors import load_signing_keys
from server.senders.selectors.domains import get_domain
from server.senders.services import checking, domains, keys
from server.senders.services import senders as sender_services
from server.senders.states import Algorithm, DomainState, KeyState
from server.teams.models import Team
from tests.cast import Person, sign_in
from tests.server.campaigns.conftest import make_campaign, make_contact, make_label, make_sender
from tests.server.senders.conftest import Postbox
from tests.server.senders.zones import Zones, zones

__all__ = ["zones"]

pytestmark = pytest.mark.django_db

START = "2026-11-21T03:00:00Z"
OURS = "spf.surat.example"


@pytest.fixture(autouse=True)
def _set_up(monkeypatch: pytest.MonkeyPatch, zones: Zones, quick_keys: None) -> None:
    """Configures the operator's hosts and SPF record."""
    monkeypatch.setattr(settings, "SPF_INCLUDE", OURS)
    monkeypatch.setattr(settings, "BOUNCE_HOST", "bounce.surat.example")
    monkeypatch.setattr(settings, "TRACKING_HOST", "links.surat.example")
    zones.publish(OURS, TXT=["v=spf1 ip4:192.0.2.0/24 -all"])


def add(person: Person, name: str = "kopi.example") -> dict[str, Any]:
    answer = person.api.post("domains", {"name": name})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def publish(zones: Zones, domain: dict[str, Any], *, without: tuple[str, ...] = ()) -> None:
    """Publishes the records requested by the domain's page."""
    for record in domain["records"]:
        if record["value"] and record["kind"] not in without:
            zones.publish(record["host"], **{record["type"]: [record["value"]]})


def check_domain(person: Person, domain: dict[str, Any]) -> dict[str, Any]:
    checking.check([UUID(domain["domainId"])])
    found = get_domain(team_id=person.team.pk, domain_id=UUID(domain["domainId"]))
    shown: dict[str, Any] = build_detail_out(found).model_dump(mode="json", by_alias=True)
    return shown


def list_verdicts(domain: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Returns verdict and reason by record kind; keys by algorithm."""
    return {
        (record["key"] or {}).get("algorithm", record["kind"]): (record["verdict"], record["reason"])
        for record in domain["records"]
    }


def changes() -> list[str]:
    rows = OutboxEvent.objects.filter(name="senders.domain.changed").order_by("pk")
    return [row.payload["change"] for row in rows]


def list_notices() -> list[str]:
    rows = Notification.objects.filter(kind__startswith="domain.").order_by("created_at", "kind")
    return list(dict.fromkeys(row.kind for row in rows))


def confirmed(person: Person, email: str) -> Sender:
    """Creates an additional verified sender."""
    sender = make_sender(person.team, email, validated=False)
    sender.validated_at = clock.now()
    sender.save()
    return sender


def authenticated(person: Person, zones: Zones) -> dict[str, Any]:
    domain = add(person)
    publish(zones, domain)
    return check_domain(person, domain)


def test_a_new_domain_says_what_to_publish(alice: Person) -> None:
    domain = add(alice, " Kopi.EXAMPLE. ")

    assert (domain["name"], domain["state"], domain["validated"]) == ("kopi.example", "pending", False)
    assert (domain["buyStatus"], domain["category"], domain["default"]) == ("NONE", "OWN", False)
    long, short = DomainKey.objects.for_team(alice.team).order_by("-algorithm")
    assert [(record["kind"], record["host"], record["type"], record["value"]) for record in domain["records"]] == [
        ("spf", "kopi.example", "TXT", f"v=spf1 include:{OURS} ~all"),
        ("dkim", f"{long.selector}._domainkey.kopi.example", "TXT", f"v=DKIM1; k=rsa; p={long.public_key}"),
        ("dkim", f"{short.selector}._domainkey.kopi.example", "TXT", f"v=DKIM1; k=ed25519; p={short.public_key}"),
        ("dmarc", "_dmarc.kopi.example", "TXT", "v=DMARC1; p=none"),
        ("returnPath", "bounce.kopi.example", "CNAME", "bounce.surat.example"),
        ("tracking", "links.kopi.example", "CNAME", "links.surat.example"),
        ("mx", "kopi.example", "MX", ""),
    ]
    assert [record["kind"] for record in domain["records"] if record["required"]] == ["spf", "dkim"]
    assert {record["verdict"] for record in domain["records"]} == {"unchecked"}
    assert quota.get_state(team_id=alice.team.pk, limit=SENDER_DOMAIN).used == 1
    assert changes() == ["created"]
    assert Job.objects.get(name=domains.CHECK_JOB).arguments == {"domain_ids": [domain["domainId"]]}
    assert "PRIVATE" not in str(domain)


def _content(rdata: Any) -> str:
    if rdata.rdtype.name == "TXT":
        return b"".join(rdata.strings).decode()
    target: str = rdata.target.to_text(omit_final_dot=True)
    return target


def test_the_zone_text_is_a_zone_file_with_all_of_it(alice: Person, zones: Zones) -> None:
    domain = add(alice)

    zone = dns.zone.from_text(domain["zone"], origin="kopi.example", check_origin=False, relativize=False)

    published = {
        (name.to_text(omit_final_dot=True), rdata.rdtype.name): _content(rdata)
        for name, _, rdata in zone.iterate_rdatas()
    }
    assert published == {
        (record["host"], record["type"]): record["value"] for record in domain["records"] if record["value"]
    }


def test_published_records_authenticate_the_domain_and_its_keys_sign(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)

    assert (domain["state"], domain["validated"], domain["graceUntil"]) == ("authenticated", True, None)
    assert list_verdicts(domain) == {
        "spf": ("good", "spfGood"),
        "rsa-sha256": ("good", "dkimGood"),
        "ed25519-sha256": ("good", "dkimGood"),
        "dmarc": ("good", "dmarcMonitors"),
        "returnPath": ("good", "returnPathGood"),
        "tracking": ("good", "trackingGood"),
        "mx": ("warning", "mxNone"),
    }
    assert [key.algorithm for key in load_signing_keys(alice.team.pk, "kopi.example")] == [
        "rsa-sha256",
        "ed25519-sha256",
    ]
    assert (changes(), list_notices()) == (["created", "authenticated"], ["domain.authenticated"])
    spf = domain["records"][0]
    assert spf["answers"][0] == {
        "name": "kopi.example",
        "type": "TXT",
        "outcome": "found",
        "values": [f"v=spf1 include:{OURS} ~all"],
        "ttl": 60,
        "error": "",
    }


def test_spf_and_the_rsa_key_are_enough_and_one_of_them_is_not(alice: Person, zones: Zones) -> None:
    domain = add(alice)
    zones.publish("kopi.example", TXT=[domain["records"][0]["value"]])

    assert check_domain(alice, domain)["state"] == "pending"
    assert load_signing_keys(alice.team.pk, "kopi.example") == ()
    zones.publish(domain["records"][1]["host"], TXT=[domain["records"][1]["value"]])

    found = check_domain(alice, domain)
    assert found["state"] == "authenticated"
    assert list_verdicts(found)["ed25519-sha256"] == ("warning", "dkimNone")
    assert list_verdicts(found)["dmarc"] == ("warning", "dmarcNone")
    assert [key.algorithm for key in load_signing_keys(alice.team.pk, "kopi.example")] == ["rsa-sha256"]


def test_the_record_to_publish_keeps_what_is_there(alice: Person, zones: Zones) -> None:
    domain = add(alice)
    zones.publish("kopi.example", TXT=["v=spf1 mx include:other.example -all"])
    zones.publish("kopi.example", MX=["10 mail.kopi.example"])
    zones.publish("other.example", TXT=["v=spf1 -all"])

    found = check_domain(alice, domain)

    assert list_verdicts(found)["spf"] == ("bad", "spfSingle")
    assert found["records"][0]["value"] == f"v=spf1 include:{OURS} mx include:other.example -all"


def test_a_break_has_a_time_of_grace_and_is_told_when_it_ends_or_mends(alice: Person, zones: Zones) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        domain = authenticated(alice, zones)
        record = domain["records"][0]
        zones.publish("kopi.example", TXT=None)
        traveller.shift(60)

        broken = check_domain(alice, domain)

        assert (broken["state"], broken["validated"]) == ("breaking", True)
        assert (broken["brokenAt"], broken["graceUntil"]) == ("2026-11-21T03:01:00Z", "2026-11-24T03:01:00Z")
        assert list_verdicts(broken)["spf"] == ("bad", "spfNone")
        zones.publish("kopi.example", TXT=[record["value"]])
        assert check_domain(alice, domain)["state"] == "authenticated"
        traveller.shift(timedelta(hours=7))
        zones.publish("kopi.example", TXT=None)
        again = check_domain(alice, domain)
        traveller.shift(checking.GRACE_PERIOD - timedelta(seconds=1))
        assert check_domain(alice, domain)["graceUntil"] == again["graceUntil"]
        traveller.shift(1)
        ended = check_domain(alice, domain)
        assert (ended["state"], ended["validated"], ended["graceUntil"]) == ("broken", False, None)
        zones.publish("kopi.example", TXT=[record["value"]])
        assert check_domain(alice, domain)["state"] == "authenticated"
    assert changes() == [
        *("created", "authenticated", "breaking", "restored"),
        *("breaking", "checked", "broken", "restored"),
    ]
    assert list_notices() == ["domain.authenticated", "domain.breaking", "domain.restored", "domain.broken"]


def test_what_the_demo_has_authenticated_is_not_broken_by_a_look(
    alice: Person, zones: Zones, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = authenticated(alice, zones)
    before = list_verdicts(domain)
    zones.clear()
    monkeypatch.setattr(settings, "DEMO", True)
    with monkeypatch.context() as patched:
        patched.setattr(settings, "DNS_SERVERS", [])
        looked = check_domain(alice, domain)

    # An example name has no known result, so the previous one remains valid.
    assert (looked["state"], looked["validated"], looked["graceUntil"]) == ("authenticated", True, None)
    assert list_verdicts(looked) == before
    assert all(record["unknown"] for record in looked["records"])
    rows = DomainRecord.objects.for_team(alice.team)
    assert {(row.unknown_reason, row.answers[0]["outcome"]) for row in rows} == {("resolverFailed", "failed")}
    assert changes() == ["created", "authenticated", "checked"]

    # With own name servers, or outside the demo, it is a regular name.
    assert check_domain(alice, domain)["state"] == "breaking"


@pytest.mark.parametrize(
    ("demo", "name", "state"),
    [
        (False, "kopi.example", DomainState.AUTHENTICATED),
        (True, "kopi.co.id", DomainState.AUTHENTICATED),
        (True, "kopi.example", DomainState.PENDING),
        (True, "kopi.example", DomainState.BREAKING),
    ],
)
def test_any_other_domain_is_asked_for(
    alice: Person, monkeypatch: pytest.MonkeyPatch, demo: bool, name: str, state: DomainState
) -> None:
    domain = add(alice, name)
    grace = clock.now() + checking.GRACE_PERIOD if state == DomainState.BREAKING else None
    SenderDomain.objects.for_team(alice.team).update(state=state, grace_until=grace)
    asked: list[str] = []

    async def missing(_: Any, each: SenderDomain, record: Any) -> RecordFinding:
        asked.append(record.wanted.host)
        return bad("spfNone")

    monkeypatch.setattr(checking, "_check_record", missing)
    monkeypatch.setattr(settings, "DEMO", demo)
    monkeypatch.setattr(settings, "DNS_SERVERS", [])
    check_domain(alice, domain)

    assert len(asked) == len(domain["records"])


def test_a_resolver_that_fails_turns_nothing_bad(alice: Person, zones: Zones) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        domain = authenticated(alice, zones)
        zones.fail()
        traveller.shift(60)

        found = check_domain(alice, domain)

        assert (found["state"], found["validated"]) == ("authenticated", True)
        assert all(record["unknown"] for record in found["records"])
        assert list_verdicts(found)["spf"] == ("good", "spfGood")
        assert found["records"][0]["unknownSince"] == "2026-11-21T03:01:00Z"
        assert found["records"][0]["answers"][-1]["outcome"] == "failed"
        assert "SERVFAIL" in found["records"][0]["answers"][-1]["error"]
        # The first retry is soon, later ones are less and less frequent.
        waits = []
        for _ in range(8):
            row = SenderDomain.objects.get(pk=domain["domainId"])
            waits.append(round((row.next_check_at - clock.now()) / timedelta(minutes=1)))
            check_domain(alice, domain)
        assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
        zones.fail(None)
        mended = check_domain(alice, domain)
        assert not any(record["unknown"] for record in mended["records"])
        row = SenderDomain.objects.get(pk=domain["domainId"])
        assert (row.failed_checks, row.next_check_at) == (0, clock.now() + timedelta(hours=6))
    assert set(changes()) == {"created", "authenticated", "checked"}


def test_only_a_certain_answer_ends_the_grace(alice: Person, zones: Zones) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        domain = authenticated(alice, zones)
        zones.publish("kopi.example", TXT=None)
        check_domain(alice, domain)
        zones.fail()
        traveller.shift(checking.GRACE_PERIOD * 2)
        assert check_domain(alice, domain)["state"] == "breaking"
        zones.fail(None)
        assert check_domain(alice, domain)["state"] == "broken"


def test_a_new_key_takes_over_when_it_is_published(alice: Person, zones: Zones) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        domain = authenticated(alice, zones)
        path = f"domains/{domain['domainId']}/keys"
        former = load_signing_keys(alice.team.pk, "kopi.example")[0].selector

        asked = alice.api.post(path, {"algorithm": "rsa-sha256"})

        assert asked.status_code == 200
        assert alice.api.post(path, {"algorithm": "rsa-sha256"}).json()["code"] == "actionNotAllowed"
        pending = check_domain(alice, domain)
        assert pending["state"] == "authenticated"
        states = {record["key"]["selector"]: record["key"]["state"] for record in pending["records"] if record["key"]}
        (waiting,) = [selector for selector, state in states.items() if state == "pending"]
        assert load_signing_keys(alice.team.pk, "kopi.example")[0].selector == former
        publish(zones, pending)
        changed = check_domain(alice, domain)
        assert load_signing_keys(alice.team.pk, "kopi.example")[0].selector == waiting
        states = {record["key"]["selector"]: record["key"]["state"] for record in changed["records"] if record["key"]}
        assert (states[former], states[waiting]) == ("retiring", "active")
        assert former in changed["zone"]
        traveller.shift(keys.OVERLAP)
        over = check_domain(alice, domain)
        assert former not in str(over["records"]) + over["zone"]
    old = DomainKey.objects.get(selector=former)
    assert (old.state, old.sealed) == (KeyState.RETIRED, None)


def test_the_schedule_hands_out_what_is_due_in_ranges(
    alice: Person, mallory: Person, zones: Zones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "DOMAINS_PER_JOB", 2)
    with time_machine.travel(START, tick=False) as traveller:
        now = clock.now()
        rows = [
            SenderDomain(team=team, name=f"{number}.kopi.example", created_at=now, next_check_at=now)
            for team, number in [(alice.team, 1), (alice.team, 2), (mallory.team, 3)]
        ]
        late = SenderDomain(
            team=alice.team, name="late.example", created_at=now, next_check_at=now + timedelta(hours=1)
        )
        SenderDomain.objects.bulk_create([*rows, late])

        assert checking.enqueue_due() == 3
        assert checking.enqueue_due() == 0

        rows.sort(key=lambda row: row.pk)
        ranges = [job.arguments["domain_ids"] for job in Job.objects.filter(name=domains.CHECK_JOB).order_by("pk")]
        assert ranges == [[str(rows[0].pk), str(rows[1].pk)], [str(rows[2].pk)]]
        checking.check([row.pk for row in rows])
        assert set(DomainRecord.objects.filter(kind="spf").values_list("domain__name", "reason")) == {
            (row.name, "spfNone") for row in rows
        }
        traveller.shift(checking.ASSIGNMENT_TIMEOUT)
        assert checking.enqueue_due() == 3


def test_an_older_look_never_overwrites_a_newer_one(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)
    later = clock.now() + timedelta(minutes=1)
    SenderDomain.objects.filter(pk=domain["domainId"]).update(checked_at=later)
    zones.publish("kopi.example", TXT=None)

    found = check_domain(alice, domain)

    assert (found["state"], list_verdicts(found)["spf"]) == ("authenticated", ("good", "spfGood"))
    checking.check([UUID(int=7)])


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("gmail.com", 422, "senderFreeDomain"),
        ("Mail.Yahoo.co.id", 422, "senderFreeDomain"),
        ("printer.local", 422, "senderDomainUnsupported"),
        ("kopi", 400, "invalidData"),
        ("192.0.2.1", 400, "invalidData"),
        ("ko pi.example", 400, "invalidData"),
        (f"{'a' * 64}.example", 400, "invalidData"),
    ],
)
def test_a_domain_that_cant_be_the_teams_is_refused(alice: Person, name: str, status: int, code: str) -> None:
    answer = alice.api.post("domains", {"name": name})

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not SenderDomain.objects.exists()
    assert quota.get_state(team_id=alice.team.pk, limit=SENDER_DOMAIN).used == 0


@pytest.mark.parametrize(
    ("name", "is_free"),
    [
        *((name, True) for name in ("gmail.com", "yahoo.co.id", "outlook.com", "icloud.com", "proton.me", "gmx.net")),
        *((name, True) for name in ("yandex.kz", "hotmail.co.uk", "team.gmail.com", "mail.com", "aol.com", "live.com")),
        *((name, False) for name in ("kopi.example", "notgmail.com", "gmail.kopi.example", "example.com")),
    ],
)
def test_free_providers_are_known_with_their_subdomains(name: str, is_free: bool) -> None:
    assert is_free_provider(name) is is_free


def test_a_domain_and_a_sender_are_the_companys(alice: Person, postbox: Postbox) -> None:
    Team.objects.filter(pk=alice.team.pk).update(website="https://www.kopi.example/menu")

    refused = alice.api.post("domains", {"name": "teh.example"})
    sender = alice.api.post("senders", {"name": "Kopi", "email": "news@teh.example"})

    assert [answer.json()["code"] for answer in (refused, sender)] == ["senderOtherDomain"] * 2
    assert refused.json()["payload"] == {"domain": "kopi.example"}
    assert not SenderDomain.objects.exists()
    assert not Sender.objects.exists()
    add(alice, "news.kopi.example")
    assert alice.api.post("senders", {"name": "Kopi", "email": "news@kopi.example"}).status_code == 200


def test_an_address_of_a_free_provider_is_no_sender(alice: Person, postbox: Postbox) -> None:
    answer = alice.api.post("senders", {"name": "Kopi", "email": "kopi@gmail.com"})

    assert answer.json()["code"] == "senderFreeDomain"
    assert not Sender.objects.exists()
    assert postbox.letters == []
    type(alice.user).objects.filter(pk=alice.user.pk).update(email="alice@gmail.com", validated_at=clock.now())
    sender_services.adopt_owner(user_id=alice.user.pk)
    assert not Sender.objects.exists()
    assert "gmail" not in alice.api.get("senders/suggestion").content.decode()


def test_a_domain_is_the_teams_once_and_counts(alice: Person, mallory: Person) -> None:
    add(alice)

    assert alice.api.post("domains", {"name": "KOPI.example"}).json()["code"] == "senderDomainExists"
    assert quota.get_state(team_id=alice.team.pk, limit=SENDER_DOMAIN).used == 1
    add(mallory)
    add(alice, "teh.example")
    full = alice.api.post("domains", {"name": "susu.example"}).json()
    assert (full["code"], full["payload"]["subfeature"]) == ("quotaLimitExceeded", "senderDomain")
    assert SenderDomain.objects.for_team(alice.team).count() == 2


def test_a_deleted_domain_takes_its_keys_along(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)

    assert alice.api.delete(f"domains/{domain['domainId']}").status_code == 204

    assert not DomainKey.objects.exists()
    assert not DomainRecord.objects.exists()
    assert load_signing_keys(alice.team.pk, "kopi.example") == ()
    assert quota.get_state(team_id=alice.team.pk, limit=SENDER_DOMAIN).used == 0
    assert changes()[-1] == "deleted"


def test_the_default_is_a_validated_one_and_the_refusal_says_what_is_missing(alice: Person, zones: Zones) -> None:
    domain = add(alice)
    path = f"domains/{domain['domainId']}/default"
    assert alice.api.put(path).json()["code"] == "domainNotYetValidated"
    wrong = [
        ([], "spfNone"),
        (["v=spf1 -all", "v=spf1 ~all"], "spfDouble"),
        (["v=spf1 -all"], "spfSingle"),
        ([domain["records"][0]["value"]], "domainNotYetValidated"),
    ]
    for texts, code in wrong:
        zones.publish("kopi.example", TXT=texts)
        check_domain(alice, domain)
        assert alice.api.put(path).json()["code"] == code
    publish(zones, domain)
    check_domain(alice, domain)

    assert alice.api.put(path).json()["default"] is True

    suggested = [each["email"] for each in alice.api.get("senders/suggestion").json()["items"]]
    assert "hello@kopi.example" in suggested


def test_another_name_for_links_is_looked_at_anew(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)
    path = f"domains/{domain['domainId']}/slug"
    Job.objects.all().delete()

    for slug in ("a.b", "-go", "gö", "go_to", " Bounce"):
        assert alice.api.put(path, {"slug": slug}).json()["code"] == "invalidData"
    assert SenderDomain.objects.get(pk=domain["domainId"]).slug == "links"
    changed = alice.api.put(path, {"slug": " Go "}).json()

    assert changed["slug"] == "go"
    tracking = next(record for record in changed["records"] if record["kind"] == "tracking")
    assert (tracking["host"], tracking["verdict"]) == ("go.kopi.example", "unchecked")
    assert Job.objects.filter(name=domains.CHECK_JOB).count() == 1
    assert list_verdicts(check_domain(alice, domain))["tracking"] == ("warning", "trackingNone")


def test_looking_again_waits_a_moment_and_there_is_one_job(alice: Person, zones: Zones) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        domain = authenticated(alice, zones)
        Job.objects.all().delete()
        path = f"domains/{domain['domainId']}/check"

        refused = alice.api.post(path)

        assert (refused.status_code, refused.json()["payload"]) == (429, {"retryAfterSeconds": 5})
        assert not Job.objects.exists()
        traveller.shift(domains.MIN_CHECK_INTERVAL_SECONDS)
        assert [alice.api.post(path).status_code for _ in range(2)] == [204, 204]
    assert Job.objects.filter(name=domains.CHECK_JOB).count() == 1


def test_what_the_operator_hasnt_set_up_isnt_asked_for(
    alice: Person, zones: Zones, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = add(alice)
    for name in ("SPF_INCLUDE", "BOUNCE_HOST", "TRACKING_HOST"):
        monkeypatch.setattr(settings, name, "")
    monkeypatch.setattr(settings, "SENDING_ADDRESSES", ["192.0.2.7"])

    found = check_domain(alice, domain)

    assert [record["kind"] for record in found["records"]] == ["spf", "dkim", "dkim", "dmarc", "mx", "ptr"]
    assert found["records"][0]["value"] == "v=spf1 mx ~all"
    assert list_verdicts(found)["ptr"] == ("warning", "ptrNone")


def test_a_campaign_leaves_from_a_domain_without_records_and_not_from_a_broken_one(alice: Person, zones: Zones) -> None:
    label = make_label(alice.team, "News")
    make_contact(alice.team, "ani@pelanggan.example", label)
    sender = make_sender(alice.team)
    first, second = (make_campaign(alice.team, sender=sender, label_ids=[label.pk]) for _ in range(2))
    domain = add(alice, sender.domain)
    assert alice.api.get(f"senders/{sender.pk}").json()["authentication"] == "pending"
    assert alice.api.post(f"email-marketing/{first.pk}/send").status_code == 200
    SenderDomain.objects.filter(pk=domain["domainId"]).update(state=DomainState.BROKEN)

    refused = alice.api.post(f"email-marketing/{second.pk}/send")

    assert (refused.status_code, refused.json()["code"], refused.json()["number"]) == (
        409,
        "senderDomainMisconfigured",
        44,
    )
    second.refresh_from_db()
    assert second.status == make_campaign(alice.team).status
    assert alice.api.get(f"senders/{sender.pk}").json()["authentication"] == "broken"


def test_when_the_grace_is_over_campaigns_from_the_domain_stand_still(alice: Person, zones: Zones) -> None:
    def states() -> list[str]:
        return [Campaign.objects.get(pk=each.pk).status for each in (leaving, below, another)]

    with time_machine.travel(START, tick=False) as traveller:
        label = make_label(alice.team, "News")
        make_contact(alice.team, "ani@pelanggan.example", label)
        domain = authenticated(alice, zones)
        leaving, below, another = (
            make_campaign(alice.team, sender=confirmed(alice, email), label_ids=[label.pk])
            for email in ("news@kopi.example", "news@mail.kopi.example", "news@teh.example")
        )
        for each in (leaving, below, another):
            assert alice.api.post(f"email-marketing/{each.pk}/send").status_code == 200
        record = domain["records"][0]
        zones.publish("kopi.example", TXT=None)
        check_domain(alice, domain)
        assert states() == ["SENDING", "SENDING", "SENDING"]
        traveller.shift(checking.GRACE_PERIOD)
        later = sign_in(alice.user, alice.team)

        assert check_domain(alice, domain)["state"] == "broken"

        assert states() == ["PAUSED", "PAUSED", "SENDING"]
        refused = later.api.post(f"email-marketing/{leaving.pk}/resume")
        assert (refused.status_code, refused.json()["code"]) == (409, "senderDomainMisconfigured")
        assert states() == ["PAUSED", "PAUSED", "SENDING"]
        zones.publish("kopi.example", TXT=[record["value"]])
        assert check_domain(alice, domain)["state"] == "authenticated"
        assert states() == ["PAUSED", "PAUSED", "SENDING"]
        assert later.api.post(f"email-marketing/{leaving.pk}/resume").json()["status"] == "SENDING"


def test_the_list_is_the_teams_own_and_takes_as_many_queries_for_more_rows(alice: Person, mallory: Person) -> None:
    add(mallory, "teh.example")
    add(alice)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            answer = alice.api.get("domains")
        assert answer.status_code == 200
        return len(caught)

    queries()
    one = queries()
    add(alice, "susu.example")
    assert queries() == one
    body = alice.api.get("domains").json()
    assert ([item["name"] for item in body["items"]], body["size"], body["page"]) == (
        ["kopi.example", "susu.example"],
        10,
        1,
    )
    found = alice.api.get("domains?search=SUSU").json()
    assert [item["name"] for item in found["items"]] == ["susu.example"]


def test_another_teams_domain_is_not_there(alice: Person, mallory: Person) -> None:
    domain = add(alice)
    path = f"domains/{domain['domainId']}"
    before = DomainKey.objects.count()

    answers = [
        mallory.api.get(path),
        mallory.api.delete(path),
        mallory.api.put(f"{path}/default"),
        mallory.api.put(f"{path}/slug", {"slug": "go"}),
        mallory.api.post(f"{path}/check"),
        mallory.api.post(f"{path}/keys", {"algorithm": Algorithm.RSA.value}),
    ]

    assert [answer.status_code for answer in answers] == [404] * 6
    assert (SenderDomain.objects.get().slug, DomainKey.objects.count()) == ("links", before)
