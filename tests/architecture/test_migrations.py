"""The migrations match the models."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_models_and_migrations_agree(capsys: pytest.CaptureFixture[str]) -> None:
    # Exits with 1 if a model has changes without a migration.
    call_command("makemigrations", check_changes=True)

    assert capsys.readouterr().out == "No changes detected\n"
