from pathlib import Path

import pytest
from django.conf import settings

from server.core.broker import celery


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Uploads go to a folder of the test's own, and nobody is woken for the jobs."""
    monkeypatch.setattr(celery, "send_task", lambda *args, **kwargs: None)
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)
    return tmp_path
