"""Multipart form data."""

from __future__ import annotations

import secrets
from typing import Iterable, List, Tuple, Union

#: A field (name, text), or a file (name, file name, bytes).
Part = Union[Tuple[str, str], Tuple[str, str, bytes]]


def encode_form(parts: Iterable[Part]) -> Tuple[str, bytes]:
    """The content type and the body. Files are sent without a type: the server takes it from name and content."""
    boundary = secrets.token_hex(16)
    body: List[bytes] = []
    for part in parts:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(part[0])}"'
        if len(part) == 3:
            body += [f'{head}; filename="{_quoted(part[1])}"\r\n\r\n'.encode("utf-8", "replace"), part[2], b"\r\n"]
        else:
            body.append(f"{head}\r\n\r\n{part[1]}\r\n".encode("utf-8", "replace"))
    body.append(f"--{boundary}--\r\n".encode())
    return f"multipart/form-data; boundary={boundary}", b"".join(body)


def _quoted(name: str) -> str:
    """As browsers do it."""
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
