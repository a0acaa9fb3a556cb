"""Reads of help."""

import re
from datetime import datetime
from uuid import UUID

from server.accounts.models import User
from server.core.errors import NotFound
from server.help import texts
from server.help.texts import HelpText

_WORD = re.compile(r"\w+")
# The weight of a match by its location.
_IN_TITLE, _IN_SUMMARY, _IN_BODY = 9, 3, 1


def find_articles(*, search: str, language: str) -> list[HelpText]:
    """Returns articles in which every search word starts a word, the best first. Without a search, returns all
    articles.
    """
    wanted = _WORD.findall(search.casefold())
    if not wanted:
        return list(texts.list_articles(language))
    scored = [(_compute_score(text, wanted), text) for text in texts.list_articles(language)]
    return [text for score, text in sorted(scored, key=lambda pair: -pair[0]) if score]


def get_article(*, slug: str, language: str) -> HelpText:
    return _get_text(texts.list_articles(language), slug)


def get_update(*, slug: str, language: str) -> HelpText:
    return _get_text(texts.list_updates(language), slug)


def get_seen_until(*, user_id: UUID) -> datetime | None:
    return User.objects.values_list("last_product_update", flat=True).get(pk=user_id)


def is_new(text: HelpText, *, seen: datetime | None) -> bool:
    return seen is None or text.published_at > seen


def find_newest_unseen(*, user_id: UUID, language: str) -> HelpText | None:
    newest = next(iter(texts.list_updates(language)), None)
    return newest if newest and is_new(newest, seen=get_seen_until(user_id=user_id)) else None


def _get_text(among: tuple[HelpText, ...], slug: str) -> HelpText:
    found = next((text for text in among if text.slug == slug), None)
    if found is None:
        raise NotFound
    return found


def _compute_score(text: HelpText, wanted: list[str]) -> int:
    places = [(_IN_TITLE, text.title), (_IN_SUMMARY, text.summary), (_IN_BODY, text.body)]
    words = [(worth, _WORD.findall(place.casefold())) for worth, place in places]
    total = 0
    for start in wanted:
        found = sum(worth for worth, among in words if any(word.startswith(start) for word in among))
        if not found:
            return 0
        total += found
    return total
