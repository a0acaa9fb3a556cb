"""The signs of the social media component are there for every network and style."""

from pathlib import Path
from typing import get_args

import pytest

from server.documents.kinds.email.social_media import NAMES, NETWORKS, SocialMediaSettings

SIGNS = Path(__file__).resolve().parents[4] / "server" / "documents" / "art" / "social"
STYLES = get_args(SocialMediaSettings.model_fields["style"].annotation)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("style", STYLES)
def test_a_sign_is_a_small_picture_of_96_pixels(network: str, style: str) -> None:
    picture = (SIGNS / f"{network}-{style}.png").read_bytes()

    assert picture.startswith(b"\x89PNG\r\n")
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (96, 96)
    assert len(picture) < 6_000


def test_every_network_is_named_and_nothing_else_is_there() -> None:
    assert set(NAMES) == set(NETWORKS)
    assert {path.name for path in SIGNS.iterdir()} == {f"{n}-{s}.png" for n in NETWORKS for s in STYLES}
