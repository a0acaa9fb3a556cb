"""Creates, changes, copies and deletes campaigns that are not being sent."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Final, Literal, TypedDict
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from server.activity import services as activity
from server.campaigns import content, designs, edit_conflicts, kinds, recipients, shapes
from server.campaigns.causes import UNKNOWN_SENDER
from server.campaigns.errors import RecipientLabelNotFound
from server.campaigns.events import CampaignChanged
from server.campaigns.extras import CalendarEvent, Footer, Utm
from server.campaigns.limits import EMAIL, NAME_LENGTH, ContentKind
from server.campaigns.models import Campaign
from server.campaigns.parts import Content, Recipients
from server.campaigns.services import defaults
from server.campaigns.states import DELETABLE, ENDED, CampaignStatus
from server.contacts.selectors import labels
from server.contacts.selectors.merge_tags import load_merge_fields
from server.core import clock, rooms
from server.core.callers import Caller
from server.core.causes import NAME_REQUIRED
from server.core.errors import ActionNotAllowed, ApiError, FieldsInvalid, NotFound
from server.core.events import publish
from server.documents.services import documents
from server.plans import quota
from server.plans.features import CAMPAIGN
from server.senders.models import Sender
from server.senders.selectors import senders
from server.teams.models import Team

REFERENCE: Final = "campaign"
# Fields that contain merge tags or determine which exist.
COMPILED_FIELDS: Final = frozenset({"subject", "preheader", "content", "plain_text", "utm", "event"})
COPY_MARK = " (copy)"
RESEND_MARK = " (again)"
MAX_PUBLISHED_CAMPAIGNS = 200  # ids in one event about many campaigns; any of them makes lists refetch


@transaction.atomic
def create(
    *,
    team_id: UUID,
    fields: Mapping[str, Any],
    by: Caller,
    kind: str = EMAIL,
    newsletter: str | None = None,
    roots: int = 1,
) -> Campaign:
    """Creates a draft with these fields by name; `content` and `recipients` are parts.

    A document starts as the starter `newsletter`, or empty, with `roots` roots. Raises FieldsInvalid,
    RecipientLabelNotFound, QuotaExceeded and the compiler's errors.
    """
    now = clock.now()
    campaign = Campaign(team_id=team_id, kind=kind, created_at=now, updated_at=now)
    begins_with = defaults.get_defaults(team_id)
    campaign.utm, campaign.footer = begins_with.utm.model_dump(), begins_with.footer.model_dump()
    _assign(campaign, fields)
    if campaign.content_kind == ContentKind.DOCUMENT:
        campaign.body = ""
        campaign.document = designs.create_design(team_id, newsletter or "", by=by, roots=roots)
    if "sender_id" not in fields:
        campaign.sender = senders.find_default_sender(team_id=team_id)
    _check_text(campaign)
    quota.use(team_id=team_id, limit=CAMPAIGN)
    campaign.save(force_insert=True)
    activity.record(
        team_id=team_id, by=by, reference=REFERENCE, action="CREATED", name=campaign.name, link=build_link(campaign)
    )
    publish_change(campaign, "created")
    return campaign


@transaction.atomic
def update(
    *,
    team_id: UUID,
    campaign_id: UUID,
    fields: Mapping[str, Any],
    base_revision: int | None,
    by: Caller,
    kind: str | None = None,
    kind_fields: Mapping[str, Any] | None = None,
    is_stored: Callable[[Campaign, str, Any], bool] = lambda *_: False,
) -> Campaign:
    """Updates fields of a draft by name, as its form's autosave does. Clears the ready mark.

    `kind_fields` are new values that the kind stores afterwards; `is_stored` compares them with the stored ones. Raises
    NotFound, ActionNotAllowed unless it is a draft, EditConflict, and the errors of `create`.
    """
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    if campaign.status != CampaignStatus.DRAFT:
        raise ActionNotAllowed(payload={"status": campaign.status})
    if "content" in fields:
        designs.check_kind(campaign, fields["content"].kind)
    others = kind_fields or {}

    def is_same(field: str) -> bool:
        if field in fields:
            return _is_stored(campaign, field, fields[field])
        return is_stored(campaign, field, others[field])

    edit_conflicts.check(campaign, [*fields, *others], base_revision, is_same=is_same)
    changed = {field for field in others if not is_same(field)}
    before = shapes.campaign_out(campaign, None)
    _assign(campaign, fields)
    after = shapes.campaign_out(campaign, None)
    changed |= {field for field in fields if getattr(before, field) != getattr(after, field)}
    edit_conflicts.record(campaign, changed, by)
    if fields.keys() & COMPILED_FIELDS:
        _check_text(campaign)
    campaign.ready_at, campaign.seen = None, []
    save(campaign)
    activity.record(
        team_id=team_id,
        by=by,
        reference=REFERENCE,
        action="UPDATED",
        name=campaign.name,
        link=build_link(campaign),
        is_autosave=True,
    )
    publish_change(campaign, "updated")
    return campaign


@transaction.atomic
def set_category(*, team_id: UUID, campaign_id: UUID, category: str, by: Caller, kind: str | None = None) -> Campaign:
    """Changes the category of a campaign in any status; an empty one removes it. Raises NotFound."""
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    campaign.category = collapse_whitespace("category", category)
    edit_conflicts.record(campaign, ["category"], by)
    save(campaign)
    activity.record(
        team_id=team_id, by=by, reference=REFERENCE, action="UPDATED", name=campaign.name, link=build_link(campaign)
    )
    publish_change(campaign, "updated")
    return campaign


@transaction.atomic
def move_category(*, team_id: UUID, category: str, to: str, by: Caller) -> int:
    """Moves all campaigns of a category, in any status, to another or, if empty, to none. Returns their number.

    Raises NotFound if the category has no campaigns.
    """
    name = collapse_whitespace("category", to)
    rows = Campaign.objects.for_team(team_id).filter(category=category)
    # In id order, the common lock order.
    found = list(rows.select_for_update().defer("body").order_by("pk"))
    if not found:
        raise NotFound
    if name == category:
        return 0
    rows.update(
        category=name,
        revision=F("revision") + 1,
        updated_at=clock.now(),
        field_edits=edit_conflicts.build_record_expression(["category"], by),
    )
    for campaign in found[:MAX_PUBLISHED_CAMPAIGNS]:
        campaign.revision += 1
        publish_change(campaign, "updated")
    activity.record(team_id=team_id, by=by, reference=REFERENCE, action="UPDATED", name=name or category)
    return len(found)


@transaction.atomic
def resend(*, team_id: UUID, campaign_id: UUID, by: Caller) -> Campaign:
    """Creates a draft with the same content and sender for recipients who did not open the campaign.

    They are determined when it is sent. Raises NotFound, QuotaExceeded, or ActionNotAllowed before the campaign ends.
    """
    original = Campaign.objects.for_team(team_id).filter(pk=campaign_id, kind=EMAIL).first()
    if original is None:
        raise NotFound
    quota.use(team_id=team_id, limit=CAMPAIGN)
    if original.status not in ENDED:
        raise ActionNotAllowed(payload={"action": "resend", "status": original.status})
    return create_copy(original, mark=RESEND_MARK, by=by, unopened_of=original.pk)


@transaction.atomic
def duplicate(*, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None) -> Campaign:
    """Creates a draft with the same content, sender and recipients. Raises NotFound or QuotaExceeded."""
    original = _filter_kind(team_id, kind).filter(pk=campaign_id).first()
    if original is None:
        raise NotFound
    quota.use(team_id=team_id, limit=CAMPAIGN)
    made = create_copy(original, mark=COPY_MARK, by=by, unopened_of=original.unopened_of)
    kinds.get_strategy(original).copy_parts(original, made)
    return made


def create_copy(
    original: Campaign, *, mark: str, by: Caller, unopened_of: UUID | None, root: str | None = None
) -> Campaign:
    """Creates a copy of the original, with only the given `root` of its document if there are several.

    Call it in a transaction that has consumed the quota. Raises FeatureDisabled for a node of a kind that the plan
    lacks.
    """
    now = clock.now()
    written = ("subject", "preheader", "category", "content_kind", "starter", "body", "root", "plain_text")
    recipients_of = ("to_all", "label_ids", "segment_ids", "topic_id", "exclude_label_ids", "exclude_segment_ids")
    copied = (*written, *recipients_of, "kind", "sender_id", "utm", "footer", "event")
    made = Campaign.objects.create(
        team_id=original.team_id,
        name=original.name[: NAME_LENGTH - len(mark)] + mark,
        created_at=now,
        updated_at=now,
        unopened_of=unopened_of,
        document=documents.duplicate(original.document, by=by, root=root) if original.document else None,
        **{name: getattr(original, name) for name in copied},
    )
    activity.record(
        team_id=original.team_id,
        by=by,
        reference=REFERENCE,
        action="DUPLICATED",
        name=original.name,
        link=build_link(original),
    )
    publish_change(made, "created")
    return made


@transaction.atomic
def delete(*, team_id: UUID, campaign_id: UUID, by: Caller, kind: str | None = None) -> None:
    """Deletes a campaign; the log keeps its emails. Raises NotFound, or ActionNotAllowed while it might send."""
    campaign = lock_campaign(team_id=team_id, campaign_id=campaign_id, kind=kind)
    if campaign.status not in DELETABLE:
        raise ActionNotAllowed(payload={"status": campaign.status})
    activity.record(
        team_id=team_id, by=by, reference=REFERENCE, action="DELETED", name=campaign.name, link=build_link(campaign)
    )
    campaign.revision += 1
    publish_change(campaign, "deleted")
    campaign.delete()
    designs.discard(campaign)
    quota.return_units(team_id=team_id, limit=CAMPAIGN)


def lock_campaign(*, team_id: UUID, campaign_id: UUID, kind: str | None = None) -> Campaign:
    """Locks the campaign until the transaction ends, which serializes its transitions.

    Raises NotFound, also for a campaign of another kind than `kind`.
    """
    campaign = _filter_kind(team_id, kind).select_for_update().filter(pk=campaign_id).first()
    if campaign is None:
        raise NotFound
    return campaign


def _filter_kind(team_id: UUID, kind: str | None) -> QuerySet[Campaign]:
    rows: QuerySet[Campaign] = Campaign.objects.for_team(team_id)
    return rows if kind is None else rows.filter(kind=kind)


class NotificationParams(TypedDict):
    """Parameters of a notification about a campaign."""

    name: str
    campaign_id: str
    screen: str


def build_notification_params(campaign: Campaign) -> NotificationParams:
    screen = kinds.get_strategy(campaign).screen
    return {"name": campaign.name, "campaign_id": str(campaign.pk), "screen": screen}


def build_link(campaign: Campaign) -> str:
    return f"/{kinds.get_strategy(campaign).screen}/{campaign.pk}"


def publish_change(campaign: Campaign, change: Literal["created", "updated", "moved", "deleted"]) -> None:
    event = CampaignChanged(
        campaign_id=campaign.pk,
        change=change,
        title=campaign.name,
        kind=campaign.kind,
        status=CampaignStatus(campaign.status),
        revision=campaign.revision,
    )
    publish(event, rooms=[rooms.team(campaign.team_id)])


def set_status(campaign: Campaign, status: CampaignStatus) -> None:
    campaign.status = status
    save(campaign)
    publish_change(campaign, "moved")


def save_and_publish(campaign: Campaign) -> None:
    save(campaign)
    publish_change(campaign, "updated")


def save(campaign: Campaign) -> None:
    campaign.revision += 1
    campaign.updated_at = clock.now()
    campaign.save()


def _is_stored(campaign: Campaign, field: str, value: Any) -> bool:
    after = copy(campaign)
    try:
        _assign(after, {field: value})
    except ApiError:  # an invalid value is never stored
        return False
    return bool(getattr(shapes.campaign_out(after, None), field) == getattr(shapes.campaign_out(campaign, None), field))


def _assign(campaign: Campaign, given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        match value:
            case Content():
                campaign.content_kind, campaign.starter = value.kind, value.starter
                campaign.body = "" if value.kind == ContentKind.DOCUMENT else value.body
            case Recipients():
                campaign.unopened_of = None  # a new selection replaces it
                campaign.to_all = value.all
                campaign.label_ids = _validate_labels(campaign.team_id, value.label_ids)
                campaign.segment_ids = _validate_segments(campaign.team_id, value.segment_ids)
                campaign.topic_id = _validate_topic(campaign.team_id, value.topic_id)
                campaign.exclude_label_ids = _validate_labels(campaign.team_id, value.exclude_label_ids)
                campaign.exclude_segment_ids = _validate_segments(
                    campaign.team_id, value.exclude_segment_ids, field="recipients.excludeSegmentIds"
                )
            case Utm() | Footer() | CalendarEvent():
                setattr(campaign, name, value.model_dump(mode="json"))
            case _ if name == "event":
                campaign.event = None
            case _ if name == "plain_text":
                campaign.plain_text = normalize_line_breaks(value)
            case _ if name == "sender_id":
                campaign.sender = get_sender(campaign.team_id, value)
            case str():
                setattr(campaign, name, collapse_whitespace(name, value))


def normalize_line_breaks(text: str) -> str:
    return text.replace("\r\n", "\n")


def collapse_whitespace(field: str, value: str) -> str:
    """Collapses whitespace in a name, subject, preview text or category. Raises FieldsInvalid for an empty name."""
    text = " ".join(value.split())
    if field == "name" and not text:
        raise FieldsInvalid.of("name", NAME_REQUIRED, value)
    return text


def _validate_labels(team_id: UUID, label_ids: Sequence[int]) -> list[int]:
    """Returns the sorted, distinct ids. Raises RecipientLabelNotFound."""
    known = labels.get_by_ids(team_id=team_id, ids=label_ids)
    missing = sorted(set(label_ids) - known.keys())
    if missing:
        raise RecipientLabelNotFound(payload={"labelIds": missing})
    return sorted(known)


def _validate_topic(team_id: UUID, topic_id: int | None) -> int | None:
    recipients.check_topic(team_id, topic_id)
    return topic_id


def _validate_segments(team_id: UUID, segment_ids: Sequence[int], *, field: str = "recipients.segmentIds") -> list[int]:
    recipients.check_segments(team_id, segment_ids, field=field)
    return sorted(set(segment_ids))


def get_sender(team_id: UUID, sender_id: UUID | None) -> Sender | None:
    if sender_id is None:
        return None
    sender = Sender.objects.for_team(team_id).filter(pk=sender_id).first()
    if sender is None:
        raise FieldsInvalid.of("senderId", UNKNOWN_SENDER, str(sender_id))
    return sender


def _check_text(campaign: Campaign) -> None:
    """Compiles the draft, so that every saved campaign can be sent. Raises the compiler's errors."""
    known = load_merge_fields(campaign.team_id).names
    team = Team.objects.get(pk=campaign.team_id)
    if campaign.document_id is None:
        content.compile_campaign(campaign, team, known=known)
        return
    # Document content is stored without validation; the review reports its issues.
    content.check_short_texts(campaign, known=known)
    content.check_extras(campaign, team, known=known)
