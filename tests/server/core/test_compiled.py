"""Queries that are compiled once return the same rows as Django's own, for the values of each call."""

from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from server.accounts.models import User
from server.core.patches.compiled_queries import QueryParameter, compile_query
from server.teams.models import Member
from tests.cast import Person

pytestmark = pytest.mark.django_db

built: list[str] = []


@compile_query
def members(team: QueryParameter) -> QuerySet[Member]:
    built.append("members")
    return Member.objects.for_team(team).select_related("user", "custom_role")


@compile_query
def by_address(addresses: QueryParameter, language: QueryParameter) -> QuerySet[User]:
    return User.objects.filter(email__any=addresses, language=language).order_by("email")


@compile_query
def names(person: QueryParameter) -> QuerySet[User, tuple[str]]:
    return User.objects.filter(pk=person).values_list("email")


def test_each_call_answers_for_its_own_values(alice: Person, mallory: Person) -> None:
    assert [member.user.email for member in members(alice.team.pk)] == [alice.user.email]
    assert [member.user.email for member in members(mallory.team.pk)] == [mallory.user.email]
    assert members(alice.user.pk) == []


def test_related_rows_come_along(alice: Person, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        [member] = members(alice.team.pk)
        assert (member.user, member.custom_role) == (alice.user, None)


def test_it_is_built_once_however_often_it_is_asked(alice: Person) -> None:
    members(alice.team.pk)
    before = len(built)

    members(alice.team.pk)

    assert len(built) == before


def test_places_are_filled_in_the_order_of_the_parameters(alice: Person, mallory: Person) -> None:
    addresses = [alice.user.email, mallory.user.email, "nobody@example.com"]

    assert by_address(addresses, alice.user.language) == sorted([alice.user, mallory.user], key=lambda user: user.email)
    assert by_address(addresses[1:], alice.user.language) == [mallory.user]
    assert by_address([], alice.user.language) == []
    assert by_address(addresses, "xx") == []


def test_it_answers_values_as_well(alice: Person) -> None:
    assert names(alice.user.pk) == [(alice.user.email,)]


@pytest.mark.django_db(transaction=True)
def test_another_thread_asks_over_its_own_connection(alice: Person) -> None:
    pids: list[Any] = []
    seen: list[Any] = []

    def ask() -> None:
        seen.append(names(alice.user.pk))
        pids.append(connection.connection.info.backend_pid)
        connection.close()

    names(alice.user.pk)
    thread = Thread(target=ask)
    thread.start()
    thread.join()

    assert seen == [[(alice.user.email,)]]
    assert pids != [connection.connection.info.backend_pid]
