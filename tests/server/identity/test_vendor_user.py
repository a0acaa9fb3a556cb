from tests.cast import Person


def test_a_vendors_pages_learn_name_and_address(alice: Person) -> None:
    answer = alice.api.get("vendor/user-details")

    assert answer.json() == {"name": "Alice", "email": alice.user.email}
