"""The compiler's child processes: no document can affect our own process."""

import pytest

from server.delivery.content import mjml
from server.delivery.errors import DocumentNotCompiled, DocumentTooLarge

GOOD = "<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>"


def nested(depth: int) -> str:
    return GOOD.replace("Hi", "<b>" * depth + "x" + "</b>" * depth)


def test_a_document_becomes_html() -> None:
    assert ">Hi</div>" in mjml.render(GOOD)


def test_a_malformed_document_says_why() -> None:
    with pytest.raises(DocumentNotCompiled) as caught:
        mjml.render("<mjml><mj-body>")

    assert (caught.value.payload or {})["cause"]


def test_a_crash_takes_only_the_child_down() -> None:
    pool = mjml.Pool(1)

    with pytest.raises(DocumentNotCompiled):
        pool.compile(nested(50_000))

    assert ">Hi</div>" in pool.compile(GOOD)
    pool.close()


def test_a_slow_document_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = mjml.Pool(1)
    monkeypatch.setattr(mjml, "MAX_COMPILE_SECONDS", 0.0)

    with pytest.raises(DocumentNotCompiled) as caught:
        pool.compile(GOOD)

    assert "seconds" in (caught.value.payload or {})["cause"]
    monkeypatch.undo()
    assert ">Hi</div>" in pool.compile(GOOD)
    pool.close()


def test_size_and_depth_are_refused_before() -> None:
    with pytest.raises(DocumentTooLarge):
        mjml.render(nested(50_000))
    with pytest.raises(DocumentTooLarge):
        mjml.render(GOOD.replace("Hi", "x" * 1_000_001))
    assert mjml.measure_depth(nested(100)) == 105


def test_includes_are_never_loaded() -> None:
    source = GOOD.replace("<mj-section>", '<mj-include path="/etc/passwd" type="html"/><mj-section>')

    try:
        html = mjml.render(source)
    except DocumentNotCompiled:
        html = ""

    assert "root:" not in html
