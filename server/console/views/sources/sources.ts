import type { Page, Setup, Source, User } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { AfterTyping } from '../../controllers/after-typing.ts';
import { Bulk } from '../../controllers/bulk.ts';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { plural } from '../../format.ts';
import { bulkBar, bulkStyles, pick } from '../../parts/bulk-bar.ts';
import { type IconName, icon } from '../../parts/icon.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { emptyState, notice, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './add-source.ts';
import { ADDABLE, type Addable } from './add-source.ts';
import './drop-zone.ts';
import { DOCUMENT_FORMATS, FILE_FORMATS, type FileFormat, formatEndings, formatNames } from './file-formats.ts';
import { chooseFiles, chooseFolder, type FoundFiles } from './files.ts';
import { deleteSources, replaceFile, syncSource } from './source-actions.ts';
import { filterOf, filterStyles, isFiltered, queryOf, type SourceFilter, sourceFilters } from './source-filters.ts';
import { isProcessing, sourceName } from './source-labels.ts';
import { type RowActions, sourceRow, sourceRowStyles } from './source-row.ts';
import './upload-list.ts';
import { type Sent, type UploadQueue, uploadsOf } from './upload-queue.ts';

const LIMIT = 20;

/** `/projects/{id}/sources`: the sources of a project, and ways to add more. */
export class SourcesView extends View {
  static override styles = [
    shared,
    sourceRowStyles,
    filterStyles,
    bulkStyles,
    css`
      .empty { border-color: var(--edge); background: var(--shade); }
      .ways { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: var(--space-3); }
      .way { display: grid; gap: 0.125rem; justify-items: start; padding: var(--space-4); border: 1px solid var(--line); border-radius: var(--round-l); background: var(--card); color: var(--ink); font: inherit; text-align: start; text-decoration: none; cursor: pointer; transition: background var(--quick), border-color var(--quick); }
      .way:hover { background: var(--hover); }
      .way svg { color: var(--accent-ink); margin-block-end: var(--space-2); }
      .list { overflow: visible; }
      @media (max-width: 64rem) { .ways { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
      @media (max-width: 40rem) { .ways { grid-template-columns: minmax(0, 1fr); } .way { grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--space-3); } .way svg { grid-row: span 2; margin-block: 0.125rem; } .empty { padding-block: var(--space-7); } .head .button { flex: 1; } }
    `,
  ];
  static override properties = { adding: { state: true }, search: { state: true } };
  adding: Addable | null = null;
  /** The search text while it is being typed; the query string follows later. */
  search: string | null = null;
  /** True if a source has become ready while the page was open. */
  #ready = false;
  /** The ids of the sources that were added or being read while the page was open. */
  readonly #awaited = new Set<string>();
  #shown: Page<Source> | undefined;
  readonly #typing = new AfterTyping(this);
  #queue: UploadQueue | null = null;
  readonly #bulk = new Bulk(this);

  readonly #sources = new Resource<Page<Source>, { project: string; offset: number; filter: SourceFilter }>(this, {
    key: () => ({ project: this.params.project ?? '', offset: this.#offset, filter: this.#filter }),
    load: (_key, signal) => this.#load(signal),
  });
  readonly #user = new Resource<User, string>(this, { key: () => 'user', load: () => this.app.session.user() });
  // Not that of the session: an engine may have been added since.
  readonly #setup = new Resource<Setup, string>(this, {
    key: () => 'setup',
    load: (_key, signal) => this.app.client.setup.retrieve({ signal }),
  });
  readonly #poll = new Poll(this, {
    active: () => this.#sources.value?.items.some(isProcessing) ?? false,
    request: async (signal) => this.#take(await this.#load(signal)),
  });

  get #filter(): SourceFilter {
    return filterOf(this.app.router.current?.query);
  }

  /** What the server reads; until that is known, what every server does. */
  get #formats(): readonly FileFormat[] {
    return this.#setup.value?.reads_pictures ? FILE_FORMATS : DOCUMENT_FORMATS;
  }

  /** Where a git repository is added. */
  get #repositories(): string {
    return `/projects/${encodeURIComponent(this.params.project ?? '')}/repositories?add`;
  }

  get #offset(): number {
    const offset = Number(this.app.router.current?.query.get('offset') ?? 0);
    return Number.isInteger(offset) && offset > 0 ? offset : 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const add = this.app.router.current?.query.get('add');
    this.adding = ADDABLE.find((kind) => kind === add) ?? null;
    this.#queue = uploadsOf(this.app, this.params.project ?? '');
    this.#queue.addEventListener('added', this.#arrived);
    this.#queue.addEventListener('changed', this.#redraw);
    this.#queue.addEventListener('sent', this.#sent);
  }

  override disconnectedCallback(): void {
    this.#queue?.removeEventListener('added', this.#arrived);
    this.#queue?.removeEventListener('changed', this.#redraw);
    this.#queue?.removeEventListener('sent', this.#sent);
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    // The previous result stays until the new one is loaded.
    this.#shown = this.#sources.value ?? this.#shown;
    const none = this.#shown?.total === 0 && !isFiltered(this.#filter);
    const uploads = this.#queue?.uploads.length ? this.#queue : null;
    // From the first file on, what is above the uploads stays: their rows do not move.
    const begun = !none || uploads !== null;
    return html`<div class="page">
      ${pageHeader({
        title: 'Sources',
        lead: 'The chat answers from these sources only.',
        actions: begun && may(this.project, 'editor') ? this.#buttons() : undefined,
      })}
      ${uploads ? html`<upload-list .queue=${uploads}></upload-list>` : nothing}
      ${this.#ready && this.project?.usage.requests === 0 ? this.#next() : nothing}
      ${none ? (uploads ? nothing : this.#invitation()) : this.#all()}
      ${may(this.project, 'editor') ? html`<drop-zone .formats=${formatNames(this.#formats)} @files=${({ detail }: CustomEvent<FoundFiles>) => this.#upload(detail)}></drop-zone>` : nothing}
      <add-source .app=${this.app} .project=${this.params.project} .kind=${this.adding} @added=${this.#added} @close=${() => this.#add(null)}></add-source>
    </div>`;
  }

  #buttons(): TemplateResult {
    const way = (kind: Addable, name: IconName, label: string) =>
      html`<button class="button" type="button" @click=${() => this.#add(kind)}>${icon(name, 16)}${label}</button>`;
    return html`${way('page', 'globe', 'Page')}${way('site', 'folder', 'Site')}${way('text', 'text', 'Text')}
      <a class="button" href=${this.#repositories}>${icon('branch', 16)}Repository</a>
      <button class="button" type="button" @click=${this.#chooseFolder}>${icon('folder', 16)}Folder</button>
      <button class="button primary" type="button" @click=${this.#choose}>${icon('upload', 16)}Add files</button>`;
  }

  #invitation(): TemplateResult {
    if (this.project && !may(this.project, 'editor'))
      return emptyState({ icon: 'document', title: 'No sources yet', text: reasonFor('editor') });
    const way = (kind: Addable, name: IconName, title: string, text: string) =>
      html`<button class="way" type="button" @click=${() => this.#add(kind)}>${icon(name, 20)}<strong>${title}</strong><span class="soft small">${text}</span></button>`;
    const drop = emptyState({
      icon: 'upload',
      title: 'Drop your documents here',
      text: html`As many as you like, whole folders too.<br>${formatNames(this.#formats)}.${this.#pictures()}`,
      action: html`<div class="row"><button class="button primary" type="button" @click=${this.#choose}>Choose files</button>
        <button class="button" type="button" @click=${this.#chooseFolder}>Choose a folder</button></div>`,
    });
    return html`${drop}
    <div class="ways">${way('page', 'globe', 'A web page', 'One address, read now or every day')}
      ${way('site', 'folder', 'A whole site', 'All pages below one address')}
      ${way('text', 'text', 'A text', 'Write or paste what people should know')}
      <a class="way" href=${this.#repositories}>${icon('branch', 20)}<strong>A git repository</strong><span class="soft small">Documentation that follows its branch</span></a></div>`;
  }

  /** How pictures can be read, too, where they are not. */
  #pictures(): TemplateResult | typeof nothing {
    if (this.#setup.value?.reads_pictures !== false) return nothing;
    const add = this.#user.value?.operator
      ? html`you <a href="/settings/models">add text recognition (OCR)</a>`
      : 'the server’s operator adds text recognition (OCR)';
    return html`<br>Pictures (PNG, JPEG) and scans are read once ${add}.`;
  }

  #all(): TemplateResult {
    const filter = { ...this.#filter, ...(this.search !== null && { search: this.search }) };
    return html`${sourceFilters(filter, (changes) => this.#narrow(changes))}
      ${this.#sources.value || !this.#shown ? renderResource(this.#sources, (page) => this.#list(page), { lines: 6 }) : this.#sources.error ? renderResource(this.#sources, () => nothing) : this.#list(this.#shown)}`;
  }

  #list(page: Page<Source>): TemplateResult {
    if (page.items.length === 0) {
      return emptyState({
        icon: 'search',
        title: page.total === 0 ? 'No matches' : 'Nothing on this page',
        text: page.total === 0 ? 'No source matches these filters.' : 'There are fewer sources now.',
        action: html`<button class="button" type="button" @click=${() => this.#narrow({ status: '', type: '', search: '' })}>Show all</button>`,
      });
    }
    const items = this.app.removals.left(page.items);
    const order = items.map(({ id }) => id);
    const edits = may(this.project, 'editor');
    const { selection } = this.#bulk;
    return html`${
      edits
        ? bulkBar({
            selection,
            order,
            text: `${plural(page.total - (page.items.length - items.length), 'source')}${isFiltered(this.#filter) ? ' found' : ''}`,
            running: this.#bulk.running,
            actions: [
              { label: 'Read again', icon: 'sync', run: () => void this.#syncAll(selection.of(items)) },
              { label: 'Delete', icon: 'trash', danger: true, run: () => this.#delete(selection.of(items)) },
            ],
          })
        : nothing
    }<ul class="list">${repeat(
      items,
      ({ id }) => id,
      (source) =>
        sourceRow(source, edits ? this.#actions : null, {
          ...(edits && { box: pick(selection, source.id, order, sourceName(source)) }),
        }),
    )}</ul>
    ${pagination({ ...page, of: 'sources', move: (offset) => this.#go({ offset }) })}`;
  }

  #next(): TemplateResult {
    return notice(
      html`<div class="spread"><span><strong>Your documents are ready for questions.</strong> See an answer with the passages that it cites.</span>
        <a class="button small" href="/projects/${encodeURIComponent(this.params.project ?? '')}/playground">Ask a question</a></div>`,
      { tone: 'good', name: 'check' },
    );
  }

  readonly #actions: RowActions = {
    again: (source) => void this.#changed(syncSource(this.app, source)),
    replaceFile: (source) => void this.#changed(replaceFile(this.app, source)),
    replaceText: (source) => this.app.router.go(`/projects/${source.project_id}/sources/${source.id}`),
    menu: (source) => [
      { label: 'Read again', icon: 'sync', disabled: isProcessing(source), choose: () => this.#actions.again(source) },
      ...(source.type === 'file'
        ? [{ label: 'Replace the file', icon: 'upload', choose: () => this.#actions.replaceFile(source) } as const]
        : []),
      { label: 'Delete', icon: 'trash', danger: true, choose: () => this.#delete([source]) },
    ],
  };

  readonly #arrived = (event: Event) => {
    // They may be ready before the list is loaded for the first time.
    for (const id of (event as CustomEvent<string[]>).detail) this.#awaited.add(id);
    void this.#sources.reload();
  };
  readonly #redraw = () => this.requestUpdate();
  readonly #sent = (event: Event) => {
    const { created, replaced, unchanged } = (event as CustomEvent<Sent>).detail;
    if (created + replaced + unchanged < 2) return;
    const parts = [
      `${created} new`,
      ...(replaced ? [`${replaced} replaced`] : []),
      ...(unchanged ? [`${unchanged} unchanged`] : []),
    ];
    this.app.toast(`All files are sent: ${parts.join(', ')}. You can close this tab.`);
  };

  async #load(signal: AbortSignal): Promise<Page<Source>> {
    const query = { ...queryOf(this.#filter), parent_id: 'none', limit: LIMIT, offset: this.#offset };
    const page = await this.app.client.sources.list(this.params.project ?? '', query, { signal });
    for (const source of page.items) {
      if (isProcessing(source)) this.#awaited.add(source.id);
      this.#ready ||= source.status === 'completed' && this.#awaited.has(source.id);
    }
    return page;
  }

  /** Shows the result of a poll; true if it has changed. */
  #take(page: Page<Source>): boolean {
    const before = this.#sources.value?.items ?? [];
    this.#sources.set(page);
    return JSON.stringify(before) !== JSON.stringify(page.items);
  }

  #narrow(changes: Partial<SourceFilter>): void {
    this.#typing.cancel();
    const apply = () => {
      this.search = null;
      this.#go({ ...changes, offset: 0 });
    };
    this.search = changes.search || null;
    if (this.search === null) apply();
    else this.#typing.run(apply);
  }

  #go(changes: Record<string, string | number>): void {
    this.app.router.setQuery(changes);
    this.requestUpdate();
  }

  async #choose(): Promise<void> {
    const files = await chooseFiles({ accept: formatEndings(this.#formats) });
    this.#queue?.add(files.map((file) => ({ file, path: null })));
  }

  async #chooseFolder(): Promise<void> {
    this.#upload(await chooseFolder());
  }

  #upload({ files, skipped }: FoundFiles): void {
    this.#queue?.add(files);
    if (skipped === 0) return;
    if (files.length === 0)
      this.app.toast(`There are no documents in it. Documents are ${formatNames(DOCUMENT_FORMATS)}.`, 'bad');
    else this.app.toast(`${plural(skipped, 'file')} left out: not ${skipped === 1 ? 'a document' : 'documents'}.`);
  }

  #add(kind: Addable | null): void {
    this.adding = kind;
    if (kind === null) this.app.router.setQuery({ add: null });
  }

  #added({ detail: source }: CustomEvent<Source>): void {
    this.#awaited.add(source.id);
    if (source.crawl) this.app.router.go(`/projects/${source.project_id}/sources/${source.id}?show=report`);
    else void this.#sources.reload();
  }

  async #changed(change: Promise<Source | null>): Promise<void> {
    if (!(await change)) return;
    await this.#sources.reload();
    this.#poll.restart();
  }

  #delete(sources: readonly Source[]): void {
    deleteSources(this.app, sources, () => this.#reload());
    this.#bulk.selection.set([]);
    // The pressed button has been removed with its row.
    this.renderRoot.querySelector('h1')?.focus();
  }

  async #syncAll(sources: readonly Source[]): Promise<void> {
    await this.#bulk.run(
      'Reading again',
      'could not be read again',
      sources.map((source) => ({ id: source.id, name: sourceName(source) })),
      ({ id }) => this.app.client.sources.sync(id),
    );
    await this.#reload();
    this.#poll.restart();
  }

  /** Not after the page has been left. */
  async #reload(): Promise<void> {
    if (this.isConnected) await this.#sources.reload();
  }
}

customElements.define('view-sources', SourcesView);
