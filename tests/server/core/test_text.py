import pytest

from server.core import text


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("VIP / Jakarta!", "VIP Jakarta"),
        ("  two   spaces ", "two spaces"),
        ("a-b_c", "a-bc"),
        ("Kopi ☕", "Kopi"),
        ("☕", ""),
    ],
)
def test_a_label_keeps_letters_digits_space_and_hyphen(given: str, kept: str) -> None:
    assert text.clean_label(given) == kept


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("https://a.example/b?c=d", "https://a.example/b?c=d"),
        ("ftp://a.example", "ftp://a.example"),
        ("a.example/b", "https://a.example/b"),
        ("a.example:8080/b", "https://a.example:8080/b"),
        ("{link}", "{link}"),
        ("{{ link }}", "{{ link }}"),
        ("javascript:alert(1)", ""),
        ("mailto:a@b.example", ""),
        ("https://", ""),
        ("https://a b", ""),
        ('https://a.example/"onload=', ""),
        ("http://[::1", ""),
    ],
)
def test_an_address_starts_with_a_scheme_or_is_empty(given: str, normal: str) -> None:
    assert text.normalize_url(given) == normal


@pytest.mark.parametrize(("name", "letters"), [("Dewi Wulandari", "DW"), ("a b c", "AB"), ("", "MT"), ("Budi", "B")])
def test_initials_are_of_up_to_two_words(name: str, letters: str) -> None:
    assert text.build_initials(name) == letters


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        (" Ani@Kopi.example ", "ani@kopi.example"),
        ("ani@café.example", "ani@xn--caf-dma.example"),
        ("ANI@CAFÉ.example", "ani@xn--caf-dma.example"),
        ("ani@例え.テスト", "ani@xn--r8jz45g.xn--zckzah"),
        # No domain: the address check rejects it as it was entered.
        ("ani@.café", "ani@.café"),
        ("café", "café"),
        ("", ""),
    ],
)
def test_an_address_has_one_form(given: str, stored: str) -> None:
    assert text.normalize_email(given) == stored
