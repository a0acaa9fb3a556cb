"""Writes of A/B tests before they are sent. The campaign services handle what all kinds share."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from server.campaigns import designs
from server.campaigns.ab import document_variants, status
from server.campaigns.ab.errors import WinnerMissing, WinnerZero
from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.schemas import AbTestChange, AbTestIn, TestSetting, VariantIn
from server.campaigns.ab.states import AB_TEST, LETTERS, TestedProperty
from server.campaigns.ab.variant_fields import OVERRIDABLE_FIELDS, apply_variant, copy_to_campaign
from server.campaigns.causes import SHARES_NOT_100
from server.campaigns.content import check_extras, check_short_texts, compile_campaign
from server.campaigns.limits import EMAIL, ContentKind
from server.campaigns.models import Campaign
from server.campaigns.selectors import campaigns as selectors
from server.campaigns.services import campaigns
from server.campaigns.states import ENDED
from server.contacts.selectors.merge_tags import load_merge_fields
from server.core.callers import Caller
from server.core.errors import ActionNotAllowed, ApiError, FieldsInvalid, NotFound
from server.delivery.errors import InvalidTag
from server.plans import quota
from server.plans.features import CAMPAIGN
from server.teams.models import Team

SETTING_FIELDS = ("tested", "metric", "chooses", "wait_hours", "winner_share")
# Own fields of a variant except its number.
VARIANT_FIELDS = ("name", "share", "delay_minutes", *OVERRIDABLE_FIELDS)
# Fields shared by all variants that affect the compilation of their texts.
SHARED_TEXT_FIELDS = ("subject", "preheader", "content", "plain_text", "utm", "event")


def get(*, team_id: UUID, campaign_id: UUID) -> Campaign:
    return selectors.get(team_id=team_id, campaign_id=campaign_id, kind=AB_TEST)


def list_variants(campaign: Campaign) -> list[CampaignVariant]:
    """In display order, with their senders."""
    rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign)
    return list(rows.select_related("sender").order_by("number"))


def count_variants(tests: Sequence[Campaign]) -> Counter[UUID]:
    """Counts by campaign id. All tests must belong to the same team."""
    if not tests:
        return Counter()
    rows = CampaignVariant.objects.for_team(tests[0].team_id).filter(campaign__in=tests)
    return Counter(rows.values_list("campaign_id", flat=True))


def get_variant(campaign: Campaign, variant_id: UUID | None) -> CampaignVariant:
    """Returns a variant, by default the first. Raises NotFound."""
    found = next((one for one in list_variants(campaign) if variant_id in (None, one.pk)), None)
    if found is None:
        raise NotFound
    return found


def build_variant(campaign: Campaign, variant_id: UUID | None) -> Campaign:
    """Returns the test with the content of a variant, by default the first. Raises NotFound."""
    return apply_variant(campaign, get_variant(campaign, variant_id), status.get_test(campaign).tested)


@transaction.atomic
def create(*, team_id: UUID, fields: AbTestIn, by: Caller) -> Campaign:
    """Creates a draft. Raises WinnerZero, FieldsInvalid for invalid shares, and the errors of creating a campaign."""
    _check_shares(fields.test, fields.variants)
    campaign = campaigns.create(
        team_id=team_id,
        fields=fields.stored_fields(),
        newsletter=fields.newsletter,
        by=by,
        kind=AB_TEST,
        roots=len(fields.variants),
    )
    test = AbTest(campaign=campaign, team_id=team_id, **_get_setting(fields.test))
    test.save(force_insert=True)
    made = _store_variants(campaign, fields.variants)
    if "variants" not in fields.model_fields_set:  # each variant starts as a copy of the campaign
        for variant in made:
            _copy_campaign_fields(campaign, variant)
            variant.save()
    if campaign.document is not None:
        for variant, root in zip(made, designs.list_roots(campaign.document), strict=True):
            variant.root = root.id
            variant.save(update_fields=["root"])
    _mirror_first(campaign, test, made)
    return campaign


@transaction.atomic
def update(*, team_id: UUID, campaign_id: UUID, change: AbTestChange, by: Caller) -> Campaign:
    """Updates the given fields of a draft. Raises the errors of `create` and of updating a campaign."""
    try:
        campaign = campaigns.update(
            team_id=team_id,
            campaign_id=campaign_id,
            fields=change.stored_fields(),
            base_revision=change.base_revision,
            by=by,
            kind=AB_TEST,
            kind_fields=change.kind_fields(),
            is_stored=_is_stored,
        )
    except InvalidTag as error:
        _attribute_to_first(error, team_id, campaign_id)
        raise
    test = status.get_test(campaign)
    before = list_variants(campaign)
    if change.test is not None or change.variants is not None:
        _check_shares(change.test or test, change.variants or before)
    if change.test is not None:
        for name, value in _get_setting(change.test).items():
            setattr(test, name, value)
        test.save()
    made = before if change.variants is None else _store_variants(campaign, change.variants)
    if document_variants.sync_with_document(campaign):
        made = list_variants(campaign)
    if change.model_fields_set & {"test", "variants", *SHARED_TEXT_FIELDS}:
        _check_texts(campaign, test, made)
    _mirror_first(campaign, test, made)
    return campaign


def copy_test(original: Campaign, made: Campaign) -> None:
    team_id = original.team_id
    test = AbTest.objects.for_team(team_id).get(pk=original.pk)
    AbTest.objects.create(campaign=made, team_id=team_id, **{name: getattr(test, name) for name in SETTING_FIELDS})
    CampaignVariant.objects.bulk_create(
        [
            CampaignVariant(
                team_id=team_id,
                campaign=made,
                number=variant.number,
                **{name: getattr(variant, name) for name in VARIANT_FIELDS},
            )
            for variant in list_variants(original)
        ]
    )


@transaction.atomic
def resend(*, team_id: UUID, campaign_id: UUID, by: Caller) -> Campaign:
    """Creates a draft of a regular campaign with the winner's content.

    Its recipients are those of any variant who did not open it, determined when it is sent. Raises NotFound,
    QuotaExceeded, WinnerMissing, and ActionNotAllowed while the test runs.
    """
    original = get(team_id=team_id, campaign_id=campaign_id)
    quota.use(team_id=team_id, limit=CAMPAIGN)
    if original.status not in ENDED:
        raise ActionNotAllowed(payload={"action": "resend", "status": original.status})
    test = status.get_test(original)
    winner = next((one for one in list_variants(original) if one.number == test.winner), None)
    if winner is None:
        raise WinnerMissing
    won = apply_variant(original, winner, test.tested)
    won.kind = EMAIL
    return campaigns.create_copy(won, mark=campaigns.RESEND_MARK, by=by, unopened_of=original.pk, root=won.root)


def _is_stored(campaign: Campaign, field: str, value: Any) -> bool:
    if field == "test":
        return _get_setting(status.get_test(campaign)) == _get_setting(value)
    stored = list_variants(campaign)
    try:
        sent = [_normalize(campaign, variant) for variant in value]
    except ApiError:  # an invalid value is never stored
        return False
    return len(sent) == len(stored) and all(map(_has_fields, stored, sent))


def _has_fields(variant: CampaignVariant, fields: VariantIn) -> bool:
    plain = ("name", "share", "subject", "preheader", "sender_id", "plain_text", "delay_minutes")
    content = fields.content
    return all(getattr(variant, name) == getattr(fields, name) for name in plain) and (
        (variant.content_kind, variant.starter, variant.body) == (content.kind, content.starter, content.body)
    )


def _normalize(campaign: Campaign, fields: VariantIn) -> VariantIn:
    """Returns the variant as stored: single-line texts, unix line breaks, and no body for a document."""
    content = fields.content
    if campaign.document_id is not None:
        content = content.model_copy(update={"kind": ContentKind.DOCUMENT, "body": ""})
    return fields.model_copy(
        update={
            "name": " ".join(fields.name.split()),
            "subject": campaigns.collapse_whitespace("subject", fields.subject),
            "preheader": campaigns.collapse_whitespace("preheader", fields.preheader),
            "content": content,
            "plain_text": campaigns.normalize_line_breaks(fields.plain_text),
        }
    )


def _get_setting(test: TestSetting | AbTest) -> dict[str, object]:
    return {name: getattr(test, name) for name in SETTING_FIELDS}


def _check_shares(test: TestSetting | AbTest, variants: Sequence[VariantIn] | Sequence[CampaignVariant]) -> None:
    """Raises WinnerZero (CAMP-13), or FieldsInvalid if the shares do not add up to 100 (CAMP-30)."""
    if not test.winner_share:
        raise WinnerZero
    total = test.winner_share + sum(variant.share for variant in variants)
    if total != 100:
        raise FieldsInvalid.of("variants", SHARES_NOT_100, total)


def _store_variants(campaign: Campaign, given: Sequence[VariantIn]) -> list[CampaignVariant]:
    """Stores the variants in this order. A variant keeps its id as long as its number exists."""
    known = {variant.number: variant for variant in list_variants(campaign)}
    made = []
    for number, fields in enumerate(given):
        variant = known.pop(number, None) or CampaignVariant(team_id=campaign.team_id, campaign=campaign, number=number)
        if "content" in fields.model_fields_set:
            designs.check_kind(campaign, fields.content.kind, field="variants")
        written = _normalize(campaign, fields)
        for name in ("name", "share", "delay_minutes", "subject", "preheader", "plain_text"):
            setattr(variant, name, getattr(written, name))
        variant.sender = campaigns.get_sender(campaign.team_id, fields.sender_id)
        content = written.content
        variant.content_kind, variant.starter, variant.body = content.kind, content.starter, content.body
        variant.save()
        made.append(variant)
    gone = [variant.pk for variant in known.values()]
    if gone:
        CampaignVariant.objects.for_team(campaign.team_id).filter(pk__in=gone).delete()
    return made


def _copy_campaign_fields(campaign: Campaign, variant: CampaignVariant) -> None:
    for name in OVERRIDABLE_FIELDS:
        setattr(variant, name, getattr(campaign, name))


def _check_texts(campaign: Campaign, test: AbTest, variants: Sequence[CampaignVariant]) -> None:
    """Compiles the tested property of each variant, so that every saved test can be sent.

    Raises the compiler's errors with the `field` and the number of the `variant` in the payload.
    """
    if test.tested not in (TestedProperty.SUBJECT, TestedProperty.CONTENT):
        return
    known = load_merge_fields(campaign.team_id).names
    team = Team.objects.get(pk=campaign.team_id)
    for variant in variants:
        one = apply_variant(campaign, variant, test.tested)
        try:
            if test.tested == TestedProperty.SUBJECT:
                check_short_texts(one, known=known)
            elif one.document_id is not None:
                # As for any campaign, document content is stored without validation.
                check_extras(one, team, known=known)
            else:
                compile_campaign(one, team, known=known)
        except ApiError as error:
            error.payload = {**(error.payload or {}), "variant": variant.number}
            raise


def _attribute_to_first(error: ApiError, team_id: UUID, campaign_id: UUID) -> None:
    """Attributes an error in the campaign's own text to the first variant, which has that text."""
    told = error.payload or {}
    test = AbTest.objects.for_team(team_id).filter(pk=campaign_id, tested=TestedProperty.CONTENT)
    if told.get("field") in ("content", "plainText") and test.exists():
        error.payload = {**told, "variant": 0}


def _mirror_first(campaign: Campaign, test: AbTest, variants: Sequence[CampaignVariant]) -> None:
    if copy_to_campaign(campaign, variants[0], test.tested):
        campaign.save()


def build_title(variant: CampaignVariant) -> str:
    letter = LETTERS[variant.number]
    return f"{letter}: {variant.name}" if variant.name else letter
