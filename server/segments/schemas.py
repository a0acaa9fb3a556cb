"""Segments on the wire."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, Field

from server.contacts.schemas.contacts import ChangedOut, ContactFilter, Ids
from server.contacts.values import clean_text
from server.core.schemas import Out, Schema
from server.core.wire_types import BigId, Flag
from server.segments.rules import NAME_LENGTH, Kind, Rules, Takes

Name = Annotated[str, Field(max_length=NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]


class SegmentIn(Schema):
    """A segment as it is made and changed."""

    name: Name
    rules: Rules


class SegmentOut(Out):
    """CONT-31. `rules` is what was sent; `used_by` names the segments that ask for this one; of one that is `followed`
    people see who enters and who leaves."""

    id: int
    name: str
    rules: Rules
    used_by: Sequence[str]
    followed: bool
    created_at: datetime
    updated_at: datetime
    revision: int


class FollowIn(Schema):
    """Whether people follow a segment: see who enters it and who leaves it."""

    followed: Flag


class MovedOut(Out):
    """A contact who entered or left; without an id it has been deleted since."""

    key: int
    at: datetime
    contact_id: int | None
    fullname: str
    email: str


class FollowingOut(Out):
    """Who entered and left a followed segment: how many `since` it is watched, and the newest, newest first.

    Of one that is not followed only that is told.
    """

    followed: bool
    since: datetime | None = None
    looked_at: datetime | None = None
    members: int = 0
    entered: int = 0
    left: int = 0
    newest_in: Sequence[MovedOut] = []
    newest_out: Sequence[MovedOut] = []
    revision: int = 0


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
    contact_id: BigId


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
