"""Which acts exist: reference -> actions (ACT-06 to ACT-27)."""

from typing import Literal

Reference = Literal[
    "scenario",
    "sender",
    "contact",
    "contact-label",
    "contact-field",
    "media-manager",
    "media-manager-label",
    "template",
    "page",
    "form",
    "campaign",
    "automation",
    "sosmed",
    "advice",
    "webhook",
    "subaccount",
    "transactional-template",
    "transactional-label",
    "transactional-setting",
    "api-key",
    "transactional-domain",
    "transactional-message",
]
Action = Literal[
    "CREATED",
    "UPDATED",
    "DELETED",
    "SENT",
    "DUPLICATED",
    "EXPORT",
    "IMPORT",
    "UNDO",
    "RESTORED",
    "ACTIVATE",
    "VIEWED",
    "RELEASED",
    "CANCELED",
    "SUPPRESSED",
    "PAUSED",
    "RESUMED",
    "STOPPED",
    "TESTED",
]

# All that the filter for transactional activity shows.
TRANSACTIONAL: tuple[Reference, ...] = (
    *("webhook", "subaccount", "api-key", "transactional-template", "transactional-label", "transactional-setting"),
    *("transactional-domain", "transactional-message"),
)
CHANGES: tuple[Action, ...] = ("CREATED", "UPDATED", "DELETED")
ACTS: dict[Reference, tuple[Action, ...]] = {
    "scenario": ("SENT",),
    "sender": CHANGES,
    # Undone imports and deletions are not in the specification.
    "contact": (*CHANGES, "EXPORT", "IMPORT", "UNDO", "RESTORED"),
    "contact-label": CHANGES,
    # Ours: custom fields.
    "contact-field": CHANGES,
    "media-manager": CHANGES,
    "media-manager-label": CHANGES,
    "template": CHANGES,
    "page": CHANGES,
    "form": CHANGES,
    # Ours: exported reports, test sends, and pausing, resuming or stopping a campaign.
    "campaign": (*CHANGES, "SENT", "DUPLICATED", "EXPORT", "PAUSED", "RESUMED", "STOPPED", "TESTED"),
    "automation": (*CHANGES, "ACTIVATE"),
    "sosmed": ("CREATED", "DELETED"),
    # Ours: advice dismissed, followed, and taken back.
    "advice": ("UPDATED", "ACTIVATE", "UNDO"),
    # Ours: webhooks added, changed, deleted, and turned on again.
    "webhook": (*CHANGES, "ACTIVATE"),
    # Ours: parts of a team, and what its transactional mail is written from.
    "subaccount": CHANGES,
    "transactional-template": (*CHANGES, "ACTIVATE"),
    "transactional-label": CHANGES,
    "transactional-setting": ("UPDATED",),
    # Ours: what people do about transactional mail; that somebody read what a message says, too.
    "api-key": CHANGES,
    "transactional-domain": ("CREATED", "DELETED"),
    "transactional-message": ("VIEWED", "SENT", "RELEASED", "CANCELED", "SUPPRESSED"),
}
