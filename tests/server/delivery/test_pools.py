"""Operator changes of pools and their addresses."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from server.campaigns.origins import CAMPAIGN
from server.core.errors import NotFound
from server.delivery.errors import PoolInUse, PoolNameExists, RelayAddressExists
from server.delivery.models import AddressDay, IpPool, Mailing, PoolUse, RelayAddress, Stream
from server.delivery.origins import TEST
from server.delivery.services import pools
from server.delivery.services.pools import AddressFields
from server.delivery.smtp.relay import Tls
from server.plans.models import Plan, Subscription
from server.teams.models import Team
from tests.cast import make_plan, make_team
from tests.server.delivery.mailing_factory import make_mailing, start

pytestmark = pytest.mark.django_db
FIELDS = AddressFields("relay.example", 587, Tls.REQUIRED, "out1.dash.example", 5, user="kopi", password="geheim")


def pool_with_address(name: str) -> IpPool:
    pool = pools.create(name=name)
    pools.add_address(pool_id=pool.pk, fields=FIELDS)
    return pool


def started(team: Team, origin: str = TEST) -> Mailing:
    mailing = make_mailing(team, origin=origin)
    start(mailing, ["a@example.com"])
    return mailing


def test_the_nearest_use_decides() -> None:
    kopi, teh, susu = make_team("Kopi"), make_team("Teh"), make_team("Susu")
    plan = make_plan("GOLD")
    for team in (kopi, teh):
        Subscription.objects.update_or_create(
            team=team, defaults={"plan": plan, "starts_at": datetime(2026, 1, 1, tzinfo=UTC)}
        )
    all_teams, of_plan, of_team = [pool_with_address(name) for name in ("All", "Plan", "Team")]
    pools.assign_pool(pool_id=all_teams.pk, stream=Stream.TRANSACTIONAL)
    pools.assign_pool(pool_id=of_plan.pk, stream=Stream.TRANSACTIONAL, plan_id=plan.pk)
    pools.assign_pool(pool_id=of_team.pk, stream=Stream.TRANSACTIONAL, team_id=kopi.pk)

    mailings = [started(kopi), started(teh), started(susu), started(susu, CAMPAIGN)]

    found = [Mailing.objects.get(pk=mailing.pk).pool_id for mailing in mailings]
    assert found == [of_team.pk, of_plan.pk, all_teams.pk, None]


def test_ending_a_use_leads_what_is_being_sent_by_the_wider_one() -> None:
    team = make_team("Kopi")
    wide, near = pool_with_address("All"), pool_with_address("Team")
    pools.assign_pool(pool_id=wide.pk, stream=Stream.TRANSACTIONAL)
    pools.assign_pool(pool_id=near.pk, stream=Stream.TRANSACTIONAL, team_id=team.pk)
    mailing = started(team)

    pools.end_assignment(use_id=PoolUse.objects.get(pool=near).pk)

    assert Mailing.objects.get(pk=mailing.pk).pool_id == wide.pk


def test_a_use_is_changed_not_doubled() -> None:
    first, second = pool_with_address("First"), pool_with_address("Second")

    answers = [pools.assign_pool(pool_id=pool.pk, stream=Stream.MARKETING) for pool in (first, second, second)]

    assert answers == [True, True, False]
    assert [use.pool_id for use in PoolUse.objects.all()] == [second.pk]


def test_a_pool_in_use_keeps_a_way_out() -> None:
    pool = pool_with_address("Fast")
    pools.assign_pool(pool_id=pool.pk, stream=Stream.MARKETING)
    address = RelayAddress.objects.get(pool=pool)

    with pytest.raises(PoolInUse) as removed:
        pools.remove_address(address_id=address.pk)
    with pytest.raises(PoolInUse):
        pools.change_address(address_id=address.pk, fields=replace(FIELDS, is_active=False))
    with pytest.raises(PoolInUse):
        pools.remove(pool_id=pool.pk)
    with pytest.raises(PoolInUse) as empty:
        pools.assign_pool(pool_id=pools.create(name="Empty").pk, stream=Stream.SYSTEM)

    assert (removed.value.payload, empty.value.payload) == ({"why": "lastAddress"}, {"why": "noAddress"})
    assert RelayAddress.objects.get(pool=pool).is_active
    assert PoolUse.objects.count() == 1


def test_an_unused_pool_goes_with_its_addresses() -> None:
    pool = pool_with_address("Fast")

    assert pools.remove(pool_id=pool.pk).name == "Fast"

    assert not IpPool.objects.exists()
    assert not RelayAddress.objects.exists()


def test_names_and_endpoints_are_there_once() -> None:
    pool = pool_with_address("Fast")
    other = pools.create(name="Slow")

    with pytest.raises(PoolNameExists):
        pools.create(name="Fast")
    with pytest.raises(PoolNameExists):
        pools.rename(pool_id=other.pk, name="Fast")
    with pytest.raises(RelayAddressExists):
        pools.add_address(pool_id=pool.pk, fields=FIELDS)

    assert sorted(IpPool.objects.values_list("name", flat=True)) == ["Fast", "Slow"]
    assert RelayAddress.objects.count() == 1


def test_an_address_whose_password_is_lost_leaves_the_others_in_use() -> None:
    lost, kept = pool_with_address("Lost"), pool_with_address("Kept")
    RelayAddress.objects.filter(pool=lost).update(password=b"of another secret key")

    assert [endpoint.pool_id for endpoint in pools.list_endpoints()] == [kept.pk]


def test_a_change_without_a_password_keeps_the_one_there_is() -> None:
    pool = pool_with_address("Fast")
    address = RelayAddress.objects.get(pool=pool)
    changed = replace(FIELDS, password=None, connections=9)

    pools.change_address(address_id=address.pk, fields=changed)
    kept = pools.build_relay(RelayAddress.objects.get(pk=address.pk))
    pools.change_address(address_id=address.pk, fields=replace(changed, password=""))
    forgotten = pools.build_relay(RelayAddress.objects.get(pk=address.pk))

    assert (kept.password, forgotten.password) == ("geheim", "")


def test_what_is_not_there_is_not_found() -> None:
    for call in (
        lambda: pools.rename(pool_id=7, name="x"),
        lambda: pools.remove(pool_id=7),
        lambda: pools.add_address(pool_id=7, fields=FIELDS),
        lambda: pools.change_address(address_id=7, fields=FIELDS),
        lambda: pools.remove_address(address_id=7),
        lambda: pools.assign_pool(pool_id=7, stream=Stream.MARKETING),
        lambda: pools.end_assignment(use_id=7),
    ):
        with pytest.raises(NotFound):
            call()

    assert not Plan.objects.filter(name="x").exists()


@time_machine.travel(datetime(2026, 5, 10, 23, 59, tzinfo=UTC), tick=False)
def test_the_day_of_a_new_address_is_handed_out_once() -> None:
    pool = pools.create(name="New")
    address = pools.add_address(pool_id=pool.pk, fields=replace(FIELDS, warms_up=True))

    first_day = [pools.reserve_daily(address.pk) for _ in range(2)]
    with time_machine.travel(datetime(2026, 5, 11, tzinfo=UTC) + timedelta(days=1), tick=False):
        third_day = [pools.reserve_daily(address.pk) for _ in range(3)]
    with time_machine.travel(datetime(2026, 5, 10, tzinfo=UTC) + timedelta(days=30), tick=False):
        warm = [pools.reserve_daily(address.pk), pools.list_endpoints()[0].warming]

    assert address.warming_since == date(2026, 5, 10)
    assert first_day == [50, 0]
    assert third_day == [100, 100, 0]
    assert warm == [100, False]
    assert sorted(AddressDay.objects.values_list("taken", flat=True)) == [50, 200]


def test_the_plan_of_a_warm_up_only_grows() -> None:
    assert list(pools.WARM_UP) == sorted(set(pools.WARM_UP))
    assert (len(pools.WARM_UP), pools.WARM_UP[0]) == (30, 50)
