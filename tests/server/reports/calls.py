"""Records for the generated tests (tests/foreign_ids.py)."""

import secrets
from uuid import uuid4

from server.core import clock
from server.core.exports.lifecycle import RETENTION
from server.reports.models import Advice, ReportFile
from server.reports.services.downloads import FILES
from server.teams.models import Team


def file_token(team: Team) -> str:
    row = ReportFile.objects.create(
        team=team,
        user_id=uuid4(),
        fullname="Ani",
        type="email-marketing",
        origin_id=uuid4(),
        name="May news",
        machines="exclude",
        format="csv",
        language="en",
        zone="Asia/Jakarta",
        state="DONE",
        created_at=clock.now(),
        expires_at=clock.now() + RETENTION,
    )
    FILES.folder_of(row.pk).mkdir(parents=True, exist_ok=True)
    FILES.path_of(row).write_text("Email\n")
    return FILES.token_of(row)


def advice_id(team: Team) -> int:
    """Creates advice that a user can follow manually."""
    row = Advice(team=team, rule="complaints", subject=f"campaign:{secrets.token_hex(4)}", level="bad")
    row.value, row.asked, row.base, row.found_at = 0.004, 0.001, 1_000, clock.now()
    row.save()
    return row.pk


IDS = {"reports/file/{token}": file_token, "advice/{advice_id}": advice_id}
