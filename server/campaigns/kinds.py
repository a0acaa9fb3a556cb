"""Campaign kinds. A strategy holds the behaviour of a kind; everything else is shared.

A campaign stores the name of its kind. An app registers a kind with `KINDS.add(strategy.name, strategy)` in its
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

from server.campaigns.checks.findings import CampaignCheck
from server.campaigns.checks.review import CampaignReview
from server.campaigns.models import Campaign
from server.campaigns.states import CampaignAction, CampaignStatus
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, NotFound
from server.core.registry import Registry, check_contributed
from server.delivery.models import Mailing
from server.documents.snapshot import Root
from server.plans.features import PlanLimit


class CampaignStrategy(ABC):
    """Behaviour of a campaign kind. The defaults fit a campaign with one mailing."""

    name: ClassVar[str]  # at most limits.KIND_LENGTH characters
    meaning: ClassVar[str]  # completes "`name` for" in the API documents
    screen: ClassVar[str]  # client path of its campaigns, without a slash
    composer: ClassVar[str]  # client path of the draft with the id `{}`
    # The field of a category that counts campaigns of this kind, besides `count` for all kinds.
    counted_as: ClassVar[str | None] = None
    # Plan limits, besides emails, of which each start uses 1, and the checks of these limits.
    limits: ClassVar[Sequence[PlanLimit]] = ()
    limit_checks: ClassVar[Sequence[CampaignCheck]] = ()

    def join_rows(self, rows: QuerySet[Campaign]) -> QuerySet[Campaign]:
        return rows

    def review(self, campaign: Campaign) -> CampaignReview:
        return CampaignReview(campaign)

    @abstractmethod
    def start(self, campaign: Campaign, *, by: Caller | None) -> Campaign:
        """Starts a campaign locked by the caller. `by` is None for a scheduled start."""

    def copy_parts(self, original: Campaign, duplicate: Campaign) -> None:
        """Copies the campaign's rows in other tables."""

    def follow_document(self, campaign: Campaign, roots: Sequence[Root] | None = None) -> None:
        """Synchronises a locked campaign with the roots of its document, which are loaded if `roots` is None."""

    def build_variant(self, campaign: Campaign, number: int) -> Campaign:
        """Returns the campaign with the content of a variant. Do not save it. Raises NotFound."""
        raise NotFound

    def build_sender_filter(self, team_id: UUID, sender_ids: Collection[str]) -> Q:
        """Selects campaigns that use one of these senders in a field other than their own sender."""
        return Q()

    def get_state(self, campaign: Campaign, state: str) -> str:
        """Returns the combined state of all its mailings. `state` is that of the mailing that just changed."""
        return state

    def prepare_move(self, campaign: Campaign, move: CampaignAction, mailings: Sequence[Mailing]) -> None:
        """Called before a transition changes these mailings. Raises ActionNotAllowed if there are none."""
        if not mailings:
            raise ActionNotAllowed(payload={"action": move.value, "status": campaign.status})

    def finish_move(self, campaign: Campaign) -> None:
        """Called after a transition has changed the mailings."""

    def prepare_status(self, campaign: Campaign, status: CampaignStatus) -> None:
        """Called before the status of a started campaign changes."""


KINDS: Registry[str, CampaignStrategy] = Registry("kind of campaigns")


def get_strategy(campaign: Campaign) -> CampaignStrategy:
    return KINDS[campaign.kind]


def start(campaign: Campaign, *, by: Caller | None) -> Campaign:
    """Starts a campaign locked by the caller.

    Raises ActionNotAllowed, FieldsMissing, SenderNotChosen, SenderNotValidated, SenderDomainMisconfigured,
    RecipientLabelNotFound, RecipientLabelEmpty, NoRecipients, UnsubscribeMissing, SendingPaused, SendLimitExceeded,
    QuotaExceeded, LessThanTenContacts, FieldsInvalid, CountTimeout, TooManyVersions, and the compiler's errors. An
    error leaves everything unchanged.
    """
    return get_strategy(campaign).start(campaign, by=by)


def build_category_counts(by_kind: Mapping[str, int]) -> dict[str, int]:
    fields: Counter[str] = Counter()
    for name, kind in KINDS.items():
        if kind.counted_as is not None:
            fields[kind.counted_as] += by_kind.get(name, 0)
    return dict(fields)


def build_review(campaign: Campaign) -> CampaignReview:
    """Returns the review of a campaign of any kind. Its properties and checks are evaluated later and raise these
    errors.

    Raises DocumentFull, DocumentNotCompiled, DocumentTooLarge, HeaderUnsafe, InvalidTag, UpdateMalformed, CountTimeout,
    FieldsInvalid, FieldsMissing, LessThanTenContacts, NotFound, QuotaExceeded, SenderDomainMisconfigured,
    SenderNotChosen, SenderNotValidated, UnsubscribeMissing.
    """
    return get_strategy(campaign).review(campaign)


class _CampaignKind:
    """The registered kinds as a named JSON schema definition. The server only writes it, so any text is valid."""

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


# Evaluated when a JSON schema is built, so that events can use it before all apps have registered their kinds.
KindName = Annotated[str, GetPydanticSchema(lambda _source, handler: handler.generate_schema(_CampaignKind))]
