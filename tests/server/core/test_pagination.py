"""A page includes the length of the list, and counts only if it does not show the end."""

from typing import Any

import pytest
from django.db.models import QuerySet

from server.core.pagination import AllRows, PageQuery, Slice, paginate
from server.core.patches.compiled_queries import QueryParameter
from server.teams.models import Member, Team
from tests.cast import make_person, make_team

pytestmark = pytest.mark.django_db


def members(team: Team | QueryParameter) -> QuerySet[Member]:
    return Member.objects.for_team(team).select_related("user")


@pytest.fixture
def team() -> Team:
    team = make_team("Five")
    for name in ("Ani", "Budi", "Citra", "Dewi", "Eka"):
        make_person(name, team)
    return team


def page(team: Team, number: int, size: int, *, whole: bool = False) -> Slice[Member]:
    return paginate(
        members(team),
        PageQuery(page=number, size=size, sort=None, search=None),
        sorts={"name": "user__firstname"},
        default_sort="name",
        whole=AllRows(members, team.pk) if whole else None,
    )


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    ("number", "size", "names", "queries"),
    [
        (1, 5, "Ani Budi Citra Dewi Eka", 2),  # full: there might be more
        (1, 6, "Ani Budi Citra Dewi Eka", 1),  # shows the end
        (1, 2, "Ani Budi", 2),
        (2, 2, "Citra Dewi", 3),  # keys, rows, count
        (3, 2, "Eka", 2),
        (4, 2, "", 2),  # beyond the end: says nothing about the length
    ],
)
def test_a_page_and_what_it_costs(
    team: Team, number: int, size: int, names: str, queries: int, whole: bool, django_assert_num_queries: Any
) -> None:
    make_person("Mallory", make_team("Other"))
    page(team, number, size, whole=whole)

    with django_assert_num_queries(queries):
        found = page(team, number, size, whole=whole)
        assert [member.user.firstname for member in found.items] == names.split()

    assert (found.total, found.total_is_exact) == (5, True)


def test_an_empty_list_is_told_by_its_first_page(django_assert_num_queries: Any) -> None:
    team = make_team("Nobody")

    with django_assert_num_queries(1):
        found = page(team, 1, 10)

    assert (list(found.items), found.total, found.total_is_exact) == ([], 0, True)


def test_the_total_ends_where_counting_does(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.core.pagination.MAX_EXACT_TOTAL", 4)

    assert (page(team, 1, 10).total, page(team, 1, 10).total_is_exact) == (4, False)
    assert (page(team, 2, 3).total, page(team, 2, 3).total_is_exact) == (4, False)
