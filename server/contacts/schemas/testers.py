"""Schemas of contact testers."""

from server.contacts.schemas.contacts import Email, Name
from server.core.schemas import Out, Schema


class TesterIn(Schema):
    """A new tester."""

    email: Email
    firstname: Name = ""
    lastname: Name = ""


class TesterOut(Out):
    """A contact tester."""

    # CONT-38

    id: int
    email: str
    firstname: str
    lastname: str
