import pytest

from bench import calibration


def test_daphne_serves_the_smallest_application(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "SECONDS", 0.1)

    assert calibration.asgi_requests() > 0


def test_an_error_ends_the_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    # daphne responds with an error if the application has other arguments.
    monkeypatch.setattr(calibration, "APPLICATION", "bench.calibration:calibrate")

    with pytest.raises(ConnectionError, match="answered with an error"):
        calibration.asgi_requests()
