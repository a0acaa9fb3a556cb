"""The possible activity entries."""

import pytest

from server.activity import references
from server.activity.references import REFERENCES, RESERVED, Reference
from server.core import registry as core_registry
from server.core.registry import Registry


@pytest.fixture
def pets(monkeypatch: pytest.MonkeyPatch) -> Registry[str, Reference]:
    """A registry of two references and one that is reserved."""
    monkeypatch.setattr(core_registry, "EXTENSION_POINTS", [])
    registry = Registry[str, Reference]("activity reference")
    monkeypatch.setattr(references, "REFERENCES", registry)
    monkeypatch.setattr(references, "RESERVED", (Reference("bird", ("FED",)),))
    references.register(Reference("dog", ("FED",), area="walked"))
    references.register(Reference("cat", ("FED",), after="bird"))
    return registry


@pytest.mark.usefixtures("pets")
def test_references_are_listed_in_order_with_the_reserved_ones() -> None:
    assert references.list_names() == ["bird", "cat", "dog"]
    assert (references.list_areas(), references.list_names_in("walked")) == (["walked"], ["dog"])


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        (Reference("bird", ("FED",)), "bird is reserved"),
        (Reference("cat", ("FED",)), "Two entries for the activity reference cat"),
    ],
)
def test_a_name_is_registered_once(pets: Registry[str, Reference], reference: Reference, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        references.register(reference)

    assert sorted(pets) == ["cat", "dog"]


def test_no_reserved_reference_is_registered() -> None:
    """RESERVED belongs to apps that do not exist yet."""
    assert {reference.name for reference in RESERVED}.isdisjoint(REFERENCES)


def test_references_are_in_the_order_of_the_specification() -> None:
    assert references.list_names() == [
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


def test_the_references_are_the_specification() -> None:
    actions = {reference.name: reference.actions for reference in (*REFERENCES.values(), *RESERVED)}
    ours = {
        "advice": ("UPDATED", "ACTIVATE", "UNDO"),
        "api-key": ("CREATED", "UPDATED", "DELETED"),
        "contact-field": ("CREATED", "UPDATED", "DELETED"),
        "subaccount": ("CREATED", "UPDATED", "DELETED"),
        "transactional-domain": ("CREATED", "DELETED"),
        "transactional-label": ("CREATED", "UPDATED", "DELETED"),
        "transactional-message": ("VIEWED", "SENT", "RELEASED", "CANCELED", "SUPPRESSED", "EXPORT"),
        "transactional-setting": ("UPDATED",),
        "transactional-template": ("CREATED", "UPDATED", "DELETED", "ACTIVATE"),
        "webhook": ("CREATED", "UPDATED", "DELETED", "ACTIVATE"),
    }
    assert {name: known for name, known in actions.items() if name in ours} == ours
    assert {"UNDO", "RESTORED"} < set(actions["contact"])
    assert {"EXPORT", "PAUSED", "RESUMED", "STOPPED", "TESTED"} < set(actions["campaign"])
    specified = [len(known) for name, known in actions.items() if name not in ours]
    assert sum(specified) - 7 == 1 + 7 * 3 + 5 + 5 + 4 + 2
