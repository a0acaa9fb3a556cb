"""Templates of transactional email: drafts, versions, and how they are filled (TRX-53, TRX-59)."""

import quopri
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from server.activity.models import Activity
from server.core import clock
from server.delivery.causes import TAG_END_MISSING, TAG_FIELD_EXPECTED, TAG_FILTER_UNKNOWN, TAG_IN_STYLE_SHEET
from server.delivery.errors import InvalidTag
from server.delivery.tags.budget import Budget
from server.transactional.errors import MessageTooLarge, TemplateNotUsable
from server.transactional.filling import ContentProgram
from server.transactional.intake.submissions import SlowSubmission
from server.transactional.models import Message, TemplateVersion, TransactionalTemplate
from server.transactional.services import templates
from server.transactional.states import Scope
from tests.cast import Person
from tests.server.transactional.calling import by_key, by_person
from tests.server.transactional.conftest import TrxClient
from tests.server.transactional.factories import make_domain

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]
BODY = {
    "subject": "Pesanan {{ order.number }}",
    "html": "<p>Halo {{ name|fallback:'Anda' }}, {% for item in items %}{{ item.name }} {% endfor %}</p>",
    "text": "",
    "testData": {"name": "Ani", "order": {"number": 7}, "items": [{"name": "Kopi"}]},
}


def make(api: TrxClient, name: str = "Struk belanja", **fields: Any) -> dict[str, Any]:
    answer = api.post("template", {"name": name, **BODY, **fields})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def publish(api: TrxClient, template_id: str, **fields: Any) -> Any:
    return api.post(f"template/{template_id}/versions", {**BODY, "publish": True, **fields})


def shown(url: str) -> Any:
    """The page at a URL of the pages origin."""
    assert url.startswith(f"{settings.PAGES_ORIGIN}/preview/templates/")
    return Client().get(url.removeprefix(settings.PAGES_ORIGIN), headers={"host": settings.PAGES_HOST})


def decoded(runs: bytes | None) -> str:
    return quopri.decodestring(runs or b"").decode().replace("\r\n", "\n")


def test_a_draft_is_saved_over_until_it_is_published(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)
    assert (made["slug"], made["version"], made["draft"], made["versionCount"]) == ("struk-belanja", None, True, 1)
    path = f"template/{made['id']}"

    api.post(f"{path}/versions", {**BODY, "subject": "Zwei"})
    first = publish(api, made["id"], subject="Tiga").json()
    assert [(each["number"], each["subject"], each["publishedAt"] is None) for each in first["versions"]] == [
        (1, "Tiga", False)
    ]
    api.post(f"{path}/versions", {**BODY, "subject": "Empat"})
    second = api.post(f"{path}/versions", {**BODY, "subject": "Lima"}).json()

    assert (second["version"], second["draft"], second["versionCount"]) == (1, True, 2)
    assert [(each["number"], each["subject"]) for each in second["versions"]] == [(2, "Lima"), (1, "Tiga")]
    assert templates.get_usable_template(alice.team.pk, "struk-belanja").version == 1
    published = publish(api, made["id"], subject="Enam").json()
    assert (published["version"], published["draft"]) == (2, False)
    sent, again = (templates.get_usable_template(alice.team.pk, made["id"]).program for _ in range(2))
    assert sent.fill({}).subject == "Enam"
    assert sent is again  # compiled once
    assert TemplateVersion.objects.for_team(alice.team).get(number=1).subject == "Tiga"
    acts = Activity.objects.for_team(alice.team).order_by("id").values_list("action", flat=True)
    assert list(acts) == ["CREATED", "UPDATED", "ACTIVATE", "UPDATED", "UPDATED", "ACTIVATE"]


def test_a_long_template_is_not_compiled_while_other_messages_wait(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)
    publish(api, made["id"])
    # Publishing compiles it too, possibly in another process.
    text = f"{uuid4()} Halo. " + "Halo. " * (templates.MAX_COMPILED_CHARACTERS // 6)
    TemplateVersion.objects.for_team(alice.team).update(text=text)

    with pytest.raises(SlowSubmission):
        templates.get_usable_template(alice.team.pk, made["slug"], Budget(0.5))
    program = templates.get_usable_template(alice.team.pk, made["slug"], Budget()).program

    assert templates.get_usable_template(alice.team.pk, made["slug"], Budget(0.5)).program is program


def test_templates_that_are_looked_at_take_no_place_of_those_that_are_sent(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)
    publish(api, made["id"], text=f"{uuid4()} Halo. " + "Halo. " * (templates.MAX_COMPILED_CHARACTERS // 6))
    program = templates.get_usable_template(alice.team.pk, made["slug"], Budget(0.5)).program

    other = make(api, name="Draf")
    for number in range(templates.MAX_CACHED_PROGRAMS + 1):
        api.post(f"template/{other['id']}/versions", {**BODY, "subject": f"Draf {uuid4()} {number}"})
        assert api.post(f"template/{other['id']}/test", {}).status_code == 200

    assert templates.get_usable_template(alice.team.pk, made["slug"], Budget(0.5)).program is program


def test_versions_are_listed_without_what_they_say_and_read_one_by_one(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)
    for number in range(1, 23):
        publish(api, made["id"], subject=f"Nomor {number}")

    listed = api.get(f"template/{made['id']}/versions?size=2&page=2").json()
    one = api.get(f"template/{made['id']}/versions/3").json()

    assert (listed["total"], [row["number"] for row in listed["items"]]) == (22, [20, 19])
    assert set(listed["items"][0]) == {"number", "subject", "publishedAt", "createdAt", "createdBy"}
    assert (one["subject"], one["html"], one["testData"]) == ("Nomor 3", BODY["html"], BODY["testData"])
    assert len(api.get(f"template/{made['id']}").json()["versions"]) == 20
    assert api.get(f"template/{made['id']}/versions/99").status_code == 404
    assert api.get(f"template/{made['id']}/versions/99999999999999999999").status_code == 404


@pytest.mark.parametrize(
    ("body", "payload"),
    [
        (
            {"html": "<p>\n  Hi {{ name | shout }}</p>"},
            {"field": "html", "line": 2, "column": 6, **TAG_FILTER_UNKNOWN.bind(name="shout").payload()},
        ),
        (
            {"subject": "Halo {% if name %}"},
            {"field": "subject", "line": 1, "column": 6, **TAG_END_MISSING.bind(tag="if", end="endif").payload()},
        ),
        (
            {"text": "a\nb {{ }}"},
            {"field": "text", "line": 2, "column": 3, **TAG_FIELD_EXPECTED.bind().payload()},
        ),
        (
            {"html": "<style>p { color: {{ color }} }</style>"},
            {"field": "html", "line": 1, "column": 19, **TAG_IN_STYLE_SHEET.bind().payload()},
        ),
    ],
)
def test_a_tag_that_cannot_be_read_is_pointed_at_and_nothing_is_published(
    alice: Person, body: dict[str, str], payload: dict[str, object]
) -> None:
    api = by_person(alice)
    made = make(api)

    refused = publish(api, made["id"], **body)
    kept = api.post(f"template/{made['id']}/versions", {**BODY, **body})
    looked = api.post(f"template/{made['id']}/test")

    for answer in (refused, looked):
        assert (answer.status_code, answer.json()["code"]) == (400, "invalidTag")
        assert answer.json()["payload"] == payload
    # A draft can be invalid: an incomplete tag is no reason to lose it.
    assert kept.status_code == 200
    assert kept.json()["version"] is None


@pytest.mark.parametrize(("body", "field"), [({"subject": " "}, "subject"), ({"html": " ", "text": ""}, "html")])
def test_nothing_is_not_published(alice: Person, body: dict[str, str], field: str) -> None:
    api = by_person(alice)
    made = make(api)

    answer = publish(api, made["id"], **body)

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, field)
    assert api.get(f"template/{made['id']}").json()["versions"][0]["html"] == BODY["html"]


@pytest.mark.parametrize(
    "data",
    [
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": "\\ud800"}',
        '{"a": "\\u0000"}',
        '{"a": ' + '{"a": ' * 30 + "1" + "}" * 30 + "}",
        '{"a": "' + "x" * 100_000 + '"}',
        "[1]",
    ],
    ids=["nan", "infinite", "surrogate", "nul", "deep", "large", "list"],
)
def test_data_that_cannot_be_kept_are_refused(alice: Person, data: str) -> None:
    answer = by_person(alice)._client.post(
        "/trx-api/template",
        data=f'{{"name": "Struk", "testData": {data}}}',
        content_type="application/json",
        headers=by_person(alice)._headers,
    )

    assert answer.status_code == 400, answer.content
    assert not TransactionalTemplate.objects.for_team(alice.team).exists()


def test_slugs_are_a_team_s_own(alice: Person, mallory: Person) -> None:
    api = by_person(alice)
    first, second = make(api), make(api)
    assert (first["slug"], second["slug"]) == ("struk-belanja", "struk-belanja-2")
    assert make(api, "咖啡")["slug"] == "template"
    assert make(by_person(mallory))["slug"] == "struk-belanja"

    taken = api.put(f"template/{second['id']}", {"name": "Struk", "slug": "struk-belanja"})
    bad = [
        api.put(f"template/{second['id']}", {"name": "Struk", "slug": slug})
        for slug in ("Struk", "a b", "-a", "a/b", str(uuid4()))
    ]
    renamed = api.put(f"template/{second['id']}", {"name": "Struk", "slug": "struk"})

    assert (taken.status_code, taken.json()["code"]) == (409, "nameTaken")
    assert taken.json()["payload"] == {"field": "slug", "value": "struk-belanja"}
    assert [(each.status_code, each.json()["payload"]["field"]) for each in bad] == [(400, "slug")] * 5
    assert (renamed.json()["name"], renamed.json()["slug"]) == ("Struk", "struk")


def test_the_list_tells_what_callers_get(alice: Person) -> None:
    api = by_person(alice)
    with time_machine.travel(clock.now() - timedelta(minutes=1), tick=False):
        old = make(by_person(alice), "Lama")
    make(api, "Baru")
    publish(api, old["id"])

    rows = api.get("template").json()["items"]

    assert [(row["name"], row["version"], row["draft"], row["versions"]) for row in rows] == [
        ("Lama", 1, False, 1),
        ("Baru", None, True, 1),
    ]
    assert [row["name"] for row in api.get("template?search=bar&sort=name").json()["items"]] == ["Baru"]


def test_a_look_fills_the_draft_with_its_own_data(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)

    seen = api.post(f"template/{made['id']}/test").json()
    page = shown(seen["htmlUrl"])

    assert (seen["version"], seen["subject"], seen["missing"], seen["message"]) == (1, "Pesanan 7", [], None)
    assert seen["text"] == "Halo Ani, Kopi \n"
    assert "<p>Halo Ani, Kopi </p>" in page.content.decode()
    assert '<base target="_blank">' in page.content.decode()
    assert page["Content-Security-Policy"].startswith("sandbox allow-popups ")
    assert "default-src 'none'" in page["Content-Security-Policy"]
    assert not Message.objects.for_team(alice.team).exists()


def test_a_look_with_other_data_says_what_they_lack(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)

    seen = api.post(f"template/{made['id']}/test", {"data": {"items": [{"name": "Teh melati <b>"}, {}]}}).json()

    assert (seen["subject"], seen["missing"]) == ("Pesanan", ["order.number", "item.name"])
    assert "<p>Halo Anda, Teh melati &lt;b&gt;  </p>" in shown(seen["htmlUrl"]).content.decode()
    assert "melati" not in seen["htmlUrl"]


def test_an_address_of_a_look_ends_and_cannot_be_forged(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)
    url = api.post(f"template/{made['id']}/test", {"data": {"name": "Budi"}}).json()["htmlUrl"]

    with time_machine.travel(clock.now() + timedelta(minutes=15, seconds=1)):
        late = shown(url)
    forged = shown(url[:-4] + ("AAAA" if not url.endswith("AAAA") else "BBBB"))
    nothing = shown(f"{settings.PAGES_ORIGIN}/preview/templates/%C3%A9")
    api.delete(f"template/{made['id']}")
    gone = shown(url)

    assert [each.status_code for each in (late, forged, nothing, gone)] == [404] * 4


def test_too_many_data_for_an_address_are_looked_at_from_the_draft(alice: Person) -> None:
    """A URL longer than proxies accept would show nothing."""
    api = by_person(alice)
    large = {"name": "".join(uuid4().hex for _ in range(600))}
    made = make(api, testData=large)

    own = api.post(f"template/{made['id']}/test", {"data": large})
    other = api.post(f"template/{made['id']}/test", {"data": {**large, "x": 1}})

    assert shown(own.json()["htmlUrl"]).status_code == 200
    assert len(own.json()["htmlUrl"]) < 1_000
    assert (other.status_code, other.json()["payload"]["field"]) == (400, "data")


def test_a_look_can_be_mailed(alice: Person) -> None:
    domain = make_domain(alice.team)
    api = by_person(alice)
    made = make(api)

    sent = api.post(f"template/{made['id']}/test", {"email": " Ani@Example.com "})
    assert sent.status_code == 200, sent.content
    message = Message.objects.for_team(alice.team).get()

    assert sent.json()["message"]["id"] == str(message.pk)
    assert (message.subject, message.from_address, message.tag) == ("Pesanan 7", "test@kopi.example", "test")
    assert (str(message.template_id), message.template_version, message.domain_id) == (made["id"], 1, domain.pk)


def test_a_look_is_mailed_by_who_may_send(alice: Person) -> None:
    api = by_person(alice)
    made = make(api)
    path = f"template/{made['id']}/test"

    nowhere = api.post(path, {"email": "ani@example.com"})
    make_domain(alice.team)
    nobody = api.post(path, {"email": "ani"})
    stranger = api.post(path, {"email": "ani@example.com", "from": "toko@teh.example"})
    no_sender = by_key(alice.team, Scope.MANAGE).post(path, {"email": "ani@example.com"})

    assert [(each.status_code, each.json()["code"]) for each in (nowhere, nobody, stranger, no_sender)] == [
        (400, "invalidData"),
        (400, "invalidData"),
        (403, "fromNotAllowed"),
        (403, "scopeMissing"),
    ]
    assert not Message.objects.for_team(alice.team).exists()


def test_what_is_another_team_s_is_not_found(alice: Person, mallory: Person) -> None:
    made = make(by_person(alice))
    publish(by_person(alice), made["id"])
    calls: list[tuple[str, str, Any]] = [
        ("GET", "", None),
        ("PUT", "", {"name": "Milikku", "slug": "milikku"}),
        ("DELETE", "", None),
        ("GET", "/versions", None),
        ("POST", "/versions", {**BODY, "publish": True}),
        ("GET", "/versions/1", None),
        ("POST", "/test", {}),
    ]

    for api in (by_person(mallory), by_key(mallory.team, Scope.READ, Scope.MANAGE)):
        for method, rest, body in calls:
            theirs = api.call(method, f"template/{made['id']}{rest}", body)
            nobody_s = api.call(method, f"template/{uuid4()}{rest}", body)
            assert (theirs.status_code, theirs.content) == (404, nobody_s.content)
    for name in (made["id"], made["slug"]):
        with pytest.raises(TemplateNotUsable):
            templates.get_usable_template(mallory.team.pk, name)


def test_what_is_not_published_cannot_be_used(alice: Person) -> None:
    made = make(by_person(alice))

    with pytest.raises(TemplateNotUsable) as told:
        templates.get_usable_template(alice.team.pk, made["slug"])

    assert told.value.payload == {"template": "struk-belanja", "cause": "unknown"}


def test_names_of_campaigns_mean_nothing_here() -> None:
    """A shop can choose any names for its data."""
    program = ContentProgram(
        subject="", html='<a href="{{ unsubscribe_url }}">{{ company_name }}</a>', text="{{ view_url }}"
    )

    filled = program.fill({"unsubscribe_url": "https://toko.example/x", "company_name": "Kopi & Teh", "view_url": "v"})

    assert '<a href="https://toko.example/x">Kopi &amp; Teh</a>' in decoded(filled.html)
    assert decoded(filled.text) == "v"


def test_html_holds_nothing_that_runs_and_its_own_pictures() -> None:
    program = ContentProgram(
        subject="Halo",
        html='<script>x()</script><img src="cid:logo" onerror="x()"><img src="javascript:x()">'
        '<a href="{{ url }}">x</a>',
        text="",
    )

    html = decoded(program.fill({"url": "javascript:x()"}).html)

    assert "script" not in html
    assert "onerror" not in html
    assert '<img src="cid:logo">' in html
    assert '<a href="#">x</a>' in html


def test_a_subject_stays_one_line() -> None:
    program = ContentProgram(subject="Halo {{ name }}", html="", text="x")

    assert program.fill({"name": "Ani\r\nBcc: x@example.com"}).subject == "Halo Ani Bcc: x@example.com"


def test_an_invoice_is_never_cut() -> None:
    program = ContentProgram(subject="", html="", text="{% for item in items %}{{ item }}\n{% endfor %}")

    assert decoded(program.fill({"items": list(range(500))}).text).count("\n") == 500
    with pytest.raises(TemplateNotUsable) as told:
        program.fill({"items": list(range(501))})
    assert told.value.payload == {"cause": "tooManyTurns", "most": 500}


def test_output_and_work_are_bounded() -> None:
    short, long = (
        ContentProgram(subject="", html="", text="{% for item in items %}" + "{{ x }}" * each + "{% endfor %}")
        for each in (300, 600)
    )
    items = list(range(500))

    with pytest.raises(MessageTooLarge) as large:
        short.fill({"items": items, "x": "y" * 4_000})
    with pytest.raises(TemplateNotUsable) as worked:
        long.fill({"items": items})
    with pytest.raises(TemplateNotUsable) as sought:
        long.missing({"items": items})

    assert large.value.payload == {"cause": "filled", "limit": 10_485_760}
    assert worked.value.payload == sought.value.payload == {"cause": "tooManySteps", "most": 200_000}


def test_html_and_text_share_the_budget() -> None:
    source = "{% for item in items %}<b>{{ x }}</b>{% endfor %}"
    html = ContentProgram(subject="", html=source, text="x")
    both = ContentProgram(subject="", html=source, text=source)
    data = {"items": list(range(500)), "x": "y" * 12_000}

    assert len(html.fill(data).html or b"") > 6_000_000
    with pytest.raises(MessageTooLarge):
        both.fill(data)


def test_dates_and_numbers_are_written_in_the_team_s_language() -> None:
    written = {"subject": "{{ total|number:2 }}", "html": "<p>{{ total|number:2 }}</p>", "text": ""}

    english, indonesian = ContentProgram(**written), ContentProgram(**written, language="id")

    assert english.fill({"total": 1234.5}).subject == "1,234.50"
    assert indonesian.fill({"total": 1234.5}).subject == "1.234,50"
    assert '<html lang="id">' in decoded(indonesian.fill({}).html)
    assert "1.234,50" in decoded(indonesian.fill({"total": 1234.5}).html)


def test_a_condition_ends_where_it_began() -> None:
    with pytest.raises(InvalidTag) as told:
        ContentProgram(subject="", html="<p>{% if a %}</p><p>{% endif %}</p>", text="")

    assert told.value.payload is not None
    assert told.value.payload["field"] == "html"
