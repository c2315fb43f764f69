"""
MkDocs: in `mkdocs.yml`

    plugins:
      - search
      - footnote: { server: 'https://chat.example.com', project: 'proj_…' }

With `sync: true`, a build also sends the pages to the project, if `FOOTNOTE_API_KEY` is set.
"""

from pathlib import Path
from typing import Any, Dict, Optional

from mkdocs.config import base, config_options
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import Files

from .. import FootnoteError
from . import FOLDER, START, checked_options, sync_pages, write_scripts

log = get_plugin_logger(__name__)


class FootnoteConfig(base.Config):
    server = config_options.Type(str)
    project = config_options.Type(str)
    filter = config_options.Optional(config_options.Type(dict))
    sync = config_options.Type(bool, default=False)


class FootnotePlugin(BasePlugin[FootnoteConfig]):
    """Puts Footnote's search in the place of the theme's, which stays for when the server is not reached."""

    def __init__(self) -> None:
        self._options: Dict[str, Any] = {}
        self._addresses: Dict[str, Optional[str]] = {}

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        try:
            self._options = checked_options(self.config.server, self.config.project, self.config.filter)
        except ValueError as error:
            raise PluginError(f"footnote: {error}") from None
        script = config_options.ExtraScriptValue(f"assets/{FOLDER}/{START}")
        script.type = "module"
        config.extra_javascript.append(script)
        return config

    def on_env(self, env: Any, config: MkDocsConfig, files: Files) -> None:
        # Pages know their addresses once all are read; they have none without `site_url`.
        self._addresses = {file.src_uri: file.page.canonical_url for file in files.documentation_pages() if file.page}

    def on_post_build(self, config: MkDocsConfig) -> None:
        write_scripts(Path(config.site_dir) / "assets" / FOLDER, self._options)
        if not self.config.sync:
            return
        try:
            log.info(sync_pages(Path(config.docs_dir), self._options, self._addresses))
        except (FootnoteError, ValueError) as error:
            raise PluginError(f"footnote: {error}") from None
