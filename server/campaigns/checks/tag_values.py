"""Checks for merge tags without fallback that are empty for some recipients."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Count, Q
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Trim

from server.campaigns import recipients
from server.campaigns.checks.findings import CampaignCheck, CampaignFinding, FindingPlace, build_fine, build_warning
from server.campaigns.checks.review import CampaignReview
from server.campaigns.models import Campaign
from server.contacts.selectors.merge_tags import MergeFields
from server.core.errors import ApiError
from server.delivery.compiling import CompiledEmail
from server.delivery.tags.tree import Expression, For, If, Logic, Node, Path, Value

MAX_COUNTED_RECIPIENTS = 50_000  # recipients checked: takes well under a second and is enough to detect a gap
MAX_TAGS = 10
_BLANK = ("", "[]", "{}")


def find_gaps(compiled: CompiledEmail, known: Collection[str]) -> Mapping[str, FindingPlace]:
    """Returns the tags that have no fallback and no protecting condition, with their first location."""
    found: dict[str, FindingPlace] = {}
    for place, trees in (
        (FindingPlace.SUBJECT, [compiled.subject]),
        (FindingPlace.CONTENT, [compiled.html, *(link.target for link in compiled.links)]),
    ):
        for tree in trees:
            for path in _iter_unprotected_paths(tree, frozenset(), frozenset()):
                if path[0] in known:
                    found.setdefault(path[0], place)
    return found


def _iter_unprotected_paths(nodes: Sequence[Node], asked: frozenset[Path], items: frozenset[str]) -> Iterator[Path]:
    """Yields the paths that can be without a value. `asked` are known to have a value, `items` are loop variables."""
    for node in nodes:
        match node:
            case Value(path, filters) if path and path[0] not in items:
                if path not in asked and not any(step.name == "fallback" and step.argument for step in filters):
                    yield path
            case If(branches, otherwise):
                for test, body in branches:
                    yield from _iter_unprotected_paths(body, asked | _find_ensured_paths(test), items)
                yield from _iter_unprotected_paths(otherwise, asked, items)
            case For(variable, _, body):
                yield from _iter_unprotected_paths(body, asked, items | {variable})


def _find_ensured_paths(test: Expression) -> frozenset[Path]:
    if isinstance(test, Logic):
        terms = [_find_ensured_paths(term) for term in test.terms]
        if test.operator == "and":
            return frozenset().union(*terms)
        return frozenset.intersection(*terms) if test.operator == "or" and terms else frozenset()
    holds = not test.operator or (test.operator in ("==", "contains") and bool(test.right.literal))
    return frozenset({test.left.path}) if holds and test.left.path else frozenset()


def count_missing(campaign: Campaign, fields: MergeFields, tags: Sequence[str]) -> tuple[int, Mapping[str, int]]:
    """Returns the number of checked recipients, at most MAX_COUNTED_RECIPIENTS, and how many lack each tag.

    Raises CountTimeout.
    """
    texts = {f"text_{number}": Trim(KeyTextTransform(tag, "merge")) for number, tag in enumerate(tags)}
    rows = recipients.select_reachable(campaign).order_by().annotate(merge=fields.expression(tags)).annotate(**texts)
    lacking: dict[str, Any] = {
        f"lack_{number}": Count("pk", filter=Q(**{f"{name}__isnull": True}) | Q(**{f"{name}__in": _BLANK}))
        for number, name in enumerate(texts)
    }
    found = rows.values("pk", *texts)[:MAX_COUNTED_RECIPIENTS].aggregate(looked=Count("pk"), **lacking)
    return found["looked"], {tag: found[f"lack_{number}"] for number, tag in enumerate(tags)}


def check(review: CampaignReview) -> Iterable[CampaignFinding]:
    if review.mail is None:
        return
    places = find_gaps(review.mail, review.fields.names)
    tags = sorted(places)[:MAX_TAGS]
    if not tags:
        yield build_fine("tagsFilled", FindingPlace.CONTENT)
        return
    try:
        looked, lacking = count_missing(review.campaign, review.fields, tags)
    except ApiError:
        return  # another check reports that the recipients cannot be counted
    gone = [tag for tag in tags if lacking[tag]]
    for tag in gone:
        yield build_warning("tagEmpty", places[tag], tag=tag, count=lacking[tag], total=looked)
    if not gone:
        yield build_fine("tagsFilled", FindingPlace.CONTENT)


TAG_VALUES = CampaignCheck("tagValues", check)
