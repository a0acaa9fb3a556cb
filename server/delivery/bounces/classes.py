"""Classifies rejections: one table for SMTP responses and for bounce reports received by email.

A row assigns a bounce class by enhanced status code (RFC 3463), by phrases of well-known receivers, or by response code
(RFC 5321, 4.2). The first matching row wins. Phrases come before codes where receivers use one code for different
reasons, such as 5.7.1. Each row has an example response; a test checks them all.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class BounceClass(StrEnum):
    NONE = ""
    HARD = "hard"  # the address does not exist
    SOFT = "soft"  # temporary
    FULL = "full"  # mailbox full: a soft bounce with a reason
    BLOCK = "block"  # our address, domain or rate has a bad reputation there
    POLICY = "policy"  # a rule of the recipient's side about this message or this sender
    SENDER = "sender"  # our side: sender address, authentication, size or form of the message


@dataclass(frozen=True, slots=True)
class Consequence:
    """`figures` are counters of a mailing; a blocked message is also a soft bounce."""

    suppresses: bool
    figures: tuple[str, ...]


CONSEQUENCES: Mapping[BounceClass, Consequence] = {
    BounceClass.HARD: Consequence(suppresses=True, figures=("hard_bounced",)),
    BounceClass.SOFT: Consequence(suppresses=False, figures=("soft_bounced",)),
    BounceClass.FULL: Consequence(suppresses=False, figures=("soft_bounced",)),
    BounceClass.BLOCK: Consequence(suppresses=False, figures=("soft_bounced", "blocked")),
    BounceClass.POLICY: Consequence(suppresses=False, figures=("soft_bounced", "blocked")),
    # The recipient's side is not the cause: the message failed, but is no bounce.
    BounceClass.SENDER: Consequence(suppresses=False, figures=()),
}
# Classes that, often enough, lead to suppression of marketing email.
SOFT_BOUNCE_CLASSES = (BounceClass.SOFT, BounceClass.FULL)


@dataclass(frozen=True, slots=True)
class BounceRule:
    """One row of the table. `enhanced` is a prefix without the first digit, `codes` are response codes."""

    bounce: BounceClass
    example: tuple[int, str, str]  # code, enhanced, text
    enhanced: str = ""
    codes: frozenset[int] = frozenset()
    words: str = ""
    # None: temporary and permanent.
    permanent: bool | None = None

    def fits(self, code: int, enhanced: str, text: str) -> bool:
        """Expects `text` in lower case."""
        is_permanent = (enhanced[:1] or str(code)[:1]) == "5"
        if self.permanent is not None and self.permanent is not is_permanent:
            return False
        if self.codes and code not in self.codes:
            return False
        if self.enhanced and not f"{enhanced[1:]}.".startswith(f"{self.enhanced}."):
            return False
        return not self.words or re.search(self.words, text) is not None


HARD, SOFT, FULL = BounceClass.HARD, BounceClass.SOFT, BounceClass.FULL
BLOCK, POLICY, SENDER = BounceClass.BLOCK, BounceClass.POLICY, BounceClass.SENDER

RULES: tuple[BounceRule, ...] = (
    # --- our own authentication: never the recipient's fault -------------------------------------------------------
    # Gmail's and Microsoft's rejections of unauthenticated email; RFC 7372 for SPF, DKIM and reverse DNS.
    BounceRule(SENDER, (550, "5.7.26", "This mail has been blocked because the sender is unauthenticated"), ".7.26"),
    BounceRule(SENDER, (550, "5.7.27", "SPF did not pass"), ".7.27"),
    BounceRule(SENDER, (550, "5.7.30", "DKIM did not pass"), ".7.30"),
    BounceRule(SENDER, (550, "5.7.515", "Access denied, sending domain does not meet the required level"), ".7.515"),
    BounceRule(SENDER, (550, "5.7.509", "Sending domain does not pass DMARC verification"), ".7.509"),
    BounceRule(SENDER, (550, "5.7.20", "No passing DKIM signature found"), ".7.20"),
    BounceRule(SENDER, (550, "5.7.21", "No acceptable DKIM signature found"), ".7.21"),
    BounceRule(SENDER, (550, "5.7.22", "No valid author-matched DKIM signature found"), ".7.22"),
    BounceRule(SENDER, (550, "5.7.23", "SPF validation failed"), ".7.23"),
    BounceRule(SENDER, (451, "4.7.24", "SPF validation error"), ".7.24"),
    BounceRule(SENDER, (550, "5.7.25", "Reverse DNS validation failed"), ".7.25"),
    BounceRule(SENDER, (535, "5.7.8", "Authentication credentials invalid"), ".7.8"),
    BounceRule(SENDER, (534, "5.7.9", "Authentication mechanism is too weak"), ".7.9"),
    BounceRule(SENDER, (538, "5.7.11", "Encryption required"), ".7.11"),
    BounceRule(
        SENDER,
        (550, "5.7.1", "Unauthenticated email from kopi.example is not accepted due to domain's DMARC policy"),
        words=r"\bdmarc\b|\bspf\b|\bdkim\b|unauthenticated (e?mail|message)|relay(ing)? (access )?denied"
        r"|(unable|not permitted) to relay|authentication required",
    ),
    BounceRule(
        SENDER,
        (550, "5.7.1", "Sender address rejected: undeliverable address: user unknown"),
        words=r"sender( e?mail)? (address|domain)( \S+){0,3} (rejected|not exist|not found|unknown|invalid)"
        r"|domain of sender|sender verif(y|ication) failed|callout verification",
    ),
    # --- reputation ------------------------------------------------------------------------------------------------
    # Microsoft's rejections of a sending IP address.
    BounceRule(
        BLOCK, (550, "5.7.606", "Access denied, banned sending IP"), words=r"banned sending ip|5\.7\.6(0[6-9]|[1-4]\d)"
    ),
    BounceRule(
        BLOCK,
        (554, "5.7.1", "Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org"),
        words=r"spamhaus|spamcop|barracudacentral|proofpoint|cloudmark|sorbs|\brbl\b|\bdnsbl\b|block ?list|black ?list"
        r"|blocked using|listed (at|in|on|by)",
    ),
    BounceRule(
        BLOCK,
        (421, "4.7.28", "Our system has detected an unusual rate of unsolicited mail originating from your IP address"),
        words=r"(poor|bad|low) (ip |domain |sender )?reputation|reputation of|unusual rate|unsolicited mail originating"
        r"|due to user complaints|temporarily deferred due to|too many (messages|connections|complaints)|rate limit",
    ),
    # --- an address that doesn't exist, whatever the code -----------------------------------------------------------
    BounceRule(
        HARD,
        (554, "", "delivery error: dd This user doesn't have a yahoo.com account"),
        words=r"(user|account|mailbox|recipient|address|addressee)s?( \S+){0,4} (unknown|not found|not exist|no longer"
        r" (exists?|available|valid|active)|is disabled|(is|has been) (deactivated|discontinued|deleted))"
        r"|(does ?n.t|does not|do not|doesn.t) (exist|have an?( \S+)? (account|mailbox))"
        r"|no such (user|recipient|mailbox|address|person)|(unknown|invalid|unrouteable|nonexistent|non-existent|bad)"
        r" (user|recipient|mailbox|address)"
        r"|user unknown|no mailbox (here )?by that name|not our customer|recipient address rejected: (user|access)",
        permanent=True,
    ),
    # --- enhanced codes (RFC 3463, 3; RFC 5248's registry) -----------------------------------------------------------
    BounceRule(SENDER, (550, "5.1.7", "Bad sender's mailbox address syntax"), ".1.7"),
    BounceRule(SENDER, (553, "5.1.8", "Bad sender's system address"), ".1.8"),
    BounceRule(SENDER, (550, "5.1.9", "Message relayed to non-compliant mailer"), ".1.9"),
    BounceRule(HARD, (550, "5.1.1", "Not here"), ".1", permanent=True),
    BounceRule(SOFT, (450, "4.1.2", "Host not found for now"), ".1", permanent=False),
    BounceRule(HARD, (550, "5.2.1", "Disabled"), ".2.1", permanent=True),
    BounceRule(SOFT, (450, "4.2.1", "Busy"), ".2.1", permanent=False),
    BounceRule(FULL, (552, "5.2.2", "Over quota"), ".2.2"),
    BounceRule(POLICY, (550, "5.2.3", "Message length exceeds the mailbox's limit"), ".2.3"),
    BounceRule(SOFT, (550, "5.2.4", "Mailing list expansion problem"), ".2"),
    BounceRule(SENDER, (552, "5.3.4", "Message too big"), ".3.4"),
    BounceRule(SOFT, (451, "4.3.2", "System not accepting messages"), ".3"),
    BounceRule(SOFT, (550, "5.4.7", "Delivery time expired"), ".4"),
    BounceRule(SENDER, (503, "5.5.1", "Invalid command"), ".5"),
    BounceRule(SENDER, (554, "5.6.0", "Invalid message content"), ".6"),
    # --- 5.7 says only that it is rejected: by phrases, then as a rule of the recipient's side ----------------------
    BounceRule(
        FULL,
        (550, "", "Mailbox is full"),
        words=r"(mailbox|inbox|quota)( \S+){0,3} (full|exceeded)|over ?quota|out of (storage|space)",
    ),
    BounceRule(
        POLICY,
        (554, "5.7.1", "Message rejected as spam by content scanning"),
        words=r"\bspam\b|content|attachment|virus|malware|phish|prohibited|restricted|message (was )?rejected|\burl\b",
    ),
    BounceRule(
        BLOCK, (550, "5.7.1", "Client host blocked"), words=r"\bblocked?\b|banned|access denied|refused to talk"
    ),
    BounceRule(SOFT, (451, "4.7.1", "Greylisted, try again later"), ".7", permanent=False),
    BounceRule(POLICY, (550, "5.7.1", "Delivery not authorized"), ".7"),
    # --- responses without an enhanced code -------------------------------------------------------------------------
    BounceRule(HARD, (550, "", "Not here"), codes=frozenset({550, 551, 553})),
    BounceRule(FULL, (452, "", "Insufficient storage"), codes=frozenset({452, 552})),
    BounceRule(BLOCK, (554, "", "Transaction failed"), codes=frozenset({554, 521})),
    BounceRule(SENDER, (503, "", "Bad sequence"), codes=frozenset({500, 501, 502, 503, 504, 530, 534, 535, 538, 555})),
)


def find_rule(code: int, enhanced: str, text: str = "") -> BounceRule | None:
    said = text.lower()
    return next((row for row in RULES if row.fits(code, enhanced, said)), None)


@lru_cache(maxsize=1024)
def classify(code: int, enhanced: str, text: str = "") -> BounceClass:
    """A rejection without a rule is soft: no recipient is given up on a guess."""
    row = find_rule(code, enhanced, text)
    return SOFT if row is None else row.bounce


def get_counters(bounce: str) -> tuple[str, ...]:
    try:
        known = BounceClass(bounce)
    except ValueError:
        return ()
    return CONSEQUENCES[known].figures if known in CONSEQUENCES else ()


def should_suppress(bounce: str) -> bool:
    return bounce == HARD and CONSEQUENCES[HARD].suppresses
