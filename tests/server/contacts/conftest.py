from pathlib import Path

import pytest
from django.conf import settings

from server.core.broker import celery


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Uses a temporary upload folder, and wakes no worker for jobs."""
    monkeypatch.setattr(celery, "send_task", lambda *args, **kwargs: None)
    monkeypatch.setattr(settings, "UPLOAD_FOLDER", tmp_path)
    return tmp_path
