"""Email over SMTP that is filled from a template: by the headers X-Template and X-Template-Data."""

import json
from base64 import b64encode
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default

import pytest

from server.core.errors import ApiError, FieldsInvalid, IdempotencyKeyReused
from server.delivery.causes import TAG_FIELD_UNKNOWN
from server.teams.models import Team
from server.transactional import replies
from server.transactional.errors import ContentInvalid, TemplateNotUsable
from server.transactional.intake import acceptance, smtp_templates
from server.transactional.intake.submissions import Submission
from server.transactional.mime import submitted
from server.transactional.models import Message, TransactionalTemplate
from server.transactional.services import bodies, templates
from server.transactional.services.templates import TemplateContent
from tests.cast import make_team
from tests.server.transactional.factories import make_domain, make_identity
from tests.server.transactional.mime.test_parts import nested

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]

DATA = {"name": "Ayu <b>", "order": "KS-1 ✓", "items": [{"name": "Toraja"}, {"name": "Gayo"}]}
HTML = "<p>Hi {{ name }}</p>{% for item in items %}<p>{{ item.name }}</p>{% endfor %}"


@pytest.fixture
def team() -> Team:
    team = make_team("Kopi")
    make_domain(team)
    return team


@pytest.fixture
def template(team: Team) -> TransactionalTemplate:
    """A published template, with a later draft."""
    by = make_identity(team)
    first, second = (TemplateContent(f"{word} {{{{ order }}}}", HTML, "", {}) for word in ("Order", "Draft"))
    made = templates.create(team_id=team.pk, name="Order", slug="order", written=first, by=by)
    templates.save(team_id=team.pk, template_id=made.pk, written=first, publish=True, by=by)
    templates.save(team_id=team.pk, template_id=made.pk, written=second, publish=False, by=by)
    return made


def mail(**headers: str) -> EmailMessage:
    """A submitted email; `_` in a name represents -."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = "Toko Kopi <toko@kopi.example>", "ayu@example.com"
    message["Subject"], message["X-Order"] = "Written by hand", "1"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content("What the application wrote.")
    return message


def read(message: EmailMessage | bytes) -> Submission:
    content = message if isinstance(message, bytes) else message.as_bytes()
    return submitted.parse_submission(content, ["ayu@example.com"], host="localhost", sandbox=False)


def handed_in(team: Team, message: EmailMessage | bytes) -> tuple[Message, EmailMessage]:
    """The stored message, and its content."""
    key = make_identity(team)
    done = acceptance.accept(key, smtp_templates.fill(team.pk, read(message)))
    said = message_from_bytes(bodies.open_body(team_id=team.pk, message_id=done.id), policy=default)
    assert isinstance(said, EmailMessage)
    return Message.objects.for_team(team).get(pk=done.id), said


def content_of(said: EmailMessage, kind: str) -> str:
    part = said.get_body((kind,))
    return str(part.get_content()) if part is not None else ""


@pytest.mark.parametrize("form", ["plain", "ascii", "base64", "folded"])
def test_a_template_gives_subject_and_content(team: Team, template: TransactionalTemplate, form: str) -> None:
    data = json.dumps(DATA, ensure_ascii=form != "plain")
    if form in ("base64", "folded"):
        data = b64encode(data.encode()).decode()
    whole = mail(X_Template="order").as_bytes()
    if form == "folded":
        data = "\r\n ".join(data[at : at + 40] for at in range(0, len(data), 40))
    whole = whole.replace(b"X-Order: 1\r\n", b"X-Order: 1\r\nX-Template-Data: " + data.encode() + b"\r\n")

    stored, said = handed_in(team, whole)

    assert (stored.template_id, stored.template_version, stored.subject) == (template.pk, 1, "Order KS-1 ✓")
    assert said["Subject"] == "Order KS-1 ✓"
    assert said.get_all("Subject") == ["Order KS-1 ✓"]
    assert content_of(said, "plain").split() == ["Hi", "Ayu", "<b>", "Toraja", "Gayo"]
    assert "<p>Hi Ayu &lt;b&gt;</p>" in content_of(said, "html")
    assert "application wrote" not in said.as_string()
    assert (said["X-Order"], said["X-Template"], said["X-Template-Data"]) == ("1", None, None)
    assert said.get_all("Content-Type") is not None
    assert len(said.get_all("MIME-Version", [])) == 1
    assert not said.defects


def test_a_template_is_found_by_its_id_and_data_may_be_missing(team: Team, template: TransactionalTemplate) -> None:
    stored, said = handed_in(team, mail(X_Template=str(template.pk)))

    assert (stored.template_version, said["Subject"]) == (1, "Order")


def test_files_of_the_message_stay(team: Team, template: TransactionalTemplate) -> None:
    message = mail(X_Template="order")
    message.add_alternative("<p><img src='cid:logo@kopi'></p>", subtype="html")
    shown = message.get_body(("html",))
    assert isinstance(shown, EmailMessage)
    shown.add_related(b"GIF89a", "image", "gif", cid="<logo@kopi>")
    message.add_attachment(b"%PDF-1.7 \x00\xff", maintype="application", subtype="pdf", filename="Rechnung ✓.pdf")
    message.add_attachment("a,b\r\n", subtype="csv", filename="orders.csv")

    _, said = handed_in(team, message)

    files = {part.get_filename(): part for part in said.walk() if part.get_filename()}
    assert set(files) == {"Rechnung ✓.pdf", "orders.csv", "attachment"}
    assert files["Rechnung ✓.pdf"].get_content() == b"%PDF-1.7 \x00\xff"
    assert files["orders.csv"].get_content() == "a,b\r\n"
    assert (files["attachment"]["Content-ID"], files["attachment"].get_content()) == ("<logo@kopi>", b"GIF89a")


def test_the_same_again_under_an_idempotency_key_is_the_same(team: Team, template: TransactionalTemplate) -> None:
    key = make_identity(team)
    first, other = (
        smtp_templates.fill(team.pk, read(mail(X_Template="order", X_Template_Data=data, X_Idempotency_Key="7")))
        for data in ('{"order": "1"}', '{"order": "2"}')
    )

    assert acceptance.accept(key, first).id == acceptance.accept(key, first).id
    with pytest.raises(IdempotencyKeyReused):
        acceptance.accept(key, other)
    assert Message.objects.count() == 1


def test_without_a_template_a_mail_stays_as_it_is(team: Team) -> None:
    given = read(mail())

    assert smtp_templates.fill(team.pk, given) is given


NOT_DATA = "550 5.6.0 Invalid data format: x-template-data: Enter a JSON object, either directly or in Base64."


@pytest.mark.parametrize(
    ("headers", "kind", "reply"),
    [
        ({"X_Template": "unknown"}, TemplateNotUsable, "550 5.6.0 The template cannot be used: unknown"),
        ({"X_Template": "order", "X_Template_Data": "[1]"}, FieldsInvalid, NOT_DATA),
        ({"X_Template": "order", "X_Template_Data": "WzFd"}, FieldsInvalid, NOT_DATA),
        ({"X_Template": "order", "X_Template_Data": '{"a": NaN}'}, FieldsInvalid, NOT_DATA),
        ({"X_Template": "order", "X_Template_Data": '{"a": '}, FieldsInvalid, NOT_DATA),
        ({"X_Template": "order", "X_Template_Data": '{"a": "\\ud800"}'}, FieldsInvalid, NOT_DATA),
        ({"X_Template": "order", "X_Template_Data": "{" + '"a":{' * 30 + "}" * 31}, FieldsInvalid, NOT_DATA),
        (
            {"X_Template_Data": "{}"},
            FieldsInvalid,
            "550 5.6.0 Invalid data format: x-template-data: Enter the template ID in X-Template.",
        ),
    ],
)
def test_what_can_not_be_filled_is_refused(
    team: Team, template: TransactionalTemplate, headers: dict[str, str], kind: type[ApiError], reply: str
) -> None:
    with pytest.raises(kind) as refused:
        smtp_templates.fill(team.pk, read(mail(**headers)))

    assert replies.format_reply(refused.value) == reply
    assert not Message.objects.exists()


def test_a_reply_has_the_quotes_of_a_cause_in_ascii() -> None:
    unknown = FieldsInvalid.of("subject", TAG_FIELD_UNKNOWN, "", name="kota–asal")

    assert replies.describe(unknown) == (
        "Invalid data format: subject: There is no field “kota–asal”. Choose another one."
    )
    assert replies.format_reply(unknown) == (
        '550 5.6.0 Invalid data format: subject: There is no field "kota?asal". Choose another one.'
    )


def test_a_draft_and_another_team_s_template_are_no_templates(team: Team, template: TransactionalTemplate) -> None:
    by = make_identity(team)
    draft = templates.create(team_id=team.pk, name="New", slug="new", written=TemplateContent("a", "b", "", {}), by=by)
    other = make_team("Teh")
    for team_id, name in ((team.pk, draft.slug), (other.pk, "order"), (other.pk, str(template.pk))):
        with pytest.raises(TemplateNotUsable):
            smtp_templates.fill(team_id, read(mail(X_Template=name)))


def test_a_mail_within_the_mail_is_refused_where_it_would_be_lost(team: Team, template: TransactionalTemplate) -> None:
    message = mail(X_Template="order")
    message.add_attachment(mail())

    with pytest.raises(ContentInvalid):
        smtp_templates.fill(team.pk, read(message))


def test_a_message_that_nests_too_deep_is_refused(team: Team, template: TransactionalTemplate) -> None:
    head = b"From: toko@kopi.example\r\nTo: ayu@example.com\r\nX-Template: order\r\nMIME-Version: 1.0\r\n"

    with pytest.raises(ContentInvalid) as refused:
        smtp_templates.fill(team.pk, read(head + nested(200)))

    assert refused.value.payload == {"cause": "tooManyParts"}


HOSTILE = [
    b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n"
    b"Content-Disposition: attachment; filename*=bad''%ff\r\n\r\na",
    b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\nContent-Type: a/b; name=c\r\n\r\n" * 300,
    b"Content-Type: multipart/mixed\r\n\r\n--\r\n",
    b'Content-Type: application/x; name="a\r\n b"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!',
    b"Content-Type: application/\xff; name=\xff\r\n\r\n\xff",
]


@pytest.mark.parametrize("rest", HOSTILE)
def test_whatever_is_attached_ends_in_a_mail_or_a_refusal(
    team: Team, template: TransactionalTemplate, rest: bytes
) -> None:
    head = b"From: toko@kopi.example\r\nTo: ayu@example.com\r\nX-Template: order\r\nMIME-Version: 1.0\r\n"
    try:
        found = smtp_templates.fill(team.pk, read(head + rest + b"\r\n"))
    except ContentInvalid:
        return
    assert found.mime.count(b"\r\n") == found.mime.count(b"\n") == found.mime.count(b"\r")
