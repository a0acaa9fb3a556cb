"""A campaign under review, with lazily cached data for its checks."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from server.campaigns import content, designs, recipients
from server.campaigns.checks import email_text
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace
from server.campaigns.limits import MAX_CHECKED_LINKS
from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.recipients import RecipientCount
from server.contacts.models import Contact
from server.contacts.selectors.merge_tags import MergeFields, load_merge_fields
from server.core.errors import ApiError
from server.delivery import compiling
from server.delivery.compiling import CompiledEmail
from server.delivery.mime.filling import fill_text
from server.delivery.services import mailings
from server.delivery.services.mailings import CompiledContent
from server.delivery.tags.tree import Text
from server.teams.models import Team


class CampaignReview:
    """The review of a saved campaign. Read-only."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    @property
    def besides(self) -> Sequence[CampaignCheck]:
        """Additional checks of this kind, run after the common ones."""
        return ()

    def run_check(self, check: CampaignCheck) -> Iterable[CampaignFinding]:
        return self.found_by(check)

    def found_by(self, check: CampaignCheck) -> Iterable[CampaignFinding]:
        """The findings for this single email: without other variants of an A/B test."""
        found = check.run(self)
        return found if self.campaign.document is None else (self._locate_in_document(finding) for finding in found)

    def _locate_in_document(self, finding: CampaignFinding) -> CampaignFinding:
        if (
            finding.place is not FindingPlace.CONTENT
            or finding.node
            or not finding.items
            or self.campaign.document is None
        ):
            return finding
        return replace(finding, node=designs.find_node(self.campaign.document, self.campaign.root, finding.items))

    @cached_property
    def team(self) -> Team:
        return Team.objects.get(pk=self.campaign.team_id)

    @cached_property
    def fields(self) -> MergeFields:
        return load_merge_fields(self.campaign.team_id)

    @cached_property
    def count(self) -> RecipientCount:
        """Raises CountTimeout."""
        return recipients.count(self.campaign)

    @cached_property
    def example(self) -> Contact | None:
        return recipients.find_example_contact(self.campaign, None)

    @cached_property
    def compiled(self) -> CompiledEmail | ApiError:
        try:
            return content.compile_campaign(self.campaign, self.team, known=self.fields.names)
        except ApiError as error:
            return error

    @cached_property
    def mail(self) -> CompiledEmail | None:
        return None if isinstance(self.compiled, ApiError) else self.compiled

    @cached_property
    def content(self) -> CompiledContent:
        """The email as a mailing stores it. Raises the compiler's errors."""
        if isinstance(self.compiled, ApiError):
            raise self.compiled
        setting = content.build_setting(self.campaign, self.team)
        with content.FieldContext("content"):
            return mailings.compile_versions(
                content.build_content(self.campaign),
                setting,
                origin=CAMPAIGN,
                known=self.fields.names,
                tracked=self.compiled,
            )

    @cached_property
    def authored(self) -> str:
        """The HTML as written, without tracking and unsubscribe links, for all recipients."""
        setting = replace(content.build_setting(self.campaign, self.team, follows=False), unsubscribes=False)
        try:
            made = compiling.compile_content(content.build_content(self.campaign), setting, known=self.fields.names)
        except ApiError:
            return ""
        return email_text.render_text(made.html)

    @cached_property
    def words(self) -> str:
        """The visible text without the preview text and the team's name and address."""
        text = email_text.extract_visible_text(self.authored)
        lines = (content.build_team_setting(self.team).postal_address, self.campaign.preheader, str(self.team))
        for line in lines:
            text = text.replace(" ".join(line.split()), " ") if line.strip() else text
        return text

    @cached_property
    def addresses(self) -> list[str]:
        """Distinct link addresses in order, without those that depend on the recipient."""
        links = self.mail.links if self.mail else ()
        static = (link.target for link in links if all(isinstance(node, Text) for node in link.target))
        return list(dict.fromkeys(fill_text(target, {}) for target in static))

    @cached_property
    def checked_addresses(self) -> list[str]:
        return self.addresses[:MAX_CHECKED_LINKS]

    @property
    def all_asked(self) -> list[str]:
        return self.checked_addresses
