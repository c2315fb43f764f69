/**
 * The script tag of tools without a plugin: `<script src="…/site-search.js" data-project="proj_…" async></script>`. The options that the
 * plugins have are JSON: `data-filter` and `data-metadata`. Whether the site has several languages is not known here, so `language` is
 * looked at in any case.
 */
import { replaceSearch } from './replace-search.ts';

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { project = '', filter, metadata } = script.dataset;
  const server = new URL('.', script.src).href.slice(0, -1);
  const start = () =>
    void replaceSearch({
      server,
      project,
      filter: filter ? JSON.parse(filter) : undefined,
      metadata: JSON.parse(metadata || '{"language":"language"}'),
    });
  // The search that it replaces may not be there before.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
