"""Every kind of notification leads to a screen that the client has."""

import itertools
import re
from pathlib import Path
from string import Formatter

import pytest

from server.notifications.kinds import KINDS
from server.reports.states import SCREENS

SRC = Path(__file__).resolve().parents[2] / "client" / "src"
ROUTES = sorted(
    {path for file in SRC.rglob("*routes.ts") for path in re.findall(r'path: "(/[^"]*)"', file.read_text())}
)
# What a place of a link may be filled with; where nothing is said, it is an id.
PLACES = {
    "report": [screen.format("1") for screen in SCREENS.values()],
    "screen": ["campaigns", "ab-tests"],
    # Of the editors that open documents.
    "path": ["campaigns/1/edit"],
}


def filled(link: str) -> list[str]:
    """The link with each of the values that its places may have."""
    names = [name for _, name, _, _ in Formatter().parse(link) if name]
    values = itertools.product(*(PLACES.get(name, ["1"]) for name in names))
    return [link.format(**dict(zip(names, given, strict=True))) for given in values]


def leads_to(route: str, link: str) -> bool:
    wanted, given = route.split("/"), link.partition("?")[0].split("/")
    return len(wanted) == len(given) and all(
        want == got or (want.startswith(":") and got == "1") for want, got in zip(wanted, given, strict=True)
    )


@pytest.mark.parametrize("kind", [kind for kind, known in KINDS.items() if known.link])
def test_a_notification_leads_to_a_screen(kind: str) -> None:
    for link in filled(KINDS[kind].link):
        assert [route for route in ROUTES if leads_to(route, link)], link


def test_the_routes_are_found() -> None:
    assert {"/campaigns/:id", "/ab-tests/:id/report", "/contacts/imports"} <= set(ROUTES)
    assert not leads_to("/campaigns/:id", "/campaigns/others")
