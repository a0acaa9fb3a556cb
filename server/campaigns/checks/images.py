"""Checks that images have alt texts and that the email has enough text without images."""

from collections.abc import Iterable, Mapping

from server.campaigns.checks import email_text
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_fine, build_warning
from server.campaigns.checks.review import CampaignReview

MIN_LETTERS = 60  # minimum text of an email with images, for clients that hide them
_SPACER = 2  # pixels; such small images need no alt text


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    shown = [image for image in email_text.list_images(review.authored) if not _is_spacer(image)]
    if not shown:
        return
    mute = [image.get("src", "") for image in shown if not image.get("alt", "").strip()]
    if mute:
        yield build_warning("altMissing", FindingPlace.CONTENT, mute, count=len(mute), total=len(shown))
    letters = sum(sign.isalnum() for sign in review.words)
    if letters < MIN_LETTERS:
        yield build_warning("imageOnly", FindingPlace.CONTENT, letters=letters)
    if not mute and letters >= MIN_LETTERS:
        yield build_fine("imagesFine", FindingPlace.CONTENT, count=len(shown))


def _is_spacer(image: Mapping[str, str]) -> bool:
    sizes = [image.get(name, "").removesuffix("px") for name in ("width", "height")]
    return any(size.isascii() and size.isdecimal() and int(size) <= _SPACER for size in sizes)


IMAGES = CampaignCheck("images", check)
