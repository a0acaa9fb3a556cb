"""A sample of `bin/prove mail_input`: values that would break headers, and documents that would take time or memory."""

from collections.abc import Callable

import pytest

from bench.prove.mail_input import blow, bombs, faults_of, values
from server.delivery.content import mjml
from server.delivery.content.mjml import MAX_HTML_BYTES
from server.delivery.errors import DocumentTooLarge

SAMPLE, SIZE = 250, 60_000
# Quadratic algorithms would take seconds even so.
CPU_SECONDS = 4.0


@pytest.mark.parametrize("seed", [7, 8])
def test_no_value_changes_which_headers_three_parsers_find(seed: int) -> None:
    assert [(value, faults) for value in values(seed, SAMPLE) if (faults := faults_of(value))] == []


@pytest.mark.parametrize(("name", "set_off"), [pytest.param(*bomb, id=bomb[0]) for bomb in bombs(SIZE)])
def test_no_document_takes_time_or_memory_without_measure(name: str, set_off: Callable[[], object]) -> None:
    blown = blow(name, set_off)

    assert blown.failures == []
    assert blown.cpu_seconds < CPU_SECONDS


def test_a_document_that_becomes_too_much_html_is_refused_in_the_child() -> None:
    row = "<mj-section><mj-column><mj-text>a</mj-text></mj-column></mj-section>"
    source = f"<mjml><mj-body>{row * 5_000}</mj-body></mjml>"

    with pytest.raises(DocumentTooLarge) as caught:
        mjml.render(source)

    assert caught.value.payload == {"what": "bytes", "most": MAX_HTML_BYTES}
    assert ">a</div>" in mjml.render(f"<mjml><mj-body>{row}</mj-body></mjml>")
