/** The search of a documentation site, in the browser: the widget of a server behind the site's own search button. */
import type { FootnoteOptions, SourceFilter } from './options.ts';

const HIGHLIGHT = 'footnote-passage';
/** Milliseconds that a router may take to show a page. */
const PATIENCE_MS = 3000;
const PAUSE_MS = 50;

/** The options of a site whose pages may not all tell their version. */
export interface SiteOptions extends FootnoteOptions {
  /** The version of pages that tell none. */
  version?: string | undefined;
}

/** What a page says of itself. */
export interface SitePage {
  language: string;
  /** Only Docusaurus's pages tell it; empty elsewhere. */
  version: string;
}

let loading: Promise<void> | undefined;

/**
 * Adds the widget to the page, once, with its search, in the colours and for the language of the page. Rejects if the server is not
 * reached: the tool then shows its own search. `navigate` shows a page of this site without loading it, by its path with query and
 * hash; tools that load each page have none.
 */
export function loadFootnote(options: SiteOptions, navigate?: (path: string) => unknown): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${options.server}/widget.js`;
    script.async = true;
    script.dataset.project = options.project;
    script.dataset.search = '';
    describePage(options, script, 'data-');
    script.addEventListener('load', () => {
      const chat = document.querySelector('footnote-chat');
      if (!chat) return;
      const update = () => describePage(options, chat, '');
      const observer = new MutationObserver(update);
      for (const element of [document.documentElement, document.body]) observer.observe(element, { attributes: true });
      observer.observe(document.head, { childList: true });
      update();
      if (navigate) useRouter(chat, navigate);
      resolve();
    });
    script.addEventListener('error', () => reject(new Error(`${options.server} is not reached.`)));
    document.head.append(script);
  });
  return loading;
}

/** Opens the search, with this query or the last one. */
export function openSearch(query = ''): void {
  const { Footnote } = window as { Footnote?: (method: 'search', query: string) => void };
  Footnote?.('search', query);
}

/** Has Ctrl-K and ⌘K open the search, also where the theme's own listens for them. Returns what ends that. */
export function takeSearchKeys(): () => void {
  const onKeydown = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key !== 'k') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    openSearch();
  };
  window.addEventListener('keydown', onKeydown, { capture: true });
  return () => window.removeEventListener('keydown', onKeydown, { capture: true });
}

function describePage(options: SiteOptions, element: Element, prefix: string): void {
  element.setAttribute(`${prefix}theme`, isDark() ? 'dark' : 'light');
  const said = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="docusaurus_${name}"]`)?.content;
  // Other documentations of the site have versions of their own.
  const [, version = options.version ?? ''] = /^docs-default-(.+)/.exec(said('tag') ?? '') ?? [];
  const filter = pageFilter(options, { language: said('locale') ?? document.documentElement.lang, version });
  if (filter) element.setAttribute(`${prefix}filter`, JSON.stringify(filter));
}

/**
 * The filter of the options, with the language and the version of the page where the options name them. What says nothing of these
 * is for all pages, and what is of `de` also for pages of `de-AT`.
 */
export function pageFilter({ filter, metadata = {} }: FootnoteOptions, page: SitePage): SourceFilter | undefined {
  const own: Record<string, (string | null)[]> = {};
  const { language, version } = page;
  if (metadata.language && language)
    own[metadata.language] = [...new Set([language, language.replace(/-.*/, '')]), null];
  if (metadata.version && version) own[metadata.version] = [version, null];
  return Object.keys(own).length > 0 ? { ...filter, metadata: { ...filter?.metadata, ...own } } : filter;
}

/** Each tool marks its dark pages in its own way; what all have is a background. */
function isDark(): boolean {
  const colours = [document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor);
  const [red, green, blue, alpha = 1] =
    (colours.find((colour) => !colour.endsWith(', 0)')) ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return false;
  // The weights of relative luminance (WCAG 2.2), without its linear scale.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

/** Links to pages of this site, in results, answers and cards of citations, are the router's; with a key they open elsewhere. */
function useRouter(chat: Element, navigate: (path: string) => unknown): void {
  chat.addEventListener('click', (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event as MouseEvent;
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const url = link && URL.parse(link.href);
    if (url?.origin !== location.origin || defaultPrevented || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    const [hash = '', directive = ''] = url.hash.split(':~:');
    navigate(url.pathname + url.search + (hash === '#' ? '' : hash));
    void markPassage(url.pathname, directive);
  });
}

/** Marks the words that a text fragment names, as the browser does when it loads a page, and scrolls to them. */
async function markPassage(path: string, directive: string): Promise<void> {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(HIGHLIGHT);
  const [start, end] = fragmentTexts(directive);
  if (!start) return;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const isShown = location.pathname.replace(/\/$/, '') === path.replace(/\/$/, '');
    const range = isShown && findText(document.querySelector('main') ?? document.body, start, end);
    if (!range) continue;
    styleOnce();
    CSS.highlights.set(HIGHLIGHT, new Highlight(range));
    range.startContainer.parentElement?.scrollIntoView({ block: 'center' });
    return;
  }
}

/** The first and, if there is one, the last words of `text=prefix-,first,last,-suffix` (WICG, URL fragment text directives). */
export function fragmentTexts(directive: string): string[] {
  const parts = /(?:^|&)text=([^&]+)/.exec(directive)?.[1]?.split(',') ?? [];
  return parts.filter((part) => !part.startsWith('-') && !part.endsWith('-')).map(decodeURIComponent);
}

/** From the first place of a text to the end of another one after it, whatever elements and spaces are between the words. */
export function findText(root: Node, start: string, end = start): Range | null {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** The letters of the page without spaces, and where each of them is. */
  const letters: string[] = [];
  const places: [node: Text, offset: number][] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    for (const [offset, letter] of node.data.split('').entries()) {
      if (letter.trim() === '') continue;
      letters.push(plain(letter));
      places.push([node, offset]);
    }
  }
  const text = letters.join('');
  const [first, last] = [start, end].map((words) => words.split('').map(plain).join(''));
  const from = text.indexOf(first ?? '');
  const to = text.indexOf(last ?? '', from) + (last ?? '').length - 1;
  const [begin, finish] = [places[from], places[to]];
  if (from < 0 || to < from || !begin || !finish) return null;
  const range = new Range();
  range.setStart(...begin);
  range.setEnd(finish[0], finish[1] + 1);
  return range;
}

/** A letter as it is compared: as one letter again, and none for a space. */
function plain(letter: string): string {
  return letter.trim().toLowerCase().slice(0, 1);
}

let isStyled = false;

function styleOnce(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`::highlight(${HIGHLIGHT}) { background: #ffe58a; color: #1c1c1c; }`);
  document.adoptedStyleSheets.push(sheet);
}
