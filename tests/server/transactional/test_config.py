"""Code examples, and checks of an application's settings (TRX-67, TRX-68)."""

import ast
import json
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from server.core import clock
from server.senders.models import Sender
from server.senders.states import DomainState
from server.transactional import client_checks, snippets
from server.transactional.client_messages import MESSAGES, WARNINGS
from server.transactional.models import Message, Subaccount
from server.transactional.schemas.messages import MessageIn
from server.transactional.states import Scope
from tests.cast import Person, make_team
from tests.server.transactional.calling import by_key, by_person
from tests.server.transactional.factories import make_domain, make_key

pytestmark = pytest.mark.usefixtures("redis_client")
# Characters that an email address can contain and that are special in a shell, string or template.
WILD = "o'neil`id`$HOME!{x}#%&|/^~@example.com"
NODE = shutil.which("node")


def codes(setup: Any) -> dict[str, str]:
    return {snippet.id: snippet.code for snippet in setup}


def generated(person: Person, **body: str) -> dict[str, str]:
    answer = by_person(person).post("config/generate", body)
    assert answer.status_code == 200, answer.content
    return {each["id"]: each["code"] for each in answer.json()["snippets"]}


@pytest.mark.django_db
def test_there_is_an_example_for_each_and_no_key_in_it(alice: Person) -> None:
    make_domain(alice.team)

    answer = by_key(alice.team, Scope.READ).post("config/generate", {"to": "Ani@Example.com"})

    rows = answer.json()["snippets"]
    assert [(row["id"], row["title"], row["language"]) for row in rows] == [
        ("curl", "curl", "bash"),
        ("python", "Python", "python"),
        ("node", "Node.js", "javascript"),
        ("php", "PHP", "php"),
        ("smtp", "Postfix", "ini"),
    ]
    for row in rows:
        assert row["code"].count(snippets.KEY_PLACEHOLDER) == 1
        if row["id"] != "smtp":
            assert f"{settings.APP_ORIGINS[0]}/trx-api/messages" in row["code"]
            assert "ani@example.com" in row["code"]
            assert "shop@kopi.example" in row["code"]


@pytest.mark.django_db
def test_the_sender_is_the_team_s_own(alice: Person) -> None:
    assert "shop@your-domain.example" in generated(alice)["curl"]
    make_domain(alice.team, state=DomainState.PENDING)
    assert "shop@your-domain.example" in generated(alice)["curl"]
    make_domain(alice.team, "teh.example")
    assert "shop@teh.example" in generated(alice)["curl"]
    now = clock.now()
    Sender.objects.create(
        team=alice.team, name="Teh", email="halo@teh.example", domain="teh.example", created_at=now, validated_at=now
    )
    assert "halo@teh.example" in generated(alice)["curl"]
    assert "toko@kopi.example" in generated(alice, **{"from": "toko@kopi.example"})["curl"]


@pytest.mark.django_db
@pytest.mark.parametrize(("field", "value"), [("to", "ani"), ("from", "a b@example.com"), ("to", 'a"b@example.com')])
def test_an_address_that_is_none_is_refused(alice: Person, field: str, value: str) -> None:
    answer = by_person(alice).post("config/generate", {field: value})

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, field)


def test_every_example_says_what_the_schema_takes() -> None:
    """Any address is preserved exactly, in each language."""
    made = codes(snippets.generate(sender="toko@kopi.example", to=WILD))
    wanted = {
        "from": "toko@kopi.example",
        "to": [WILD],
        "subject": "It works",
        "html": "<p>This is the first message.</p>",
        "text": "This is the first message.",
    }

    shell = subprocess.run(
        ["/bin/sh", "-c", 'curl() { printf "%s\\n" "$8"; }; eval "$0"', made["curl"]],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    tree = ast.parse(made["python"])
    assigned = next(node for node in tree.body if isinstance(node, ast.Assign))
    bodies = {"curl": json.loads(shell), "python": ast.literal_eval(assigned.value), "php": php_message(made["php"])}

    assert bodies == {"curl": wanted, "python": wanted, "php": wanted}
    MessageIn.model_validate(wanted)


@pytest.mark.skipif(NODE is None, reason="there is no Node on this machine")
def test_the_node_example_posts_its_message() -> None:
    code = snippets.generate(sender="toko@kopi.example", to=WILD)[2].code
    fake = "globalThis.fetch = async (url, sent) => ({ ok: true, json: async () => [url, sent] });\n"

    ran = subprocess.run(
        [
            str(NODE),
            "--input-type=module",
            "-e",
            fake
            + code.replace("console.log(await response.json())", "")
            + "console.log(JSON.stringify(await response.json()));",
        ],
        capture_output=True,
        text=True,
        check=True,
    )

    url, sent = json.loads(ran.stdout)
    assert url == f"{settings.APP_ORIGINS[0]}/trx-api/messages"
    assert (sent["method"], sent["headers"]["Authorization"]) == ("POST", "Bearer YOUR_API_KEY")
    assert json.loads(sent["body"])["to"] == [WILD]


def php_message(code: str) -> dict[str, Any]:
    """The array at the start of a PHP script, parsed by PHP's rules of single quotes."""
    assert code.startswith("<?php\n$message = [\n")
    texts = r"'((?:[^'\\]|\\.)*)'"
    found: dict[str, Any] = {}
    for line in code.partition("[\n")[2].partition("\n];")[0].splitlines():
        match = re.fullmatch(rf"    {texts} => (.+),", line)
        assert match is not None, line
        values = [re.sub(r"\\(['\\])", r"\1", text) for text in re.findall(texts, match[2])]
        found[match[1]] = values if match[2].startswith("[") else values[0]
    rest = re.sub(texts, "''", code)
    for opening, closing in ("()", "[]"):
        assert rest.count(opening) == rest.count(closing)
    return found


def test_postfix_gets_the_address_that_is_listened_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SUBMISSION_HOST", "smtp.kopi.example")
    monkeypatch.setattr(settings, "SUBMISSION_PORT", 587)

    code = snippets.generate(sender="toko@kopi.example", to="ani@example.com")[4].code

    lines = [line for line in code.splitlines() if line and not line.startswith("#")]
    assert lines[-1] == "[smtp.kopi.example]:587 apikey:YOUR_API_KEY"
    assert dict(line.split(" = ") for line in lines[:-1]) == {
        "relayhost": "[smtp.kopi.example]:587",
        "smtp_tls_security_level": "secure",
        "smtp_tls_CApath": "/etc/ssl/certs",
        "smtp_sasl_auth_enable": "yes",
        "smtp_sasl_security_options": "noanonymous",
        "smtp_sasl_password_maps": "texthash:/etc/postfix/sasl_passwd",
    }


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["curl", "python"])
def test_an_example_really_sends(kind: str, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    team = make_team("Kopi")
    make_domain(team)
    _, secret = make_key(team)
    host = live_server.url.removeprefix("http://")
    monkeypatch.setattr(settings, "APP_ORIGINS", [live_server.url])
    monkeypatch.setattr(settings, "APP_HOSTS", [host])
    code = codes(snippets.generate(sender="toko@kopi.example", to="ani@example.com"))[kind].replace(
        snippets.KEY_PLACEHOLDER, secret
    )

    command = ["/bin/sh", "-c", code] if kind == "curl" else [sys.executable, "-c", code]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    message = Message.objects.for_team(team).get()
    assert str(message.pk) in ran.stdout
    assert (message.subject, message.from_address, message.recipients) == ("It works", "toko@kopi.example", 1)


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SUBMISSION_HOST", "smtp.kopi.example")
    monkeypatch.setattr(settings, "SUBMISSION_PORT", 10587)
    monkeypatch.setattr(settings, "SUBMISSION_TLS_PORT", 10465)


def problems(person: Person, **body: Any) -> list[tuple[str, str]]:
    answer = by_person(person).post("config/validate", body)
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert told["ok"] is all(each["severity"] == "warning" for each in told["problems"])
    return [(each["field"], each["code"]) for each in told["problems"]]


@pytest.mark.django_db
@pytest.mark.usefixtures("ports")
def test_a_right_setup_has_nothing_wrong(alice: Person) -> None:
    make_domain(alice.team)
    key, _ = make_key(alice.team)
    right = {
        "host": "SMTP.kopi.example",
        "port": 10587,
        "security": "starttls",
        "username": key.prefix,
        "keyPrefix": key.prefix,
        "from": "Toko@kopi.example",
    }

    assert problems(alice, **right) == []
    assert problems(alice, **right | {"port": 10465, "security": "tls", "username": "apikey"}) == []
    assert problems(alice, **right | {"from": "toko@struk.kopi.example"}) == []
    assert problems(alice) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("ports")
@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"host": "https://smtp.kopi.example"}, [("host", "hostIsUrl")]),
        ({"host": "kopi.example/trx-api"}, [("host", "hostIsUrl")]),
        ({"host": "smtp.kopi.example:10587"}, [("host", "hostHasPort")]),
        ({"host": "mail.kopi.example"}, [("host", "hostWrong")]),
        ({"host": ""}, [("host", "hostWrong")]),
        ({"port": 25}, [("port", "portWrong")]),
        ({"port": 0}, [("port", "portWrong")]),
        ({"port": 10587, "security": "none"}, [("security", "securityNone")]),
        ({"port": 10587, "security": "tls"}, [("security", "portIsStarttls")]),
        ({"port": 10465, "security": "starttls"}, [("security", "portIsTls")]),
        ({"username": "toko@kopi.example"}, [("username", "usernameIsAddress")]),
        ({"username": "dsk_live_0123abcd_" + "x" * 43}, [("username", "usernameIsSecret")]),
        ({"username": "toko"}, [("username", "usernameWrong")]),
        ({"keyPrefix": "sk-123"}, [("keyPrefix", "keyShape")]),
        ({"keyPrefix": "dsk_live_0123abcd"}, [("keyPrefix", "keyUnknown")]),
        (
            {"username": "dsk_live_99999999", "keyPrefix": "dsk_live_0123abcd"},
            [("username", "usernameOfOtherKey"), ("keyPrefix", "keyUnknown")],
        ),
        ({"from": "toko"}, [("from", "fromShape")]),
        ({"from": "toko@kopi.example"}, [("from", "fromUnknownDomain")]),
        (
            {"host": "x.example", "port": 25, "from": "toko"},
            [("host", "hostWrong"), ("port", "portWrong"), ("from", "fromShape")],
        ),
    ],
)
def test_what_is_wrong_is_told(alice: Person, body: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert problems(alice, **body) == found


@pytest.mark.django_db
@pytest.mark.usefixtures("ports")
def test_what_is_wrong_with_a_key_is_told(alice: Person, mallory: Person) -> None:
    now = clock.now()
    off = Subaccount.objects.create(team=alice.team, name="Dago", active=False, created_at=now)
    kinds: dict[str, dict[str, Any]] = {
        "keyRevoked": {"revoked_at": now},
        "keyExpired": {"expires_at": now - timedelta(seconds=1)},
        "keyCannotSend": {"scopes": [Scope.READ]},
        "subaccountInactive": {"subaccount": off},
        "keySandbox": {"sandbox": True},
        "keyNetworks": {"networks": ["192.0.2.0/24"]},
    }

    for code, fields in kinds.items():
        key, _ = make_key(alice.team, **fields)
        assert problems(alice, keyPrefix=key.prefix) == [("keyPrefix", code)]
    foreign, secret = make_key(mallory.team)
    assert problems(alice, keyPrefix=foreign.prefix) == [("keyPrefix", "keyUnknown")]
    assert problems(mallory, keyPrefix=secret) == [("keyPrefix", "keyIsSecret")]


@pytest.mark.django_db
@pytest.mark.usefixtures("ports")
def test_what_is_wrong_with_a_sender_is_told(alice: Person, mallory: Person) -> None:
    make_domain(mallory.team, "susu.example")
    kopi = make_domain(alice.team)
    make_domain(alice.team, "teh.example", state=DomainState.PENDING)
    bound, _ = make_key(alice.team, domain=kopi)
    trial, _ = make_key(alice.team, sandbox=True)

    assert problems(alice, **{"from": "a@susu.example"}) == [("from", "fromUnknownDomain")]
    assert problems(alice, **{"from": "a@teh.example"}) == [("from", "fromNotVerified")]
    assert problems(alice, **{"from": "a@kopi.example", "keyPrefix": bound.prefix}) == []
    assert problems(alice, **{"from": "a@teh.example", "keyPrefix": bound.prefix}) == [
        ("from", "fromNotVerified"),
        ("from", "fromOtherDomain"),
    ]
    assert problems(alice, **{"from": "a@teh.example", "keyPrefix": trial.prefix}) == [("keyPrefix", "keySandbox")]


@pytest.mark.django_db
@pytest.mark.usefixtures("ports")
def test_words_are_the_reader_s(alice: Person) -> None:
    english = by_person(alice).post("config/validate", {"port": 25}).json()["problems"][0]["text"]
    alice.user.language = "id"
    alice.user.save()
    indonesian = by_person(alice).post("config/validate", {"port": 25}).json()["problems"][0]["text"]

    assert english == "Use port 10587 with STARTTLS, or 10465 with TLS"
    assert indonesian == "Pakai port 10587 dengan STARTTLS, atau 10465 dengan TLS"


def test_every_word_is_there_in_both_languages_with_the_same_places() -> None:
    for code, texts in MESSAGES.items():
        assert set(texts) == {"en", "id"}, code
        places = [sorted(re.findall(r"\{(\w+)\}", text)) for text in texts.values()]
        assert places[0] == places[1], code
    assert set(MESSAGES) >= WARNINGS


def test_every_code_is_told_somewhere() -> None:
    told = set(re.findall(r'yield "\w+", "(\w+)"', Path(client_checks.__file__).read_text()))

    assert told == set(MESSAGES)
