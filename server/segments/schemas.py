"""Schemas of segments."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field

from server.contacts.filters import ContactFilter
from server.contacts.schemas.contacts import ContactIds, ContactsChangedOut
from server.contacts.schemas.timeline import EntryOut
from server.contacts.values import clean_text
from server.core.bounded_types import BigId, Flag
from server.core.schemas import Out, Schema
from server.segments.operators import OperandKind, ValueKind
from server.segments.rules.tree import MAX_SEGMENT_NAME_LENGTH, Rules

Name = Annotated[str, Field(max_length=MAX_SEGMENT_NAME_LENGTH), AfterValidator(clean_text), Field(min_length=1)]


# Schemas with rules are built after the rule kinds are registered.
WITH_RULES = ConfigDict(defer_build=True)


class SegmentIn(Schema):
    """The name and rules of a segment."""

    model_config = WITH_RULES

    name: Name
    rules: Rules


class SegmentChange(SegmentIn):
    """The new name and rules, and those that they replace.

    With `base`, the request fails with `editConflict` if the stored name or rules differ from it and from the new ones.
    """

    base: SegmentIn | None = None


class SegmentOut(Out):
    """A segment. `rules` have the format of requests. `usedBy` names the segments that refer to it.

    If `followed` is true, contacts that enter and leave are recorded.
    """

    model_config = WITH_RULES

    # CONT-31

    id: int
    name: str
    rules: Rules
    used_by: Sequence[str]
    followed: bool
    created_at: datetime
    updated_at: datetime
    revision: int


class FollowSegmentIn(Schema):
    """Whether to record the contacts that enter and leave the segment."""

    followed: Flag


class MembershipChangeOut(Out):
    """A contact that entered or left. `contactId` is null if the contact was deleted since."""

    key: int
    at: datetime
    contact_id: int | None
    fullname: str
    email: str


class SegmentFollowingOut(Out):
    """Contacts that entered and left a followed segment after `since`. `newestIn` and `newestOut` list the latest
    ones, newest first.

    If `followed` is false, the other fields have no data.
    """

    followed: bool
    since: datetime | None = None
    looked_at: datetime | None = None
    members: int = 0
    entered: int = 0
    left: int = 0
    newest_in: Sequence[MembershipChangeOut] = []
    newest_out: Sequence[MembershipChangeOut] = []
    revision: int = 0


class SegmentRulesIn(Schema):
    """Rules to evaluate without saving."""

    model_config = WITH_RULES

    rules: Rules


class SegmentJoinIn(Schema):
    """Contacts to add to a segment, by ID or filter."""

    ids: ContactIds = []
    filter: ContactFilter | None = None


class SegmentJoinOut(ContactsChangedOut):
    """The result of the bulk action. `labelId` is the label that adds the contacts to the segment."""

    label_id: int


class SegmentSizeOut(Out):
    """Number of matching contacts, and how many of them can receive email."""

    count: int
    subscribed: int


class SegmentExplainIn(Schema):
    """A contact and the rules to explain."""

    model_config = WITH_RULES

    rules: Rules
    contact_id: BigId


class RuleResultOut(Out):
    """Whether a rule matches. `below` has the results of a group’s rules in their order, or of the root of a segment.

    `times` is the number of matching activities.
    """

    holds: bool
    times: int | None
    below: Sequence["RuleResultOut"]


class RuleOperatorOut(Out):
    """An operator and the kind of value it needs."""

    name: str
    takes: OperandKind


class RuleFieldOut(Out):
    """A field that rules can use. `name` is null for standard fields, which the client translates.

    The client also translates choices without a custom name.
    """

    key: str
    kind: ValueKind
    name: str | None
    choices: Sequence[str]
    choice_names: Mapping[str, str] = {}
    operators: Sequence[RuleOperatorOut]


class RuleActivityOut(Out):
    """An activity that rules can use. `subject` is the kind of record it happens with, such as `campaign`, or null."""

    name: str
    subject: str | None


class SegmentGrammarOut(Out):
    """Fields, operators and activities that the team’s rules can use."""

    fields: Sequence[RuleFieldOut]
    activities: Sequence[RuleActivityOut]


class SegmentRef(Out):
    """A segment, with its name at the time when the contact entered or left it."""

    segment_id: int
    name: str


class SegmentEntryOut(EntryOut):
    """A contact entered or left a segment."""

    segment: SegmentRef | None = None
