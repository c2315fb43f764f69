import type { SearchFilter, SearchResult, Settings } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { emit } from '../base/events.ts';
import { CLOSE } from '../base/icon.ts';
import { toolButton } from '../base/tool-button.ts';
import type { ConversationHost } from '../chat/conversation.ts';
import type { Strings } from '../locales/strings.ts';
import { SearchController } from './search-controller.ts';
import { type SearchRow, searchDialog } from './search-dialog.ts';

export { searchStyles } from './search.styles.ts';

/** What the element does for its search. */
export interface SearchActions {
  api: () => Settings;
  strings: () => Strings;
  /** The language of the strings. */
  language: () => string;
  /** The sources that are searched; undefined for all. */
  filter: () => SearchFilter | undefined;
  /** What went wrong, in words for the visitor. */
  describeFailure: (error: unknown) => Promise<string>;
}

/** The search over the page. Its first opening loads it. */
export class Search {
  /** The page that the next questions are about; undefined for all. */
  pageFilter: SearchFilter | undefined;
  readonly #host: ConversationHost;
  readonly #actions: SearchActions;
  readonly #controller: SearchController;
  #isOpen = false;
  /** The address for which the server was asked whether it knows the page. */
  #checked = '';
  #knowsPage = false;

  constructor(host: ConversationHost, actions: SearchActions) {
    this.#host = host;
    this.#actions = actions;
    this.#controller = new SearchController(host, {
      api: actions.api,
      project: () => host.project,
      filter: actions.filter,
      describeFailure: actions.describeFailure,
    });
  }

  /** Opens the search, with this query or the last one, or closes it. */
  toggle(query: string): void {
    if (this.#isOpen) {
      this.#close();
      return;
    }
    this.#isOpen = true;
    this.#controller.activate(0);
    if (query) this.#controller.write(query);
    void this.#checkPage();
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const dialog = this.#dialog();
      // An inert page behind it, its own layer above everything, and the focus back at the end: that is the browser's.
      if (dialog && !dialog.open) dialog.showModal();
      dialog?.querySelector('input')?.select();
    });
  }

  render(): TemplateResult | typeof nothing {
    if (!this.#isOpen) return nothing;
    const strings = this.#actions.strings();
    const { query, failure, results, isCurrent } = this.#controller;
    const rows = this.#rows();
    return searchDialog({
      strings,
      query,
      rows,
      failure,
      active: Math.min(this.#controller.active, rows.length - 1),
      status: query && isCurrent && !failure ? this.#status(results.length) : '',
      busy: !isCurrent,
      nothingFound: query !== '' && isCurrent && !failure && results.length === 0,
      write: (text) => this.#controller.write(text),
      activate: (row) => this.#controller.activate(row),
      choose: (row, event) => this.#choose(row, event),
      enter: () => void this.#enter(),
      close: () => this.#close(),
      closed: () => {
        this.#isOpen = false;
        this.#host.requestUpdate();
      },
    });
  }

  /** What the next question is about, with a button that takes it back; nothing if it is about everything. */
  renderScope(): TemplateResult | typeof nothing {
    if (!this.pageFilter) return nothing;
    const { askAboutPage, askAboutAll } = this.#actions.strings();
    return html`<p class="scope"><span>${askAboutPage}</span>${toolButton(askAboutAll, CLOSE, () => this.#askAbout(undefined))}</p>`;
  }

  /** The rows of the list: results, and the ways to ask. */
  #rows(): SearchRow[] {
    const { query, results } = this.#controller;
    if (query) return [...results.map((result): SearchRow => ({ kind: 'result', result })), { kind: 'ask', query }];
    return this.#knowsPage ? [{ kind: 'ask-page' }] : [];
  }

  #status(count: number): string {
    const { nothingFound, resultCount } = this.#actions.strings();
    if (count === 0) return nothingFound;
    const form = new Intl.PluralRules(this.#actions.language()).select(count);
    return (resultCount[form] ?? resultCount.other).replace('#', String(count));
  }

  /** Chooses the active row; of a query whose results are on their way, once they are there. */
  async #enter(): Promise<void> {
    await this.#controller.settled();
    const rows = this.#rows();
    const row = rows[Math.min(this.#controller.active, rows.length - 1)];
    if (row && this.#isOpen) this.#choose(row);
  }

  /** Without an event, the row is chosen by Enter. */
  #choose(row: SearchRow, event?: MouseEvent): void {
    if (row.kind === 'result') {
      if (event) this.#open(row.result, event);
      else this.#dialog()?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
      return;
    }
    this.#close();
    if (row.kind === 'ask') void this.#host.ask(row.query);
    else this.#askAbout({ url: pageAddresses() });
  }

  /** A link opens by itself, also with the keys that open it elsewhere. */
  #open(result: SearchResult, event: MouseEvent): void {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!emit(this.#host, 'footnote-result-click', result)) event.preventDefault();
    else if (isElsewhere) return;
    this.#close();
  }

  #askAbout(filter: SearchFilter | undefined): void {
    this.pageFilter = filter;
    this.#host.show();
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => this.#host.renderRoot.querySelector('textarea')?.focus());
  }

  /** Asks once for each address whether the page is among the sources. */
  async #checkPage(): Promise<void> {
    const { href } = location;
    if (this.#checked === href) return;
    this.#checked = href;
    this.#knowsPage = await this.#controller.finds(document.title || location.pathname, { url: pageAddresses() });
    this.#host.requestUpdate();
  }

  #close(): void {
    this.#dialog()?.close();
  }

  #dialog(): HTMLDialogElement | null {
    return this.#host.renderRoot.querySelector('dialog');
  }
}

/** The addresses under which a source may hold this page: with and without its query, and a slash at the end. */
function pageAddresses(): string[] {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  const found = new Set<string>();
  for (const address of [location.href, canonical]) {
    if (!address) continue;
    const { origin, pathname, search } = new URL(address);
    const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`;
    for (const path of [pathname, other]) for (const query of [search, '']) found.add(origin + path + query);
  }
  return [...found];
}
