"""Checks that links work and lead where their text says."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_fine, build_warning
from server.campaigns.checks.review import CampaignReview
from server.campaigns.selectors import links
from server.campaigns.states import LinkOutcome

# Filters judge emails by the reputation of these shared domains, including their misuse by others.
SHORTENERS = frozenset(
    {
        "bit.ly",
        "tinyurl.com",
        "t.co",
        "goo.gl",
        "ow.ly",
        "is.gd",
        "v.gd",
        "buff.ly",
        "rebrand.ly",
        "cutt.ly",
        "s.id",
        "t.ly",
        "shorturl.at",
        "tiny.cc",
        "rb.gy",
        "lnkd.in",
        "adf.ly",
        "soo.gd",
        "shorter.me",
        "bl.ink",
        "short.io",
        "tiny.one",
        "urlz.fr",
        "clck.ru",
    }
)


def check_form(review: CampaignReview) -> Iterable[CampaignFinding]:
    plain = [address for address in review.addresses if address.lower().startswith("http://")]
    short = [address for address in review.addresses if _get_host(address) in SHORTENERS]
    if plain:
        yield build_warning("linkPlain", FindingPlace.CONTENT, plain, count=len(plain))
    if short:
        yield build_warning("linkShort", FindingPlace.CONTENT, short, count=len(short))


def check_responses(review: CampaignReview) -> Iterable[CampaignFinding]:
    """Reports the stored results of the last link check. Sends no requests."""
    if not review.checked_addresses:
        return
    known = links.find_results(team_id=review.campaign.team_id, addresses=review.checked_addresses)
    codes = {LinkOutcome.GONE: "linkGone", LinkOutcome.NO_HOST: "linkNoHost", LinkOutcome.REFUSED: "linkInside"}
    found = []
    for outcome, code in codes.items():
        bad = [address for address in review.checked_addresses if known.get(address) == outcome]
        if bad:
            found.append(build_warning(code, FindingPlace.CONTENT, bad, count=len(bad)))
    unknown = [address for address in review.checked_addresses if known.get(address) == LinkOutcome.UNKNOWN]
    if unknown:
        found.append(build_warning("linkUnknown", FindingPlace.CONTENT, unknown, count=len(unknown)))
    waiting = sum(address not in known for address in review.checked_addresses)
    if waiting:
        found.append(
            build_warning("linksUnchecked", FindingPlace.CONTENT, count=waiting, total=len(review.checked_addresses))
        )
    yield from found or [build_fine("linksAnswer", FindingPlace.CONTENT, count=len(review.checked_addresses))]


def _get_host(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


LINK_FORM = CampaignCheck("linkForm", check_form)
LINK_RESPONSES = CampaignCheck("links", check_responses)
