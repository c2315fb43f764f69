"""The client of a Footnote server: sync a folder of documents, ask them, search them."""

from ._client import AnswerStream, Footnote
from ._errors import (
    APIConnectionError,
    APIError,
    APITimeoutError,
    FieldError,
    FootnoteError,
    SourceFailedError,
    StreamError,
)
from ._http import Timeout
from ._sync import SyncProgress, SyncReport
from ._types import (
    Answer,
    AskedQuestion,
    BatchEntry,
    Citation,
    CorrectedQuestion,
    CorrectedWord,
    Filter,
    Progress,
    SearchResult,
    SearchResults,
    Source,
    SourceError,
    TextRange,
    UnansweredGroup,
    Usage,
    WeakAnswerGroup,
)

__all__ = [
    "APIConnectionError",
    "APIError",
    "APITimeoutError",
    "Answer",
    "AnswerStream",
    "AskedQuestion",
    "BatchEntry",
    "Citation",
    "CorrectedQuestion",
    "CorrectedWord",
    "FieldError",
    "Filter",
    "Footnote",
    "FootnoteError",
    "Progress",
    "SearchResult",
    "SearchResults",
    "Source",
    "SourceError",
    "SourceFailedError",
    "StreamError",
    "SyncProgress",
    "SyncReport",
    "TextRange",
    "Timeout",
    "UnansweredGroup",
    "Usage",
    "WeakAnswerGroup",
]
