"""Links of notifications and activity entries lead to existing screens of the client."""

import itertools
import re
from pathlib import Path
from string import Formatter

import pytest

from server.notifications.kinds import KINDS
from server.reports.states import SCREENS

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "client" / "src"
ROUTES = sorted(
    {path for file in SRC.rglob("*routes.ts") for path in re.findall(r'path: "(/[^"]*)"', file.read_text())}
)
# The possible values of a link's placeholder; by default it is an id.
PLACES = {
    "report": [screen.format("1") for screen in SCREENS.values()],
    "screen": ["campaigns", "ab-tests"],
    # From the editors that open documents.
    "path": ["campaigns/1/edit"],
}

# Links of records in the services: `link=f"…"` in the recording call, or the result of a `build_link`.
ACTIVITY_LINK = re.compile(
    r'(?:link ?= ?|def _?build_link\([^)]*\) -> str:\n(?:    """[^"]*"""\n)?    return )f"(/[^"]*)"'
)
ACTIVITY_LINKS = sorted(
    {
        re.sub(r"\{[^}]*\}", "1", link.replace("{kinds.get_strategy(campaign).screen}", screen))
        for file in (ROOT / "server").glob("*/**/*.py")
        for link in ACTIVITY_LINK.findall(file.read_text())
        for screen in PLACES["screen"]
    }
)


def filled(link: str) -> list[str]:
    """The link with each possible value of its placeholders."""
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


@pytest.mark.parametrize("link", ACTIVITY_LINKS)
def test_an_entry_of_the_activity_leads_to_a_screen(link: str) -> None:
    address = link.partition("#")[0]
    assert [route for route in ROUTES if leads_to(route, address)], link


def test_the_links_of_the_activity_are_found() -> None:
    assert {"/campaigns/1", "/ab-tests/1", "/contacts/1", "/events/1/1", "/webhook/1"} <= set(ACTIVITY_LINKS)


def test_the_routes_are_found() -> None:
    assert {"/campaigns/:id", "/ab-tests/:id/report", "/contacts/imports"} <= set(ROUTES)
    assert not leads_to("/campaigns/:id", "/campaigns/others")
