"""Records and bodies for the generated tests (tests/foreign_ids.py)."""

from uuid import UUID, uuid4

from server.core import clock
from server.hygiene.models import SunsetRun
from server.teams.models import Team


def run_id(team: Team) -> UUID:
    """Creates a run that can be undone."""
    now = clock.now()
    row = SunsetRun.objects.create(
        team=team,
        at=now,
        finished_at=now,
        months=6,
        least_sent=5,
        act="suppress",
        state="DONE",
        found=1,
        done=1,
        changed=1,
        user_id=uuid4(),
        fullname="Ani",
    )
    return row.pk


IDS = {"contacts/hygiene/sunset/runs/{run_id}": run_id}
BODIES = {
    "put_frequency_cap": lambda team: {"mails": 3, "days": 7},
    "put_sunset_rule": lambda team: {"months": 6, "leastSent": 5, "act": "suppress"},
    "preview_sunset_rule": lambda team: {"months": 6, "leastSent": 5, "act": "suppress"},
}
