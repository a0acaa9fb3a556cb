"""The kinds of campaigns. What a kind does its own way is behind its strategy; everything else is common to all kinds.

A campaign stores the name of its kind. An app adds a kind with `KINDS.add(strategy.name, strategy)` in its
contributions.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, ClassVar
from uuid import UUID

from django.db.models import Q, QuerySet
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, GetPydanticSchema
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from server.campaigns.checks.findings import Check
from server.campaigns.checks.review import Review
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignStatus, Move
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotFound
from server.core.registry import Registry, check_contributed
from server.delivery.models import Mailing
from server.documents.snapshot import Root
from server.plans.features import Limit


class CampaignStrategy(ABC):
    """What a kind of campaign does its own way. The defaults fit a campaign with one mailing."""

    name: ClassVar[str]  # at most limits.KIND_LENGTH characters
    meaning: ClassVar[str]  # completes "`name` for" in the API documents
    screen: ClassVar[str]  # the client's path of its campaigns, without a slash
    composer: ClassVar[str]  # the client's path of the draft with the id `{}`
    # The field of a category that counts its campaigns, besides `count`, which counts those of all kinds.
    counted_as: ClassVar[str | None] = None
    # Limits of the plan of which each start uses 1, besides emails, and the checks that read them.
    limits: ClassVar[Sequence[Limit]] = ()
    limit_checks: ClassVar[Sequence[Check]] = ()

    def join_rows(self, rows: QuerySet[Campaign]) -> QuerySet[Campaign]:
        """Joins what a row of the list shows besides the campaign."""
        return rows

    def review(self, campaign: Campaign) -> Review:
        """The review of a saved campaign."""
        return Review(campaign)

    @abstractmethod
    def start(self, campaign: Campaign, *, by: Caller | None) -> Campaign:
        """Starts a campaign that the caller has locked. `by` is None when its schedule starts it."""

    def copy_parts(self, original: Campaign, duplicate: Campaign) -> None:
        """Copies the rows that a campaign has in other tables."""

    def follow_document(self, campaign: Campaign, roots: Sequence[Root] | None = None) -> None:
        """Updates a locked campaign to the roots of its document, which are read if `roots` is None."""

    def build_variant(self, campaign: Campaign, number: int) -> Campaign:
        """The campaign with the content of one of its variants, not to be saved. Raises NotFound."""
        raise NotFound

    def build_sender_filter(self, team_id: UUID, sender_ids: Collection[str]) -> Q:
        """Selects campaigns of the team that use one of these senders in another place than their own."""
        return Q()

    def get_state(self, campaign: Campaign, state: str) -> str:
        """The state of all its mailings together. `state` is that of the mailing that has just changed."""
        return state

    def prepare_move(self, campaign: Campaign, move: Move, mailings: Sequence[Mailing]) -> None:
        """Called before the move changes these mailings. Raises ActionNotAllowed if it would change nothing."""
        if not mailings:
            raise ActionNotAllowed(payload={"action": move.value, "status": campaign.status})

    def finish_move(self, campaign: Campaign) -> None:
        """Called after a move has changed the mailings."""

    def prepare_status(self, campaign: Campaign, status: CampaignStatus) -> None:
        """Called before a started campaign gets another status."""


KINDS: Registry[str, CampaignStrategy] = Registry("kind of campaigns")


def strategy_of(campaign: Campaign) -> CampaignStrategy:
    """The strategy of the campaign's kind."""
    return KINDS[campaign.kind]


def start(campaign: Campaign, *, by: Caller | None) -> Campaign:
    """Starts a campaign that the caller has locked.

    Raises ActionNotAllowed, FieldsMissing, SenderNotChosen, SenderNotValidated, SenderDomainMisconfigured,
    RecipientLabelNotFound, RecipientLabelEmpty, NoRecipients, UnsubscribeMissing, SendingPaused, SendLimitExceeded,
    QuotaExceeded, LessThanTenContacts, FieldsInvalid, CountTimeout, TooManyVersions, and what the compiler raises.
    Then nothing has changed.
    """
    return strategy_of(campaign).start(campaign, by=by)


def counts_of(by_kind: Mapping[str, int]) -> dict[str, int]:
    """Numbers of campaigns by kind, as fields of a category that count some kinds."""
    fields: Counter[str] = Counter()
    for name, kind in KINDS.items():
        if kind.counted_as is not None:
            fields[kind.counted_as] += by_kind.get(name, 0)
    return dict(fields)


def review_of(campaign: Campaign) -> Review:
    """The review of a campaign of any kind.

    What its checks find are errors of the compiler, CountTimeout, FieldsInvalid, and those of sending. Raises
    DocumentFull, DocumentNotCompiled, DocumentTooLarge, HeaderUnsafe, InvalidTag, UpdateMalformed, CountTimeout,
    FieldsInvalid, FieldsMissing, LessThanTenContacts, NotFound, QuotaExceeded, SenderDomainMisconfigured,
    SenderNotChosen, SenderNotValidated, UnsubscribeMissing.
    """
    return strategy_of(campaign).review(campaign)


class _CampaignKind:
    """The registered kinds, as a named definition of JSON schemas. Only we write it, so every text is valid."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.str_schema(ref=f"{__name__}.CampaignKind")

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        check_contributed()
        reference = handler(schema)
        meanings = ", ".join(f"`{kind.name}` for {kind.meaning}" for kind in KINDS.values())
        handler.resolve_ref_schema(reference).update(
            title="CampaignKind", description=f"{meanings}.", enum=list(KINDS), type="string"
        )
        return reference


# Read when a JSON schema is made, so events, which load before all apps have contributed, may have a field of it.
KindName = Annotated[str, GetPydanticSchema(lambda _source, handler: handler.generate_schema(_CampaignKind))]
