"""What the API takes and answers. Fields that a newer server adds are ignored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Tuple, TypedDict, Union

Json = Mapping[str, Any]

OneOrMore = Union[str, List[str]]


class Filter(TypedDict, total=False):
    """Which sources are searched: those that have one of the values in each of the given fields."""

    source_id: OneOrMore
    type: OneOrMore
    language: OneOrMore
    title: OneOrMore
    url: OneOrMore
    external_id: OneOrMore
    metadata: Mapping[str, OneOrMore]
    filename: OneOrMore


@dataclass(frozen=True)
class TextRange:
    """A part of a text, from `start` up to `end`, in UTF-16 code units as JavaScript counts them; `of` cuts it out."""

    start: int
    end: int

    def of(self, text: str) -> str:
        units = text.encode("utf-16-le", "surrogatepass")
        return units[2 * self.start : 2 * self.end].decode("utf-16-le", "surrogatepass")


@dataclass(frozen=True)
class Citation:
    """A passage that an answer cites."""

    #: The number of its marker in the answer: 1 for `[1]`.
    id: int
    source_id: str
    title: str
    #: The passage, verbatim.
    text: str
    #: The words of `text` that support the answer.
    quote: str
    #: Opens the passage.
    url: str
    #: The headings above the passage, joined by ` › `.
    heading: Optional[str]
    page: Optional[int]
    #: `quoted` if the answer has its words, else `checked`.
    support: Optional[str]
    indexed_at: str
    #: What tells the source from another of the same title.
    source_name: Optional[str] = None


@dataclass(frozen=True)
class CorrectedWord:
    """A misspelt word of a question, and the word of the documents in its place."""

    misspelt: str
    corrected: str


@dataclass(frozen=True)
class CorrectedQuestion:
    """What was answered or searched for instead of a question with misspelt words."""

    query: str
    words: Tuple[CorrectedWord, ...]


@dataclass(frozen=True)
class Usage:
    """Tokens, as the answering engine counts them."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


@dataclass(frozen=True)
class Answer:
    """An answer. `response` has the markers of its citations: `[1]`."""

    response: str
    citations: Tuple[Citation, ...]
    #: `stop`, `unsure` (it shows only the closest passages), `refused` (the documents do not answer), `length`, `aborted` or `error`.
    finish_reason: str
    #: Why there was nothing to search: `no_sources` or `indexing`.
    reason: Optional[str]
    conversation_id: str
    message_id: str
    usage: Usage
    #: Questions that could follow.
    suggestions: Tuple[str, ...]
    #: Parts of `response` that no cited passage supports.
    unsupported: Tuple[TextRange, ...]
    #: False if the server could not store the answer: it cannot be rated, and a question that follows may not know it.
    kept: bool = True
    #: The question as it was corrected and answered, if a word of it was misspelt.
    corrected: Optional[CorrectedQuestion] = None


@dataclass(frozen=True)
class SearchResult:
    """A passage that a search has found."""

    id: str
    source_id: str
    title: str
    text: str
    #: The words of `text` that were searched for.
    highlights: Tuple[TextRange, ...]
    #: Opens the passage.
    url: str
    #: Higher is better. Comparable within one search only.
    score: float
    heading: Optional[str]
    page: Optional[int]
    indexed_at: str
    #: What tells the source from another of the same title.
    source_name: Optional[str] = None


@dataclass(frozen=True)
class SearchResults:
    """The passages that a search has found, best first."""

    results: Tuple[SearchResult, ...]
    #: Why nothing was found, if there was nothing to search: `no_sources` or `indexing`.
    reason: Optional[str]
    #: The query as it was corrected and searched for, if a word of it was misspelt.
    corrected: Optional[CorrectedQuestion] = None


@dataclass(frozen=True)
class SourceError:
    """Why a document could not be taken or read."""

    code: str
    message: str


@dataclass(frozen=True)
class Progress:
    """How far the reading of a source is."""

    stage: str
    done: int
    total: Optional[int]


@dataclass(frozen=True)
class LeftOut:
    """Text of a document that is not searched."""

    #: What it is, such as `navigation`, `footer`, `hidden` or `struck`.
    kind: str
    characters: int
    #: Its beginning.
    text: str


@dataclass(frozen=True)
class ReadingWarning:
    """Less than half of what a document shows is searched."""

    kept_percent: int
    #: As what most of the rest was left out, if that is known.
    cause: Optional[str]
    message: str


@dataclass(frozen=True)
class Reading:
    """What was found when a document was read."""

    left_out: Tuple[LeftOut, ...]
    headings: Optional[int]
    tables: Optional[int]
    #: Pictures without a text.
    pictures: int
    warning: Optional[ReadingWarning]
    #: Lines that make no sense, as the encoding of the file could not be known.
    garbled: Optional[str]


@dataclass(frozen=True)
class Source:
    """A document of a project."""

    id: str
    project_id: str
    #: `file`, `url` or `text`.
    type: str
    #: `pending`, `processing`, `completed` or `failed`.
    status: str
    external_id: Optional[str]
    #: The address that citations open.
    url: Optional[str]
    #: SHA-256 of the content, hex.
    content_hash: Optional[str]
    #: What the server knows of it (`filename`, `title`, …), and what was said of it.
    metadata: Dict[str, Any]
    chunks_count: int
    progress: Optional[Progress]
    error: Optional[SourceError]
    #: Once it has been read.
    reading: Optional[Reading] = None
    #: Of a file of a git repository, with the page where it is changed.
    repository_id: Optional[str] = None
    edit_url: Optional[str] = None

    @property
    def is_settled(self) -> bool:
        """Whether it has been read, or could not be."""
        return self.status in ("completed", "failed")

    @property
    def name(self) -> str:
        """A name for people."""
        metadata = self.metadata
        name = self.external_id or metadata.get("filename") or metadata.get("title") or metadata.get("url") or self.id
        return str(name)


@dataclass(frozen=True)
class Repository:
    """A git repository that sources are read from."""

    id: str
    url: str
    #: None for the branch that the repository names.
    branch: Optional[str]
    folder: str
    #: `idle`, `queued` or `reading`.
    state: str
    #: The commit that the sources have: `id`, `author`, `authored_at`, `subject`.
    head: Optional[Dict[str, Any]]
    #: What became of the last commit that was read: `outcome`, the counts, `changes`, `failed`, `broken`, `error`.
    last_read: Optional[Dict[str, Any]]
    #: Where its forge sends pushes.
    push_url: str
    #: The secret of pushes; only of a new repository.
    push_secret: Optional[str] = None


@dataclass(frozen=True)
class AskedQuestion:
    """A question of a group, and what became of it."""

    #: Of the answer.
    message_id: str
    conversation_id: str
    text: str
    asked_at: str
    #: Of an unanswered question: `refused` or `unsure`.
    finish_reason: Optional[str] = None
    #: Of a weak answer: how likely the documents answer, as the search judged, from 0 to 1.
    certainty: Optional[float] = None


@dataclass(frozen=True)
class UnansweredGroup:
    """Questions that ask for the same, and that the documents do not answer, or may not."""

    id: str
    question: str
    count: int
    #: How many of the answers are unsure. The others were refused.
    unsure_count: int
    last_asked_at: str
    #: Newest first, at most 50.
    questions: Tuple[AskedQuestion, ...]
    #: The owner's answer that the question gets now.
    curated_answer_id: Optional[str]


@dataclass(frozen=True)
class WeakAnswerGroup:
    """Questions that ask for the same, whose answers were given as sure."""

    id: str
    question: str
    count: int
    #: The lowest of the answers, from 0 to 1.
    certainty: float
    last_asked_at: str
    #: Newest first, at most 50.
    questions: Tuple[AskedQuestion, ...]
    #: The owner's answer that the question gets now.
    curated_answer_id: Optional[str]


@dataclass(frozen=True)
class BatchEntry:
    """What became of one file that was sent, or of one source to remove."""

    external_id: str
    #: `created`, `replaced`, `updated`, `unchanged`, `removed`, `absent` or `refused`.
    outcome: str
    source_id: Optional[str]
    #: Why it was refused.
    error: Optional[SourceError]


def citation_of(body: Json) -> Citation:
    return Citation(
        id=body["id"],
        source_id=body["source_id"],
        title=body["title"],
        text=body["text"],
        quote=body.get("quote", ""),
        url=body.get("url", ""),
        heading=body.get("heading"),
        page=body.get("page"),
        support=body.get("support"),
        indexed_at=body.get("indexed_at", ""),
        source_name=body.get("source_name"),
    )


def answer_of(body: Json) -> Answer:
    usage: Json = body.get("usage") or {}
    return Answer(
        response=body["response"],
        citations=tuple(citation_of(one) for one in body["citations"]),
        finish_reason=body["finish_reason"],
        reason=body.get("reason"),
        conversation_id=body["conversation_id"],
        message_id=body["message_id"],
        usage=Usage(
            prompt_tokens=usage.get("prompt_tokens", 0),
            completion_tokens=usage.get("completion_tokens", 0),
            total_tokens=usage.get("total_tokens", 0),
        ),
        suggestions=tuple(body.get("suggestions", ())),
        unsupported=ranges_of(body.get("unsupported", ())),
        kept=body.get("kept", True),
        corrected=corrected_of(body.get("corrected")),
    )


def results_of(body: Json) -> SearchResults:
    return SearchResults(
        results=tuple(
            SearchResult(
                id=one["id"],
                source_id=one["source_id"],
                title=one["title"],
                text=one["text"],
                highlights=ranges_of(one["highlights"]),
                url=one["url"],
                score=one["score"],
                heading=one.get("heading"),
                page=one.get("page"),
                indexed_at=one["indexed_at"],
                source_name=one.get("source_name"),
            )
            for one in body["results"]
        ),
        reason=body.get("reason"),
        corrected=corrected_of(body.get("corrected")),
    )


def corrected_of(body: Optional[Json]) -> Optional[CorrectedQuestion]:
    if body is None:
        return None
    words = tuple(CorrectedWord(misspelt=one["from"], corrected=one["to"]) for one in body["words"])
    return CorrectedQuestion(query=body["query"], words=words)


def asked_of(body: Json) -> Tuple[AskedQuestion, ...]:
    return tuple(
        AskedQuestion(
            message_id=one["message_id"],
            conversation_id=one["conversation_id"],
            text=one["text"],
            asked_at=one["asked_at"],
            finish_reason=one.get("finish_reason"),
            certainty=one.get("certainty"),
        )
        for one in body["questions"]
    )


def unanswered_of(body: Json) -> UnansweredGroup:
    return UnansweredGroup(
        id=body["id"],
        question=body["question"],
        count=body["count"],
        unsure_count=body["unsure_count"],
        last_asked_at=body["last_asked_at"],
        questions=asked_of(body),
        curated_answer_id=body.get("curated_answer_id"),
    )


def weak_of(body: Json) -> WeakAnswerGroup:
    return WeakAnswerGroup(
        id=body["id"],
        question=body["question"],
        count=body["count"],
        certainty=body["certainty"],
        last_asked_at=body["last_asked_at"],
        questions=asked_of(body),
        curated_answer_id=body.get("curated_answer_id"),
    )


def repository_of(body: Json) -> Repository:
    return Repository(
        id=body["id"],
        url=body["url"],
        branch=body["branch"],
        folder=body["folder"],
        state=body["state"],
        head=body["head"],
        last_read=body["last_read"],
        push_url=body["push_url"],
        push_secret=body.get("push_secret"),
    )


def source_of(body: Json) -> Source:
    progress: Optional[Json] = body.get("progress")
    return Source(
        id=body["id"],
        project_id=body["project_id"],
        type=body["type"],
        status=body["status"],
        external_id=body.get("external_id"),
        url=body.get("url"),
        content_hash=body.get("content_hash"),
        metadata=dict(body["metadata"]),
        chunks_count=body.get("chunks_count", 0),
        progress=progress and Progress(progress["stage"], progress["done"], progress.get("total")) or None,
        error=error_of(body.get("error")),
        reading=reading_of(body.get("reading")),
        repository_id=body.get("repository_id"),
        edit_url=body.get("edit_url"),
    )


def reading_of(body: Optional[Json]) -> Optional[Reading]:
    if body is None:
        return None
    warning: Optional[Json] = body.get("warning")
    return Reading(
        left_out=tuple(LeftOut(part["kind"], part["characters"], part["text"]) for part in body["left_out"]),
        headings=body.get("headings"),
        tables=body.get("tables"),
        pictures=body.get("pictures", 0),
        warning=warning and ReadingWarning(warning["kept_percent"], warning.get("cause"), warning["message"]) or None,
        garbled=body.get("garbled"),
    )


def entry_of(body: Json) -> BatchEntry:
    return BatchEntry(
        external_id=body.get("external_id") or body["name"],
        outcome=body["outcome"],
        source_id=body.get("source_id"),
        error=error_of(body.get("error")),
    )


def error_of(body: Optional[Json]) -> Optional[SourceError]:
    return SourceError(body["code"], body["message"]) if body else None


def ranges_of(body: Any) -> Tuple[TextRange, ...]:
    return tuple(TextRange(one["start"], one["end"]) for one in body)
