"""The exceptions of this package."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Sequence

if TYPE_CHECKING:
    from ._types import Source


class FootnoteError(Exception):
    """The base class of all exceptions of this package."""


class APIConnectionError(FootnoteError):
    """No complete answer: the address is wrong, the network failed, or the connection broke. See `__cause__`."""


class APITimeoutError(APIConnectionError):
    """The answer took longer than the client's `timeout`."""


@dataclass(frozen=True)
class FieldError:
    """An invalid field of a request."""

    field: str
    message: str


class APIError(FootnoteError):
    """The server answered with an error."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        request_id: Optional[str] = None,
        errors: Sequence[FieldError] = (),
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        #: The HTTP status.
        self.status = status
        #: A stable code in snake_case; `http_error` if a proxy answered without one.
        self.code = code
        #: An explanation for people.
        self.message = message
        #: The `x-request-id` of the answer, for questions to the server's operator.
        self.request_id = request_id
        #: The invalid fields; empty unless the status is 400.
        self.errors = tuple(errors)
        #: Seconds to wait before another attempt.
        self.retry_after = retry_after


class StreamError(APIError):
    """The server failed in the middle of a streamed answer, so the status is 200."""

    def __init__(self, code: str, message: str, *, request_id: Optional[str], retryable: bool) -> None:
        super().__init__(200, code, message, request_id=request_id)
        #: True if asking once more may succeed. It counts as a new question.
        self.retryable = retryable


class SourceFailedError(FootnoteError):
    """Sources could not be read. The `error` of each gives the reason."""

    def __init__(self, sources: Sequence[Source]) -> None:
        super().__init__("\n".join(f"{source.name}: {source.error.message}" for source in sources if source.error))
        self.sources = tuple(sources)
