import pytest

from server.core import jobs, system_mail
from server.core.models import Job, JobState
from tasks import app as tasks
from tests.cast import Person

pytestmark = pytest.mark.django_db


def test_a_validation_mail_that_nothing_can_send_is_tried_again(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_mail, "_transport", [])
    type(alice.user).objects.update(validated_at=None)
    jobs.enqueue("identity.send_validation", user_id=str(alice.user.pk))
    claimed = jobs.claim(Job.objects.get().pk)
    assert claimed is not None

    with pytest.raises(system_mail.TransportMissing):
        jobs.run(claimed)

    job = Job.objects.get()
    assert (job.state, job.attempts) == (JobState.WAITING, 1)


def test_beat_calls_what_is_registered() -> None:
    scheduled = {entry["task"] for entry in tasks.app.conf.beat_schedule.values()}

    assert {"tasks.sweep", "tasks.close_expired_holds", "tasks.forget_old_attempts"} <= scheduled
    assert scheduled <= set(tasks.app.tasks)
