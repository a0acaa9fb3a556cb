"""The variants of a test that are built in the email editor: each is a root of the test's one document (EDIT-31).

The document says which there are, in which order, and what they are called; here the test's own variants follow it,
with what each has besides: its share of the recipients and its plain text. The document forgets nothing that was taken
out of it, so the test keeps that too, for a variant that is brought back.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from server.campaigns import designs, edit_conflicts
from server.campaigns.ab import standing
from server.campaigns.ab.models import VARIANT_NAME_LENGTH, AbTest, CampaignVariant
from server.campaigns.ab.states import FEWEST_VARIANTS, MOST_VARIANTS, Tested
from server.campaigns.ab.written import OWN, mirror
from server.campaigns.limits import ContentKind
from server.campaigns.models import Campaign
from server.campaigns.services import campaigns
from server.documents.snapshot import Root

# What a variant has of its own and takes along where the order changes.
MOVES = (*OWN, "name", "delay_minutes")
# What else of a variant that was taken out comes back with it: the document has the rest.
KEPT = ("plain_text", "delay_minutes")
# As many variants as a person may undo taking out one after the other.
MOST_KEPT: Final = 20


def are_built(campaign: Campaign, test: AbTest) -> bool:
    """Whether the variants are roots of a document: they differ in a content that is one."""
    return campaign.document_id is not None and test.tested == Tested.CONTENT


def follow(campaign: Campaign, roots: Sequence[Root] | None = None) -> bool:
    """Gives a test that the caller holds the variants that its document has; whether that changed something.

    `roots` are those of the document where the caller has it, too. A document with fewer than a test needs, which
    undoing can make of it, leaves the variants as they were: one that is not drawn any more has no content, and keeps
    the test from being sent.
    """
    test = standing.test_of(campaign)
    if not are_built(campaign, test):
        return False
    winner_share = test.winner_share
    known = list(CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign).order_by("number"))
    drawn = designs.held_roots(campaign) if roots is None else roots
    wanted = [(root.id, _name(root)) for root in drawn[:MOST_VARIANTS]]
    if len(wanted) < FEWEST_VARIANTS or wanted == [(variant.root, variant.name) for variant in known]:
        return False
    back = _part(test, known, [root for root, _ in wanted])
    _renumber(campaign, known, wanted, back)
    if not _share_as_before(campaign, test, [root for root, _ in wanted], back) and len(wanted) != len(known):
        _share(campaign, test, len(wanted))
    first = CampaignVariant.objects.for_team(campaign.team_id).get(campaign=campaign, number=0)
    mirror(campaign, first, test.tested)
    edits = ["variants"] if test.winner_share == winner_share else ["test", "variants"]
    edit_conflicts.record(campaign, edits, by=None)
    campaigns.saved(campaign)
    return True


def _name(root: Root) -> str:
    return " ".join(root.name.split())[:VARIANT_NAME_LENGTH].rstrip()


def _part(test: AbTest, known: Sequence[CampaignVariant], roots: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Keeps what those have that are not among the roots any more; answers what was kept of those that are back."""
    shares = {variant.root: variant.share for variant in known}
    back = {kept["root"]: kept for kept in test.parted if kept["root"] in roots and kept["root"] not in shares}
    gone = [
        {"root": variant.root, "shares": shares} | {name: getattr(variant, name) for name in KEPT}
        for variant in known
        if variant.root not in roots
    ]
    if gone or back:
        over = {*roots, *(kept["root"] for kept in gone)}
        test.parted = [*(kept for kept in test.parted if kept["root"] not in over), *gone][-MOST_KEPT:]
        test.save(update_fields=["parted"])
    return back


def _renumber(
    campaign: Campaign,
    known: Sequence[CampaignVariant],
    wanted: Sequence[tuple[str, str]],
    back: Mapping[str, Mapping[str, Any]],
) -> None:
    """Writes the variants in this order. A place keeps its id and its share, as it does where they are written."""
    of_root = {variant.root: {name: getattr(variant, name) for name in MOVES} for variant in known}
    places = {variant.number: variant for variant in known}
    for number, (root, name) in enumerate(wanted):
        variant = places.pop(number, None)
        if variant is None:
            variant = CampaignVariant(team_id=campaign.team_id, campaign=campaign, number=number, share=1)
        # A new one begins as the campaign is, but for what only the text of another says.
        begins = {each: getattr(campaign, each) for each in OWN} | {"plain_text": "", "delay_minutes": 0}
        kept = {name: back[root][name] for name in KEPT} if root in back else {}
        for each, value in (of_root.get(root) or begins | kept).items():
            setattr(variant, each, value)
        variant.root, variant.name, variant.content_kind = root, name, ContentKind.DOCUMENT
        variant.save()
    gone = [variant.pk for variant in places.values()]
    CampaignVariant.objects.for_team(campaign.team_id).filter(pk__in=gone).delete()


def _share_as_before(
    campaign: Campaign, test: AbTest, roots: Sequence[str], back: Mapping[str, Mapping[str, Any]]
) -> bool:
    """Divides the recipients as they were divided before one of these was taken out; false where they were not, or
    where the winner has another part since."""
    for kept in back.values():
        shares = kept["shares"]
        if set(shares) == set(roots) and sum(shares.values()) == 100 - test.winner_share:
            for root in roots:
                rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign, root=root)
                rows.update(share=shares[root])
            return True
    return False


def _share(campaign: Campaign, test: AbTest, count: int) -> None:
    """The variants share what they had together as evenly as whole percents go; the winner keeps its part."""
    sample = max(100 - test.winner_share, count)
    if sample != 100 - test.winner_share:
        test.winner_share = 100 - sample
        test.save(update_fields=["winner_share"])
    each, left = divmod(sample, count)
    for number in range(count):
        rows = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign, number=number)
        rows.update(share=each + int(number < left))
