"""Errors of documents."""

from server.core.errors import ApiError


class UpdateMalformed(ApiError):
    """Bytes that are no update of this document, or an update that builds on missing content. Nothing is stored.

    The client joins again and sends the content that the server lacks.
    """

    code = "updateMalformed"
    status = 400
    message = "This change does not match the document. Reload it and try again"


class DocumentFull(ApiError):
    """The change, or the document with it, exceeds a limit. The payload has its name (`limit`) and value (`most`)."""

    code = "documentFull"
    status = 413
    message = "This would make the document too large. Remove something first"


class DocumentLocked(ApiError):
    """The document can't be changed now. The payload has the reason (`why`), such as `sending`."""

    code = "documentLocked"
    status = 409
    message = "This document can’t be edited right now"


class ChangeNotAllowed(ApiError):
    """A change that the structure of the document rules out. The payload's `reason`:

    - `kind`: the editor lacks the kind of a node or root
    - `position`: the parent can't hold the node
    - `nodeLocked`: a user has locked the node, or one around it
    - `condition`: nodes of this level have no conditions
    - `lastRoot`: a document keeps its last root
    - `port`, `level`, `duplicate`, `full`, `cycle`: an edge has a port that its node lacks, leads to a level that it
      can't lead to, exists already, goes to a port that has its maximum of edges, or closes a cycle
    """

    code = "documentChangeNotAllowed"
    status = 409
    message = "This change does not fit the document"


class TooManyComments(ApiError):
    """A document has the maximum number of comments, which the payload has as `most`."""

    code = "tooManyComments"
    status = 409
    message = "This document has too many comments. Delete some first"


class TooManyVersions(ApiError):
    """A document has the maximum number of named versions, which the payload has as `most`."""

    code = "tooManyVersions"
    status = 409
    message = "This document has too many versions. Delete some first"
