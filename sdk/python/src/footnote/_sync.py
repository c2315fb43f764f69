"""Brings the sources of a project to the state of a folder, as `npx footnote sync` does."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Callable, Dict, Iterable, List, Mapping, Optional, Protocol, Sequence, Set

from ._errors import APIError
from ._folder import LocalFile
from ._form import Part
from ._types import BatchEntry, Source, SourceError

#: A request with more counts more than once against the server's limit.
BATCH_BYTES = 8_000_000
BATCH_FILES = 200
_MAX_REMOVED = 1_000


@dataclass(frozen=True)
class SyncProgress:
    """How far a sync is."""

    #: `sent` while files are sent, `read` while the server reads them.
    stage: str
    done: int
    total: int


@dataclass
class SyncReport:
    """What a sync has done, or would do (`dry_run`), by external ids."""

    added: List[str] = field(default_factory=list)
    changed: List[str] = field(default_factory=list)
    #: Only their address or metadata were new.
    described: List[str] = field(default_factory=list)
    unchanged: List[str] = field(default_factory=list)
    #: Sources whose files are not in the folder any more. They are removed only with `prune`.
    gone: List[str] = field(default_factory=list)
    removed: List[str] = field(default_factory=list)
    #: Files that the server has not taken.
    refused: List[BatchEntry] = field(default_factory=list)
    #: Files that it has read now; `reading` of each says what was left out.
    read: List[Source] = field(default_factory=list)
    #: Files that it could not read.
    failed: List[Source] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether every file was taken and read."""
        return not self.refused and not self.failed


@dataclass
class SyncPlan:
    report: SyncReport
    #: The files to send.
    files: List[LocalFile]


class SyncApi(Protocol):
    def batch(self, parts: Sequence[Part]) -> List[BatchEntry]: ...


def plan_sync(
    files: Sequence[LocalFile], sources: Iterable[Source], prefix: str, metadata: Mapping[str, str]
) -> SyncPlan:
    """Compares a folder with the sources of a project. Only those whose external ids begin with the prefix belong to it."""
    known: Dict[str, Source] = {source.external_id: source for source in sources if source.external_id is not None}
    report = SyncReport()
    send: Dict[str, List[LocalFile]] = {"added": [], "changed": [], "described": []}
    for file in files:
        source = known.pop(file.external_id, None)
        if source is None:
            send["added"].append(file)
        # What could not be read is sent again: the reason may be gone.
        elif source.content_hash != file.content_hash or source.error is not None:
            send["changed"].append(file)
        elif not _is_described_so(source, file, metadata):
            send["described"].append(file)
        else:
            report.unchanged.append(file.external_id)
    report.added = [file.external_id for file in send["added"]]
    report.changed = [file.external_id for file in send["changed"]]
    report.described = [file.external_id for file in send["described"]]
    report.gone = sorted(name for name in known if name.startswith(prefix))
    return SyncPlan(report, [*send["added"], *send["changed"], *send["described"]])


def _is_described_so(source: Source, file: LocalFile, metadata: Mapping[str, str]) -> bool:
    if file.url is not None and source.url != file.url:
        return False
    return all(source.metadata.get(name) == value for name, value in metadata.items())


def send_all(
    api: SyncApi,
    files: Sequence[LocalFile],
    metadata: Optional[Mapping[str, str]],
    remove: Sequence[str],
    on_progress: Callable[[SyncProgress], None],
) -> List[BatchEntry]:
    """Sends the files in batches, and what is to be removed with the first of them."""
    batches = _in_batches(files)
    removals = [list(remove[at : at + _MAX_REMOVED]) for at in range(0, len(remove), _MAX_REMOVED)]
    entries: List[BatchEntry] = []
    sent = 0
    for at in range(max(len(batches), len(removals))):
        batch = batches[at] if at < len(batches) else []
        entries += _send_batch(api, batch, metadata, removals[at] if at < len(removals) else [])
        sent += len(batch)
        on_progress(SyncProgress("sent", sent, len(files)))
    return entries


def _send_batch(
    api: SyncApi, files: Sequence[LocalFile], metadata: Optional[Mapping[str, str]], remove: Sequence[str]
) -> List[BatchEntry]:
    """Where files together are more than the server takes at once, sends fewer; one that is too large alone is refused."""
    try:
        return api.batch(_parts(files, metadata, remove))
    except APIError as error:
        if error.code != "file_too_large" or not files:
            raise
        if len(files) > 1:
            middle = (len(files) + 1) // 2
            before = _send_batch(api, files[:middle], metadata, remove)
            return before + _send_batch(api, files[middle:], metadata, [])
        # What is to be removed has not been.
        removed = api.batch(_parts([], metadata, remove)) if remove else []
        refused = BatchEntry(files[0].external_id, "refused", None, SourceError(error.code, error.message))
        return [*removed, refused]


def _parts(files: Sequence[LocalFile], metadata: Optional[Mapping[str, str]], remove: Sequence[str]) -> List[Part]:
    parts: List[Part] = [("files", file.external_id, file.file.read_bytes()) for file in files]
    said: List[Dict[str, object]] = []
    for file in files:
        one: Dict[str, object] = {"name": file.external_id}
        if file.url is not None:
            one["url"] = file.url
        if metadata is not None:
            one["metadata"] = dict(metadata)
        said.append(one)
    parts.append(("sources", json.dumps(said)))
    parts.append(("remove", json.dumps(list(remove))))
    return parts


def _in_batches(files: Sequence[LocalFile]) -> List[List[LocalFile]]:
    batches: List[List[LocalFile]] = []
    size = 0
    for file in files:
        if not batches or size + file.size > BATCH_BYTES or len(batches[-1]) >= BATCH_FILES:
            batches.append([])
            size = 0
        batches[-1].append(file)
        size += file.size
    return batches


def sent_ids(entries: Sequence[BatchEntry]) -> Set[str]:
    """The sources that the server reads now."""
    return {one.source_id for one in entries if one.source_id and one.outcome in ("created", "replaced")}
