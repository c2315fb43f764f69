"""The client."""

from __future__ import annotations

import json
import os
import ssl
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Type, Union

from ._errors import APIConnectionError, APITimeoutError, SourceFailedError, StreamError
from ._folder import plain_address, read_folder
from ._form import Part, encode_form
from ._http import Call, OpenAnswer, Timeout, Transport, path
from ._sync import SyncProgress, SyncReport, plan_sync, send_all, sent_ids
from ._types import (
    Answer,
    BatchEntry,
    Filter,
    Repository,
    SearchResults,
    Source,
    UnansweredGroup,
    WeakAnswerGroup,
    answer_of,
    entry_of,
    repository_of,
    results_of,
    source_of,
    unanswered_of,
    weak_of,
)

_VERSION = "0.1.0"
_HOUR = 3600.0
_PAGE = 100
_FIRST_PAUSE = 0.25
_MAX_PAUSE = 5.0

#: A path, or the bytes themselves.
File = Union[str, "os.PathLike[str]", bytes]


class Footnote:
    """A client for one project. It keeps no connection, so it may be used by several threads."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        project_id: Optional[str] = None,
        *,
        timeout: Union[Timeout, float] = Timeout(),
        max_retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        What is not given comes from the environment: `FOOTNOTE_BASE_URL` (with `/v1`), `FOOTNOTE_API_KEY` and
        `FOOTNOTE_PROJECT`. `timeout` is in seconds; a number limits the whole call.
        """
        self.project_id = _setting("project_id", project_id, "FOOTNOTE_PROJECT")
        self._transport = Transport(
            _setting("base_url", base_url, "FOOTNOTE_BASE_URL"),
            _setting("api_key", api_key, "FOOTNOTE_API_KEY"),
            timeout=timeout,
            max_retries=max_retries,
            ssl_context=ssl_context,
            agent=f"footnote-python/{_VERSION}",
        )

    def ask(
        self,
        query: str,
        *,
        conversation_id: Optional[str] = None,
        filter: Optional[Filter] = None,
        correct: Optional[bool] = None,
    ) -> Answer:
        """
        Asks a question. Not repeated once the server may have begun to answer it. With `correct=False`, it is answered as it is
        spelt.
        """
        body = _given(query=query, conversation_id=conversation_id, filter=filter, correct=correct)
        return answer_of(self._transport.json(self._question(body, stream=False)))

    def stream(
        self,
        query: str,
        *,
        conversation_id: Optional[str] = None,
        filter: Optional[Filter] = None,
        correct: Optional[bool] = None,
    ) -> AnswerStream:
        """Asks a question and streams the answer: iterate over its parts."""
        body = _given(query=query, conversation_id=conversation_id, filter=filter, correct=correct)
        return AnswerStream(self._transport.stream(self._question(body, stream=True)))

    def search(
        self,
        query: str,
        *,
        filter: Optional[Filter] = None,
        limit: Optional[int] = None,
        text_length: Optional[int] = None,
        correct: Optional[bool] = None,
    ) -> SearchResults:
        """Finds the passages that an answer would read, best first."""
        body = _given(query=query, filter=filter, limit=limit, text_length=text_length, correct=correct)
        return results_of(self._transport.json(Call("POST", self._project("search"), json=body)))

    def upload(self, file: File, *, name: Optional[str] = None) -> Source:
        """Uploads a file. Returns before it is read; see `wait_until_ready`. `name` is that of a path by default."""
        form = encode_form([_file_part("file", file, name)])
        return source_of(self._transport.json(Call("POST", "/sources/upload", form=form, keyed=True)))

    def put(
        self,
        external_id: str,
        file: File,
        *,
        name: Optional[str] = None,
        url: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
    ) -> Source:
        """
        Makes the source with an external id, such as the path of a file, or replaces its content. What is there already is not
        read again. `url` is the address that citations open.
        """
        parts: List[Part] = [_file_part("file", file, name)]
        if url is not None:
            parts.append(("url", url))
        if metadata is not None:
            parts.append(("metadata", json.dumps(dict(metadata))))
        # Slashes stay: they are part of the id.
        where = self._project("sources", "by-external-id") + path(*external_id.split("/"))
        return source_of(self._transport.json(Call("PUT", where, form=encode_form(parts))))

    def source(self, source_id: str) -> Source:
        """A source with its state."""
        return source_of(self._transport.json(Call("GET", path("sources", source_id))))

    def sources(
        self, *, status: Optional[str] = None, type: Optional[str] = None, search: Optional[str] = None
    ) -> Iterator[Source]:
        """All sources of the project, newest first."""
        return map(source_of, self._listed(self._project("sources"), status=status, type=type, search=search))

    def unanswered(
        self, *, asked_from: Optional[str] = None, asked_to: Optional[str] = None
    ) -> Iterator[UnansweredGroup]:
        """
        Questions that the documents do not answer, or may not, the most frequent first. `asked_from` and `asked_to` are dates in UTC
        or timestamps.
        """
        where = self._project("unanswered")
        return map(unanswered_of, self._listed(where, **{"from": asked_from, "to": asked_to}))

    def weakest_answers(
        self, *, asked_from: Optional[str] = None, asked_to: Optional[str] = None
    ) -> Iterator[WeakAnswerGroup]:
        """Answers that were given as sure, the least certain first: they are wrong more often than others."""
        where = self._project("unanswered", "weakest")
        return map(weak_of, self._listed(where, **{"from": asked_from, "to": asked_to}))

    def delete_source(self, source_id: str) -> None:
        """Permanently deletes a source and everything derived from it."""
        self._transport.json(Call("DELETE", path("sources", source_id)))

    def look_at_repository(self, url: str, **options: Any) -> Dict[str, Any]:
        """
        The branches of a git repository, and the files that would be read. `options` as for `add_repository`, and `repository_id`: one
        of the project with this address, whose own token is used unless there is a `token`.
        """
        where = self._project("repositories", "look")
        return dict(self._transport.json(Call("POST", where, json={"url": url, **options})))

    def add_repository(self, url: str, **options: Any) -> Repository:
        """
        Adds a git repository, whose documents become sources. `options`: `branch`, `folder`, `include`, `exclude`, `base_url`, `site`,
        `forge`, `token`, `gate`, `refresh_hours`. Only what it returns has the `push_secret`.
        """
        where = self._project("repositories")
        return repository_of(self._transport.json(Call("POST", where, json={"url": url, **options}, once=True)))

    def repositories(self) -> Iterator[Repository]:
        """The git repositories of the project, newest first."""
        return map(repository_of, self._listed(self._project("repositories")))

    def repository(self, repository_id: str) -> Repository:
        """A git repository with its state."""
        return repository_of(self._transport.json(Call("GET", self._project("repositories", repository_id))))

    def change_repository(self, repository_id: str, **options: Any) -> Repository:
        """Changes what is read of a git repository, all of which is read again. `options` as for `add_repository`."""
        where = self._project("repositories", repository_id)
        return repository_of(self._transport.json(Call("PATCH", where, json=options)))

    def sync_repository(self, repository_id: str) -> Repository:
        """Has a git repository read again now. `repository` tells when its `state` is `idle` again."""
        where = self._project("repositories", repository_id, "sync")
        return repository_of(self._transport.json(Call("POST", where)))

    def rotate_repository(self, repository_id: str) -> Repository:
        """Replaces the secret that pushes are signed with. Only what it returns has the `push_secret`."""
        where = self._project("repositories", repository_id, "rotate")
        return repository_of(self._transport.json(Call("POST", where, once=True)))

    def remove_repository(self, repository_id: str) -> None:
        """Removes a git repository with its sources."""
        self._transport.json(Call("DELETE", self._project("repositories", repository_id)))

    def wait_until_ready(
        self,
        *sources: Source,
        timeout: float = _HOUR,
        on_progress: Callable[[Source], None] = lambda source: None,
    ) -> List[Source]:
        """Waits until sources are searchable. Raises `SourceFailedError` if one cannot be read."""
        latest = {source.id: source for source in sources}
        deadline = time.monotonic() + timeout
        pause = _FIRST_PAUSE
        while True:
            open_ids = [source.id for source in latest.values() if not source.is_settled]
            if not open_ids:
                break
            if time.monotonic() + pause > deadline:
                raise APITimeoutError("Waiting for the sources took too long.")
            time.sleep(pause * len(open_ids))
            pause = min(pause * 1.5, _MAX_PAUSE)
            for source_id in open_ids:
                source = self.source(source_id)
                if source != latest[source_id]:
                    on_progress(source)
                latest[source_id] = source
        failed = [source for source in latest.values() if source.status == "failed" or source.error]
        if failed:
            raise SourceFailedError(failed)
        return [latest[source.id] for source in sources]

    def sync(
        self,
        folder: Union[str, "os.PathLike[str]"],
        *,
        prefix: Optional[str] = None,
        base_url: Optional[str] = None,
        address: Optional[Callable[[str], Optional[str]]] = None,
        metadata: Optional[Mapping[str, str]] = None,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        prune: bool = False,
        dry_run: bool = False,
        on_progress: Callable[[SyncProgress], None] = lambda progress: None,
    ) -> SyncReport:
        """
        Brings the sources of the project to the state of a folder: sends what is new or has changed, and with `prune` removes
        what is gone. Waits until the server has read it. What is unchanged is not sent.

        External ids are the paths below `prefix`, which is the name of the folder by default. `base_url` is where the site serves
        the folder; `address` gives the address of a page for its path in the folder, for sites with other rules. `include`
        and `exclude` are patterns of paths, such as `guide/**`.
        """
        root = Path(folder)
        if not root.is_dir():
            raise ValueError(f"There is no folder {folder}.")
        name = (root.resolve().name if prefix is None else prefix).strip("/")
        start = f"{name}/" if name else ""
        if address is None:
            address = plain_address(base_url) if base_url is not None else lambda path: None
        files = read_folder(root, prefix=start, address=address, include=include, exclude=exclude)
        # An empty folder is a mistake more often than a wish to remove everything.
        if not files:
            raise ValueError(f"There are no documents in {folder} that are to be sent.")
        said = dict(metadata or {})
        plan = plan_sync(files, self.sources(), start, said)
        report = plan.report
        if dry_run:
            return report
        remove = report.gone if prune else []
        entries = send_all(_Batches(self), plan.files, said or None, remove, on_progress)
        report.removed = [one.external_id for one in entries if one.outcome == "removed"]
        report.refused = [one for one in entries if one.outcome == "refused"]
        for source in self._wait_for(entries, on_progress):
            (report.read if source.error is None else report.failed).append(source)
        return report

    def _wait_for(
        self, entries: Sequence[BatchEntry], on_progress: Callable[[SyncProgress], None]
    ) -> List[Source]:
        """Waits until all that was sent has been read, or could not be, and returns it."""
        sent = sent_ids(entries)
        pause = _FIRST_PAUSE
        left = len(sent)
        while left:
            time.sleep(pause)
            pause = min(pause * 2, _MAX_PAUSE)
            states = ("pending", "processing")
            left = len({one.id for status in states for one in self.sources(status=status)} & sent)
            on_progress(SyncProgress("read", len(sent) - left, len(sent)))
        # What was read before answers with its former content, and has an error.
        return [one for one in self.sources() if one.id in sent] if sent else []

    def _listed(self, where: str, **query: Optional[str]) -> Iterator[Mapping[str, Any]]:
        """All entries of a list, page by page."""
        seen: Set[str] = set()
        offset = 0
        while True:
            page = self._transport.json(Call("GET", where, query=_given(limit=_PAGE, offset=offset, **query)))
            for one in page["items"]:
                # A new entry moves the others to the next page.
                if one["id"] not in seen:
                    yield one
                seen.add(one["id"])
            offset += len(page["items"])
            if not page["items"] or offset >= page["total"]:
                return

    def _question(self, body: Mapping[str, Any], *, stream: bool) -> Call:
        return Call("POST", self._project("chat"), json={**body, "stream": stream}, once=True)

    def _project(self, *parts: str) -> str:
        return path("projects", self.project_id, *parts)


class _Batches:
    def __init__(self, client: Footnote) -> None:
        self._client = client

    def batch(self, parts: Sequence[Part]) -> List[BatchEntry]:
        call = Call("POST", self._client._project("sources", "batch"), form=encode_form(parts), keyed=True)
        return [entry_of(one) for one in self._client._transport.json(call)["items"]]


class AnswerStream:
    """
    A streamed answer: an iterator over its parts, each a dictionary with a `type`. `text` is the answer so far. Leaving early
    with `close`, or the end of a `with` block, stops the server's work.
    """

    def __init__(self, opened: OpenAnswer) -> None:
        self._opened = opened
        self._parts = self._read()
        self._body: Dict[str, Any] = {
            "response": "",
            "citations": [],
            "finish_reason": "aborted",
            "conversation_id": "",
            "message_id": "",
        }

    @property
    def text(self) -> str:
        """The answer so far. Show this instead of the sum of the deltas: the server's checks may replace what was sent."""
        return str(self._body["response"])

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return self

    def __next__(self) -> Dict[str, Any]:
        return next(self._parts)

    def final_answer(self) -> Answer:
        """Reads to the end and returns what `ask` would have returned."""
        for _ in self:
            pass
        return answer_of(self._body)

    def close(self) -> None:
        self._parts.close()
        self._opened.close()

    def __enter__(self) -> AnswerStream:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _read(self) -> Any:
        failure: Mapping[str, Any] = {}
        finished = False
        try:
            for data in self._opened.events():
                if data == "[DONE]":
                    break
                part = _part_of(data)
                kind = part["type"]
                finished = finished or kind == "finish"
                if kind == "data-error":
                    failure = part["data"]
                self._take(part)
                yield part
                if kind == "error":
                    raise StreamError(
                        str(failure.get("code", "answer_broken")),
                        str(part.get("errorText")),
                        request_id=self._opened.request_id,
                        retryable=bool(failure.get("retryable", False)),
                    )
            if not finished:
                raise APIConnectionError("The connection ended before the answer did.")
        finally:
            self._opened.close()

    def _take(self, part: Mapping[str, Any]) -> None:
        kind = part["type"]
        body = self._body
        if kind == "start":
            body.update(part.get("messageMetadata") or {})
            body["message_id"] = part["messageId"]
        elif kind == "text-delta":
            body["response"] += part["delta"]
        elif kind == "data-citations":
            body["citations"] = part["data"]
        elif kind == "data-verdict":
            body["response"] = part["data"]["response"]
            if part["data"]["verdict"] == "refused":
                body["citations"] = []
        elif kind in ("data-suggestions", "data-unsupported", "data-corrected"):
            body[kind[len("data-") :]] = part["data"]
        elif kind == "finish":
            body.update(part.get("messageMetadata") or {})


def _part_of(data: str) -> Dict[str, Any]:
    try:
        part = json.loads(data)
    except ValueError:
        part = None
    if isinstance(part, dict) and isinstance(part.get("type"), str):
        return part
    raise APIConnectionError(f"Not a part of an answer: {data[:100]}")


def _file_part(field: str, file: File, name: Optional[str]) -> Part:
    if isinstance(file, bytes):
        return (field, name or "file", file)
    where = Path(file)
    return (field, name or where.name, where.read_bytes())


def _given(**fields: Any) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _setting(name: str, given: Optional[str], variable: str) -> str:
    value = given or os.environ.get(variable, "").strip()
    if not value:
        raise ValueError(f"{name} is missing. Give it, or set {variable}.")
    return value
