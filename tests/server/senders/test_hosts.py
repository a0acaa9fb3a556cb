"""Hosts of a team's domain for its email: used while DNS points to us and the domain is the team's."""

import pytest
import time_machine
from django.conf import settings

from server.senders.models import SenderDomain
from server.senders.selectors import OwnHosts, get_usable_hosts
from server.senders.services import checking
from tests.cast import Person
from tests.server.senders.test_domains import OURS, START, add, authenticated, check_domain, publish
from tests.server.senders.zones import Zones, zones

__all__ = ["zones"]

pytestmark = pytest.mark.django_db

BOTH = OwnHosts("bounce.kopi.example", "links.kopi.example")
NONE = OwnHosts()


@pytest.fixture(autouse=True)
def _set_up(monkeypatch: pytest.MonkeyPatch, zones: Zones, quick_keys: None) -> None:
    monkeypatch.setattr(settings, "SPF_INCLUDE", OURS)
    monkeypatch.setattr(settings, "BOUNCE_HOST", "bounce.surat.example")
    monkeypatch.setattr(settings, "TRACKING_HOST", "links.surat.example")
    zones.publish(OURS, TXT=["v=spf1 ip4:192.0.2.0/24 -all"])


def test_hosts_whose_records_are_right_are_used(alice: Person, mallory: Person, zones: Zones) -> None:
    domain = add(alice)
    assert get_usable_hosts(alice.team.pk, "kopi.example") == NONE
    publish(zones, domain)
    check_domain(alice, domain)

    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOTH
    assert get_usable_hosts(alice.team.pk, "news.kopi.example") == BOTH
    assert get_usable_hosts(alice.team.pk, "teh.example") == NONE
    assert get_usable_hosts(mallory.team.pk, "kopi.example") == NONE


def test_each_stands_by_itself(alice: Person, zones: Zones) -> None:
    domain = add(alice)
    publish(zones, domain, without=("returnPath",))
    check_domain(alice, domain)

    assert get_usable_hosts(alice.team.pk, "kopi.example") == OwnHosts("", "links.kopi.example")


def test_who_has_not_proved_a_domain_uses_no_host_of_it(alice: Person, mallory: Person, zones: Zones) -> None:
    authenticated(alice, zones)
    same = add(mallory)

    found = check_domain(mallory, same)

    # Mallory's row also sees Alice's aliases, but not her key.
    assert found["state"] == "pending"
    assert [row["verdict"] for row in found["records"] if row["kind"] in ("returnPath", "tracking")] == ["good", "good"]
    assert get_usable_hosts(mallory.team.pk, "kopi.example") == NONE


def test_a_host_that_breaks_is_left_at_once_and_taken_up_again(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)
    zones.publish("bounce.kopi.example", CNAME=["elsewhere.example"])

    check_domain(alice, domain)

    assert get_usable_hosts(alice.team.pk, "kopi.example") == OwnHosts("", "links.kopi.example")
    zones.publish("bounce.kopi.example", CNAME=["bounce.surat.example"])
    check_domain(alice, domain)
    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOTH


def test_a_resolver_that_fails_changes_nothing(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)
    zones.fail()

    check_domain(alice, domain)

    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOTH


def test_a_domain_that_breaks_keeps_its_hosts_for_the_time_of_grace(alice: Person, zones: Zones) -> None:
    with time_machine.travel(START, tick=False) as traveller:
        domain = authenticated(alice, zones)
        zones.publish("kopi.example", TXT=None)

        assert check_domain(alice, domain)["state"] == "breaking"
        assert get_usable_hosts(alice.team.pk, "kopi.example") == BOTH
        traveller.shift(checking.GRACE_PERIOD)
        assert check_domain(alice, domain)["state"] == "broken"
        assert get_usable_hosts(alice.team.pk, "kopi.example") == NONE


def test_another_slug_is_used_once_it_is_seen(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)

    assert alice.api.put(f"domains/{domain['domainId']}/slug", {"slug": "go"}).status_code == 200

    assert get_usable_hosts(alice.team.pk, "kopi.example") == OwnHosts("bounce.kopi.example", "")
    zones.publish("go.kopi.example", CNAME=["links.surat.example"])
    check_domain(alice, domain)
    assert get_usable_hosts(alice.team.pk, "kopi.example") == OwnHosts("bounce.kopi.example", "go.kopi.example")


def test_the_nearest_domain_that_has_one_gives_it(alice: Person, zones: Zones) -> None:
    authenticated(alice, zones)
    below = add(alice, "news.kopi.example")
    publish(zones, below, without=("tracking",))
    check_domain(alice, below)

    assert SenderDomain.objects.get(name="news.kopi.example").state == "authenticated"
    assert get_usable_hosts(alice.team.pk, "news.kopi.example") == OwnHosts(
        "bounce.news.kopi.example", "links.kopi.example"
    )


@pytest.mark.parametrize(
    ("setting", "found"),
    [
        ("BOUNCE_HOST", OwnHosts("", "links.kopi.example")),
        ("TRACKING_HOST", OwnHosts("bounce.kopi.example", "")),
    ],
)
def test_what_the_operator_has_taken_back_is_not_used(
    alice: Person, zones: Zones, monkeypatch: pytest.MonkeyPatch, setting: str, found: OwnHosts
) -> None:
    authenticated(alice, zones)
    monkeypatch.setattr(settings, setting, "")

    assert get_usable_hosts(alice.team.pk, "kopi.example") == found


def test_behind_tls_no_host_of_links_is_used_or_asked_for_without_its_certificate(
    alice: Person, zones: Zones, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = authenticated(alice, zones)
    monkeypatch.setattr(settings, "PAGES_ORIGIN", "https://pages.surat.example")

    assert get_usable_hosts(alice.team.pk, "kopi.example") == OwnHosts("bounce.kopi.example", "")
    assert "tracking" not in [row["kind"] for row in check_domain(alice, domain)["records"]]
    monkeypatch.setattr(settings, "TRACKING_CERTIFICATES", True)
    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOTH
    assert "tracking" in [row["kind"] for row in check_domain(alice, domain)["records"]]
