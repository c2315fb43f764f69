import type { Source } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { icon } from '../../parts/icon.ts';
import '../../parts/progress-bar.ts';
import { confirmLeave } from '../../parts/dialogs/confirm-leave.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { notice, pageHeader, renderResource, tabs } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './crawl-report.ts';
import './describe-source.ts';
import './replace-text.ts';
import './site-pages.ts';
import { factStyles, sourceFacts } from './source-facts.ts';
import './source-passages.ts';
import './source-settings.ts';
import { deleteSources, replaceFile, syncSource } from '../sources/source-actions.ts';
import { type SourceRemedies, sourceError } from '../sources/source-error.ts';
import { isProcessing, sourceName } from '../sources/source-labels.ts';
import { sourceProgress, sourceState } from '../sources/source-row.ts';

/** `/projects/{id}/sources/{source}`: a source, its passages, and its actions. */
export class SourceView extends View {
  static override styles = [
    shared,
    factStyles,
    css`
      .going { display: grid; gap: 0.375rem; }
      .words { flex: 1 1 16rem; }
      h1 .badge { vertical-align: 0.25em; letter-spacing: 0; }
    `,
  ];
  static override properties = { replacing: { state: true }, describing: { state: true } };
  replacing = false;
  describing = false;
  readonly #source = new Resource<Source>(this, {
    key: () => this.params.source ?? '',
    load: (id, signal) => this.app.client.sources.retrieve(id, { signal }),
  });
  readonly #poll = new Poll(this, {
    // Each poll also loads the list of pages or the report.
    minInterval: 6000,
    active: () => (this.#source.value ? isProcessing(this.#source.value) : false),
    request: async (signal) => this.#take(await this.app.client.sources.retrieve(this.params.source ?? '', { signal })),
  });

  override render(): TemplateResult {
    return html`<div class="page">${renderResource(this.#source, (source) => this.#page(source), { lines: 5 })}</div>`;
  }

  #page(source: Source): TemplateResult {
    this.app.setTitle(sourceName(source));
    return html`${pageHeader({
      back: this.#back(source),
      title: html`<bdi>${sourceName(source)}</bdi> ${sourceState(source)}`,
      actions: may(this.project, 'editor') ? this.#buttons(source) : nothing,
    })}
    ${isProcessing(source) ? html`<div class="card going">${sourceProgress(source)}</div>` : nothing}
    ${sourceError(source, may(this.project, 'editor') ? this.#remedies : null)}
    ${isProcessing(source) && source.chunks_count > 0 ? notice('Until that is done, questions are answered from the previous version.') : nothing}
    ${source.type === 'url' && !source.parent_id ? this.#tabbed(source) : html`${this.#facts(source)}${source.status === 'failed' ? nothing : this.#passages(source)}`}
    <describe-source .app=${this.app} .source=${source} .open=${this.describing} @changed=${this.#changed} @close=${() => this.#describe(false)}></describe-source>
    <replace-text .app=${this.app} .source=${source} .open=${this.replacing} @changed=${this.#changed} @close=${() => this.#replace(false)}></replace-text>`;
  }

  #back({ parent_id }: Source): { href: string; label: string } {
    const all = `/projects/${encodeURIComponent(this.params.project ?? '')}/sources`;
    return parent_id
      ? { href: `${all}/${encodeURIComponent(parent_id)}`, label: 'Its site' }
      : { href: all, label: 'Sources' };
  }

  #buttons(source: Source): TemplateResult {
    const busy = isProcessing(source);
    const remedies = this.#remedies;
    return html`<button class="button" type="button" ?disabled=${busy} @click=${() => remedies.again(source)}>${icon('sync', 16)}Read again</button>
      ${source.type === 'file' ? html`<button class="button" type="button" ?disabled=${busy} @click=${() => remedies.replaceFile(source)}>${icon('upload', 16)}Replace</button>` : nothing}
      ${source.type === 'text' ? html`<button class="button" type="button" ?disabled=${busy} @click=${() => remedies.replaceText(source)}>${icon('text', 16)}Replace</button>` : nothing}
      <button class="button danger" type="button" @click=${() => this.#delete(source)}>${icon('trash', 16)}Delete</button>`;
  }

  /** Web sources have tabs. */
  #tabbed(source: Source): TemplateResult {
    const pages = source.crawl
      ? { pages: 'Pages', report: 'Report', settings: 'Settings', about: 'About' }
      : { passages: 'Passages', settings: 'Settings', about: 'About' };
    const asked = this.app.router.current?.query.get('show') ?? '';
    const shown = asked in pages ? asked : Object.keys(pages)[0];
    const items = Object.entries(pages).map(([show, label]) => ({
      href: `?show=${show}`,
      label,
      current: show === shown,
    }));
    return html`<div @click=${this.#turn}>${tabs('Of this source', items)}</div>${this.#tab(source, shown)}`;
  }

  #tab(source: Source, shown: string | undefined): TemplateResult {
    if (shown === 'settings' && !may(this.project, 'editor')) return notice(reasonFor('editor'));
    if (shown === 'settings')
      return html`<source-settings .app=${this.app} .source=${source} @changed=${this.#changed}></source-settings>`;
    if (shown === 'report') return html`<crawl-report .app=${this.app} .source=${source}></crawl-report>`;
    if (shown === 'pages') return html`<site-pages .app=${this.app} .source=${source}></site-pages>`;
    return shown === 'about' ? this.#facts(source) : this.#passages(source);
  }

  #facts(source: Source): TemplateResult {
    return html`<div class="card stack">${sourceFacts(source)}
      <div class="actions"><button class="button small" type="button" @click=${() => this.#describe(true)}>Edit address and metadata</button></div></div>`;
  }

  #passages(source: Source): TemplateResult {
    return html`<source-passages .app=${this.app} .source=${source}></source-passages>`;
  }

  readonly #remedies: SourceRemedies = {
    again: (source) => void syncSource(this.app, source).then((changed) => this.#become(changed)),
    replaceFile: (source) => void replaceFile(this.app, source).then((changed) => this.#become(changed)),
    replaceText: () => this.#replace(true),
  };

  #replace(open: boolean): void {
    this.replacing = open;
  }

  #describe(open: boolean): void {
    this.describing = open;
  }

  #changed({ detail }: CustomEvent<Source>): void {
    this.#become(detail);
  }

  #become(source: Source | null): void {
    if (!source) return;
    this.#source.set(source);
    this.#poll.restart();
  }

  /** Shows the result of a poll; true if it has changed. */
  #take(source: Source): boolean {
    const changed = JSON.stringify(this.#source.value) !== JSON.stringify(source);
    this.#source.set(source);
    if (changed)
      void this.renderRoot
        .querySelector<HTMLElementTagNameMap['site-pages'] | HTMLElementTagNameMap['crawl-report']>(
          'site-pages, crawl-report',
        )
        ?.refresh();
    return changed;
  }

  /** Switches tabs through the query string, without navigating. */
  async #turn(event: MouseEvent): Promise<void> {
    const link = (event.target as Element).closest('a');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (!(await confirmLeave())) return;
    this.app.router.setQuery({ show: new URL(link.href).searchParams.get('show') });
    this.requestUpdate();
  }

  #delete(source: Source): void {
    deleteSources(this.app, [source]);
    this.app.router.go(this.#back(source).href);
  }
}

customElements.define('view-source', SourceView);

declare global {
  interface HTMLElementTagNameMap {
    'site-pages': import('./site-pages.ts').SitePages;
    'crawl-report': import('./crawl-report.ts').CrawlReport;
  }
}
