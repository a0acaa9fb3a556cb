"""Errors of senders."""

from server.core.errors import ApiError
from server.plans.errors import QuotaExceeded


class SenderExists(ApiError):
    code = "senderExists"
    status = 409
    message = "A sender with this address already exists"


class SenderNotValidated(ApiError):
    """The owner of the address has not confirmed it, so nothing can be sent from it."""

    code = "senderNotValidated"
    status = 409
    message = "This sender is not verified yet"


class SenderAlreadyValidated(ApiError):
    code = "senderAlreadyValidated"
    status = 409
    message = "This sender is already verified"


class SenderFreeDomain(ApiError):
    """SEND-01: the domain belongs to a free email provider."""

    code = "senderFreeDomain"
    status = 422
    message = "sender free domain"
    when = "The domain belongs to a free email provider."


class SenderOtherDomain(ApiError):
    """SEND-02: the domain is not the company's. The payload has the company's domain."""

    code = "senderOtherDomain"
    status = 422
    message = "sender other domain"
    when = "The domain does not belong to the company. The payload names the correct one."


class SenderDomainUnsupported(ApiError):
    """ERR-106: the domain cannot be owned, so ownership cannot be verified."""

    code = "senderDomainUnsupported"
    number = 43
    status = 422
    message = "Sender domain not yet supported"
    when = "No one can own this domain, so it can’t be verified."


class SenderDomainMisconfigured(ApiError):
    """ERR-107: the domain has been broken for longer than the grace period and sends nothing."""

    code = "senderDomainMisconfigured"
    number = 44
    status = 409
    message = "Misconfigured domain sender"
    when = "The DNS records of the domain are incorrect and the grace period is over. The payload names the domain."


class SenderDomainExists(ApiError):
    code = "senderDomainExists"
    status = 409
    message = "This domain already exists"


class DomainNotYetValidated(ApiError):
    """ERR-36: SPF and DKIM have not passed yet."""

    code = "domainNotYetValidated"
    status = 409
    message = "domain not yet validated"
    when = "SPF and DKIM of the domain have not passed yet."


class SpfSingle(ApiError):
    """ERR-31: the SPF record of the domain does not include us."""

    code = "spfSingle"
    status = 409
    message = "spf single"
    when = "The SPF record of the domain does not include our servers."


class SpfDouble(ApiError):
    """ERR-32: a domain with two SPF records counts as one without."""

    code = "spfDouble"
    status = 409
    message = "spf double"
    when = "The domain has more than one SPF record, so none of them is valid."


class SpfNone(ApiError):
    """ERR-33."""

    code = "spfNone"
    status = 409
    message = "spf none"
    when = "The domain has no SPF record."


class DomainNotAvailable(ApiError):
    """The domain is registered by someone else, so it cannot be bought."""

    code = "domainNotAvailable"
    status = 409
    message = "This domain is not available"


class RegistrarUnavailable(ApiError):
    """The registrar does not respond, or not usably. Nothing was changed."""

    code = "registrarUnavailable"
    status = 503
    message = "The registrar is not available right now. Try again later"


class SenderLimitExceeded(QuotaExceeded):
    """ERR-17."""

    code = "senderUsageExceeded"
    message = "sender limit exceeded"
    when = "The request exceeds the sender limit of the plan."
