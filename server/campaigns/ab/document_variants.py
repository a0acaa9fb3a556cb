"""Variants built in the email editor: each is a root of the test's document (EDIT-31).

The document determines which variants exist, their order and names. The rows of the test follow it and hold the share
and plain text of each. The document can restore removed roots, so the test retains their data too.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from server.campaigns import designs, edit_conflicts
from server.campaigns.ab import status
from server.campaigns.ab.models import VARIANT_NAME_LENGTH, AbTest, CampaignVariant
from server.campaigns.ab.states import MAX_VARIANTS, MIN_VARIANTS, TestedProperty
from server.campaigns.ab.variant_fields import OVERRIDABLE_FIELDS, copy_to_campaign
from server.campaigns.limits import ContentKind
from server.campaigns.models import Campaign
from server.campaigns.services import campaigns
from server.documents.snapshot import Root

# Own data that moves with a variant when the order changes.
MOVED_FIELDS = (*OVERRIDABLE_FIELDS, "name", "delay_minutes")
# Additional data restored with a removed variant. The document has the rest.
RETAINED_FIELDS = ("plain_text", "delay_minutes")
# Consecutive removals that a user can undo.
MAX_RETAINED_VARIANTS: Final = 20


def has_document_variants(campaign: Campaign, test: AbTest) -> bool:
    return campaign.document_id is not None and test.tested == TestedProperty.CONTENT


def sync_with_document(campaign: Campaign, roots: Sequence[Root] | None = None) -> bool:
    """Synchronises the variants of a locked test with its document. Returns whether anything changed.

    `roots` are the document's roots, if the caller has them. If the document has fewer than a test needs, which undo
    can cause, the variants remain. A variant without root has no content and prevents sending.
    """
    test = status.get_test(campaign)
    if not has_document_variants(campaign, test):
        return False
    winner_share = test.winner_share
    known = list(CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign).order_by("number"))
    drawn = designs.lock_roots(campaign) if roots is None else roots
    wanted = [(root.id, _build_name(root)) for root in drawn[:MAX_VARIANTS]]
    if len(wanted) < MIN_VARIANTS or wanted == [(variant.root, variant.name) for variant in known]:
        return False
    back = _retain_removed(test, known, [root for root, _ in wanted])
    _renumber(campaign, known, wanted, back)
    if not _restore_shares(campaign, test, [root for root, _ in wanted], back) and len(wanted) != len(known):
        _divide_shares(campaign, test, len(wanted))
    first = CampaignVariant.objects.for_team(campaign.team_id).get(campaign=campaign, number=0)
    copy_to_campaign(campaign, first, test.tested)
    edits = ["variants"] if test.winner_share == winner_share else ["test", "variants"]
    edit_conflicts.record(campaign, edits, by=None)
    campaigns.save_and_publish(campaign)
    return True


def _build_name(root: Root) -> str:
    return " ".join(root.name.split())[:VARIANT_NAME_LENGTH].rstrip()


def _retain_removed(test: AbTest, known: Sequence[CampaignVariant], roots: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Retains data of variants without a root. Returns the retained data of restored roots."""
    shares = {variant.root: variant.share for variant in known}
    back = {kept["root"]: kept for kept in test.parted if kept["root"] in roots and kept["root"] not in shares}
    gone = [
        {"root": variant.root, "shares": shares} | {name: getattr(variant, name) for name in RETAINED_FIELDS}
        for variant in known
        if variant.root not in roots
    ]
    if gone or back:
        over = {*roots, *(kept["root"] for kept in gone)}
        test.parted = [*(kept for kept in test.parted if kept["root"] not in over), *gone][-MAX_RETAINED_VARIANTS:]
        test.save(update_fields=["parted"])
    return back


def _renumber(
    campaign: Campaign,
    known: Sequence[CampaignVariant],
    wanted: Sequence[tuple[str, str]],
    back: Mapping[str, Mapping[str, Any]],
) -> None:
    """Writes the variants in this order. Ids and shares belong to the position, as for variants without a document."""
    of_root = {variant.root: {name: getattr(variant, name) for name in MOVED_FIELDS} for variant in known}
    places = {variant.number: variant for variant in known}
    for number, (root, name) in enumerate(wanted):
        variant = places.pop(number, None)
        if variant is None:
            variant = CampaignVariant(team_id=campaign.team_id, campaign=campaign, number=number, share=1)
        # A new variant starts as a copy of the campaign, without the texts of another variant.
        begins = {each: getattr(campaign, each) for each in OVERRIDABLE_FIELDS} | {"plain_text": "", "delay_minutes": 0}
        kept = {name: back[root][name] for name in RETAINED_FIELDS} if root in back else {}
        for each, value in (of_root.get(root) or begins | kept).items():
            setattr(variant, each, value)
        variant.root, variant.name, variant.content_kind = root, name, ContentKind.DOCUMENT
        variant.save()
    gone = [variant.pk for variant in places.values()]
    CampaignVariant.objects.for_team(campaign.team_id).filter(pk__in=gone).delete()


def _restore_shares(
    campaign: Campaign, test: AbTest, roots: Sequence[str], back: Mapping[str, Mapping[str, Any]]
) -> bool:
    """Restores the shares from before the removal.

    Returns False if they no longer fit the roots or the winner's share.
    """
    for kept in back.values():
        shares = kept["shares"]
        if set(shares) == set(roots) and sum(shares.values()) == 100 - test.winner_share:
            for root in roots:
                rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign, root=root)
                rows.update(share=shares[root])
            return True
    return False


def _divide_shares(campaign: Campaign, test: AbTest, count: int) -> None:
    """Divides the variants' total share evenly in whole percent. The winner keeps its share if every variant can
    get 1%.
    """
    sample = max(100 - test.winner_share, count)
    if sample != 100 - test.winner_share:
        test.winner_share = 100 - sample
        test.save(update_fields=["winner_share"])
    each, left = divmod(sample, count)
    for number in range(count):
        rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign, number=number)
        rows.update(share=each + int(number < left))
