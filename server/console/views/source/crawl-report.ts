import type { CrawledUrl, CrawlOutcome, Page, Source } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Resource } from '../../controllers/resource.ts';
import { plural } from '../../format.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { badge, emptyState, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { isProcessing, shortAddress } from '../sources/source-labels.ts';
import { OUTCOMES, reasonOf } from './crawl-labels.ts';

const LIMIT = 50;

const CHOICES: readonly { value: CrawlOutcome | ''; label: string }[] = [
  { value: '', label: 'All' },
  ...(['taken', 'skipped', 'failed', 'waiting'] as const).map((value) => ({ value, label: OUTCOMES[value].words })),
];

/** `<crawl-report .app=${…} .source=${…}>`: every address that the crawl found, with its outcome. */
export class CrawlReport extends LitElement {
  static override properties = {
    app: { attribute: false },
    source: { attribute: false },
    outcome: { state: true },
    offset: { state: true },
  };
  static override styles = [
    shared,
    segmentedControlStyles,
    css`
      .segments { justify-self: start; }
      .address { min-inline-size: 16rem; overflow-wrap: anywhere; }
      .address .from { display: block; }
      td:first-child { inline-size: 1%; white-space: nowrap; }
      .why { min-inline-size: 14rem; }
      @media (max-width: 40rem) { table, tbody, tr, td { display: block; } thead { display: none; } td:first-child { inline-size: auto; } td { padding: 0.25rem var(--space-4); } tr { padding-block: var(--space-2); } tbody tr + tr td { border: 0; } tbody tr + tr { border-block-start: 1px solid var(--line); } .address, .why { min-inline-size: 0; } }
    `,
  ];
  declare app: App;
  declare source: Source;
  outcome: CrawlOutcome | '' = '';
  offset = 0;
  readonly #report = new Resource<Page<CrawledUrl>, { id: string; outcome: CrawlOutcome | ''; offset: number }>(this, {
    key: () => ({ id: this.source.id, outcome: this.outcome, offset: this.offset }),
    load: ({ id, outcome, offset }, signal) =>
      this.app.client.sources.crawl(id, { limit: LIMIT, offset, ...(outcome && { outcome }) }, { signal }),
  });

  /** Loads it again after the crawl has progressed. */
  async refresh(): Promise<void> {
    await this.#report.reload();
  }

  override render(): TemplateResult {
    return html`<section class="stack" aria-label="Report">
      ${segmentedControl({
        name: 'outcome',
        label: 'Addresses',
        value: this.outcome,
        options: CHOICES,
        change: (outcome) => this.#narrow(outcome),
      })}
      ${renderResource(this.#report, (page) => this.#table(page), { lines: 8 })}</section>`;
  }

  #table(page: Page<CrawledUrl>): TemplateResult {
    if (page.total === 0) {
      return emptyState({
        icon: 'search',
        title: this.outcome ? 'No matching addresses' : 'Nothing found yet',
        text: isProcessing(this.source) ? 'The crawl is still running.' : 'See the other addresses.',
      });
    }
    return html`<p class="soft small number" role="status">${plural(page.total, 'address', 'addresses')}${isProcessing(this.source) ? ' so far' : ''}</p>
      <div class="scroll"><table><thead><tr><th>Outcome</th><th>Address</th><th>Why</th></tr></thead>
        <tbody>${page.items.map((found) => this.#row(found))}</tbody></table></div>
      ${pagination({
        ...page,
        of: 'addresses',
        move: (offset) => {
          this.offset = offset;
        },
      })}`;
  }

  #row(found: CrawledUrl): TemplateResult {
    const { url, outcome, found_on, depth, source_id } = found;
    const fine = found.kind !== 'page' && found.reason === 'page_not_found';
    const { one, tone } = fine ? { one: 'None', tone: '' as const } : OUTCOMES[outcome];
    const name = shortAddress(url);
    return html`<tr><td>${badge(one, tone)}</td>
      <td class="address">${source_id ? html`<a href="/projects/${encodeURIComponent(this.source.project_id)}/sources/${encodeURIComponent(source_id)}">${name}</a>` : name}
        ${found_on ? html`<span class="soft from">found on ${shortAddress(found_on)}${depth > 0 ? `, ${plural(depth, 'link')} away` : ''}</span>` : nothing}</td>
      <td class="why">${reasonOf(found)}</td></tr>`;
  }

  #narrow(outcome: CrawlOutcome | ''): void {
    this.outcome = outcome;
    this.offset = 0;
  }
}

customElements.define('crawl-report', CrawlReport);
