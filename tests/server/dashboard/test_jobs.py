import pytest

from server.core import jobs
from server.core.models import Job
from server.dashboard.demo import scenarios
from server.identity.services.registration import FILL_SAMPLE
from tests.cast import Person

pytestmark = pytest.mark.django_db


def test_the_job_fills_the_team_it_names(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    filled: list[object] = []
    monkeypatch.setattr(scenarios, "fill_sample_team", lambda *, team_id: filled.append(team_id))
    jobs.enqueue(FILL_SAMPLE, team_id=str(alice.team.pk))
    claimed = jobs.claim(Job.objects.get().pk)
    assert claimed is not None

    jobs.run(claimed)

    assert filled == [alice.team.pk]
