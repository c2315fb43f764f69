import type { IndexedPassage, Page, Source } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatCount, plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { emptyState, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { garbled, leftOut, littleRead } from './left-out.ts';
import { originalOf } from './original.ts';

const LIMIT = 20;

/** `<source-passages .app=${…} .source=${…}>`: the passages of a source, in document order. */
export class SourcePassages extends LitElement {
  static override properties = { app: { attribute: false }, source: { attribute: false }, offset: { state: true } };
  static override styles = [
    shared,
    css`
      article { padding: var(--space-4); display: grid; gap: var(--space-2); }
      article + article { border-block-start: 1px solid var(--line); }
      .where { display: flex; flex-wrap: wrap; gap: 0 var(--space-2); align-items: baseline; }
      .where .path { font-weight: 550; }
      .where .path span + span::before { content: "›"; color: var(--soft); margin-inline: 0.375rem; font-weight: 400; }
      .where .at { margin-inline-start: auto; }
      .where a { white-space: nowrap; }
      .heading { flex-wrap: wrap; gap: var(--space-3); }
      .heading > div:first-child { flex: 1 1 18rem; }
      .text { white-space: pre-wrap; overflow-wrap: anywhere; max-inline-size: 46rem; }
    `,
  ];
  declare app: App;
  declare source: Source;
  offset = 0;
  readonly #passages = new Resource<Page<IndexedPassage>, { id: string; offset: number; read: string | null }>(this, {
    key: () => ({ id: this.source.id, offset: this.offset, read: this.source.completed_at }),
    load: ({ id, offset }, signal) => this.app.client.sources.passages(id, { limit: LIMIT, offset }, { signal }),
  });

  override render(): TemplateResult {
    return html`<section class="stack" aria-labelledby="passages">
      <div class="row spread heading"><div><h2 id="passages" tabindex="-1">Passages</h2><p class="soft small">The chat searches and cites these passages word for word. Neighbouring passages may share a few sentences.</p></div>
        <div class="actions">${originalOf(this.app, this.source)}${this.#document()}</div></div>
      ${littleRead(this.source)}${garbled(this.source)}
      ${renderResource(this.#passages, (page) => this.#list(page), { lines: 6 })}
      ${leftOut(this.source)}</section>`;
  }

  /** The whole text that was read, in a tab of its own, from its first part on. */
  #document(): TemplateResult | typeof nothing {
    const url = this.#passages.value?.items[0]?.url;
    if (url === undefined) return nothing;
    const part = new URL(url);
    part.search = '?part=1';
    part.hash = '';
    return html`<a class="button" href=${part.href} target="_blank" rel="noopener">${icon('document', 16)}Open document</a>`;
  }

  #list(page: Page<IndexedPassage>): TemplateResult {
    if (page.total === 0)
      return emptyState({
        icon: 'text',
        title: 'No passages yet',
        text: 'They appear as soon as the source has been read.',
      });
    return html`<div class="card flush">${page.items.map((passage) => this.#passage(passage))}</div>
      ${pagination({ ...page, of: 'passages', move: (offset) => this.#go(offset) })}`;
  }

  #passage({ seq, headings, page, start, end, text, url }: IndexedPassage): TemplateResult {
    return html`<article aria-label="Passage ${seq + 1}">
      <div class="where small"><span class="soft number">${seq + 1}</span><span class="path break">${headings.map((heading) => html`<span>${heading}</span>`)}</span>
        <span class="soft number at">${page === null ? nothing : html`page ${page} · `}<span title="${plural(end - start, 'character')}">characters ${formatCount(start)}–${formatCount(end)}</span></span>
        <a href=${url} target="_blank" rel="noopener" aria-label="Show in document: passage ${seq + 1}">Show in document</a></div>
      <p class="text" dir="auto">${text}</p></article>`;
  }

  #go(offset: number): void {
    this.offset = offset;
    this.renderRoot.querySelector<HTMLElement>('#passages')?.focus();
  }
}

customElements.define('source-passages', SourcePassages);
