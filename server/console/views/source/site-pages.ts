import type { Page, Source } from '@footnote/sdk';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { App } from '../../app.ts';
import { AfterTyping } from '../../controllers/after-typing.ts';
import { Resource } from '../../controllers/resource.ts';
import { plural } from '../../format.ts';
import { emptyState, notice, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { syncSource } from '../sources/source-actions.ts';
import { filterStyles, sourceSearch } from '../sources/source-filters.ts';
import { isProcessing } from '../sources/source-labels.ts';
import { type RowActions, sourceRow, sourceRowStyles } from '../sources/source-row.ts';

const LIMIT = 20;
/** A crawl that found fewer pages may have missed a menu. */
const FEW = 10;
/** As many addresses are looked at, among which may be links to other sites. */
const MAX_LOOKED_AT = 100;

/** `<site-pages .app=${…} .source=${…}>`: the indexed pages of a site. Each is a source. */
export class SitePages extends LitElement {
  static override properties = {
    app: { attribute: false },
    source: { attribute: false },
    offset: { state: true },
    typed: { state: true },
    search: { state: true },
  };
  static override styles = [shared, sourceRowStyles, filterStyles];
  declare app: App;
  declare source: Source;
  offset = 0;
  /** What the pages are searched for: as it is typed, and as the list is loaded by it. */
  typed = '';
  search = '';
  readonly #typing = new AfterTyping(this);
  /** How many pages the site has. */
  #all = 0;
  readonly #pages = new Resource<Page<Source>, { id: string; offset: number; search: string }>(this, {
    key: () => ({ id: this.source.id, offset: this.offset, search: this.search }),
    load: async ({ id, offset, search }, signal) => {
      const query = { ...(search && { search }), parent_id: id, limit: LIMIT, offset };
      const page = await this.app.client.sources.list(this.source.project_id, query, { signal });
      if (search === '') this.#all = page.total;
      return page;
    },
  });

  /** How many addresses the crawl has left out, as it had reached a limit. */
  readonly #beyond = new Resource<number>(this, {
    key: () => this.source.id,
    load: async (id, signal) =>
      (await this.app.client.sources.crawl(id, { reason: 'budget', limit: 1 }, { signal })).total,
  });

  /** How many pages the crawl has found where these are few, and no sitemap was there to name others; else null. */
  readonly #few = new Resource<number | null>(this, {
    key: () => this.source.id,
    load: async (id, signal) => {
      const { items, total } = await this.app.client.sources.crawl(id, { limit: MAX_LOOKED_AT }, { signal });
      const found = items.filter(({ kind, reason }) => kind === 'page' && reason !== 'other_origin').length;
      const isListed = items.some(({ kind, outcome }) => kind === 'sitemap' && outcome === 'taken');
      return found < FEW && total <= MAX_LOOKED_AT && !isListed ? found : null;
    },
  });

  /** Loads them again after the crawl has progressed. */
  async refresh(): Promise<void> {
    await Promise.all([this.#pages.reload(), this.#beyond.reload(), this.#few.reload()]);
  }

  override render(): TemplateResult {
    return html`<section class="stack" aria-label="Pages">${this.#limit()}${this.#fewLinks()}${this.#search()}${renderResource(this.#pages, (page) => this.#list(page), { lines: 6 })}</section>`;
  }

  #limit(): TemplateResult | typeof nothing {
    const beyond = this.#beyond.value ?? 0;
    if (beyond === 0 || isProcessing(this.source)) return nothing;
    const most = plural(this.source.crawl?.max_pages ?? 0, 'page');
    return notice(
      html`The crawl ended at a limit, with ${plural(beyond, 'address', 'addresses')} left out. It may read ${most}: raise that number, or narrow the paths, in the <a href="?show=settings">settings</a>, then read the site again. If it has read fewer, its time or size, or the sources that the project may have, were used up. The <a href="?show=report">report</a> lists each address.`,
      { tone: 'warn', name: 'alert' },
    );
  }

  #fewLinks(): TemplateResult | typeof nothing {
    const few = this.#few.value ?? null;
    if (few === null || this.#beyond.value !== 0 || this.source.status !== 'completed') return nothing;
    return notice(
      html`The HTML of this site links to few of its pages: ${plural(few, 'page was', 'pages were')} found, and no sitemap. If the site has more, a script probably makes its menu, and a crawl runs no scripts: add the site by the address of a sitemap or of a page that lists the others.`,
    );
  }

  #search(): TemplateResult | typeof nothing {
    return this.#all > LIMIT ? sourceSearch(this.typed, (text) => this.#find(text)) : nothing;
  }

  #find(text: string): void {
    this.typed = text;
    const find = () => {
      this.search = text.trim();
      this.offset = 0;
    };
    this.#typing.run(find, text === '' ? 0 : undefined);
  }

  #list(page: Page<Source>): TemplateResult {
    if (page.total === 0 && this.search !== '') {
      return emptyState({
        icon: 'search',
        title: 'No matches',
        text: 'No page of this site has these words in its title or address.',
        action: html`<button class="button" type="button" @click=${() => this.#find('')}>Show all</button>`,
      });
    }
    if (page.total === 0) {
      return emptyState({
        icon: 'globe',
        title: 'No pages yet',
        text: isProcessing(this.source)
          ? 'They appear here one by one.'
          : 'The report says for each address why it was not added.',
      });
    }
    return html`<div class="stack"><ul class="list">${repeat(
      page.items,
      ({ id }) => id,
      (one) => sourceRow(one, this.#actions, { plain: true }),
    )}</ul>
    ${pagination({
      ...page,
      of: 'pages',
      move: (offset) => {
        this.offset = offset;
      },
    })}</div>`;
  }

  readonly #actions: RowActions = {
    again: (page) => void syncSource(this.app, page).then(() => this.refresh()),
    // A page of a site is neither a file nor a text.
    replaceFile: () => {},
    replaceText: () => {},
    menu: () => [],
  };
}

customElements.define('site-pages', SitePages);
