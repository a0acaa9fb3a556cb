"""Bot detection by followed links."""

from server.delivery.tracking.bots import HIDDEN_LINK, ScannerDetector

AYU = (7, 0)


def test_a_third_link_within_ten_seconds_is_a_sweep_and_told_once() -> None:
    followed = ScannerDetector()

    said = [
        followed.click(AYU, link, lambda: "a", at) for link, at in ((1, 0.0), (1, 1.0), (2, 5.0), (3, 9.0), (4, 9.5))
    ]

    assert said == [("", False), ("", False), ("", False), ("all links at once", True), ("all links at once", False)]


def test_links_that_are_followed_slowly_are_read() -> None:
    followed = ScannerDetector()

    said = [followed.click(AYU, link, lambda: "a", link * 6.0) for link in range(1, 10)]

    assert said == [("", False)] * 9


def test_the_hidden_link_marks_its_network_for_ten_minutes() -> None:
    followed = ScannerDetector()

    assert followed.click(AYU, HIDDEN_LINK, lambda: "a", 0.0) == ("hidden link", True)
    assert followed.click(AYU, 1, lambda: "a", 599.0) == ("hidden link", False)
    assert followed.open(AYU, lambda: "a", 599.0) == "hidden link"
    assert followed.open(AYU, lambda: "b", 599.0) == ""
    assert followed.click(AYU, 1, lambda: "a", 601.0) == ("", False)
    assert followed.open(AYU, lambda: "a", 601.0) == ""
    assert followed.open((7, 1), lambda: "a", 1.0) == ""


def test_a_simulated_reader_has_its_own_seconds() -> None:
    followed = ScannerDetector()

    said = [followed.click(AYU, link, lambda: "a", link * 0.02, pace=600) for link in range(1, 5)]

    assert said == [("", False)] * 4


def test_where_a_click_comes_from_is_asked_only_where_somebody_went_through_the_mail() -> None:
    followed, asked = ScannerDetector(), list[str]()

    def peer() -> str:
        asked.append("a")
        return "a"

    assert [followed.click(AYU, 1, peer, 0.0), followed.open(AYU, peer, 1.0)] == [("", False), ""]
    assert asked == []
    assert followed.click(AYU, HIDDEN_LINK, peer, 2.0) == ("hidden link", True)
    assert followed.open(AYU, peer, 3.0) == "hidden link"
    assert asked != []
