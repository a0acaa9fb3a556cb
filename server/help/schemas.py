"""Schemas of help."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from server.core.bounded_types import Integer
from server.core.schemas import Out, Schema
from server.help.limits import (
    ANSWER_LENGTH,
    COMMENT_LENGTH,
    COMPANY_LENGTH,
    EMAIL_LENGTH,
    MAX_ANSWERS,
    MESSAGE_LENGTH,
    NAME_LENGTH,
    PHONE_LENGTH,
    QUESTION_LENGTH,
)

Text = Annotated[str, StringConstraints(strip_whitespace=True)]
Language = Literal["en", "id"]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]


class ArticlesQuery(Schema):
    """Without `search`, returns all articles in their order.

    With `search`, returns matching articles, best match first.
    """

    search: Annotated[Text, Field(max_length=100)] = ""
    language: Language = "en"


class ArticleQuery(Schema):
    slug: Slug
    language: Language = "en"


class ArticleOut(Out):
    """An article in a list."""

    slug: str
    topic: str
    title: str
    summary: str


class ArticleDetailOut(ArticleOut):
    """An article. `html` is rendered and sanitized."""

    html: str


class UpdatesQuery(Schema):
    language: Language = "en"


class UpdateQuery(Schema):
    id: Slug
    language: Language = "en"


class UpdateOut(Out):
    """A product update in a list. `isNew` is true if the user has not seen it."""

    id: str
    title: str
    summary: str
    published_at: datetime
    is_new: bool


class UpdateDetailOut(UpdateOut):
    """A product update. `html` is rendered and sanitized."""

    html: str


class NewestUpdateOut(Out):
    """The newest update that the user has not seen. Null if there is none."""

    item: UpdateDetailOut | None


class ContactUsIn(Schema):
    """A message to support."""

    # SUP-15

    name: Annotated[Text, Field(min_length=1, max_length=NAME_LENGTH)]
    email: Annotated[Text, Field(min_length=3, max_length=EMAIL_LENGTH)]
    message: Annotated[Text, Field(min_length=1, max_length=MESSAGE_LENGTH)]
    company: Annotated[Text, Field(max_length=COMPANY_LENGTH)] = ""
    phone: Annotated[Text, Field(max_length=PHONE_LENGTH)] = ""


class ContactUsOut(Out):
    """The message is stored and will be sent."""

    done: bool = True


class CsatIn(Schema):
    """A rating of our help, from 1 to 5."""

    # SUP-18

    score: Integer = Field(ge=1, le=5)
    comment: Annotated[Text, Field(max_length=COMMENT_LENGTH)] = ""


Question = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9]*$", max_length=QUESTION_LENGTH)]
Answer = Annotated[Text, Field(min_length=1, max_length=ANSWER_LENGTH)]


class OnboardingSurveyIn(Schema):
    """A new user’s answers, by question."""

    # SUP-18

    answers: dict[Question, Answer] = Field(min_length=1, max_length=MAX_ANSWERS)


class SurveyOut(Out):
    """The answers are stored."""

    done: bool = True
