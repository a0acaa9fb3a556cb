"""Batches for tests."""

from typing import Any

from server.core import clock
from server.transactional.intake import acceptance
from server.transactional.models import Message, MessageRecipient, TransactionalBatch
from tests.cast import Person
from tests.server.transactional.factories import make_identity, make_submission


def make_batch(person: Person, *to: str, **fields: Any) -> TransactionalBatch:
    """A batch with a message for each address."""
    team = person.team
    batch = TransactionalBatch.objects.create(
        team=team, subject="Tagihan", tag="bill", size=len(to), created_at=clock.now(), **fields
    )
    identity = make_identity(team)
    for address in to:
        found = acceptance.accept(identity, make_submission(address))
        Message.objects.for_team(team).filter(pk=found.id).update(batch_id=batch.pk)
    return batch


def set_outcome(person: Person, email: str, state: str, **fields: Any) -> None:
    """Sets the outcome of a recipient."""
    MessageRecipient.objects.for_team(person.team).filter(email=email).update(state=state, **fields)
