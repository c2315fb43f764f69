"""
The search of a documentation site: Footnote's widget behind the site's own search. `footnote.documentation.mkdocs` is a plugin
of MkDocs, `footnote.documentation.sphinx` an extension of Sphinx. Both put four small scripts beside the pages; a page gets
no key.
"""

import json
import os
from pathlib import Path
from typing import Any, Mapping, Optional
from urllib.parse import urlsplit

from .. import Footnote

FOLDER = "footnote"
"""The folder of the scripts on the site, below that of other static files."""

START = "footnote.js"
"""The module that a page loads."""

_SCRIPTS = ("site-search.js", "replace-search.js", "search-labels.js")


def checked_options(server: object, project: object, filter: Optional[Mapping[str, Any]] = None) -> "dict[str, Any]":
    """Checks the configuration: a wrong value would only be noticed in a visitor's browser."""
    address = urlsplit(server) if isinstance(server, str) else None
    if not address or address.scheme not in ("http", "https") or not address.netloc:
        raise ValueError(f'"server" must be the address of your server, such as https://chat.example.com, not {server}.')
    if not isinstance(project, str) or not project.startswith("proj_"):
        raise ValueError(f'"project" must be the id of your project, such as proj_…, not {project}.')
    return {"server": str(server).rstrip("/"), "project": project, **({"filter": filter} if filter else {})}


def write_scripts(folder: Path, options: Mapping[str, Any]) -> None:
    """Writes the scripts into the folder of a built site."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in _SCRIPTS:
        (folder / name).write_bytes(Path(__file__).with_name(name).read_bytes())
    start = f'import {{ replaceSearch }} from "./replace-search.js";\n\nreplaceSearch({json.dumps(options)});\n'
    (folder / START).write_text(start, encoding="utf-8")


def sync_pages(folder: Path, options: Mapping[str, Any], addresses: Mapping[str, Optional[str]]) -> str:
    """
    Brings the project to the state of the pages in a folder, with the key in `FOOTNOTE_API_KEY`. `addresses` has the address of each
    page by its path; other files are not sent. Returns what was done; raises `FootnoteError` or `ValueError` if it could not be.
    """
    key = os.environ.get("FOOTNOTE_API_KEY")
    if not key:
        return "Nothing was sent to Footnote: FOOTNOTE_API_KEY is not set."
    client = Footnote(f"{options['server']}/v1", api_key=key, project_id=options["project"])
    report = client.sync(folder, include=[*addresses], address=addresses.get, prune=True)
    counts = f"{len(report.added)} added, {len(report.changed)} changed, {len(report.removed)} removed"
    if report.ok:
        return f"Footnote: {counts}."
    problems = ", ".join(one.external_id or "" for one in [*report.refused, *report.failed])
    raise ValueError(f"Footnote: {counts}. Not taken or not read: {problems}")
