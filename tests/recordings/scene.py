"""Alice before her screen, the clock in hand, and an operator at the support desk."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from server.notifications.models import Notification
from server.notifications.services.creation import notify
from tests.cast import Person, make_operator, make_person, make_team
from tests.recordings.recorder import Read
from tests.server.senders.conftest import Postbox

ACTIVITY = Read("activity", query={"reference": "team", "page": 1, "size": 10})
SIX = Read("notifications", query={"page": 1, "size": 6})
TWELVE = Read("notifications", query={"page": 1, "size": 12})
ALERT = Read("notifications/alert")
ME = Read("me")


class Scene:
    """What a recording needs around its act."""

    def __init__(self, alice: Person, traveller: Any, post: Postbox) -> None:
        self.alice, self.team, self._traveller, self.post = alice, alice.team, traveller, post

    def later(self, minutes: int = 1) -> None:
        self._traveller.shift(timedelta(minutes=minutes))

    def told(self, number: int) -> list[str]:
        """Ids of so many notifications, the newest first."""
        for each in range(number):
            self.later()
            notify("sender.validated", team_id=self.team.pk, email=f"{each}@kopi.example")
        rows = Notification.objects.for_team(self.team).filter(user_id=self.alice.user.pk)
        return [str(row.notice_id) for row in rows.order_by("-created_at")]

    def operator(self, name: str = "Putri") -> Person:
        """Somebody who looks after every team."""
        person = make_person(name, make_team(f"Desk{name}"))
        make_operator(person.user)
        return person

    def put(self, path: str, body: Any = None) -> Callable[[], object]:
        return lambda: self._call(self.alice, "PUT", path, body or {})

    def post_to(self, path: str, body: Any = None) -> Callable[[], object]:
        return lambda: self._call(self.alice, "POST", path, body or {})

    def at_the_desk(self, operator: Person, path: str) -> Callable[[], object]:
        return lambda: self._call(operator, "POST", f"admin/{path}", {"reason": "Asked for by the owner"})

    def _call(self, person: Person, method: str, path: str, body: Any) -> None:
        self.later()
        answer = person.api.call(method, path, body)
        assert answer.status_code == 200, answer.content
