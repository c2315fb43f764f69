// What the guide can do with JavaScript: search, copy buttons, and the place in "On this page". Without it, the link at the top
// leads to the list of all pages.

const find = document.querySelector('a.find');
if (find) find.replaceWith(searchButton());
for (const block of document.querySelectorAll('.code')) block.append(copyButton(block.querySelector('pre')));
followOutline();

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function copyButton(pre) {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy');
  let reset = 0;
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard.writeText(pre.textContent.trimEnd()).then(
      () => true,
      () => false,
    );
    // Without a clipboard (a page without TLS), the text is selected, ready for the keyboard.
    if (!copied) getSelection()?.selectAllChildren(pre);
    button.textContent = copied ? 'Copied' : 'Selected';
    button.dataset.copied = '';
    announce(copied ? 'Copied' : 'The code is selected');
    clearTimeout(reset);
    reset = setTimeout(() => {
      button.textContent = 'Copy';
      delete button.dataset.copied;
    }, 2000);
  });
  return button;
}

function announce(text) {
  let live = document.querySelector('.announcement');
  if (!live) {
    live = element('div', { class: 'announcement', role: 'status' });
    document.body.append(live);
  }
  live.textContent = text;
}

/** Marks the section on the screen in "On this page". */
function followOutline() {
  const links = new Map([...document.querySelectorAll('.outline a')].map((link) => [link.hash.slice(1), link]));
  const headings = [...document.querySelectorAll('article :is(h2, h3)[id]')];
  if (links.size === 0) return;
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120);
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const current = scrollY > 0 && atEnd ? headings.at(-1) : passed.at(-1);
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  let waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

function searchButton() {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
  const button = element(
    'button',
    { type: 'button', class: 'find', 'aria-keyshortcuts': 'Control+K Meta+K /' },
    'Search',
  );
  button.append(element('kbd', { 'aria-hidden': 'true' }, isApple ? '⌘ K' : 'Ctrl K'));
  let search;
  const open = () => {
    search ??= createSearch();
    search.open();
  };
  button.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    // A slash that is typed into a field, of the chat as well, is text.
    const typing = event.composedPath()[0] instanceof Element && event.composedPath()[0].matches('input, textarea');
    if (!isShortcut && (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey)) return;
    event.preventDefault();
    open();
  });
  return button;
}

/** Loads the search's library and the text of all pages, once. */
async function loadIndex() {
  const [{ default: MiniSearch }, entries] = await Promise.all([
    import('/docs/minisearch.js'),
    fetch('/docs/search.json').then((response) => response.json()),
  ]);
  const index = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    storeFields: ['heading', 'page', 'text', 'address'],
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  return (words) => {
    const all = index.search(words, { combineWith: 'AND' });
    return (all.length > 0 ? all : index.search(words)).slice(0, 8);
  };
}

function createSearch() {
  const input = searchInput();
  const close = element('button', { type: 'button' }, 'Close');
  const list = element('div', { id: 'search-results', role: 'listbox', 'aria-label': 'Results' });
  const state = element('p', { class: 'state', role: 'status' });
  const field = element('div', { class: 'search-field' }, input, close);
  const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' }, field, list, state);
  document.body.append(dialog);
  const showOptions = createListbox(input, list);

  let index;
  const update = async () => {
    const words = input.value.trim();
    const results = words && index ? await index.then((searchFor) => searchFor(words)) : [];
    // Something else has been typed meanwhile.
    if (input.value.trim() !== words) return;
    const options = results.map(resultOption);
    if (words && window.Footnote) options.push(askOption(words, () => dialog.close()));
    showOptions(options);
    state.textContent = words ? countOf(results.length) : '';
  };

  input.addEventListener('input', () => void update());
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    // A click on the backdrop, or on a result on this page.
    if (event.target === dialog || event.target.closest('a')) dialog.close();
  });
  return {
    open() {
      if (dialog.open) return;
      dialog.showModal();
      input.select();
      index ??= loadIndex();
      index.then(update, () => {
        index = undefined;
        state.textContent = 'The search could not be loaded. The list of pages is under Guide.';
      });
    },
  };
}

function searchInput() {
  return element('input', {
    type: 'search',
    role: 'combobox',
    placeholder: 'Search the guide',
    'aria-label': 'Search the guide',
    'aria-controls': 'search-results',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  });
}

/** The options of a list, chosen with the arrow keys while the focus stays in the field. Returns a function that shows others. */
function createListbox(input, list) {
  let selected = -1;
  const select = (next) => {
    const options = [...list.children];
    selected = options.length === 0 ? -1 : (next + options.length) % options.length;
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === selected));
    const option = options[selected];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  };
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected - 1);
    else if (event.key === 'Enter') list.children[selected]?.click();
    else return;
    event.preventDefault();
  });
  return (options) => {
    for (const [at, option] of options.entries()) option.id = `search-result-${at}`;
    list.replaceChildren(...options);
    input.setAttribute('aria-expanded', String(options.length > 0));
    select(0);
  };
}

const countOf = (count) => (count === 0 ? 'Nothing found.' : count === 1 ? '1 result' : `${count} results`);

function resultOption({ heading, page, text, address, match }) {
  const option = element('a', { role: 'option', tabindex: '-1', href: address });
  const title = element('b', {}, heading || page);
  if (heading) title.append(element('span', { class: 'where' }, ` · ${page}`));
  option.append(title, element('span', { class: 'excerpt' }, ...excerpt(text, Object.keys(match))));
  return option;
}

function askOption(words, done) {
  const option = element('a', { role: 'option', tabindex: '-1', href: '#content' });
  option.append(element('b', {}, 'Ask the chat'), element('span', { class: 'excerpt' }, words));
  option.addEventListener('click', (event) => {
    event.preventDefault();
    done();
    window.Footnote('ask', words);
  });
  return option;
}

/** The part of a text around the first of some terms, with all of them marked. */
function excerpt(text, terms) {
  const words = terms
    .filter((term) => text.toLowerCase().includes(term))
    .sort((one, other) => other.length - one.length);
  if (words.length === 0) return [text.slice(0, 120)];
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'i');
  const first = text.search(pattern);
  const start = first > 40 ? text.lastIndexOf(' ', first - 25) + 1 : 0;
  const shown = (start > 0 ? '… ' : '') + text.slice(start, start + 140);
  const parts = shown.split(new RegExp(pattern.source, 'gi'));
  return parts.map((part, at) => (at % 2 === 1 ? element('mark', {}, part) : part));
}
