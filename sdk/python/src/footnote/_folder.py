"""The documents of a folder."""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Callable, Iterator, List, Optional, Sequence, Tuple
from urllib.parse import quote

#: The endings of files that a server reads. Pictures in a folder of pages belong to the pages.
EXTENSIONS = (
    ".pdf",
    ".docx",
    ".xlsx",
    ".pptx",
    ".md",
    ".markdown",
    ".mdx",
    ".html",
    ".htm",
    ".rst",
    ".csv",
    ".tsv",
    ".txt",
    ".adoc",
    ".asciidoc",
    ".ipynb",
    ".epub",
    ".json",
    ".yaml",
    ".yml",
)

#: The key that begins an OpenAPI description. Other files of these endings, such as settings, are no documents.
_OPENAPI_KEY = re.compile(rb"""(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.""")

#: What programs read, and stands beside pages: the requirements of pip, what crawlers are told, what CMake builds.
_SETTINGS = re.compile(r"(?:^|/)(?:(?:requirements|constraints)(?:[-_.][\w.-]*)?|robots|CMakeLists)\.txt\Z")

_FRONT_MATTER_BYTES = 16 * 1024
_FRONT_MATTER = re.compile(r"\A(?:---\r?\n[\s\S]*?\r?\n---|\+\+\+\r?\n[\s\S]*?\r?\n\+\+\+)\s*(?:\r?\n|\Z)")
_INDEX = re.compile(r"(^|/)index\.html?$", re.IGNORECASE)


@dataclass(frozen=True)
class LocalFile:
    external_id: str
    file: Path
    size: int
    #: SHA-256, hex.
    content_hash: str
    url: Optional[str]


def read_folder(
    folder: Path,
    *,
    prefix: str,
    address: Callable[[str], Optional[str]],
    include: Sequence[str],
    exclude: Sequence[str],
) -> List[LocalFile]:
    """
    The documents in the order of their paths. Links are not followed, as they could lead out of the folder. Hidden files,
    `node_modules`, settings and pages of nothing but front matter are left out.
    """
    files: List[LocalFile] = []
    for path in sorted(_paths(folder, "")):
        if include and not any(matches(path, pattern) for pattern in include):
            continue
        if any(matches(path, pattern) for pattern in exclude):
            continue
        file = folder / path
        if _SETTINGS.search(path):
            continue
        if path.lower().endswith((".json", ".yaml", ".yml")) and not _OPENAPI_KEY.search(file.read_bytes()):
            continue
        content_hash, size, start = _look_at(file)
        if size < _FRONT_MATTER_BYTES and _is_only_front_matter(start):
            continue
        external_id = unicodedata.normalize("NFC", prefix + path)
        files.append(LocalFile(external_id, file, size, content_hash, address(path)))
    return files


def plain_address(base_url: str) -> Callable[[str], Optional[str]]:
    """Addresses of files that a site serves as they are; an index is its folder."""

    def address(path: str) -> str:
        return base_url.rstrip("/") + quote("/" + _INDEX.sub(r"\1", path))

    return address


def _paths(folder: Path, below: str) -> Iterator[str]:
    with os.scandir(folder / below) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.name == "node_modules":
                continue
            path = f"{below}/{entry.name}" if below else entry.name
            if entry.is_dir(follow_symlinks=False):
                yield from _paths(folder, path)
            elif entry.is_file(follow_symlinks=False) and entry.name.lower().endswith(EXTENSIONS):
                yield path


def _look_at(file: Path) -> Tuple[str, int, bytes]:
    digest, size, start = hashlib.sha256(), 0, b""
    with file.open("rb") as stream:
        while True:
            part = stream.read(1024 * 1024)
            if not part:
                return digest.hexdigest(), size, start
            start = start or part[:_FRONT_MATTER_BYTES]
            size += len(part)
            digest.update(part)


def _is_only_front_matter(start: bytes) -> bool:
    text = start.decode("utf-8", "replace").lstrip("\ufeff")
    found = _FRONT_MATTER.match(text)
    return found is not None and text[found.end() :].strip() == ""


def matches(path: str, pattern: str) -> bool:
    """Whether a path matches a pattern such as `guide/**` or `*.{md,mdx}`: `*` stays within a folder, `**` does not."""
    return _compiled(pattern).fullmatch(path) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> "re.Pattern[str]":
    parts: List[str] = []
    braces = 0
    at = 0
    while at < len(pattern):
        rest = pattern[at:]
        sign = rest[0]
        taken = 1
        in_class = re.match(r"\[([!^]?)([^\]]+)\]", rest)
        if rest.startswith("**/"):
            parts.append("(?:.*/)?")
            taken = 3
        elif rest.startswith("**"):
            parts.append(".*")
            taken = 2
        elif sign == "*":
            parts.append("[^/]*")
        elif sign == "?":
            parts.append("[^/]")
        elif in_class:
            signs = re.sub(r"([\\[^])", r"\\\1", in_class[2])
            parts.append(("[^" if in_class[1] else "[") + signs + "]")
            taken = len(in_class[0])
        elif sign == "{" and "}" in rest:
            parts.append("(?:")
            braces += 1
        elif sign == "}" and braces:
            parts.append(")")
            braces -= 1
        elif sign == "," and braces:
            parts.append("|")
        else:
            parts.append(re.escape(sign))
        at += taken
    return re.compile("".join(parts) + ")" * braces, re.DOTALL)
