"""`bin/manage simulate --campaign ID`: simulates the readers of a campaign against the running product."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from server.campaigns.models import Campaign
from server.campaigns.origins import CAMPAIGN
from server.campaigns.states import FINAL
from server.dashboard.demo.readers import ReaderSimulation
from server.delivery.models import Mailing


class Command(BaseCommand):
    help = (
        "Simulates the recipients of a sent campaign: they open, click and unsubscribe by requests to the running "
        "product. Ends after the last one. Bounces come from the sink, by bin/local/mail/rules.json. Only with "
        "DASH_DEMO=true."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--campaign", type=UUID, required=True, help="id of the campaign, from its address")
        parser.add_argument("--seed", type=int, default=1, help="determines what each recipient does (default: 1)")
        parser.add_argument("--speed", type=float, default=600, help="simulated seconds per second (default: 600)")

    def handle(self, *_args: Any, campaign: UUID, seed: int, speed: float, **_options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This works only in demo mode. Set DASH_DEMO=true.")
        if not settings.STORED_EMAIL_FOLDER:
            raise CommandError("Sent emails aren't stored. Run bin/start without SMTP_URL.")
        if speed <= 0:
            raise CommandError("--speed must be above 0.")
        # across teams: an operator with access to this command can simulate readers of any team
        found = Campaign.objects.filter(pk=campaign).first()
        mailing = (
            Mailing.objects.for_team(found.team_id).filter(origin=CAMPAIGN, origin_id=campaign).first()
            if found
            else None
        )
        if found is None or mailing is None:
            raise CommandError("No sent campaign has this id.")
        play = ReaderSimulation(Path(settings.STORED_EMAIL_FOLDER), mailing.pk, seed, speed, lambda: _is_over(found))
        self.stdout.write(f"Reading '{found.name}' at {speed:g} times the pace of people; Ctrl-C stops.")
        for what, count in sorted(play.run().items()):
            self.stdout.write(f"{count:8} {what}")


def _is_over(campaign: Campaign) -> bool:
    campaign.refresh_from_db(fields=["status"])
    return campaign.status in FINAL
