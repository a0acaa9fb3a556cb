"""The emails about an account: complete, in both languages, with the context that the services provide."""

import pytest

from server.core import system_email
from server.delivery.compiling import CompiledEmail
from server.delivery.mime.message import MessageProgram
from server.delivery.models import Mailing, Recipient
from server.delivery.sealed_fields import open_fields
from server.identity import system_emails
from tests.server.delivery.mime.test_message import IDENTITY, fill, read

pytestmark = pytest.mark.django_db

# Template -> the context from its service, and the parts of it that the email must show.
CONTEXTS: dict[str, dict[str, str]] = {
    "validate-email": {"name": "Ani", "link": "https://app.example/validate/y"},
    "signin-code": {"name": "Ani", "code": "012345", "device": "Firefox 130 (Linux)"},
    "reset-password": {"name": "Ani", "link": "https://app.example/reset-password/x"},
    "password-changed": {"name": "Ani"},
    "confirm-email": {"name": "Ani", "link": "https://app.example/validate/x"},
    "email-changed": {"name": "Ani", "new": "ani@new.example"},
    "two-factor-on": {"name": "Ani"},
    "two-factor-off": {"name": "Ani"},
    "new-device": {"name": "Ani", "device": "Firefox (Linux)", "address": "203.0.113.7"},
    "recovery-code-used": {"name": "Ani", "device": "Firefox (Linux)", "address": "203.0.113.7", "left": "9"},
    "codes-guessed": {
        "name": "Ani",
        "email": "budi@kopi.example",
        "count": "200",
        "link": "https://app.example/admin/users/x",
    },
}


def test_every_mail_is_there_in_both_languages() -> None:
    assert set(system_emails.EMAILS) == {(name, language) for name in CONTEXTS for language in ("en", "id")}


@pytest.mark.parametrize("language", ["en", "id"])
@pytest.mark.parametrize("template", CONTEXTS)
def test_a_mail_says_what_it_was_given(template: str, language: str) -> None:
    system_email.send(to="ani@example.com", template=template, context=CONTEXTS[template], language=language)

    compiled = CompiledEmail.from_data(Mailing.objects.get().compiled)
    recipient = Recipient.objects.get()
    assert recipient.fields == {}
    fields = open_fields(bytes(recipient.sealed_fields), mailing_id=recipient.mailing_id)
    parsed, plain, html = read(fill(MessageProgram(compiled, IDENTITY), **fields))
    assert parsed["Subject"]
    assert "{{" not in parsed["Subject"] + plain + html
    for name, value in CONTEXTS[template].items():
        assert value in html, name
        assert value in plain, name


def test_the_code_stands_in_the_subject() -> None:
    system_email.send(to="ani@example.com", template="signin-code", context=CONTEXTS["signin-code"], language="en")

    compiled = CompiledEmail.from_data(Mailing.objects.get().compiled)
    assert read(fill(MessageProgram(compiled, IDENTITY), **CONTEXTS["signin-code"]))[0]["Subject"].startswith("012345 ")


@pytest.mark.parametrize(("language", "count"), [("en", "1,200 wrong"), ("id", "1.200 kode")])
def test_numbers_have_the_separators_of_the_language(language: str, count: str) -> None:
    context = CONTEXTS["codes-guessed"] | {"count": "1200"}
    system_email.send(to="ani@example.com", template="codes-guessed", context=context, language=language)

    compiled = CompiledEmail.from_data(Mailing.objects.get().compiled)
    _, plain, html = read(fill(MessageProgram(compiled, IDENTITY), **context))
    assert count in plain
    assert count in html
