"""Segments on the wire."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from server.contacts.schemas.contacts import ChangedOut, ContactFilter, Ids
from server.contacts.values import clean_text
from server.core.schemas import Out, Schema
from server.segments.rules import NAME_LENGTH, Kind, Rules, Takes

Name = Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]


class SegmentIn(Schema):
    """A segment as it is made and changed."""

    name: Name
    rules: Rules


class SegmentOut(Out):
    """CONT-31. `rules` is what was sent; `used_by` names the segments that ask for this one."""

    id: int
    name: str
    rules: Rules
    used_by: Sequence[str]
    created_at: datetime
    updated_at: datetime
    revision: int


class RulesIn(Schema):
    """Rules that are being built."""

    rules: Rules


class JoinIn(Schema):
    """Contacts by id, or else all that a filter finds, who are to be in a segment."""

    ids: Ids = []
    filter: ContactFilter | None = None


class JoinedOut(ChangedOut):
    """As an act on contacts answers; `labelId` is what lets them in."""

    label_id: int


class SizeOut(Out):
    """How many contacts fit, and how many of them may be written to."""

    count: int
    subscribed: int


class ExplainIn(Schema):
    """Asks why a contact fits the rules."""

    rules: Rules
    contact_id: int


class VerdictOut(Out):
    """Whether a rule holds; `below` in the order of the group's rules, of a segment its own root. `times` is how often
    an activity was found."""

    holds: bool
    times: int | None
    below: Sequence["VerdictOut"]


class AskableOperatorOut(Out):
    """A comparison, and what stands beside it."""

    name: str
    takes: Takes


class AskableOut(Out):
    """A field that may be asked for. `name` is null for standard ones, which the client names; so it does choices that
    the team does not call otherwise."""

    key: str
    kind: Kind
    name: str | None
    choices: Sequence[str]
    choice_names: Mapping[str, str] = {}
    operators: Sequence[AskableOperatorOut]


class AskableActivityOut(Out):
    """Something that happens to contacts, and what it happens with: null, or a noun such as `campaign`."""

    name: str
    subject: str | None


class GrammarOut(Out):
    """What a team may ask for."""

    fields: Sequence[AskableOut]
    activities: Sequence[AskableActivityOut]
