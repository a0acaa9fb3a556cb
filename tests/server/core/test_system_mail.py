"""The texts of the product's own emails, which each app contributes."""

import pytest

from server.core import system_email
from server.core.system_email import EmailText
from tests.plugs import copy

# The operator of the installation gets these, in English.
FOR_OPERATORS = {"contact-us"}


def test_every_system_email_is_in_both_languages() -> None:
    names = {name for name, _ in system_email.EMAILS} - FOR_OPERATORS

    assert set(system_email.EMAILS) == {
        *((name, language) for name in names for language in ("en", "id")),
        *((name, "en") for name in FOR_OPERATORS),
    }


def test_a_text_is_in_the_language_or_else_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    copy(monkeypatch, system_email.EMAILS)
    english, indonesian = EmailText("Hello", "Hi"), EmailText("Halo", "Hai")
    system_email.register({("hello", "en"): english, ("hello", "id"): indonesian, ("bye", "en"): english})

    assert system_email.get_text("hello", "id") == indonesian
    assert system_email.get_text("bye", "id") == english
    with pytest.raises(KeyError):
        system_email.get_text("unknown", "en")


def test_a_name_is_that_of_one_app(monkeypatch: pytest.MonkeyPatch) -> None:
    copy(monkeypatch, system_email.EMAILS)

    with pytest.raises(ValueError, match="Two entries for the system email"):
        system_email.register({("validate-email", "en"): EmailText("Other", "Text")})
