"""The feature list: areas, their actions, and the limits of the sample plan (PLAN-33 to PLAN-118)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

UNLIMITED = -1
ACTIONS = ("create", "edit", "delete", "publish", "share", "duplicate", "viewReport", "downloadReport", "export")


@dataclass(frozen=True, slots=True)
class Limit:
    """A counted sub-feature. `monthly` counters restart each month of the plan; the others are live counts."""

    area: str
    name: str
    sample: int
    monthly: bool = False


CONTACT = Limit("contactManagement", "contact", 15_000)
CUSTOM_FIELD = Limit("contactManagement", "customField", 4)
CONTACT_TESTER = Limit("contactManagement", "contactTester", 10)
EMAIL_SENT = Limit("emailMarketing", "emailSent", 1_000, monthly=True)
CAMPAIGN = Limit("emailMarketing", "campaign", UNLIMITED)
BULK_EMAIL = Limit("emailMarketing", "bulkEmail", UNLIMITED)
ATTACHMENT = Limit("emailMarketing", "attachment", UNLIMITED)
EXTRA_EMAIL = Limit("emailMarketing", "extraEmail", 0)
AB_EMAIL_SENT = Limit("abTest", "abEmailSent", 10, monthly=True)
MEMBER = Limit("team", "member", 3)
SENDER = Limit("emailSender", "sender", 5)
SENDER_DOMAIN = Limit("emailSender", "senderDomain", 2)
STORAGE_BYTES = Limit("fileManager", "storage", 1_073_741_824)
UPLOAD_BYTES = Limit("fileManager", "uploadFile", 1_073_741_824)
TRANSACTIONAL_SENT = Limit("transactionalEmail", "transactionalEmailSent", 1_000, monthly=True)
REPORT_DAYS = Limit("emailReport", "retentionDays", UNLIMITED)

LIMITS: tuple[Limit, ...] = (
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
    Limit("landingPage", "landingPublish", 5),
    Limit("landingPage", "extraPage", 0),
    Limit("landingPage", "domain", 1),
    Limit("landingPage", "freeDomain", 0),
    Limit("landingPage", "product", 5),
    Limit("templateManager", "templatePage", 5),
    Limit("templateManager", "templateForm", 5),
    Limit("templateManager", "templateEmail", 5),
    Limit("eventManagement", "event", 5),
    Limit("voucher", "coupon", 5),
    Limit("interactiveForm", "formPublish", 10),
    Limit("interactiveForm", "formSubmit", 40_000, monthly=True),
    Limit("interactiveForm", "extraForm", 0),
    Limit("automation", "automation", 4),
    Limit("automation", "automationEmailSent", 10, monthly=True),
    Limit("urlShortener", "shortenerUrl", 500),
    Limit("socialMedia", "socialCampaign", 6),
    TRANSACTIONAL_SENT,
    Limit("whatsapp", "whatsappMessage", 1_000, monthly=True),
    Limit("push", "pushSent", 1_000, monthly=True),
    Limit("bannerManagement", "bannerSent", 1_000, monthly=True),
    Limit("aiAssistant", "diaQuota", 50, monthly=True),
    Limit("aiAssistant", "diaTokens", 100_000, monthly=True),
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
def limits_of(features: str) -> Mapping[tuple[str, str], int]:
    """The limits of a plan by area and name; 0 if the area or the feature is switched off."""
    return {
        (group["name"], sub["name"]): int(sub["limit"]) if group["enable"] and sub["enable"] else 0
        for group in read_groups(features)
        for sub in group["subFeatures"]
    }
