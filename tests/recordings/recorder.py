"""Records what the server says of a change, twice: as events, and as the fresh answers to a screen's calls.

The client applies the events to the answers from before, and must come to those from after
(client/tests/verify-events.ts). Ids and slugs are replaced in the order of their appearance, so that a recording has
the same bytes for the same code.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlencode

from server.core import rooms, stream
from server.core.models import OutboxEvent
from server.teams.models import Team
from tests.cast import Person

FOLDER = Path(__file__).resolve().parents[2] / "client" / "tests" / "recorded"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
# Fields whose whole numbers come from a sequence of the database.
NUMBERED = frozenset(
    {
        "contactId",
        "id",
        "labelId",
        "fieldId",
        "ids",
        "labelIds",
        "contact_id",
        "segmentId",
        "testerId",
        "topicId",
        "viewId",
        "tag",
    }
)


@dataclass(frozen=True)
class Read:
    """A call of a screen: `path` as the contract names it, below /api/."""

    path: str
    places: Mapping[str, object] = field(default_factory=dict)
    query: Mapping[str, str | int] = field(default_factory=dict)
    # Under which key the client keeps it, where that is not the call, and which part of the body.
    key: Sequence[object] = ()
    part: str = ""
    # The list stays as it is and says that there is news, so that no row jumps under the pointer.
    waits: bool = False
    base: ClassVar[str] = "/api"

    def cache_key(self) -> list[Any]:
        params = {
            **({"path": dict(self.places)} if self.places else {}),
            **({"query": dict(self.query)} if self.query else {}),
        }
        return list(self.key) or ["get", f"{self.base}/{self.path}", {"params": params} if params else {}]

    def body(self, person: Person) -> Any:
        url = self.path.format_map(self.places) + (f"?{urlencode(self.query)}" if self.query else "")
        answer = person.api.get(url)
        assert answer.status_code == 200, answer.content
        return answer.json()[self.part] if self.part else answer.json()


def record(
    person: Person,
    act: Callable[[], object],
    *reads: Read,
    news: tuple[Sequence[str], Any] | None = None,
    watching: str = "",
) -> dict[str, Any]:
    """The answers before and after the act, and the events that the person's browser hears of it.

    `watching` is a room that the screen has joined.
    """
    own = {rooms.team(person.team.pk), rooms.user(person.user.pk), rooms.session(person.session.pk)}
    heard_in = own | {watching}
    me = person.api.get("me").json()
    before = [read.body(person) for read in reads]
    last = OutboxEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    act()
    # A control row is for the processes that hold the sockets.
    told_since = OutboxEvent.objects.filter(pk__gt=last).exclude(name__in=stream.CONTROL_EVENTS).order_by("pk")
    rows = [row for row in told_since if heard_in & set(row.rooms)]
    after = [read.body(person) for read in reads]
    told = {
        "me": me,
        "events": [{"name": row.name, "payload": row.payload} for row in rows],
        "reads": [
            {"key": read.cache_key(), "before": was, "after": read_after} | ({"waits": True} if read.waits else {})
            for read, was, read_after in zip(reads, before, after, strict=True)
        ],
        "news": {"key": list(news[0]), "says": news[1]} if news else None,
    }
    return _steady(told)


def text(told: dict[str, Any]) -> str:
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


# A signed address holds the id of what it leads to.
SIGNED = re.compile(r"/file/[\w-]+:[\w-]+:[\w-]+")
# So does the link of an entry of the activity: the number of a contact or a label.
LINKED = re.compile(r'("link": "/contacts[^"0-9]*)\d+')


def _steady(told: dict[str, Any]) -> dict[str, Any]:
    plain = SIGNED.sub("/file/signed", json.dumps(told, default=str, ensure_ascii=False))
    plain = LINKED.sub(r"\g<1>1", plain)
    for name, slug in Team.objects.values_list("name", "slug"):
        plain = plain.replace(slug, name.lower())
    uuids = list(dict.fromkeys(UUID.findall(plain)))
    for number, found in enumerate(uuids, start=1):
        plain = plain.replace(found, f"00000000-0000-7000-8000-{number:012d}")
    steady: dict[str, Any] = json.loads(plain)
    numbers = {found: number for number, found in enumerate(dict.fromkeys(_numbers(steady)), start=1)}
    return {name: _renumbered(value, numbers) for name, value in steady.items()}


def _numbers(value: Any, name: str = "") -> Iterator[int]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner, name)
    elif name in NUMBERED and isinstance(value, int):
        yield value


def _renumbered(value: Any, numbers: Mapping[int, int], name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: _renumbered(inner, numbers, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renumbered(inner, numbers, name) for inner in value]
    return numbers[value] if name in NUMBERED and isinstance(value, int) else value
