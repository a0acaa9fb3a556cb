"""Compiled documents ready to be filled, kept for the mailings that are being sent."""

from collections import OrderedDict
from dataclasses import dataclass

from django.conf import settings

from server.delivery import keys
from server.delivery.compiling import Compiled
from server.delivery.mime.message import Identity, MessageProgram
from server.delivery.models import Origin
from server.delivery.services.mailings import From, identity_of
from server.delivery.sql import sending

MOST_KEPT = 16  # about half a megabyte each


@dataclass(frozen=True, slots=True)
class Document:
    """What turns a row into bytes."""

    mailing_id: int
    program: MessageProgram
    # Without pixel and numbered links; the same where nobody is followed.
    plain: MessageProgram
    bounce_host: str
    marketing: bool
    # Goes to who waits to be asked.
    asks: bool = False

    def token(self, position: int) -> str:
        """The recipient's token."""
        return keys.ring().token(self.mailing_id, position)

    def bounce_address(self, token: str) -> str:
        """The envelope sender: a bounce that comes back names its recipient."""
        return f"bounce+{token}@{self.bounce_host}"


class Documents:
    """The latest used documents of this process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Document] = OrderedDict()

    async def get(self, connection: sending.Connection, mailing_id: int) -> Document:
        """The mailing's document."""
        found = self._kept.get(mailing_id)
        if found is None:
            found = _document(mailing_id, await sending.document(connection, mailing_id))
            self._kept[mailing_id] = found
        self._kept.move_to_end(mailing_id)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def _document(mailing_id: int, row: dict[str, object]) -> Document:
    identity: Identity = identity_of(
        sender=From(str(row["from_name"]), str(row["from_address"]), str(row["reply_to"])),
        team_id=row["team_id"],  # type: ignore[arg-type]
        origin=str(row["origin"]),
        unsubscribes=bool(row["unsubscribes"]),
    )
    program = MessageProgram(Compiled.from_data(row["compiled"]), identity)  # type: ignore[arg-type]
    plain = row["plain"]
    return Document(
        mailing_id=mailing_id,
        program=program,
        plain=MessageProgram(Compiled.from_data(plain), identity) if plain else program,  # type: ignore[arg-type]
        bounce_host=settings.MAIL_FROM.rpartition("@")[2],
        marketing=bool(row["unsubscribes"]),
        asks=row["origin"] == Origin.CONFIRMATION,
    )
