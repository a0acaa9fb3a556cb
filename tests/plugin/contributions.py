"""Registers the app of loyalty cards with lower apps."""

from server.activity import references
from server.campaigns.kinds import KINDS
from server.contacts import feed, timeline, undo_retention
from server.contacts.services import bulk, labels
from server.core import deltas, events, in_use, origins, partitions, permissions, rooms, system_email
from server.core.system_email import EmailText
from server.delivery import origins as mailing_origins
from server.delivery.models import Stream
from server.delivery.origins import MailingOrigin
from server.documents import owners
from server.notifications import kinds, quota_names
from server.notifications.texts import NotificationText, Phrase
from server.onboarding import steps
from server.plans import limits
from server.plans.errors import SendLimitExceeded
from server.segments import activities, watchers
from server.segments.rules import kinds as rule_kinds
from server.teams.events import TeamRestored
from server.webhooks import kinds as webhook_kinds
from server.webhooks import owners as webhook_owners
from tests.plugin import card_campaigns, cards, rules, webhooks
from tests.server.documents.structures import FIELDS

VIEW = permissions.declare("card.view")

rooms.register(
    rooms.RoomKind(
        name="card",
        permission=VIEW,
        query="SELECT team_id, id FROM asked WHERE id = team_id::text",
    )
)
in_use.register(labels.NOUN, in_use.Guard("card", cards.name_cards))
steps.register(steps.OnboardingStep("issueCard", cards.has_cards, permission=VIEW))
timeline.register_source(timeline.TimelineSource("card", ("cardIssued",), cards.CardEntryOut, cards.read_entries))
kinds.register(
    kinds.NotificationKind(
        "card.issued",
        level="success",
        english=NotificationText("{card} was issued", "Cards issued: {count}."),
        indonesian=NotificationText("{card} sudah diterbitkan", "Kartu diterbitkan: {count}."),
        permission=VIEW,
        link="/cards",
    )
)
references.register(references.Reference("card", references.CHANGES))
system_email.register(
    {
        ("card-issued", "en"): EmailText("Your {{ card }} card", "Hello {{ name }}."),
        ("card-issued", "id"): EmailText("Kartu {{ card }} Anda", "Halo {{ name }}."),
    }
)
bulk.register_operation("issueCard", bulk.BulkOperation(VIEW, cards.issue, "updated"))
origins.PAGES_PREFIXES.add("/cards-of/", None)
origins.SHARED_PREFIXES.add("/card-art/", None)
partitions.PARTITIONED_TABLES.add("cards_print", partitions.PartitionConfig())
feed.register_kind(feed.FeedKind("card.issued", subject="card"))
feed.CONSUMERS.add("cards", feed.FeedConsumer(lambda: ["card.issued"], cards.read_feed))
undo_retention.RETAINED_CONTACT_FINDERS.add("hasCard", cards.find_holders)
owners.register(
    "card", owners.Owner(may_read=VIEW, may_write=VIEW, link_of=cards.link_of, locked=cards.locked, editor=FIELDS)
)
deltas.register(deltas.DeltaSource(kind="card", permission=VIEW, load=cards.load, store=cards.store))
limits.register(limits.CountedLimit(cards.PRINT, SendLimitExceeded, cards.count_prints, cards.PrintedCards()))
quota_names.register(cards.PRINT, Phrase("printed cards", "kartu tercetak"))
activities.register_kind(activities.ActivityKind("cardIssued", "card.issued"))
rule_kinds.register_kind(rules.KIND)
watchers.WATCHERS.add("card", lambda moves: cards.LEDGER.append(("moved", moves.segment_id)))
mailing_origins.register(
    MailingOrigin(
        "card",
        priority=4,
        stream=Stream.TRANSACTIONAL,
        quota=cards.PRINT,
        hook=lambda change: cards.LEDGER.append((change.state, change.origin_id)),
    ),
)
KINDS.add(card_campaigns.KIND.name, card_campaigns.KIND)
events.add_reaction(TeamRestored.name, cards.reissue_cards)
mailing_origins.register(
    MailingOrigin(
        "cardSteps",
        priority=4,
        stream=Stream.TRANSACTIONAL,
        quota=cards.PRINT,
        is_continuous=True,
        hook=lambda change: cards.LEDGER.append((f"steps {change.state}", change.version)),
    )
)
webhook_kinds.register(webhooks.ISSUED)
webhook_owners.register(webhooks.OWNER)
