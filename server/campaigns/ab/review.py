"""The review of an A/B test: common properties are checked once, tested ones in each variant."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from server.campaigns.ab import drafts, status
from server.campaigns.ab.errors import LessThanTenContacts
from server.campaigns.ab.models import CampaignVariant
from server.campaigns.ab.states import LETTERS, MIN_RECIPIENTS, TestedProperty
from server.campaigns.ab.variant_fields import TESTED_COLUMNS, apply_variant
from server.campaigns.checks import footer, images, links, sender, size, subject, tag_values, texts, wording
from server.campaigns.checks.findings import (
    CampaignCheck,
    CampaignFinding,
    FindingPlace,
    build_blocking,
    build_fine,
    build_warning,
)
from server.campaigns.checks.review import CampaignReview
from server.campaigns.models import Campaign
from server.contacts.selectors import labels
from server.core.errors import ApiError
from server.plans import quota
from server.plans.errors import QuotaExceeded
from server.plans.features import AB_EMAIL_SENT, UNLIMITED

# Checks that depend on the tested property. All others have the same result for every variant.
CHECKS_BY_PROPERTY: Mapping[TestedProperty, frozenset[CampaignCheck]] = {
    TestedProperty.SUBJECT: frozenset(
        {texts.TEXTS, texts.TAGS, subject.SUBJECT, tag_values.TAG_VALUES, wording.WORDING}
    ),
    TestedProperty.SENDER: frozenset({sender.SENDER}),
    TestedProperty.CONTENT: frozenset(
        {
            texts.TEXTS,
            texts.TAGS,
            footer.UNSUBSCRIBE,
            footer.ADDRESS,
            tag_values.TAG_VALUES,
            links.LINK_RESPONSES,
            links.LINK_FORM,
            images.IMAGES,
            size.SIZE,
            wording.WORDING,
        }
    ),
    TestedProperty.TIME: frozenset(),
}


class TestReview(CampaignReview):
    """The review of a saved A/B test: that of its first variant, with those of all variants in `each`."""

    __test__ = False  # not a test class of pytest

    def __init__(self, campaign: Campaign) -> None:
        self.test = status.get_test(campaign)
        self.variants = drafts.list_variants(campaign)
        first, *others = (apply_variant(campaign, variant, self.test.tested) for variant in self.variants)
        super().__init__(first)
        self.each: Sequence[CampaignReview] = [self, *(CampaignReview(one) for one in others)]

    @property
    def besides(self) -> Sequence[CampaignCheck]:
        return (MINIMUM, REMAINING_TESTS, DUPLICATES)

    @property
    def all_asked(self) -> list[str]:
        return list(dict.fromkeys(address for review in self.each for address in review.checked_addresses))

    def run_check(self, check: CampaignCheck) -> Iterable[CampaignFinding]:
        """Returns common findings once, the others with the number of their variant."""
        if check not in CHECKS_BY_PROPERTY[TestedProperty(self.test.tested)]:
            return self.found_by(check)
        found = [list(review.found_by(check)) for review in self.each]
        shared = set.intersection(*({_get_identity(finding) for finding in findings} for findings in found))
        common = [finding for finding in found[0] if _get_identity(finding) in shared]
        own = [
            _assign_variant(finding, number)
            for number, findings in enumerate(found)
            for finding in findings
            if _get_identity(finding) not in shared
        ]
        return [*common, *own]


def _get_identity(finding: CampaignFinding) -> tuple[object, ...]:
    values = tuple(sorted(finding.values.items()))
    return (finding.code, finding.level, finding.place, values, tuple(finding.items))


def _assign_variant(finding: CampaignFinding, number: int) -> CampaignFinding:
    if finding.error is not None:
        finding.error.payload = {**(finding.error.payload or {}), "variant": number}
    return replace(finding, variant=number)


def _check_minimum(review: CampaignReview) -> Iterable[CampaignFinding]:
    """CAMP-14 in both readings: at least ten recipients, and ten contacts in each selected label."""
    campaign = review.campaign
    try:
        count = review.count.count
    except ApiError:
        return  # reported by another check
    if count < MIN_RECIPIENTS:
        few = LessThanTenContacts(payload={"count": count})
        yield build_blocking("testTooSmall", FindingPlace.RECIPIENTS, few, count=count, least=MIN_RECIPIENTS)
        return
    known = {} if campaign.to_all else labels.get_by_ids(team_id=campaign.team_id, ids=campaign.label_ids)
    names = sorted(label.name for label in known.values() if label.contact_count < MIN_RECIPIENTS)
    if names:
        few = LessThanTenContacts(payload={"labels": names})
        yield build_blocking("labelsTooSmall", FindingPlace.RECIPIENTS, few, names, least=MIN_RECIPIENTS)


def _check_remaining_tests(review: CampaignReview) -> Iterable[CampaignFinding]:
    standing_now = quota.get_state(team_id=review.campaign.team_id, limit=AB_EMAIL_SENT)
    if standing_now.limit != UNLIMITED and not standing_now.left:
        error = QuotaExceeded.of(area=AB_EMAIL_SENT.area, name=AB_EMAIL_SENT.name, limit=standing_now.limit, left=0)
        yield build_blocking("testsUsedUp", FindingPlace.PLAN, error, limit=standing_now.limit)


def _check_duplicates(review: CampaignReview) -> Iterable[CampaignFinding]:
    if not isinstance(review, TestReview):
        return
    tested = TestedProperty(review.test.tested)
    seen: dict[tuple[Any, ...], str] = {}
    twins: list[str] = []
    for variant, its in zip(review.variants, review.each, strict=True):
        letter = LETTERS[variant.number]
        twin = seen.setdefault(_get_tested_values(variant, tested, its), letter)
        if twin != letter:
            twins.append(f"{twin}, {letter}")
    if twins:
        yield build_warning("variantsSame", FindingPlace.VARIANTS, twins)
    else:
        yield build_fine("variantsDiffer", FindingPlace.VARIANTS)


def _get_tested_values(variant: CampaignVariant, tested: TestedProperty, review: CampaignReview) -> tuple[Any, ...]:
    if tested is TestedProperty.TIME:
        return (variant.delay_minutes,)
    if tested is TestedProperty.CONTENT and review.campaign.document is not None:
        # Roots of a document always differ. Their rendered content might not.
        return (review.authored, variant.plain_text)
    return tuple(getattr(variant, name) for name in TESTED_COLUMNS[tested])


MINIMUM = CampaignCheck("ten", _check_minimum, may_block=True)
REMAINING_TESTS = CampaignCheck("testsLeft", _check_remaining_tests, may_block=True)
DUPLICATES = CampaignCheck("twins", _check_duplicates)
