/** The script tag of tools without a plugin: `<script src="…/site-search.js" data-project="proj_…" async></script>`. */
import { replaceSearch } from './replace-search.ts';

const script = document.currentScript;
if (script instanceof HTMLScriptElement) {
  const { project = '', filter } = script.dataset;
  const server = new URL('.', script.src).href.slice(0, -1);
  const start = () => void replaceSearch({ server, project, filter: filter ? JSON.parse(filter) : undefined });
  // The search that it replaces may not be there before.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}
