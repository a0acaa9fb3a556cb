"""A/B tests: a campaign kind with several mailings, one of which waits for the winner."""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from server.campaigns.ab import document_variants, drafts, sending
from server.campaigns.ab import status as standing
from server.campaigns.ab.models import CampaignVariant
from server.campaigns.ab.review import REMAINING_TESTS, TestReview
from server.campaigns.ab.states import AB_TEST, TestedProperty
from server.campaigns.ab.variant_fields import apply_variant
from server.campaigns.kinds import CampaignStrategy
from server.campaigns.models import Campaign
from server.campaigns.services.sending import sync_with_mailings
from server.campaigns.states import CampaignAction, CampaignStatus
from server.core.callers import Caller
from server.core.errors import NotFound
from server.delivery.models import Mailing, MailingState
from server.documents.snapshot import Root
from server.plans.features import AB_EMAIL_SENT


class AbTestStrategy(CampaignStrategy):
    """A campaign with a row in AbTest and two to five variants."""

    name = AB_TEST
    meaning = "A/B tests under `ab-test/`"
    screen = "ab-tests"
    composer = "/ab-tests/{}/compose"
    counted_as = "tests"
    limits = (AB_EMAIL_SENT,)
    limit_checks = (REMAINING_TESTS,)

    def join_rows(self, rows: QuerySet[Campaign]) -> QuerySet[Campaign]:
        return rows.select_related("test")

    def review(self, campaign: Campaign) -> TestReview:
        return TestReview(campaign)

    def start(self, campaign: Campaign, *, by: Caller | None) -> Campaign:
        return sending.start(campaign, by=by)

    def copy_parts(self, original: Campaign, duplicate: Campaign) -> None:
        drafts.copy_test(original, duplicate)

    def follow_document(self, campaign: Campaign, roots: Sequence[Root] | None = None) -> None:
        document_variants.sync_with_document(campaign, roots)

    def build_variant(self, campaign: Campaign, number: int) -> Campaign:
        variants = CampaignVariant.objects.for_team(campaign.team_id).filter(campaign=campaign, number=number)
        variant = variants.select_related("sender").first()
        if variant is None:
            raise NotFound
        return apply_variant(campaign, variant, standing.get_test(campaign).tested)

    def build_sender_filter(self, team_id: UUID, sender_ids: Collection[str]) -> Q:
        variants = CampaignVariant.objects.for_team(team_id).filter(
            campaign=OuterRef("pk"), sender_id__in=sender_ids, campaign__test__tested=TestedProperty.SENDER
        )
        return Q(Exists(variants))

    def get_state(self, campaign: Campaign, state: str) -> str:
        return standing.get_state(campaign)

    def prepare_move(self, campaign: Campaign, move: CampaignAction, mailings: Sequence[Mailing]) -> None:
        """A test that waits for its winner has no active mailing to pause, so the test itself is paused."""
        standing.record_pause(campaign, move)

    def finish_move(self, campaign: Campaign) -> None:
        """Delivery calls `sync_with_mailing` only if a mailing changed, and a test that waits for its winner can have
        none.
        """
        state = MailingState(standing.get_state(campaign))
        sync_with_mailings(team_id=campaign.team_id, campaign_id=campaign.pk, state=state)

    def prepare_status(self, campaign: Campaign, status: CampaignStatus) -> None:
        standing.track_pause(campaign, status)


KIND = AbTestStrategy()
