"""What a caller asks: that one message be accepted, over SMTP or HTTP."""

from abc import ABC, abstractmethod

from server.delivery.tags.budget import Budget
from server.transactional.identities import KeyIdentity
from server.transactional.intake.submissions import MessageSummary, Submission
from server.transactional.services.keys import Credential
from server.transactional.states import Via


class SubmissionRequest(ABC):
    """One message as it arrived, and the key, or the credential that a key is found by."""

    def __init__(self, caller: KeyIdentity | Credential, via: Via, summary: MessageSummary) -> None:
        self.caller, self.via = caller, via
        # Recorded where the request is rejected before its message was parsed.
        self.summary = summary

    @abstractmethod
    def parse(self, key: KeyIdentity, budget: Budget) -> Submission:
        """The submission, for a key that may send.

        Raises ApiError for what is wrong with it, and SlowSubmission where the budget is a share that it exceeds.
        """
