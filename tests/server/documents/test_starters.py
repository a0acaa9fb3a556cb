"""The newsletters that a new email can begin with."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client

from server.documents import art
from server.documents.kinds.email import EMAIL, STRUCTURE
from server.documents.pieces import build_stored_items
from server.documents.snapshot import Snapshot, read
from server.documents.starters import STARTERS, build_update
from server.documents.tree import Branch

LANGUAGES = ("en", "id")


def branches(snapshot: Snapshot) -> Iterator[Branch]:
    waiting = [branch for rows in snapshot.tree.values() for branch in rows]
    while waiting:
        branch = waiting.pop()
        yield branch
        waiting += branch.children


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", STARTERS)
def test_every_setting_of_a_starter_is_one_that_its_kind_keeps(name: str, language: str) -> None:
    found = read(build_update(name, language), STRUCTURE)
    drawn = list(branches(found))
    assert len(drawn) == len(found.of) > 25
    for branch in drawn:
        stored = found.of[branch.id]
        kept = EMAIL.kinds[branch.kind].settings.read(stored).model_dump(by_alias=True, mode="json")
        read_again = {
            name: build_stored_items(kept[name])
            if isinstance(value, dict) and isinstance(kept.get(name), list)
            else kept.get(name)
            for name, value in stored.items()
        }
        assert read_again == stored, branch.kind
    kept = EMAIL.whole.read(found.settings).model_dump(by_alias=True, mode="json")
    assert {setting: kept.get(setting) for setting in found.settings} == found.settings


@pytest.mark.parametrize("name", STARTERS)
def test_the_languages_have_the_same_words_and_the_pictures_say_what_they_show(name: str) -> None:
    english, indonesian = (STARTERS[name].words[language] for language in LANGUAGES)
    assert english.keys() == indonesian.keys()
    found = read(build_update(name, "id"), STRUCTURE)
    pictures = [found.of[branch.id] for branch in branches(found) if branch.kind == "image"]
    assert pictures
    for picture in pictures:
        assert len(picture["alt"]) > 10


@pytest.mark.parametrize("name", STARTERS)
def test_the_links_of_a_starter_are_in_its_language(name: str) -> None:
    # A network's name is the same in each.
    networks = {"", "/instagram", "/facebook", "/whatsapp", "/pinterest"}
    english, indonesian = (
        set(re.findall(r"https://example\.com([/\w-]*)", str(read(build_update(name, language), STRUCTURE).of)))
        - networks
        for language in LANGUAGES
    )

    assert len(english) == len(indonesian) > 0
    assert english.isdisjoint(indonesian)


def test_a_language_that_a_starter_does_not_speak_is_english() -> None:
    assert "The new harvest is in" in str(read(build_update("harvest", "de"), STRUCTURE).of)


def test_without_a_starter_a_document_has_an_empty_body() -> None:
    found = read(build_update("", "en"), STRUCTURE)
    assert (found.tree, found.of, found.settings) == ({"body": ()}, {}, {})


def test_the_pictures_of_the_starters_are_served_on_both_origins(client: Client) -> None:
    for name in STARTERS:
        found = read(build_update(name, "en"), STRUCTURE)
        for branch in branches(found):
            if branch.kind != "image":
                continue
            path = found.of[branch.id]["image"].removeprefix(settings.PAGES_ORIGIN)
            answer = client.get(path, headers={"host": settings.PAGES_HOST})
            assert (answer.status_code, answer["Content-Type"]) == (200, "image/png"), path
            assert answer.content.startswith(b"\x89PNG")
            # The canvas shows them on the app's own origin.
            assert client.get(path, headers={"host": settings.APP_HOSTS[0]}).status_code == 200


@pytest.mark.parametrize("name", ["harvest/none.png", "../art/__init__.py", "drawings/harvest/hills.svg", "harvest"])
def test_no_other_file_is_served(client: Client, name: str) -> None:
    assert client.get(f"/art/{name}", headers={"host": settings.PAGES_HOST}).status_code == 404


def test_an_unknown_picture_has_no_address() -> None:
    with pytest.raises(KeyError):
        art.build_url("harvest/none.png")
