/** For tools that load each page, such as MkDocs, Sphinx and Hugo: a button in the place of the page's own search. */

import { SEARCH_LABELS, searchLabel } from './search-labels.js';
import { loadFootnote, openSearch, takeSearchKeys } from './site-search.js';

/**
 * The searches of Material for MkDocs, of the two themes of MkDocs, of Sphinx's themes, of mdBook, of Antora's extension and of themes
 * of Hugo and Jekyll. A page without one says with `<search></search>` where the button belongs.
 */
const THEME_SEARCHES = [
  '.md-search',
  '.md-header__button[for="__search"]',
  '[data-bs-target="#mkdocs_search_modal"]',
  '[role="search"]',
  'search',
  'form[action$="search.html"]',
  '.search-button',
  '#mdbook-search-toggle, #search-toggle',
  '#search-field',
  '.book-search',
  '.td-search',
].join();

/** `white-space` and `flex` for bars that are narrow. */
const BUTTON_CSS = `.footnote-search {
  flex: none; display: inline-flex; align-items: center; align-self: center; gap: 1em; margin: .4em; padding: .4em .75em;
  border: 1px solid color-mix(in srgb, currentcolor 35%, transparent); border-radius: 6px;
  color: inherit; background: none; font: inherit; font-size: max(.85rem, 13px); line-height: 1.4; white-space: nowrap; cursor: pointer;
}
.footnote-search:hover { border-color: currentcolor; }
.footnote-search kbd { all: unset; font-size: .85em; }
@media (max-width: 45rem) { .footnote-search kbd { display: none; } }`;

/** Puts the button there once the server is reached; until then, and where it is not, the page is as it was. */
export async function replaceSearch(options) {
  try {
    await loadFootnote(options);
  } catch {
    return;
  }
  takeSearchKeys();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(BUTTON_CSS);
  document.adoptedStyleSheets.push(sheet);
  const found = [...document.querySelectorAll(THEME_SEARCHES)];
  const outermost = found.filter((one) => !found.some((other) => other !== one && other.contains(one)));
  const [first, ...others] = outermost;
  first?.replaceWith(searchButton(labelOf(outermost)));
  // The theme's icon for small screens opens the same search.
  for (const element of others) element.remove();
}

/** The theme's own words for it, unless these are English on a page of another language. An icon has none. */
function labelOf(elements) {
  const own = elements.map(wordsOf).find(Boolean);
  const label = searchLabel(document.documentElement.lang);
  return own && (label === SEARCH_LABELS.en || !/\bsearch\b/i.test(own)) ? own : label;
}

function wordsOf(element) {
  const field = element.querySelector('input:not([type="hidden"], [type="checkbox"], [type="submit"])');
  return field?.getAttribute('placeholder') || field?.ariaLabel || element.textContent?.trim();
}

function searchButton(label) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'footnote-search';
  button.setAttribute('aria-keyshortcuts', 'Control+K');
  const keys = document.createElement('kbd');
  keys.ariaHidden = 'true';
  keys.textContent = 'Ctrl K';
  button.append(label, keys);
  button.addEventListener('click', () => openSearch());
  return button;
}
