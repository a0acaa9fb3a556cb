"""The feature list: areas, their actions, and the limits of the sample plan (PLAN-33 to PLAN-118)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

UNLIMITED = -1
ACTIONS = ("create", "edit", "delete", "publish", "share", "duplicate", "viewReport", "downloadReport", "export")


@dataclass(frozen=True, slots=True)
class PlanLimit:
    """A counted sub-feature. `monthly` counters restart each month of the plan; the others are live counts."""

    area: str
    name: str
    sample: int
    monthly: bool = False


CONTACT = PlanLimit("contactManagement", "contact", 15_000)
CUSTOM_FIELD = PlanLimit("contactManagement", "customField", 4)
CONTACT_TESTER = PlanLimit("contactManagement", "contactTester", 10)
EMAIL_SENT = PlanLimit("emailMarketing", "emailSent", 1_000, monthly=True)
CAMPAIGN = PlanLimit("emailMarketing", "campaign", UNLIMITED)
BULK_EMAIL = PlanLimit("emailMarketing", "bulkEmail", UNLIMITED)
ATTACHMENT = PlanLimit("emailMarketing", "attachment", UNLIMITED)
EXTRA_EMAIL = PlanLimit("emailMarketing", "extraEmail", 0)
AB_EMAIL_SENT = PlanLimit("abTest", "abEmailSent", 10, monthly=True)
MEMBER = PlanLimit("team", "member", 3)
SENDER = PlanLimit("emailSender", "sender", 5)
SENDER_DOMAIN = PlanLimit("emailSender", "senderDomain", 2)
STORAGE_BYTES = PlanLimit("fileManager", "storage", 1_073_741_824)
UPLOAD_BYTES = PlanLimit("fileManager", "uploadFile", 1_073_741_824)
TRANSACTIONAL_SENT = PlanLimit("transactionalEmail", "transactionalEmailSent", 1_000, monthly=True)
REPORT_DAYS = PlanLimit("emailReport", "retentionDays", UNLIMITED)

LIMITS: tuple[PlanLimit, ...] = (
    CONTACT,
    CUSTOM_FIELD,
    CONTACT_TESTER,
    EMAIL_SENT,
    CAMPAIGN,
    BULK_EMAIL,
    ATTACHMENT,
    EXTRA_EMAIL,
    AB_EMAIL_SENT,
    MEMBER,
    SENDER,
    SENDER_DOMAIN,
    STORAGE_BYTES,
    UPLOAD_BYTES,
    REPORT_DAYS,
    PlanLimit("landingPage", "landingPublish", 5),
    PlanLimit("landingPage", "extraPage", 0),
    PlanLimit("landingPage", "domain", 1),
    PlanLimit("landingPage", "freeDomain", 0),
    PlanLimit("landingPage", "product", 5),
    PlanLimit("templateManager", "templatePage", 5),
    PlanLimit("templateManager", "templateForm", 5),
    PlanLimit("templateManager", "templateEmail", 5),
    PlanLimit("eventManagement", "event", 5),
    PlanLimit("voucher", "coupon", 5),
    PlanLimit("interactiveForm", "formPublish", 10),
    PlanLimit("interactiveForm", "formSubmit", 40_000, monthly=True),
    PlanLimit("interactiveForm", "extraForm", 0),
    PlanLimit("automation", "automation", 4),
    PlanLimit("automation", "automationEmailSent", 10, monthly=True),
    PlanLimit("urlShortener", "shortenerUrl", 500),
    PlanLimit("socialMedia", "socialCampaign", 6),
    TRANSACTIONAL_SENT,
    PlanLimit("whatsapp", "whatsappMessage", 1_000, monthly=True),
    PlanLimit("push", "pushSent", 1_000, monthly=True),
    PlanLimit("bannerManagement", "bannerSent", 1_000, monthly=True),
    PlanLimit("aiAssistant", "diaQuota", 50, monthly=True),
    PlanLimit("aiAssistant", "diaTokens", 100_000, monthly=True),
)

AREAS = (
    "bannerManagement",
    "audienceManager",
    "customerInsight",
    "contactManagement",
    "abTest",
    "landingPage",
    "emailMarketing",
    "emailReport",
    "fileManager",
    "emailSender",
    "transactionalEmail",
    "templateManager",
    "eventManagement",
    "interactiveForm",
    "automation",
    "socialMedia",
    "team",
    "billing",
    "urlShortener",
    "whatsapp",
    "push",
    "flow",
    "aiAssistant",
    "voucher",
)
# PROD-63: areas that a new team lacks until a plan adds them.
PAID_AREAS = frozenset({"whatsapp", "push", "bannerManagement", "aiAssistant"})
COMPONENTS = {"landingPage": ("payment", "barcode", "qrcode", "video", "disqus")}


@lru_cache(maxsize=128)
def read_groups(features: str) -> list[dict[str, Any]]:
    """Parses the feature list of a plan. The result is cached by text, so it must not be modified."""
    groups: list[dict[str, Any]] = json.loads(features)
    return groups


@lru_cache(maxsize=128)
def build_limits(features: str) -> Mapping[tuple[str, str], int]:
    """By area and name; 0 if the area or the feature is switched off."""
    return {
        (group["name"], sub["name"]): int(sub["limit"]) if group["enable"] and sub["enable"] else 0
        for group in read_groups(features)
        for sub in group["subFeatures"]
    }
