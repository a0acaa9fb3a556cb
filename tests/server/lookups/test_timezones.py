from tests.conftest import ApiClient


def test_a_timezone_holds_its_offset_at_characters_4_to_10(anonymous: ApiClient) -> None:
    zones = anonymous.get("lookups/timezone").json()

    jakarta = next(zone for zone in zones if zone["name"] == "Asia/Jakarta")
    assert jakarta == {"value": "(GMT+07:00) Asia/Jakarta", "name": "Asia/Jakarta", "offset": "+07:00"}
    assert all(zone["value"][4:10] == zone["offset"] for zone in zones)
    assert len(zones) > 300
