"""
Sphinx: in `conf.py`

    extensions = ["footnote.documentation.sphinx"]
    footnote = {"server": "https://chat.example.com", "project": "proj_…"}

With `"sync": True`, a build also sends the pages to the project, if `FOOTNOTE_API_KEY` is set; `html_baseurl` gives them addresses.
"""

from pathlib import Path
from typing import Any, Dict, Optional

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging

from .. import FootnoteError
from . import FOLDER, START, checked_options, sync_pages, write_scripts

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> Dict[str, Any]:
    app.add_config_value("footnote", {}, "html", types=[dict])
    app.connect("builder-inited", _add_script)
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _options(app: Sphinx) -> Dict[str, Any]:
    settings = app.config.footnote
    try:
        return checked_options(settings.get("server"), settings.get("project"), settings.get("filter"))
    except ValueError as error:
        raise ExtensionError(f"footnote: {error}") from None


def _add_script(app: Sphinx) -> None:
    if app.builder.format != "html":
        return
    _options(app)
    app.add_js_file(f"{FOLDER}/{START}", type="module")


def _finish(app: Sphinx, exception: Optional[Exception]) -> None:
    if app.builder.format != "html" or exception is not None:
        return
    options = _options(app)
    write_scripts(Path(app.outdir) / "_static" / FOLDER, options)
    if not app.config.footnote.get("sync"):
        return
    try:
        logger.info(sync_pages(Path(app.srcdir), options, _addresses(app)))
    except (FootnoteError, ValueError) as error:
        raise ExtensionError(f"footnote: {error}") from None


def _addresses(app: Sphinx) -> Dict[str, Optional[str]]:
    base = app.config.html_baseurl.rstrip("/")
    return {
        str(app.env.doc2path(name, False)): f"{base}/{app.builder.get_target_uri(name)}" if base else None
        for name in app.env.found_docs
    }
