"""The texts of help: complete, in both languages, safe, and searchable."""

from datetime import UTC, datetime

import pytest

from server.accounts.models import User
from server.help import selectors, texts
from tests.cast import Person

pytestmark = pytest.mark.django_db
TOPICS = ["start", "contacts", "sending", "reports", "account"]


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_article_and_update_exists_in_every_language(language: str) -> None:
    folder = texts.CONTENT / language

    assert {path.stem for path in (folder / "articles").glob("*.md")} == set(texts.ARTICLES)
    assert {text.slug for text in texts.list_updates(language)} == {text.slug for text in texts.list_updates("en")}
    assert [text.topic for text in texts.list_articles(language)] == [text.topic for text in texts.list_articles("en")]
    assert {text.topic for text in texts.list_articles(language)} == set(TOPICS)
    for text in (*texts.list_articles(language), *texts.list_updates(language)):
        assert all((text.title, text.summary, text.html)), text.slug


def test_there_are_at_least_twelve_articles() -> None:
    assert len(texts.ARTICLES) >= 12


def test_links_between_articles_lead_somewhere() -> None:
    links = [
        (text.slug, part.split('"', 1)[0])
        for language in texts.LANGUAGES
        for text in (*texts.list_articles(language), *texts.list_updates(language))
        for part in text.html.split('href="/help/')[1:]
    ]

    assert links
    assert [link for link in links if link[1] not in texts.ARTICLES] == []


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("**bold** and `code`", "<p><strong>bold</strong> and <code>code</code></p>\n"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
        ("[go](/contacts)", '<p><a href="/contacts" rel="noopener noreferrer">go</a></p>\n'),
        ("[go](javascript:alert(1))", "<p>[go](javascript:alert(1))</p>\n"),
        ("![x](https://a.example/x.png)", "<p></p>\n"),
    ],
)
def test_only_what_help_needs_gets_through(source: str, html: str) -> None:
    assert texts.render(source) == html


def test_the_articles_come_in_their_order_and_without_their_text(alice: Person) -> None:
    listed = alice.api.get("articles").json()

    assert [article["slug"] for article in listed] == list(texts.ARTICLES)
    assert listed[0] == {
        "slug": "first-steps",
        "topic": "start",
        "title": "Your first campaign in four steps",
        "summary": "Confirm your address, verify a sender, add contacts, send.",
    }


@pytest.mark.parametrize(
    ("search", "first", "others_too"),
    [
        ("import", "import-contacts", True),
        ("IMPORT conta", "import-contacts", True),
        ("unsubscr", "unsubscribed-and-suppressed", False),
        ("fallback", "personal-words-in-a-mail", False),
        ("mport", None, False),
        ("import zebra", None, False),
        ("  ", "first-steps", True),
    ],
)
def test_articles_are_found_by_the_beginnings_of_all_words(search: str, first: str | None, others_too: bool) -> None:
    found = [text.slug for text in selectors.find_articles(search=search, language="en")]

    assert next(iter(found), None) == first
    assert (len(found) > 1) is others_too


def test_they_are_found_in_the_language_asked_for(alice: Person) -> None:
    found = alice.api.get("articles?search=pengirim&language=id").json()

    assert found[0]["slug"] == "confirm-a-sender"
    assert found[0]["title"] == "Verifikasi pengirim"
    assert alice.api.get("articles?language=fr").status_code == 400


def test_one_article_comes_with_its_text(alice: Person) -> None:
    article = alice.api.get("articles/detail?slug=keyboard").json()

    assert article["title"] == "Use keyboard shortcuts"
    assert "<code>Ctrl</code>" in article["html"]


@pytest.mark.parametrize("path", ["articles/detail?slug=nothing", "product-update/detail?id=nothing"])
def test_what_does_not_exist_is_not_found(alice: Person, path: str) -> None:
    answer = alice.api.get(path)

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


def test_no_path_leads_out_of_the_texts(alice: Person) -> None:
    answer = alice.api.get("articles/detail?slug=../updates/imports")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalidData")


def test_updates_are_new_until_they_are_seen(alice: Person) -> None:
    before = alice.api.get("product-update").json()
    newest = before[0]

    assert [update["isNew"] for update in before] == [True] * len(before)
    assert [update["publishedAt"] for update in before] == sorted(
        (update["publishedAt"] for update in before), reverse=True
    )
    one = alice.api.get("product-update/one").json()["item"]
    assert (one["id"], one["isNew"]) == (newest["id"], True)

    User.objects.filter(pk=alice.user.pk).update(
        last_product_update=datetime.fromisoformat(newest["publishedAt"]).astimezone(UTC)
    )

    assert alice.api.get("product-update/one").json() == {"item": None}
    assert [update["isNew"] for update in alice.api.get("product-update").json()] == [False] * len(before)


def test_an_update_since_the_last_look_is_new(alice: Person) -> None:
    listed = alice.api.get("product-update").json()
    User.objects.filter(pk=alice.user.pk).update(last_product_update=datetime.fromisoformat(listed[1]["publishedAt"]))

    assert [update["isNew"] for update in alice.api.get("product-update").json()] == [True] + [False] * (
        len(listed) - 1
    )
    detail = alice.api.get(f"product-update/detail?id={listed[0]['id']}&language=id").json()
    assert detail["isNew"] is True
    assert detail["html"].startswith("<p>")
