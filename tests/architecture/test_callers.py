"""Every operation, called by every kind of caller: generated from the declarations of the operations.

New operations are covered automatically. The expected error follows from the order of the rules in
server/core/access.py. A rejected call writes nothing, except the event that notifies a team of a key without permission
to submit email.

An operation is one test, with a subtest for every kind of caller. All of them use the same team and the same records:
each subtest is rolled back.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from django.db import connection, transaction

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.api import api
from server.core import clock, errors, permissions
from server.core.access import SAFE_METHODS, Access, Public
from server.core.callers import TokenKind
from server.plans.errors import QuotaExceeded
from server.plans.models import FeatureSwitch, Plan, Subscription
from server.plans.services.offered_plans import build_feature_groups
from server.teams.models import Member, Role, Team
from server.transactional.access import TrxAccess
from server.transactional.bindings import BindingKind
from server.transactional.errors import KeyBound, KeyUnknown, ScopeMissing
from server.transactional.models import MessageEvent, Subaccount
from server.transactional.states import EventType, Scope
from server.trx_api import api as trx_api
from server.vendors.catalogue import VENDORS
from tests.cast import Person, make_operator, make_person, make_team, sign_in
from tests.conftest import ApiClient
from tests.foreign_ids import BODIES
from tests.operations import ALL, PARAMETER, PUBLIC, WITH_TOKEN, Operation
from tests.server.transactional.factories import make_domain, make_key

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

ID = re.compile(r"\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# pg_stat_xact_user_tables has the same counters, but takes ten times as long.
WRITES = """
SELECT coalesce(sum(
  pg_stat_get_xact_tuples_inserted(id) + pg_stat_get_xact_tuples_updated(id) + pg_stat_get_xact_tuples_deleted(id)
), 0)
FROM unnest(%s::oid[]) AS id
"""
REFUSALS = frozenset(
    error.code
    for error in (
        errors.AccessTokenMissing,
        errors.TokenInvalid,
        errors.ForcedOut,
        errors.NotAuthorized,
        errors.UserSuspended,
        errors.UserLocked,
        errors.UserExpired,
        errors.FeatureDisabled,
        KeyUnknown,
        ScopeMissing,
        KeyBound,
    )
)
OF_AN_AREA = [operation for operation in WITH_TOKEN if operation.access.vendor_area]


@dataclass(frozen=True)
class Case:
    """An operation, the admin of a team whose plan has every feature, and the URL of that team's records."""

    operation: Operation
    admin: Person
    url: str

    def call(self, api: ApiClient, body: Any = None) -> Any:
        """The response. A rejected caller is rejected before the body is checked."""
        return api.call(self.operation.method, self.url, body)

    def signed_in(self, person: Person) -> Person:
        """The user with a new session of a kind that the operation accepts; an operator if it requires one."""
        access = self.operation.access
        if access.operator:
            make_operator(person.user)
        return sign_in(person.user, person.team, kind=min(access.kinds))


Check = Callable[[Case], None]

CHECKS: list[tuple[Check, Callable[[Operation], object]]] = []


def check(applies: Callable[[Operation], object]) -> Callable[[Check], Check]:
    """Registers a function as a check of each operation that it applies to."""

    def register(function: Check) -> Check:
        CHECKS.append((function, applies))
        return function

    return register


def writes() -> int:
    """Rows written by this test's transaction so far, including updates."""
    with connection.cursor() as cursor:
        cursor.execute(WRITES, [_tables()])
        return int(cursor.fetchone()[0])


@cache
def _tables() -> list[int]:
    """The oids of all tables, partitions included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relid FROM pg_stat_user_tables")
        return [oid for (oid,) in cursor.fetchall()]


@contextmanager
def nothing_written() -> Iterator[None]:
    before = writes()
    yield
    assert writes() == before, "a refused call wrote to the database"


@contextmanager
def nothing_written_but_told(access: TrxAccess, team: Team) -> Iterator[None]:
    """The same for a key. One event that notifies its team is allowed."""
    events = MessageEvent.objects.for_team(team).filter(type=EventType.REFUSED)
    before, told = writes(), events.count()
    yield
    assert events.count() - told == int(access.records_rejections)
    assert writes() - before == int(access.records_rejections), "a refused call wrote to the database"


def refused(answer: Any, error: type[errors.ApiError]) -> None:
    body = answer.json()
    code = body.get("code") if isinstance(body, dict) else None
    assert (answer.status_code, code) == (error.status, error.code), body


def let_in(answer: Any, operation: Operation) -> None:
    """An empty body can be invalid, but the caller must not be rejected and the server must not fail."""
    assert answer.status_code < 500, answer.content
    if answer.status_code >= 400:
        assert answer.json()["code"] not in REFUSALS, answer.content
    if answer.status_code == 202 and not operation.is_transactional:
        # This test client treats 202 as an error. The code says that the result arrives by a notification.
        assert answer.json()["code"] == "accepted", f"{operation}: 202 is an error to this client"


@pytest.fixture
def team(db: None) -> Team:
    plan = Plan.objects.create(code="ALL", name="All", features=build_feature_groups(with_paid=True, unlimited=True))
    return make_team("Kopi", plan=plan)


@pytest.fixture
def admin(team: Team) -> Person:
    return make_person("Alice", team, role="admin")


def case_of(operation: Operation, admin: Person) -> Case:
    return Case(operation, admin, operation.url(admin.team))


@contextmanager
def rolled_back() -> Iterator[None]:
    """Rolls back everything written in the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_operation_declares_who_may_call_it() -> None:
    undeclared = [
        str(operation)
        for operation in ALL
        if len(operation.declarations) != 1 or not isinstance(operation.declarations[0], Access | Public)
    ]

    assert undeclared == []


def test_every_operation_has_an_id_of_its_own_and_answers_in_camel_case() -> None:
    times = Counter(operation.operation_id for operation in ALL)

    assert [str(operation) for operation in ALL if not operation.operation_id] == []
    assert [name for name, count in times.items() if count > 1] == []
    assert [str(operation) for operation in ALL if not operation.by_alias] == []


def test_a_path_belongs_to_one_router() -> None:
    """Django stops at the first path that matches: the methods of another router would return 405."""
    mounted = Counter(
        base + PARAMETER.sub("{}", f"{bound.prefix.strip('/')}/{path.strip('/')}".strip("/"))
        for mounted_api, base in ((api, ""), (trx_api, "trx-api/"))
        for bound in mounted_api._get_bound_routers()
        for path in bound.path_operations
    )

    assert [path for path, count in mounted.items() if count > 1] == []


def test_every_permission_that_is_needed_is_declared() -> None:
    needed = {operation.access.permission for operation in WITH_TOKEN} - {None}

    assert needed <= permissions.list_all_permissions()


def test_every_feature_and_quota_that_is_needed_exists() -> None:
    groups = {group["name"]: {sub["name"] for sub in group["subFeatures"]} | {""} for group in build_feature_groups()}
    accesses = [operation.access for operation in WITH_TOKEN]
    needed = [(access.feature.area, access.feature.action) for access in accesses if access.feature]
    needed += [(access.quota.area, access.quota.name) for access in accesses if access.quota]

    assert [pair for pair in needed if pair[1] not in groups.get(pair[0], set())] == []


@pytest.mark.parametrize("operation", PUBLIC, ids=str)
def test_a_public_operation_bears_an_empty_call(operation: Operation, team: Team, anonymous: ApiClient) -> None:
    answer = anonymous.call(operation.method, operation.url(team), operation.empty_body)

    assert answer.status_code < 500, answer.content


@pytest.mark.parametrize("operation", WITH_TOKEN, ids=str)
def test_an_operation_lets_in_whom_it_declares(operation: Operation, admin: Person, subtests: pytest.Subtests) -> None:
    case = case_of(operation, admin)

    for one, applies in CHECKS:
        if applies(operation):
            with subtests.test(one.__name__), rolled_back():
                one(case)


def always(operation: Operation) -> bool:
    return True


@check(always)
def a_token_that_is_not_good_opens_nothing(case: Case) -> None:
    def with_session(**changes: object) -> ApiClient:
        person = case.signed_in(case.admin)
        Session.objects.filter(pk=person.session.pk).update(**changes)
        return person.api

    now = clock.now()
    dead = {
        "expired": (with_session(expires_at=now), errors.TokenInvalid),
        "idle": (with_session(last_seen_at=now - timedelta(hours=24)), errors.TokenInvalid),
        "signed out": (with_session(ended_at=now, end_reason=EndReason.SIGNED_OUT), errors.TokenInvalid),
        "forced out": (with_session(ended_at=now, end_reason=EndReason.FORCED_OUT), errors.ForcedOut),
        "never given out": (ApiClient("x" * 43), errors.TokenInvalid),
        "absent": (ApiClient(), errors.AccessTokenMissing),
    }

    with nothing_written():
        answers = {name: case.call(api) for name, (api, _) in dead.items()}

    for name, (_, error) in dead.items():
        refused(answers[name], error)


@check(always)
def another_kind_of_token_opens_nothing(case: Case) -> None:
    kinds = [kind for kind in TokenKind if kind not in case.operation.access.kinds]
    others = [sign_in(case.admin.user, case.admin.team, kind=kind) for kind in kinds]

    with nothing_written():
        answers = [case.call(person.api) for person in others]

    for answer in answers:
        refused(answer, errors.NotAuthorized)


@check(always)
def a_locked_user_and_one_who_left_are_kept_out(case: Case) -> None:
    team = case.admin.team
    locked, left = make_person("Locked", team, role="admin"), make_person("Left", team, role="admin")
    User.objects.filter(pk=locked.user.pk).update(locked_at=clock.now())
    Member.objects.filter(user=left.user).update(active=False)
    locked, left = case.signed_in(locked), case.signed_in(left)

    with nothing_written():
        answers = [case.call(person.api) for person in (locked, left)]

    refused(answers[0], errors.UserLocked)
    refused(answers[1], errors.TokenInvalid)


@check(always)
def what_befalls_a_team_keeps_it_out_as_declared(case: Case) -> None:
    operation, team, access, now = case.operation, case.admin.team, case.operation.access, clock.now()
    reads = operation.method in SAFE_METHODS
    writes_after_expiry = reads if access.while_expired is None else access.while_expired
    befalls: list[tuple[dict[str, Any], dict[str, Any], type[errors.ApiError] | None]] = [
        ({"suspended_at": now}, {}, None if access.while_suspended else errors.UserSuspended),
        ({"locked_at": now}, {}, None if access.while_locked or reads else errors.ActionNotAllowed),
        ({}, {"expires_at": now - timedelta(seconds=1)}, None if writes_after_expiry else errors.UserExpired),
    ]
    for of_team, of_plan, error in befalls:
        person = case.signed_in(case.admin)
        Team.objects.filter(pk=team.pk).update(**{"suspended_at": None, "locked_at": None} | of_team)
        Subscription.objects.update(**{"expires_at": None} | of_plan)

        if error is None:
            let_in(case.call(person.api), operation)
        else:
            with nothing_written():
                answer = case.call(person.api)
            refused(answer, error)


@check(always)
def a_role_without_the_permission_is_kept_out(case: Case) -> None:
    operation, team, permission = case.operation, case.admin.team, case.operation.access.permission
    nobody = make_person("Nobody", team)
    role = Role.objects.create(team=team, name="Nothing", permissions=[])
    Member.objects.filter(user=nobody.user).update(role="custom", custom_role=role)
    member = case.signed_in(make_person("Bob", team))
    nobody = case.signed_in(nobody)

    if operation.access.by_thing:
        body = BODIES[operation.operation_id](team) if operation.operation_id in BODIES else None
        with nothing_written():
            refused(case.call(nobody.api, body), errors.NotAuthorized)
        let_in(case.call(member.api), operation)
        return
    if permission is None:
        let_in(case.call(nobody.api), operation)
        return
    with nothing_written():
        refused(case.call(nobody.api), errors.NotAuthorized)
        if permission not in permissions.list_member_permissions():
            refused(case.call(member.api), errors.NotAuthorized)
    if permission in permissions.list_member_permissions():
        let_in(case.call(member.api), operation)


@check(always)
def a_session_that_may_only_pay_does_nothing_else(case: Case) -> None:
    person = case.signed_in(case.admin)
    Session.objects.filter(pk=person.session.pk).update(payment_only=True)

    if case.operation.access.while_payment:
        let_in(case.call(person.api), case.operation)
        return
    with nothing_written():
        refused(case.call(person.api), errors.NotAuthorized)


@check(lambda operation: operation.access.vendor_area)
def a_vendor_without_the_area_keeps_out(case: Case) -> None:
    """TEAM-119 to 123, TEAM-183."""
    area = case.operation.access.vendor_area
    [without] = [vendor.code for vendor in VENDORS if area in vendor.blocked]
    person = case.signed_in(case.admin)
    Team.objects.filter(pk=case.admin.team.pk).update(vendor=without)

    with nothing_written():
        refused(case.call(person.api), errors.NotAuthorized)


@check(lambda operation: operation.access.operator)
def an_admin_who_is_no_operator_is_kept_out(case: Case) -> None:
    with nothing_written():
        refused(case.call(case.admin.api, case.operation.empty_body), errors.NotAuthorized)


@check(lambda operation: operation.access.feature)
def a_plan_without_the_feature_keeps_out(case: Case) -> None:
    feature = case.operation.access.feature
    assert feature is not None
    person = case.signed_in(case.admin)
    name = f"{feature.area}.{feature.action}" if feature.action else feature.area
    plan = Plan.objects.get(code="ALL")
    without = deepcopy(plan.features)
    group = next(group for group in without if group["name"] == feature.area)
    part = next(sub for sub in group["subFeatures"] if sub["name"] == feature.action) if feature.action else group
    part["enable"] = False

    FeatureSwitch.objects.create(name=name, enabled=False)
    with nothing_written():
        undetermined = case.call(person.api)
    FeatureSwitch.objects.all().delete()
    Plan.objects.filter(pk=plan.pk).update(features=without)
    with nothing_written():
        disabled = case.call(person.api)

    refused(undetermined, errors.FeatureDisabled)
    refused(disabled, errors.FeatureDisabled)
    assert disabled.json()["payload"] == {"feature": feature.area, "subfeature": feature.action}


@check(lambda operation: operation.access.quota)
def a_quota_that_is_used_up_refuses(case: Case) -> None:
    quota, known = case.operation.access.quota, case.operation.operation_id in BODIES
    assert quota is not None
    assert known, f"{case.operation}: add '{case.operation.operation_id}' to BODIES"
    person = case.signed_in(case.admin)
    body = BODIES[case.operation.operation_id](case.admin.team)
    plan = Plan.objects.get(code="ALL")
    for group in plan.features:
        for sub in group["subFeatures"]:
            if (group["name"], sub["name"]) == (quota.area, quota.name):
                sub["limit"] = 0
    plan.save()

    answer = case.call(person.api, body)

    kinds: list[type[errors.ApiError]] = [QuotaExceeded, *QuotaExceeded.__subclasses__()]
    codes = {error.code for error in kinds}
    assert answer.status_code == QuotaExceeded.status, answer.content
    assert answer.json()["code"] in codes
    payload = answer.json()["payload"]
    assert (payload["feature"], payload["subfeature"], payload["limit"]) == (quota.area, quota.name, 0)


@check(always)
def an_admin_is_let_in(case: Case) -> None:
    person = case.signed_in(case.admin)

    let_in(case.call(person.api, case.operation.empty_body), case.operation)


# An operator can see every team's records, so only unknown ids give NotFound.
@check(lambda operation: operation.parameters and not operation.access.operator)
def another_team_s_ids_are_not_found(case: Case) -> None:
    operation = case.operation
    team = make_team("Teh", plan=Plan.objects.get(code="ALL"))
    mallory = case.signed_in(make_person("Mallory", team, role="admin"))
    body = BODIES[operation.operation_id](team) if operation.operation_id in BODIES else {}
    sent = None if operation.method == "GET" else body

    with nothing_written():
        answer = case.call(mallory.api, sent)

    # The response must not reveal that the ids exist: an unknown id gets the same one.
    nobody_s = mallory.api.call(operation.method, operation.url_of_nothing(team), sent)
    assert (answer.status_code, answer.content) == (nobody_s.status_code, nobody_s.content)
    assert answer.status_code != 400, f"{operation}: add '{operation.operation_id}' to BODIES; got {answer.content!r}"
    refused(answer, errors.NotFound)


@check(lambda operation: operation.parameters and operation.access.operator)
def an_operator_is_told_that_nobody_s_ids_are_not_found(case: Case) -> None:
    operation, team = case.operation, case.admin.team
    operator = case.signed_in(make_person("Putri", make_team("Desk", plan=Plan.objects.get(code="ALL"))))
    url = operation.url_of_nothing(team)
    body = BODIES[operation.operation_id](team) if operation.operation_id in BODIES else None

    with nothing_written():
        answer = operator.api.call(operation.method, url, None if operation.method == "GET" else body)

    refused(answer, errors.NotFound)


@check(lambda operation: operation.parameters)
def malformed_ids_are_not_found(case: Case) -> None:
    operation, person = case.operation, case.signed_in(case.admin)
    url = "/".join("no-id" if ID.fullmatch(part) else part for part in case.url.split("/"))
    if url == case.url:
        return

    with nothing_written():
        answer = person.api.call(operation.method, url, operation.empty_body)

    # If the route itself requires a UUID, the path does not exist.
    assert (answer.status_code, answer.json()["code"]) in {
        (error.status, error.code) for error in (errors.NotFound, errors.PathNotFound)
    }, answer.content


def takes_keys(operation: Operation) -> bool:
    return isinstance(operation.access, TrxAccess)


def key_client(team: Team, **fields: Any) -> ApiClient:
    return ApiClient(make_key(team, **{"last_used_at": clock.now(), **fields})[1])


@check(takes_keys)
def a_key_is_let_in_with_the_scope_that_is_declared(case: Case) -> None:
    access, team = case.operation.access, case.admin.team
    assert isinstance(access, TrxAccess)
    body = case.operation.empty_body
    if access.scope is None:
        client = key_client(team)
        with nothing_written():
            refused(case.call(client, body), errors.NotAuthorized)
        return
    let_in(case.call(key_client(team, scopes=[access.scope]), body), case.operation)
    others = [scope for scope in Scope if scope != access.scope]
    other = key_client(team, scopes=others)
    with nothing_written_but_told(access, team):
        refused(case.call(other, body), ScopeMissing)


@check(takes_keys)
def a_key_that_is_not_good_opens_nothing(case: Case) -> None:
    team, now = case.admin.team, clock.now()
    clients = [
        key_client(team, revoked_at=now),
        key_client(team, expires_at=now),
        key_client(team, networks=["203.0.113.0/24"]),
    ]

    with nothing_written():
        answers = [case.call(client, case.operation.empty_body) for client in clients]

    for answer in answers:
        refused(answer, KeyUnknown)


@check(takes_keys)
def what_befalls_a_team_befalls_its_keys(case: Case) -> None:
    access, team, now = case.operation.access, case.admin.team, clock.now()
    assert isinstance(access, TrxAccess)
    if access.scope is None:
        return
    client, reads = key_client(team), case.operation.method in SAFE_METHODS
    body = case.operation.empty_body
    befalls: list[tuple[dict[str, Any], dict[str, Any], type[errors.ApiError] | None]] = [
        ({"suspended_at": now}, {}, errors.UserSuspended),
        ({"locked_at": now}, {}, None if reads else errors.ActionNotAllowed),
        ({}, {"expires_at": now - timedelta(seconds=1)}, None if reads else errors.UserExpired),
    ]
    for of_team, of_plan, error in befalls:
        Team.objects.filter(pk=team.pk).update(**{"suspended_at": None, "locked_at": None} | of_team)
        Subscription.objects.update(**{"expires_at": None} | of_plan)
        if error is None:
            let_in(case.call(client, body), case.operation)
        else:
            with nothing_written_but_told(access, team):
                answer = case.call(client, body)
            refused(answer, error)


@check(lambda operation: takes_keys(operation) and operation.parameters)
def another_team_s_key_finds_nothing(case: Case) -> None:
    access = case.operation.access
    assert isinstance(access, TrxAccess)
    if access.scope is None:
        return
    other = make_team("Susu", plan=Plan.objects.get(code="ALL"))
    client = key_client(other)
    body = BODIES[case.operation.operation_id](other) if case.operation.operation_id in BODIES else {}

    with nothing_written():
        answer = case.call(client, None if case.operation.method == "GET" else body)

    refused(answer, errors.NotFound)


@check(lambda operation: isinstance(operation.access, TrxAccess) and operation.access.scope is not None)
def a_bound_key_reaches_only_what_it_is_bound_to(case: Case) -> None:
    """Keys with another binding, called with ids of records outside it."""
    access, team, operation = case.operation.access, case.admin.team, case.operation
    assert isinstance(access, TrxAccess)
    body = BODIES[operation.operation_id](team) if operation.operation_id in BODIES else operation.empty_body
    body = None if operation.method == "GET" else body
    subaccount = Subaccount.objects.create(team=team, name="Elsewhere", created_at=clock.now())
    bindings: dict[BindingKind, dict[str, Any]] = {
        BindingKind.SANDBOX: {"sandbox": True},
        BindingKind.SUBACCOUNT: {"subaccount": subaccount},
        BindingKind.DOMAIN: {"domain": make_domain(team, "elsewhere.example")},
    }
    clients = {kind: key_client(team, scopes=[access.scope], **fields) for kind, fields in bindings.items()}
    for kind, client in clients.items():
        if kind in access.shared:
            let_in(case.call(client, body), operation)
        elif kind not in access.narrowed:
            with nothing_written():
                answer = case.call(client, body)
            refused(answer, KeyBound)
            assert answer.json()["payload"] == {"bindings": [kind]}
        elif operation.parameters:
            with nothing_written():
                refused(case.call(client, body), errors.NotFound)
        else:
            # tests/server/transactional/test_bindings.py checks the contents of lists and statistics.
            let_in(case.call(client, body), operation)


def test_no_bound_key_manages_anything() -> None:
    accesses = [one.access for one in WITH_TOKEN]
    managed = [one for one in accesses if isinstance(one, TrxAccess) and one.scope == Scope.MANAGE]

    assert managed
    assert {kind for access in managed for kind in access.narrowed | access.shared} == set()


def test_every_area_that_a_vendor_lacks_is_known() -> None:
    """An operation with a misspelt area would be open to all vendors."""
    known = {area for vendor in VENDORS for area in vendor.blocked}

    assert {operation.access.vendor_area for operation in OF_AN_AREA} <= known


def test_notifications_are_an_area() -> None:
    bare = [str(operation) for operation in WITH_TOKEN if operation.path.split("/")[0] == "notifications"]

    assert bare == [str(operation) for operation in OF_AN_AREA if operation.access.vendor_area == "notification"]


def test_the_matrix_sees_a_call_that_lets_too_many_in(admin: Person) -> None:
    ping = next(operation for operation in WITH_TOKEN if operation.operation_id == "ping")
    stricter = replace(ping, declarations=(Access(permission="team.edit"),))

    with pytest.raises(AssertionError):
        a_role_without_the_permission_is_kept_out(case_of(stricter, admin))
    with pytest.raises(AssertionError):
        what_befalls_a_team_keeps_it_out_as_declared(case_of(stricter, admin))


def test_the_matrix_sees_what_a_refused_call_writes(admin: Person) -> None:
    with pytest.raises(AssertionError, match="wrote to the database"), nothing_written():
        Team.objects.filter(pk=admin.team.pk).update(city="Bandung")
