"""The texts of the subscription pages, in the reader's language."""

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Final

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

LANGUAGES: Final = ("en", "id")
_TEXTS: Final[Mapping[str, Mapping[str, Any]]] = {
    language: json.loads((Path(__file__).parent / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}


class PageTexts:
    """The texts of one language, with the names to insert."""

    def __init__(self, language: str, **names: str) -> None:
        self.language = language
        self._names = names

    def __getitem__(self, key: str) -> str:
        """Raises KeyError, which a template would render as nothing."""
        return self.say(key)

    def say(self, key: str, **names: object) -> str:
        return str(_TEXTS[self.language][key]).format_map({**self._names, **names})

    def day(self, moment: date) -> str:
        months = _TEXTS[self.language]["months"]
        return self.say("date", day=moment.day, month=months[moment.month - 1], year=moment.year)


def get_language_name(language: str) -> str:
    return str(_TEXTS[language]["languageName"])


def detect_language(request: HttpRequest, *, otherwise: str) -> str:
    asked = request.GET.get("lang", "")
    if asked in LANGUAGES:
        return asked
    for accepted, quality in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        spoken = accepted.partition("-")[0]
        if spoken in LANGUAGES and quality:
            return spoken
    return otherwise if otherwise in LANGUAGES else "en"
