import type { Page, StoredProject } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { AfterTyping } from '../../controllers/after-typing.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatBytes, formatCount, plural } from '../../format.ts';
import { textField } from '../../parts/forms/field.ts';
import { badge, emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { listRowStyles } from '../../styles/list-row.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './quotas-dialog.ts';

const LIMIT = 20;
/** The share of a quota from which a row says so. */
const NEAR = 0.8;

/** `/settings/storage`: what each project stores, and what it may. For the operator. */
export class StorageView extends View {
  static override styles = [
    shared,
    listRowStyles,
    css`
      .total { font-weight: 600; white-space: nowrap; }
      .filter { max-inline-size: 26rem; }
      @media (max-width: 40rem) { .list > li { flex-wrap: wrap; justify-content: space-between; } .what { flex-basis: 100%; } }
    `,
  ];
  static override properties = {
    offset: { state: true },
    typed: { state: true },
    search: { state: true },
    chosen: { state: true },
  };
  offset = 0;
  /** The search text while it is being typed. */
  typed = '';
  search = '';
  /** The project whose quotas are being set. */
  chosen: StoredProject | null = null;
  readonly #typing = new AfterTyping(this);
  #shown: Page<StoredProject> | undefined;
  readonly #projects = new Resource<Page<StoredProject>, { offset: number; search: string }>(this, {
    key: () => ({ offset: this.offset, search: this.search.trim() }),
    load: ({ offset, search }, signal) =>
      this.app.client.server.projects.list({ limit: LIMIT, offset, ...(search && { search }) }, { signal }),
  });

  override render(): TemplateResult {
    // The previous result stays until the new one is loaded.
    this.#shown = this.#projects.value ?? this.#shown;
    return html`<div class="page">
      ${pageHeader({ title: 'Storage', lead: 'How much each project of this server stores, the largest first, and how much it may.' })}
      <div class="filter">${textField({ name: 'search', label: 'Search', type: 'search', value: this.typed, placeholder: 'Project, or address of its owner', maxlength: 200, change: (text) => this.#type(text) })}</div>
      ${this.#shown && !this.#projects.error ? this.#list(this.#shown) : renderResource(this.#projects, (page) => this.#list(page))}
      <quotas-dialog .app=${this.app} .project=${this.chosen} @close=${this.#close} @saved=${this.#saved}></quotas-dialog>
    </div>`;
  }

  #list(page: Page<StoredProject>): TemplateResult {
    if (page.items.length === 0)
      return this.search
        ? emptyState({ icon: 'search', title: 'No project', text: 'No project matches this search.' })
        : emptyState({
            icon: 'folder',
            title: 'No projects yet',
            text: 'There are no projects on this server yet.',
          });
    return html`<ul class="list" aria-busy=${this.#projects.loading}>${page.items.map((project) => this.#row(project))}</ul>
      ${pagination({ ...page, of: 'projects', move: (offset) => this.#move(offset) })}`;
  }

  #row(project: StoredProject): TemplateResult {
    const { name, owner, bytes, allowed, quotas } = project;
    const total = bytes.originals + bytes.documents + bytes.index + bytes.conversations;
    const isOwn = Object.values(quotas).some((quota) => quota !== null);
    return html`<li><div class="what grow"><span class="name"><span class="title break"><bdi>${name}</bdi></span>${isOwn ? badge('Own quotas', 'accent') : nothing}${nearBadge('Sources', project.sources, allowed.sources)}${nearBadge('Size', bytes.originals, allowed.bytes)}${nearBadge('Questions', project.questions_today, allowed.daily_questions)}</span>
        <span class="soft small break">${owner.email}</span>
        <span class="small number">${ofLimit(project.sources, allowed.sources, formatCount)} sources · ${ofLimit(project.questions_today, allowed.daily_questions, formatCount)} questions today</span>
        <span class="soft small number">${ofLimit(bytes.originals, allowed.bytes, formatBytes)} of originals · ${formatBytes(bytes.documents)} of texts · ${formatBytes(bytes.index)} of index (${plural(project.passages, 'passage')}) · ${formatBytes(bytes.conversations)} in ${plural(project.conversations, 'conversation')}</span></div>
      <span class="total number">${formatBytes(total)}</span>
      <button class="button small" type="button" aria-label="Set the quotas of ${name}" @click=${() => this.#choose(project)}>Quotas</button></li>`;
  }

  #type(text: string): void {
    this.typed = text;
    this.#typing.run(() => {
      this.search = text;
      this.offset = 0;
    });
  }

  #move(offset: number): void {
    this.offset = offset;
  }

  #choose(project: StoredProject): void {
    this.chosen = project;
  }

  readonly #close = (): void => {
    this.chosen = null;
  };

  readonly #saved = async (): Promise<void> => {
    this.app.toast(`The quotas of ${this.chosen?.name ?? 'the project'} are set`);
    this.chosen = null;
    await this.#projects.reload();
  };
}

/** `480 of 500`; without a limit, what is used alone. */
const ofLimit = (used: number, limit: number | null, show: (value: number) => string): string =>
  limit === null ? show(used) : `${show(used)} of ${show(limit)}`;

/** Says that a quota is used up, or nearly. */
function nearBadge(what: string, used: number, limit: number | null): TemplateResult | typeof nothing {
  if (limit === null || used < limit * NEAR) return nothing;
  return used >= limit ? badge(`${what} used up`, 'bad') : badge(`${what} nearly used up`, 'warn');
}

customElements.define('view-storage', StorageView);
