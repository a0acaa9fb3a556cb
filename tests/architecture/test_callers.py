"""Every operation, called by every kind of caller: generated from what the operations declare.

A new operation is tested by being there. What a refused caller gets follows from the order of the rules in
server/core/access.py, and a refused call writes nothing at all.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from server.accounts.models import Session, User
from server.accounts.states import EndReason
from server.api import api
from server.core import clock, errors, permissions
from server.core.access import SAFE_METHODS, Access, Public
from server.core.callers import TokenKind
from server.plans.errors import QuotaExceeded
from server.plans.features import feature_groups
from server.plans.models import FeatureSwitch, Plan, Subscription
from server.teams.models import Member, Role, Team
from server.vendors.catalogue import VENDORS
from tests.cast import Person, make_person, make_team, sign_in
from tests.conftest import ApiClient
from tests.foreign_ids import BODIES
from tests.operations import ALL, PARAMETER, PUBLIC, WITH_TOKEN, Operation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

WRITES = """
SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_xact_user_tables
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
    )
)
FOR_OPERATORS = [operation for operation in WITH_TOKEN if operation.access.operator]
OF_AN_AREA = [operation for operation in WITH_TOKEN if operation.access.vendor_area]
WITH_FEATURE = [operation for operation in WITH_TOKEN if operation.access.feature]
WITH_QUOTA = [operation for operation in WITH_TOKEN if operation.access.quota]
# An operator looks after every team: what is another's is theirs to see, and only nobody's ids are not found.
WITH_IDS = [operation for operation in WITH_TOKEN if operation.parameters and not operation.access.operator]
FOR_OPERATORS_WITH_IDS = [operation for operation in FOR_OPERATORS if operation.parameters]

each_operation = pytest.mark.parametrize("operation", WITH_TOKEN, ids=str)


def writes() -> int:
    """Rows written by this test's transaction so far, updates included."""
    with connection.cursor() as cursor:
        cursor.execute(WRITES)
        return int(cursor.fetchone()[0])


@contextmanager
def nothing_written() -> Iterator[None]:
    before = writes()
    yield
    assert writes() == before, "a refused call wrote to the database"


def call(operation: Operation, api: ApiClient, team: Team, *, full: bool = False) -> Any:
    """The operation on records of the team; with an empty body, or a full one where it is known."""
    url = operation.url(team)
    body = BODIES[operation.operation_id](team) if full and operation.operation_id in BODIES else {}
    return api.call(operation.method, url, None if operation.method == "GET" else body)


def refused(answer: Any, error: type[errors.ApiError]) -> None:
    body = answer.json()
    code = body.get("code") if isinstance(body, dict) else None
    assert (answer.status_code, code) == (error.status, error.code), body


def let_in(answer: Any, operation: Operation) -> None:
    """Whatever is wrong with an empty body, it is no refusal of the caller and no failure of the server."""
    assert answer.status_code < 500, answer.content
    if answer.status_code >= 400:
        assert answer.json()["code"] not in REFUSALS, answer.content
    if answer.status_code == 202:
        # To this client 202 is an error; the one that it knows says that the result comes by a notification.
        assert answer.json()["code"] == "accepted", f"{operation}: 202 is an error to this client"


@pytest.fixture
def team(db: None) -> Team:
    """A team whose plan has every feature."""
    plan = Plan.objects.create(code="ALL", name="All", features=feature_groups(with_paid=True, unlimited=True))
    return make_team("Kopi", plan=plan)


@pytest.fixture
def admin(team: Team) -> Person:
    return make_person("Alice", team, role="admin")


def signed_in_for(operation: Operation, person: Person) -> Person:
    """The person with a new session of a kind that the operation takes; an operator where it needs one."""
    if operation.access.operator:
        User.objects.filter(pk=person.user.pk).update(is_operator=True, validated_at=clock.now())
    return sign_in(person.user, person.team, kind=min(operation.access.kinds))


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
    """Django stops at the first path that matches: the methods of another router's would answer 405."""
    mounted = Counter(
        PARAMETER.sub("{}", f"{bound.prefix.strip('/')}/{path.strip('/')}".strip("/"))
        for bound in api._get_bound_routers()
        for path in bound.path_operations
    )

    assert [path for path, count in mounted.items() if count > 1] == []


def test_every_permission_that_is_needed_is_declared() -> None:
    needed = {operation.access.permission for operation in WITH_TOKEN} - {None}

    assert needed <= permissions.everything()


def test_every_feature_and_quota_that_is_needed_exists() -> None:
    groups = {group["name"]: {sub["name"] for sub in group["subFeatures"]} | {""} for group in feature_groups()}
    accesses = [operation.access for operation in WITH_TOKEN]
    needed = [(access.feature.area, access.feature.action) for access in accesses if access.feature]
    needed += [(access.quota.area, access.quota.name) for access in accesses if access.quota]

    assert [pair for pair in needed if pair[1] not in groups.get(pair[0], set())] == []


@pytest.mark.parametrize("operation", PUBLIC, ids=str)
def test_a_public_operation_bears_an_empty_call(operation: Operation, team: Team, anonymous: ApiClient) -> None:
    answer = call(operation, anonymous, team)

    assert answer.status_code < 500, answer.content


@each_operation
def test_a_token_that_is_not_good_opens_nothing(operation: Operation, admin: Person, anonymous: ApiClient) -> None:
    def with_session(**changes: object) -> Any:
        person = signed_in_for(operation, admin)
        Session.objects.filter(pk=person.session.pk).update(**changes)
        return person.api

    now = clock.now()
    url = operation.url(admin.team)
    dead = {
        "expired": (with_session(expires_at=now), errors.TokenInvalid),
        "idle": (with_session(last_seen_at=now - timedelta(hours=24)), errors.TokenInvalid),
        "signed out": (with_session(ended_at=now, end_reason=EndReason.SIGNED_OUT), errors.TokenInvalid),
        "forced out": (with_session(ended_at=now, end_reason=EndReason.FORCED_OUT), errors.ForcedOut),
        "never given out": (ApiClient("x" * 43), errors.TokenInvalid),
        "absent": (anonymous, errors.AccessTokenMissing),
    }

    with nothing_written():
        answers = {name: api.call(operation.method, url) for name, (api, _) in dead.items()}

    for name, (_, error) in dead.items():
        refused(answers[name], error)


@each_operation
def test_another_kind_of_token_opens_nothing(operation: Operation, admin: Person) -> None:
    others = [sign_in(admin.user, admin.team, kind=kind) for kind in TokenKind if kind not in operation.access.kinds]
    url = operation.url(admin.team)

    with nothing_written():
        answers = [person.api.call(operation.method, url) for person in others]

    for answer in answers:
        refused(answer, errors.NotAuthorized)


@each_operation
def test_a_locked_user_and_one_who_left_are_kept_out(operation: Operation, admin: Person) -> None:
    locked, left = make_person("Locked", admin.team, role="admin"), make_person("Left", admin.team, role="admin")
    User.objects.filter(pk=locked.user.pk).update(locked_at=clock.now())
    Member.objects.filter(user=left.user).update(active=False)
    locked, left = signed_in_for(operation, locked), signed_in_for(operation, left)
    url = operation.url(admin.team)

    with nothing_written():
        answers = [person.api.call(operation.method, url) for person in (locked, left)]

    refused(answers[0], errors.UserLocked)
    refused(answers[1], errors.TokenInvalid)


@each_operation
def test_what_befalls_a_team_keeps_it_out_as_declared(operation: Operation, admin: Person) -> None:
    access, now = operation.access, clock.now()
    reads = operation.method in SAFE_METHODS
    writes_after_expiry = reads if access.while_expired is None else access.while_expired
    befalls: list[tuple[dict[str, Any], dict[str, Any], type[errors.ApiError] | None]] = [
        ({"suspended_at": now}, {}, None if access.while_suspended else errors.UserSuspended),
        ({"locked_at": now}, {}, None if access.while_locked or reads else errors.ActionNotAllowed),
        ({}, {"expires_at": now - timedelta(seconds=1)}, None if writes_after_expiry else errors.UserExpired),
    ]
    url = operation.url(admin.team)
    for of_team, of_plan, error in befalls:
        person = signed_in_for(operation, admin)
        Team.objects.filter(pk=admin.team.pk).update(**{"suspended_at": None, "locked_at": None} | of_team)
        Subscription.objects.update(**{"expires_at": None} | of_plan)

        if error is None:
            let_in(person.api.call(operation.method, url), operation)
        else:
            with nothing_written():
                answer = person.api.call(operation.method, url)
            refused(answer, error)


@each_operation
def test_a_role_without_the_permission_is_kept_out(operation: Operation, admin: Person) -> None:
    access = operation.access
    nobody = make_person("Nobody", admin.team)
    role = Role.objects.create(team=admin.team, name="Nothing", permissions=[])
    Member.objects.filter(user=nobody.user).update(role="custom", custom_role=role)
    member = signed_in_for(operation, make_person("Bob", admin.team))
    nobody = signed_in_for(operation, nobody)
    url = operation.url(admin.team)

    if access.permission is None:
        let_in(nobody.api.call(operation.method, url), operation)
        return
    with nothing_written():
        refused(nobody.api.call(operation.method, url), errors.NotAuthorized)
        if access.permission not in permissions.of_member():
            refused(member.api.call(operation.method, url), errors.NotAuthorized)
    if access.permission in permissions.of_member():
        let_in(member.api.call(operation.method, url), operation)


@each_operation
def test_a_session_that_may_only_pay_does_nothing_else(operation: Operation, admin: Person) -> None:
    person = signed_in_for(operation, admin)
    Session.objects.filter(pk=person.session.pk).update(payment_only=True)
    url = operation.url(admin.team)

    if operation.access.while_payment:
        let_in(person.api.call(operation.method, url), operation)
        return
    with nothing_written():
        refused(person.api.call(operation.method, url), errors.NotAuthorized)


@pytest.mark.parametrize("operation", OF_AN_AREA, ids=str)
def test_a_vendor_without_the_area_keeps_out(operation: Operation, admin: Person) -> None:
    """TEAM-119 to 123, TEAM-183."""
    area = operation.access.vendor_area
    [without] = [vendor.code for vendor in VENDORS if area in vendor.blocked]
    person = signed_in_for(operation, admin)
    url = operation.url(admin.team)
    Team.objects.filter(pk=admin.team.pk).update(vendor=without)

    with nothing_written():
        refused(person.api.call(operation.method, url), errors.NotAuthorized)


def test_every_area_that_a_vendor_lacks_is_known() -> None:
    """An operation that names a misspelt area would be open to all."""
    known = {area for vendor in VENDORS for area in vendor.blocked}

    assert {operation.access.vendor_area for operation in OF_AN_AREA} <= known


def test_notifications_are_an_area() -> None:
    bare = [str(operation) for operation in WITH_TOKEN if operation.path.split("/")[0] == "notifications"]

    assert bare == [str(operation) for operation in OF_AN_AREA if operation.access.vendor_area == "notification"]


@pytest.mark.parametrize("operation", FOR_OPERATORS, ids=str)
def test_an_admin_who_is_no_operator_is_kept_out(operation: Operation, admin: Person) -> None:
    url = operation.url(admin.team)
    with nothing_written():
        refused(admin.api.call(operation.method, url, None if operation.method == "GET" else {}), errors.NotAuthorized)


@pytest.mark.parametrize("operation", WITH_FEATURE, ids=str)
def test_a_plan_without_the_feature_keeps_out(operation: Operation, admin: Person) -> None:
    feature = operation.access.feature
    assert feature is not None
    person = signed_in_for(operation, admin)
    url = operation.url(admin.team)
    name = f"{feature.area}.{feature.action}" if feature.action else feature.area
    plan = Plan.objects.get(code="ALL")
    without = deepcopy(plan.features)
    group = next(group for group in without if group["name"] == feature.area)
    part = next(sub for sub in group["subFeatures"] if sub["name"] == feature.action) if feature.action else group
    part["enable"] = False

    FeatureSwitch.objects.create(name=name, enabled=False)
    with nothing_written():
        undetermined = person.api.call(operation.method, url)
    FeatureSwitch.objects.all().delete()
    Plan.objects.filter(pk=plan.pk).update(features=without)
    with nothing_written():
        disabled = person.api.call(operation.method, url)

    refused(undetermined, errors.FeatureDisabled)
    refused(disabled, errors.FeatureDisabled)
    assert disabled.json()["payload"] == {"feature": feature.area, "subfeature": feature.action}


@pytest.mark.parametrize("operation", WITH_QUOTA, ids=str)
def test_a_quota_that_is_used_up_refuses(operation: Operation, admin: Person) -> None:
    quota = operation.access.quota
    assert quota is not None
    assert operation.operation_id in BODIES, f"{operation}: add '{operation.operation_id}' to BODIES"
    person = signed_in_for(operation, admin)
    url, body = operation.url(admin.team), BODIES[operation.operation_id](admin.team)
    plan = Plan.objects.get(code="ALL")
    for group in plan.features:
        for sub in group["subFeatures"]:
            if (group["name"], sub["name"]) == (quota.area, quota.name):
                sub["limit"] = 0
    plan.save()

    answer = person.api.call(operation.method, url, body)

    kinds: list[type[errors.ApiError]] = [QuotaExceeded, *QuotaExceeded.__subclasses__()]
    codes = {error.code for error in kinds}
    assert answer.status_code == QuotaExceeded.status, answer.content
    assert answer.json()["code"] in codes
    payload = answer.json()["payload"]
    assert (payload["feature"], payload["subfeature"], payload["limit"]) == (quota.area, quota.name, 0)


@each_operation
def test_an_admin_is_let_in(operation: Operation, admin: Person) -> None:
    person = signed_in_for(operation, admin)

    let_in(call(operation, person.api, admin.team), operation)


@pytest.mark.parametrize("operation", WITH_IDS, ids=str)
def test_another_team_s_ids_are_not_found(operation: Operation, admin: Person) -> None:
    mallory = signed_in_for(
        operation, make_person("Mallory", make_team("Teh", plan=Plan.objects.get(code="ALL")), role="admin")
    )
    url = operation.url(admin.team)
    body = BODIES[operation.operation_id](mallory.team) if operation.operation_id in BODIES else {}

    with nothing_written():
        answer = mallory.api.call(operation.method, url, None if operation.method == "GET" else body)

    # Nor is it told that they exist: an id that is nobody's gets the same answer.
    unknown = operation.url_of_nothing(mallory.team)
    nobody_s = mallory.api.call(operation.method, unknown, None if operation.method == "GET" else body)
    assert (answer.status_code, answer.content) == (nobody_s.status_code, nobody_s.content)
    assert answer.status_code != 400, f"{operation}: add '{operation.operation_id}' to BODIES; got {answer.content!r}"
    refused(answer, errors.NotFound)


@pytest.mark.parametrize("operation", FOR_OPERATORS_WITH_IDS, ids=str)
def test_an_operator_is_told_that_nobody_s_ids_are_not_found(operation: Operation, admin: Person) -> None:
    operator = signed_in_for(operation, make_person("Putri", make_team("Desk", plan=Plan.objects.get(code="ALL"))))
    url = operation.url_of_nothing(admin.team)
    body = BODIES[operation.operation_id](admin.team) if operation.operation_id in BODIES else None

    with nothing_written():
        answer = operator.api.call(operation.method, url, None if operation.method == "GET" else body)

    refused(answer, errors.NotFound)


def test_the_matrix_sees_a_call_that_lets_too_many_in(admin: Person) -> None:
    ping = next(operation for operation in WITH_TOKEN if operation.operation_id == "ping")
    stricter = replace(ping, declarations=(Access(permission="team.edit"),))

    with pytest.raises(AssertionError):
        test_a_role_without_the_permission_is_kept_out(stricter, admin)
    with pytest.raises(AssertionError):
        test_what_befalls_a_team_keeps_it_out_as_declared(stricter, admin)


def test_the_matrix_sees_what_a_refused_call_writes(admin: Person) -> None:
    with pytest.raises(AssertionError, match="wrote to the database"), nothing_written():
        Team.objects.filter(pk=admin.team.pk).update(city="Bandung")
