"""Certificates of tracking hosts: ordered once DNS is correct, renewed, written to files and reported."""

import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import time_machine
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.db import connections
from django.test import Client

from server.core.models import Job
from server.senders.api.domains import build_certificate_out
from server.senders.models import AcmeAccount, HostCertificate
from server.senders.selectors import OwnHosts, get_usable_hosts
from server.senders.selectors.domains import get_domain
from server.senders.services import certificates
from tests.cast import Person
from tests.server.senders.authority import LIFETIME, TOKEN, Authority, running
from tests.server.senders.test_domains import OURS, add, authenticated, check_domain, publish
from tests.server.senders.zones import Zones, zones

__all__ = ["zones"]

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2026, 11, 21, 3, tzinfo=UTC)
BOUNCE_ONLY = OwnHosts("bounce.kopi.example", "")
BOTH = OwnHosts("bounce.kopi.example", "links.kopi.example")


def visit(host: str, path: str) -> str | None:
    """Returns what a visitor of the host gets."""
    try:
        found = Client().get(path, headers={"host": host})
        return found.content.decode() if found.status_code == 200 else None
    finally:
        connections.close_all()


@pytest.fixture
def authority() -> Iterator[Authority]:
    with running(visit) as found:
        found.now = lambda: datetime.now(UTC)
        yield found


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def _set_up(
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    zones: Zones,
    quick_keys: None,
    authority: Authority,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(settings, "SPF_INCLUDE", OURS)
    monkeypatch.setattr(settings, "BOUNCE_HOST", "bounce.surat.example")
    monkeypatch.setattr(settings, "TRACKING_HOST", "links.surat.example")
    monkeypatch.setattr(settings, "PAGES_ORIGIN", "https://pages.surat.example")
    monkeypatch.setattr(settings, "ACME_DIRECTORY", authority.address)
    monkeypatch.setattr(settings, "CERTIFICATE_FOLDER", tmp_path / "certificates")
    zones.publish(OURS, TXT=["v=spf1 ip4:192.0.2.0/24 -all"])


def orders() -> list[Job]:
    return list(Job.objects.filter(name=certificates.ORDER_JOB).order_by("created_at"))


def carry_out() -> None:
    """Runs the waiting orders."""
    for job in orders():
        job.delete()
        certificates.order(**job.arguments)


def shown(person: Person, domain: dict[str, Any]) -> dict[str, Any]:
    # Not through the API, because the session expires before the certificate.
    found = build_certificate_out(get_domain(team_id=person.team.pk, domain_id=UUID(domain["domainId"])))
    assert found is not None
    return found.model_dump(mode="json", by_alias=True)


def file_of(host: str) -> Path:
    folder = settings.CERTIFICATE_FOLDER
    assert folder is not None
    return folder / f"{host}.pem"


def test_a_host_that_leads_to_us_gets_a_certificate_and_only_then_is_used(
    alice: Person, zones: Zones, authority: Authority
) -> None:
    domain = add(alice)
    assert "tracking" in [record["kind"] for record in domain["records"]]
    assert domain["certificate"] == {
        "host": "links.kopi.example", "state": "none", "ready": False, "validUntil": None, "fault": "", "detail": "",
        "nextTryAt": None,
    }  # fmt: skip
    publish(zones, domain)
    check_domain(alice, domain)
    assert (shown(alice, domain)["state"], shown(alice, domain)["ready"]) == ("asked", True)
    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOUNCE_ONLY

    check_domain(alice, domain)
    assert len(orders()) == 1
    carry_out()

    found = shown(alice, domain)
    assert (found["state"], found["validUntil"], found["fault"]) == ("valid", "2027-02-19T03:00:00Z", "")
    assert found["nextTryAt"] == "2027-01-20T03:00:00Z"
    assert authority.orders == ["links.kopi.example"]
    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOTH
    file = file_of("links.kopi.example")
    leaf = x509.load_pem_x509_certificate(file.read_bytes())
    assert load_pem_private_key(file.read_bytes(), None).public_key() == leaf.public_key()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    row = HostCertificate.objects.get()
    assert b"PRIVATE" not in bytes(row.sealed or b"")
    assert b"PRIVATE" not in bytes(AcmeAccount.objects.get().sealed)
    # Afterwards the token is unknown.
    assert visit("links.kopi.example", f"/.well-known/acme-challenge/{TOKEN}") is None


def test_a_host_that_the_authority_does_not_reach_is_told_in_its_words_and_tried_ever_later(
    alice: Person, zones: Zones, authority: Authority, clock: time_machine.Traveller
) -> None:
    authority.visit = lambda host, path: "another site"
    domain = authenticated(alice, zones)

    carry_out()

    found = shown(alice, domain)
    assert (found["state"], found["fault"], found["detail"]) == ("failed", "unreached", "Found 'another site'")
    assert found["nextTryAt"] == "2026-11-21T04:00:00Z"
    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOUNCE_ONLY
    assert not file_of("links.kopi.example").exists()
    clock.move_to(NOW + timedelta(minutes=59))
    assert certificates.enqueue_due() == 0
    clock.move_to(NOW + timedelta(hours=1))
    assert certificates.enqueue_due() == 1
    assert certificates.enqueue_due() == 0
    carry_out()
    assert shown(alice, domain)["nextTryAt"] == "2026-11-21T06:00:00Z"
    # The account is registered once.
    assert authority.asked.count("account") == 1


@pytest.mark.parametrize(
    ("at", "refusal", "fault", "detail"),
    [
        ("order", (429, "rateLimited", "Too many"), "limited", "Too many"),
        ("order", (403, "rejectedIdentifier", "Not this one"), "refused", "Not this one"),
        ("finalize", (500, "serverInternal", "Later"), "unavailable", "Later"),
        ("challenge", (400, "connection", "Timeout"), "unreached", "Timeout"),
    ],
)
def test_what_the_authority_refuses_is_named(
    alice: Person,
    zones: Zones,
    authority: Authority,
    at: str,
    refusal: tuple[int, str, str],
    fault: str,
    detail: str,
) -> None:
    authority.refusals[at] = refusal
    domain = authenticated(alice, zones)

    carry_out()

    found = shown(alice, domain)
    assert (found["state"], found["fault"], found["detail"]) == ("failed", fault, detail)


def test_an_authority_that_is_away_changes_nothing(
    alice: Person, zones: Zones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ACME_DIRECTORY", "http://127.0.0.1:1")
    domain = authenticated(alice, zones)

    carry_out()

    assert (shown(alice, domain)["state"], shown(alice, domain)["fault"]) == ("failed", "unavailable")
    assert AcmeAccount.objects.get().address == ""


def test_a_certificate_is_renewed_when_a_third_is_left_and_goes_on_while_that_fails(
    alice: Person, zones: Zones, authority: Authority, clock: time_machine.Traveller
) -> None:
    domain = authenticated(alice, zones)
    carry_out()
    first = file_of("links.kopi.example").read_bytes()
    clock.move_to(NOW + LIFETIME * 2 / 3 - timedelta(seconds=1))
    assert certificates.enqueue_due() == 0

    clock.move_to(NOW + LIFETIME * 2 / 3)
    authority.refusals["order"] = (429, "rateLimited", "Too many")
    assert certificates.enqueue_due() == 1
    carry_out()

    found = shown(alice, domain)
    assert (found["state"], found["fault"], found["validUntil"]) == ("valid", "limited", "2027-02-19T03:00:00Z")
    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOTH
    clock.move_to(NOW + LIFETIME * 2 / 3 + timedelta(hours=1))
    certificates.enqueue_due()
    carry_out()
    assert shown(alice, domain)["validUntil"] == "2027-04-20T04:00:00Z"
    assert file_of("links.kopi.example").read_bytes() != first


def test_one_that_has_expired_is_no_longer_used(alice: Person, zones: Zones, clock: time_machine.Traveller) -> None:
    authenticated(alice, zones)
    carry_out()

    clock.move_to(NOW + LIFETIME)
    certificates.sync_certificate_files()

    assert get_usable_hosts(alice.team.pk, "kopi.example") == BOUNCE_ONLY
    assert not file_of("links.kopi.example").exists()


def test_the_folder_is_laid_out_anew_where_it_was_lost(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)
    carry_out()
    written = file_of("links.kopi.example").read_bytes()
    file_of("links.kopi.example").unlink()
    file_of("stray.teh.example").write_bytes(written)

    certificates.sync_certificate_files()

    assert file_of("links.kopi.example").read_bytes() == written
    assert not file_of("stray.teh.example").exists()
    assert alice.api.delete(f"domains/{domain['domainId']}").status_code == 204
    certificates.sync_certificate_files()
    assert not file_of("links.kopi.example").exists()


def test_a_key_that_cant_be_opened_holds_up_no_other_file(alice: Person, zones: Zones) -> None:
    domain = authenticated(alice, zones)
    carry_out()
    alice.api.put(f"domains/{domain['domainId']}/slug", {"slug": "go"})
    zones.publish("go.kopi.example", CNAME=["links.surat.example"])
    check_domain(alice, domain)
    carry_out()
    hosts = ["links.kopi.example", "go.kopi.example"]
    for host in hosts:
        file_of(host).unlink()
    first, second = HostCertificate.objects.for_team(alice.team).order_by("not_before", "pk")
    HostCertificate.objects.for_team(alice.team).filter(pk=first.pk).update(
        not_before=NOW - timedelta(days=1), sealed=b"x"
    )

    certificates.sync_certificate_files()

    assert [file_of(first.host).exists(), file_of(second.host).exists()] == [False, True]


def test_files_of_others_in_a_shared_folder_are_neither_removed_nor_replaced(alice: Person, zones: Zones) -> None:
    folder = settings.CERTIFICATE_FOLDER
    assert folder is not None
    folder.mkdir()
    others = {
        "app.surat.example.pem": b"-----BEGIN CERTIFICATE-----",
        "links.kopi.example.pem": b"# ours alone",
        "empty.pem": b"",
        "app.key": b"-----BEGIN PRIVATE KEY-----",
    }
    for name, content in others.items():
        (folder / name).write_bytes(content)
    (folder / "folder.pem").mkdir()
    domain = authenticated(alice, zones)
    carry_out()

    certificates.sync_certificate_files()
    assert alice.api.delete(f"domains/{domain['domainId']}").status_code == 204
    certificates.sync_certificate_files()

    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == others
    assert (folder / "folder.pem").is_dir()


def test_one_is_ordered_by_hand_but_not_again_at_once(
    alice: Person, zones: Zones, authority: Authority, clock: time_machine.Traveller
) -> None:
    domain = authenticated(alice, zones)
    authority.refusals["order"] = (429, "rateLimited", "Too many")
    carry_out()
    soon = alice.api.post(f"domains/{domain['domainId']}/ssl", {})
    assert (soon.status_code, soon.json()["payload"]) == (429, {"retryAfterSeconds": 60})
    assert orders() == []

    clock.shift(60)
    answer = alice.api.post(f"domains/{domain['domainId']}/ssl", {})

    assert (answer.status_code, answer.json()["certificate"]["state"]) == (200, "asked")
    carry_out()
    assert shown(alice, domain)["state"] == "valid"


def test_another_word_gets_its_own_and_the_former_host_keeps_its(
    alice: Person, zones: Zones, authority: Authority, clock: time_machine.Traveller
) -> None:
    domain = authenticated(alice, zones)
    carry_out()
    alice.api.put(f"domains/{domain['domainId']}/slug", {"slug": "go"})
    zones.publish("go.kopi.example", CNAME=["links.surat.example"])
    check_domain(alice, domain)
    carry_out()

    assert get_usable_hosts(alice.team.pk, "kopi.example") == OwnHosts("bounce.kopi.example", "go.kopi.example")
    clock.move_to(NOW + LIFETIME * 2 / 3)
    assert certificates.enqueue_due() == 2
    carry_out()
    assert sorted(authority.orders) == ["go.kopi.example"] * 2 + ["links.kopi.example"] * 2


def test_none_is_ordered_before_the_host_leads_to_us_or_where_nobody_orders_any(
    alice: Person, mallory: Person, zones: Zones, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = add(alice)
    publish(zones, domain, without=("tracking",))
    check_domain(alice, domain)
    path = f"domains/{domain['domainId']}/ssl"

    refused = alice.api.post(path, {})
    foreign = mallory.api.post(path, {})
    monkeypatch.setattr(settings, "ACME_DIRECTORY", "")
    none = alice.api.post(path, {})

    codes = [each.json()["code"] for each in (refused, foreign, none)]
    assert codes == ["actionNotAllowed", "noEntity", "actionNotAllowed"]
    assert alice.api.get(f"domains/{domain['domainId']}").json()["certificate"] is None
    assert (HostCertificate.objects.count(), orders()) == (0, [])


def test_who_has_not_proved_the_domain_gets_no_certificate_for_its_host(
    alice: Person, mallory: Person, zones: Zones, authority: Authority
) -> None:
    authenticated(alice, zones)
    carry_out()
    same = add(mallory)

    check_domain(mallory, same)

    assert (HostCertificate.objects.for_team(mallory.team).count(), orders()) == (0, [])
    assert authority.orders == ["links.kopi.example"]
