"""A separate spool for each test, and the team that sends."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from django.db import connections

from server.delivery.wire import ingest, tracking
from server.delivery.wire.tracking import Tracker
from server.teams.models import Team
from tests.cast import make_team
from tests.server.delivery.mailing_factory import (
    in_thread,
)


@pytest.fixture(autouse=True)
async def tracker(transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Tracker]:
    own = ingest.Ingest(tmp_path / "spool", hold=0.02)
    monkeypatch.setattr(ingest, "_ingest", own)
    found = tracking.get_tracker()
    yield found
    await asyncio.to_thread(own.end)
    if found._connection is not None:
        await found._connection.close()
    tracking._trackers.clear()
    await in_thread(connections.close_all)()


@pytest.fixture
def team() -> Team:
    return make_team("Kopi")
