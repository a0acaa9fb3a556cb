"""One seed of the sending proof: kill -9 of the sender in its windows, the books held against the sink's ledger."""

import pytest
from django.db import connection

from bench.prove.sending import prove


@pytest.mark.django_db(transaction=True)
def test_killed_senders_lose_and_double_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = connection.settings_dict
    password = f":{wanted['PASSWORD']}" if wanted["PASSWORD"] else ""
    address = f"{wanted['USER']}{password}@{wanted['HOST']}:{wanted['PORT']}/{wanted['NAME']}"
    monkeypatch.setenv("DATABASE_URL", f"postgresql://{address}")

    verdict = prove(7, recipients=2_500, kills=2)

    assert verdict.failures == ()
    assert verdict.received > 1_000
    assert verdict.sent + verdict.failed + verdict.suppressed + verdict.in_doubt == 2_500
