"""What happens in the transactional area, whose screens ask its own API."""

from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from server.core import jobs
from server.core.models import Job
from server.transactional.models import EventExport
from server.transactional.services import batches
from server.webhooks.services import endpoints
from server.webhooks.states import DisabledReason
from tests.cast import Person
from tests.recordings.recorder import Read, record
from tests.recordings.scene import ACTIVITY, Scene
from tests.server.transactional.asking import asker
from tests.server.transactional.batches import make_batch, set_outcome
from tests.server.transactional.factories import make_domain


@dataclass(frozen=True)
class TrxRead(Read):
    """A call of a screen to the transactional API."""

    base: ClassVar[str] = "/trx-api"

    def body(self, person: Person) -> Any:
        answer = asker(person).get(self.path, **self.query)
        assert answer.status_code == 200, answer.content
        return answer.json()


def batch_finished(scene: Scene) -> dict[str, Any]:
    make_domain(scene.team)
    make_batch(scene.alice, "ani@example.com")

    def act() -> None:
        scene.later()
        set_outcome(scene.alice, "ani@example.com", "failed")
        assert batches.record_finished_batches() == 1

    return record(scene.alice, act, TrxRead("batches", query={"page": 1, "size": 10}))


def events_exported(scene: Scene) -> dict[str, Any]:
    assert asker(scene.alice).post("events/export").status_code == 202

    def act() -> None:
        scene.later()
        claim = jobs.claim(Job.objects.get(name=EventExport.job).pk)
        assert claim is not None
        jobs.run(claim)

    return record(scene.alice, act, TrxRead("events/exports"), ACTIVITY)


WEBHOOKS = TrxRead("webhooks", query={"page": 1, "size": 10, "sort": "-createdAt"})
WEBHOOK = {"url": "https://hooks.example.com/mail", "events": ["delivered"]}


def webhook_made(scene: Scene) -> dict[str, Any]:
    def act() -> None:
        scene.later()
        assert asker(scene.alice).post("webhooks", WEBHOOK).status_code == 200

    return record(scene.alice, act, WEBHOOKS, ACTIVITY)


def webhook_disabled(scene: Scene) -> dict[str, Any]:
    made = asker(scene.alice).post("webhooks", WEBHOOK).json()

    def act() -> None:
        scene.later()
        endpoints.disable(UUID(made["id"]), DisabledReason.GONE)

    return record(scene.alice, act, WEBHOOKS)


RECORDINGS = (batch_finished, events_exported, webhook_disabled, webhook_made)
