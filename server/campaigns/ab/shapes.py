"""A/B tests as they go over the wire."""

from server.campaigns.ab.models import AbTest, CampaignVariant
from server.campaigns.ab.schemas import AbTestOut, AbTestRowOut, TestStandingOut, VariantOut
from server.campaigns.ab.states import Chooses, Metric, Tested, WinnerBy
from server.campaigns.limits import ContentKind, StarterName
from server.campaigns.models import Campaign
from server.campaigns.schemas import Content
from server.campaigns.selectors.figures import CampaignFigures
from server.campaigns.shapes import campaign_out, row_out


def standing_out(test: AbTest) -> TestStandingOut:
    """How far the test is."""
    return TestStandingOut(
        tested=Tested(test.tested),
        metric=Metric(test.metric),
        chooses=Chooses(test.chooses),
        wait_hours=test.wait_hours,
        winner_share=test.winner_share,
        testing_until=test.ends_at,
        winner=test.winner,
        winner_by=WinnerBy(test.winner_by) if test.winner_by else None,
        decided_at=test.decided_at,
        decided_name=test.decided_name,
    )


def variant_out(variant: CampaignVariant) -> VariantOut:
    return VariantOut(
        variant_id=variant.pk,
        number=variant.number,
        name=variant.name,
        share=variant.share,
        subject=variant.subject,
        preheader=variant.preheader,
        sender_id=variant.sender_id,
        content=Content(
            kind=ContentKind(variant.content_kind), starter=StarterName(variant.starter), body=variant.body
        ),
        root=variant.root,
        plain_text=variant.plain_text,
        delay_minutes=variant.delay_minutes,
    )


def test_row_out(campaign: Campaign, figures: CampaignFigures | None, variant_count: int) -> AbTestRowOut:
    """A test in a list; `campaign.test` is at hand."""
    return AbTestRowOut(
        **row_out(campaign, figures).model_dump(), test=standing_out(campaign.test), variant_count=variant_count
    )


def test_out(
    campaign: Campaign, figures: CampaignFigures | None, test: AbTest, variants: list[CampaignVariant]
) -> AbTestOut:
    """A whole test."""
    return AbTestOut(
        **campaign_out(campaign, figures).model_dump(),
        test=standing_out(test),
        variants=[variant_out(variant) for variant in variants],
    )
