"""API keys and domains: shown once, bound, rotated, revoked."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.core import clock
from server.core.callers import TokenKind
from server.core.errors import InUse, TooManyRequests
from server.core.ids import from_milliseconds, to_milliseconds, uuid7
from server.core.models import Attempt
from server.plans.models import QuotaUsage
from server.senders.models import SenderDomain
from server.senders.services import domains as sender_domains
from server.teams.models import Team
from server.transactional.api.apikeys import get_state
from server.transactional.errors import KeyUnknown
from server.transactional.models import AcceptedKey, ApiKey, MessageBody, TransactionalDomain
from server.transactional.services import keys, limits, purging, recording
from server.transactional.services.key_management import LATEST_EXPIRY
from server.transactional.services.keys import hash_secret
from server.transactional.states import EventType
from tests.cast import make_person
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_domain, make_key
from tests.server.transactional.happenings import event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def test_a_secret_is_told_once_and_only_its_hash_is_kept(team: Team, admin: TrxClient) -> None:
    made = admin.post("apikeys", {"name": " Toko  Kopi ", "scopes": ["send"], "networks": ["203.0.113.7"]}).json()

    key = ApiKey.objects.for_team(team).get()
    assert made["secret"].startswith(f"{key.prefix}_")
    assert bytes(key.secret_hash) == hash_secret(made["secret"])
    assert (made["name"], made["networks"], made["state"]) == ("Toko Kopi", ["203.0.113.7/32"], "active")
    shown = admin.get(f"apikeys/{key.pk}").json()
    assert shown == {name: value for name, value in made.items() if name != "secret"}
    assert admin.get("apikeys").json()["items"] == [shown]


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "  "},
        {"scopes": []},
        {"scopes": ["root"]},
        {"networks": ["no network"]},
        {"networks": ["203.0.113.0/24"] * 51},
        {"expiresAt": "2020-01-01T00:00:00Z"},
        {"domainId": "01a1fc3d-0000-7000-8000-000000000000"},
        {"subaccountId": "01a1fc3d-0000-7000-8000-000000000000"},
    ],
)
def test_a_key_that_could_not_work_is_not_made(team: Team, admin: TrxClient, changes: dict[str, Any]) -> None:
    answer = admin.post("apikeys", {"name": "Toko", "scopes": ["send"]} | changes)

    assert 400 <= answer.status_code < 500, answer.content
    assert ApiKey.objects.count() == 0


def test_another_team_s_domain_binds_no_key(admin: TrxClient, outsider: TrxClient) -> None:
    theirs = TransactionalDomain.objects.get(sender_domain__name="teh.example")  # across teams: theirs

    answer = admin.post("apikeys", {"name": "Toko", "scopes": ["send"], "domainId": str(theirs.pk)})

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")
    assert ApiKey.objects.count() == 0


def test_a_rotated_key_goes_on_for_the_overlap(team: Team, admin: TrxClient, time_machine: Any) -> None:
    start = datetime(2026, 3, 5, 9, tzinfo=UTC)
    time_machine.move_to(start, tick=False)
    admin = TrxClient(make_person("Ayu", team, role="admin", kind=TokenKind.TRX).token)
    key, old = make_key(team, name="Toko", scopes=["send", "read"])

    made = admin.post(f"apikeys/{key.pk}/rotate", {"overlapHours": 2}).json()
    again = admin.post(f"apikeys/{key.pk}/rotate", {"overlapHours": 2})

    assert (made["rotatedFrom"], made["name"], made["scopes"]) == (str(key.pk), "Toko", ["send", "read"])
    assert admin.get(f"apikeys/{key.pk}").json()["state"] == "expiring"
    assert (again.status_code, again.json()["code"]) == (409, "actionNotAllowed")
    assert TrxClient(old).get("overview").status_code == 200
    assert TrxClient(made["secret"]).get("overview").status_code == 200
    time_machine.move_to(start + timedelta(hours=2), tick=False)
    assert TrxClient(old).get("overview").status_code == 401
    assert TrxClient(made["secret"]).get("overview").status_code == 200


def test_a_rotated_key_that_ends_is_followed_by_one_that_works_as_long(team: Team, time_machine: Any) -> None:
    start = datetime(2026, 3, 5, 9, tzinfo=UTC)
    time_machine.move_to(start, tick=False)
    key, _ = make_key(team, expires_at=start + timedelta(days=90))
    time_machine.move_to(start + timedelta(days=89, hours=23), tick=False)
    admin = TrxClient(make_person("Budi", team, role="admin", kind=TokenKind.TRX).token)

    made = admin.post(f"apikeys/{key.pk}/rotate", {"overlapHours": 2}).json()

    assert made["expiresAt"] == "2026-09-01T08:00:00Z"
    assert admin.get(f"apikeys/{key.pk}").json()["expiresAt"] == "2026-06-03T09:00:00Z"


def test_a_key_is_expiring_for_its_last_seven_days(team: Team, time_machine: Any) -> None:
    start = datetime(2026, 3, 5, 9, tzinfo=UTC)
    time_machine.move_to(start, tick=False)
    key, _ = make_key(team, expires_at=start + timedelta(days=30))

    states = []
    for days in (0, 22, 23, 29, 30):
        time_machine.move_to(start + timedelta(days=days), tick=False)
        states.append(get_state(key))

    assert states == ["active", "active", "expiring", "expiring", "expired"]


def test_a_revoked_key_ends_at_once_and_stays_listed(team: Team, admin: TrxClient) -> None:
    key, secret = make_key(team)

    assert admin.delete(f"apikeys/{key.pk}").status_code == 204
    assert admin.delete(f"apikeys/{key.pk}").status_code == 204

    assert TrxClient(secret).get("overview").status_code == 401
    assert [row["state"] for row in admin.get("apikeys").json()["items"]] == ["revoked"]
    assert admin.get("apikeys?working=true").json()["items"] == []
    changed = admin.put(f"apikeys/{key.pk}", {"name": "B", "scopes": ["send"]})
    assert changed.json()["code"] == "actionNotAllowed"


def test_a_member_makes_no_key(team: Team) -> None:
    bob = TrxClient(make_person("Bob", team, kind=TokenKind.TRX).token)

    assert bob.post("apikeys", {"name": "Toko", "scopes": ["send"]}).status_code == 403
    assert bob.post("domains", {"name": "teh.example"}).status_code == 403
    assert ApiKey.objects.count() == 0


def test_last_use_is_noted_once_a_minute(team: Team, time_machine: Any) -> None:
    start = datetime(2026, 3, 5, 9, tzinfo=UTC)
    time_machine.move_to(start, tick=False)
    key, secret = make_key(team)
    client = TrxClient(secret)

    seen = []
    for seconds in (0, 30, 61):
        time_machine.move_to(start + timedelta(seconds=seconds), tick=False)
        client.get("overview")
        key.refresh_from_db()
        seen.append(key.last_used_at)

    assert seen == [start, start, start + timedelta(seconds=61)]


def test_a_domain_comes_with_an_access_token_bound_to_it(team: Team, admin: TrxClient) -> None:
    made = admin.post("domains", {"name": "Teh.example"}).json()
    again = admin.post("domains", {"name": "teh.example"})

    key = ApiKey.objects.for_team(team).get()
    assert made["accessToken"].startswith(f"{key.prefix}_")
    assert (str(key.domain_id), key.scopes) == (made["domainId"], ["read", "send"])
    assert (made["name"], made["state"], made["verified"], made["keys"]) == ("teh.example", "pending", False, 1)
    assert (again.status_code, again.json()["code"]) == (409, "senderDomainExists")
    usage = QuotaUsage.objects.for_team(team).get(name="senderDomain")
    assert usage.used == 1


def test_a_domain_that_is_there_is_used_and_stays(team: Team, admin: TrxClient) -> None:
    now = clock.now()
    known = SenderDomain.objects.create(team=team, name="susu.example", created_at=now, next_check_at=now)

    made = admin.post("domains", {"name": "susu.example"}).json()
    assert made["senderDomainId"] == str(known.pk)
    with pytest.raises(InUse):
        sender_domains.delete(team_id=team.pk, domain_id=known.pk, by=make_person("Ayu", team, role="admin").caller)

    assert admin.delete(f"domains/{made['domainId']}").status_code == 204
    key = ApiKey.objects.for_team(team).get()
    assert (key.domain_id, key.revoked_at is not None) == (None, True)
    assert SenderDomain.objects.for_team(team).filter(pk=known.pk).exists()


def test_the_overview_leads_from_nothing_to_the_first_message(team: Team, admin: TrxClient) -> None:
    before = admin.get("overview").json()
    shop = TrxClient(make_key(team)[1])
    body = {"from": "toko@kopi.example", "to": ["ani@example.com"], "subject": "Halo", "text": "Halo"}
    sent = shop.post("messages", body).json()

    after = admin.get("overview").json()

    assert (before["hasDomain"], before["domainVerified"], before["hasKey"], before["firstMessage"]) == (
        True,
        True,
        False,
        None,
    )
    assert after["firstMessage"] == {"id": sent["id"], "time": sent["time"], "state": "accepted", "sandbox": False}
    assert (after["hasKey"], after["used"], after["limit"], after["today"]["accepted"]) == (True, 1, 1_000, 1)
    assert after["smtp"]["username"] == "apikey"
    assert after["domains"][0]["name"] == "kopi.example"


def test_the_overview_counts_each_deferred_recipient_once(team: Team, admin: TrxClient) -> None:
    now = clock.now()
    waiting, delivered = uuid7(now), uuid7(now)
    told = [
        *(event(now, EventType.DEFERRED, message_id=waiting, detail={"attempt": attempt}) for attempt in (1, 2, 3)),
        event(now, EventType.DEFERRED, message_id=delivered, detail={"attempt": 1}),
        event(now, EventType.DELIVERED, message_id=delivered, detail={"attempt": 2}),
    ]
    recording.append(team.pk, told)

    today = admin.get("overview").json()["today"]

    assert (today["deferred"], today["delivered"]) == (2, 1)


def test_the_first_message_is_one_of_the_sandbox_until_one_is_sent(team: Team, admin: TrxClient) -> None:
    body = {"from": "toko@kopi.example", "to": ["ani@example.com"], "subject": "Halo", "text": "Halo"}
    tried = TrxClient(make_key(team, sandbox=True)[1]).post("messages", body).json()
    before = admin.get("overview").json()
    sent = TrxClient(make_key(team)[1]).post("messages", body).json()

    after = admin.get("overview").json()

    assert (before["firstMessage"]["id"], before["firstMessage"]["sandbox"]) == (tried["id"], True)
    assert (after["firstMessage"]["id"], after["firstMessage"]["sandbox"]) == (sent["id"], False)
    assert (before["used"], after["used"]) == (0, 1)


def test_a_key_can_be_checked(team: Team, anonymous: Any) -> None:
    domain = make_domain(team, "teh.example")
    key, secret = make_key(team, domain=domain, scopes=["send"])

    answer = TrxClient().post("auth/token", {"apiKey": secret})

    assert answer.json() == {
        "keyId": str(key.pk),
        "name": "Toko",
        "prefix": key.prefix,
        "scopes": ["send"],
        "sandbox": False,
        "subaccountId": None,
        "domainId": str(domain.pk),
        "expiresAt": None,
    }
    assert TrxClient().post("auth/token", {"apiKey": "x"}).json()["code"] == "keyUnknown"


def test_the_area_is_opened_with_a_token_of_the_session(team: Team) -> None:
    person = make_person("Ayu", team, role="admin")
    before = person.api.get("transactionals").json()
    first = person.api.post("transactionals").json()["trxToken"]
    second = person.api.post("transactionals").json()["trxToken"]

    assert before == {"enabled": True, "opened": False, "used": 0, "limit": 1_000}
    assert person.api.get("transactionals").json()["opened"] is True
    assert TrxClient(second).get("overview").status_code == 200
    assert TrxClient(first).get("overview").status_code == 401


def in_site(number: int, site: str = "2001:db8:7") -> str:
    """An address in one of the 65,536 networks that one customer of a provider can have."""
    return f"{site}:{number:x}::1"


def test_a_site_with_many_networks_has_sixteen_times_the_guesses_of_one(team: Team) -> None:
    secret = make_key(team)[1]
    wrong = secret[:18] + "A" * 43

    def guess(address: str) -> None:
        keys.resolve(wrong, address)

    for number in range(16):
        for _ in range(10):
            with pytest.raises(KeyUnknown):
                guess(in_site(number))
        # A rejected attempt counts in no wider network.
        for _ in range(5):
            with pytest.raises(TooManyRequests):
                guess(in_site(number))
    rows = Attempt.objects.count()
    with pytest.raises(TooManyRequests) as refused:
        guess(in_site(16))

    assert refused.value.payload is not None
    assert 0 < refused.value.payload["retryAfterSeconds"] <= 900
    assert Attempt.objects.count() == rows == 16
    # The right key is rejected where ten guesses came from, but not because of its owner's neighbors.
    with pytest.raises(TooManyRequests):
        keys.resolve(secret, in_site(15))
    assert keys.resolve(secret, in_site(16)).team_id == team.pk
    with pytest.raises(KeyUnknown):
        guess(in_site(1, "2001:db8:8"))


def test_a_site_with_many_networks_makes_sixteen_times_the_rows_of_one(
    team: Team, monkeypatch: pytest.MonkeyPatch, time_machine: Any
) -> None:
    time_machine.move_to("2026-03-05T09:15:15Z", tick=False)
    monkeypatch.setattr(limits, "MAX_FAILURES_OF_NETWORK_PER_MINUTE", 1)

    def guess(number: int, address: str) -> None:
        keys.resolve(f"dsk_live_{number:08x}_{'x' * 43}", address)

    for number in range(16):
        with pytest.raises(KeyUnknown):
            guess(number, in_site(number))
        with pytest.raises(TooManyRequests):
            guess(number, in_site(number))
    with pytest.raises(TooManyRequests) as refused:
        guess(16, in_site(16))

    assert refused.value.payload == {"retryAfterSeconds": 45}
    assert Attempt.objects.count() == 16
    with pytest.raises(KeyUnknown):
        guess(16, in_site(16, "2001:db8:8"))


def test_what_is_past_its_time_goes(team: Team) -> None:
    now = clock.now()
    for key, hours in (("old", 25), ("new", 23)):
        AcceptedKey.objects.create(
            team_id=team.pk, key=key, fingerprint=b"x", answer={}, created_at=now - timedelta(hours=hours)
        )

    at = from_milliseconds(to_milliseconds(now))
    ends = {"over": at - timedelta(seconds=1), "kept": at + timedelta(minutes=1), "unfinished": None}
    bodies = {
        name: MessageBody.objects.create(
            message_id=uuid7(at), team_id=team.pk, accepted_at=at, sealed=b"x", expires_at=end
        ).pk
        for name, end in ends.items()
    }

    purging.purge()

    assert {row.pk for row in MessageBody.objects.for_team(team)} == {bodies["kept"], bodies["unfinished"]}
    assert [row.key for row in AcceptedKey.objects.for_team(team)] == ["new"]


@pytest.mark.parametrize("expires_at", ["2099-12-24T10:00:00", "2099-12-24", "9999-12-31T23:59:59-14:00"])
def test_the_end_of_a_key_has_a_zone_and_is_a_date_of_the_calendar(
    admin: TrxClient, team: Team, expires_at: str
) -> None:
    answer = admin.post("apikeys", {"name": "Toko", "scopes": ["send"], "expiresAt": expires_at})

    assert answer.status_code == 400, answer.content
    assert answer.json()["payload"]["field"] == "expiresAt"
    assert not ApiKey.objects.for_team(team).exists()


def test_a_key_that_ends_with_the_calendar_is_rotated(admin: TrxClient, team: Team) -> None:
    end = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
    key, _ = make_key(team, expires_at=end, created_at=clock.now() - timedelta(days=1))

    rotated = admin.post(f"apikeys/{key.pk}/rotate", {"overlapHours": 1})

    assert rotated.status_code == 200, rotated.content
    assert ApiKey.objects.for_team(team).get(pk=rotated.json()["id"]).expires_at == LATEST_EXPIRY
