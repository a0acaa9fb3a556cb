"""Requests to accept one message, over SMTP or HTTP."""

from abc import ABC, abstractmethod

from server.delivery.tags.budget import Budget
from server.transactional.identities import KeyIdentity
from server.transactional.intake.submissions import MessageSummary, Submission
from server.transactional.services.keys import Credential
from server.transactional.states import Via


class SubmissionRequest(ABC):
    """One message as it arrived, and its key, or the credential that identifies the key."""

    def __init__(self, caller: KeyIdentity | Credential, via: Via, summary: MessageSummary) -> None:
        self.caller, self.via = caller, via
        # Recorded if the request is rejected before its message was parsed.
        self.summary = summary

    @abstractmethod
    def parse(self, key: KeyIdentity, budget: Budget) -> Submission:
        """The submission, for a key that can send.

        Raises ApiError if it is invalid, and SlowSubmission if it exceeds a shared budget.
        """
