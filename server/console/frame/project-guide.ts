import type { Project } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { Poll } from '../controllers/poll.ts';
import { persistentStorage } from '../controllers/storage.ts';
import { seenOrigins } from '../parts/allowed-origin.ts';
import { icon } from '../parts/icon.ts';
import { shared } from '../styles/shared.ts';

const HIDDEN = 'footnote.guide-hidden';

interface GuideStep {
  what: string;
  how: string;
  /** Where it is done. */
  page: string;
  done: boolean;
  /** Whether the owner has done their part: `how` says what is still missing. */
  waiting?: boolean;
}

/**
 * `<project-guide .app=${…} .project=${…} path="…">`: three steps for a new project, which are ticked off automatically. Shown
 * above the pages that it links to, until all steps are done or the owner hides it.
 */
export class ProjectGuide extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    path: { attribute: false },
    searchable: { state: true },
    hiddenFor: { state: true },
  };
  static override styles = [
    shared,
    css`
      .guide { border-block-end: 1px solid var(--line); background: var(--shade); padding: var(--space-4) var(--space-5); }
      .inside { max-inline-size: calc(var(--column) - 3rem); margin-inline: auto; display: flex; gap: var(--space-3); align-items: center; }
      ol { flex: 1; display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--space-3); min-inline-size: 0; }
      li a { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--space-3); align-items: center; min-block-size: 2.75rem; padding: var(--space-2) var(--space-3); border-radius: var(--round-m); border: 1px solid transparent; color: var(--ink); text-decoration: none; }
      li a:hover { background: var(--hover); }
      li.next a { background: var(--card); border-color: var(--line); box-shadow: var(--shadow-s); }
      .step { grid-row: span 2; display: grid; place-items: center; inline-size: 1.625rem; block-size: 1.625rem; border-radius: 50%; border: 1.5px solid var(--edge); color: var(--soft); font-weight: 650; font-size: var(--text-s); }
      .next .step { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
      .done .step { border-color: transparent; background: var(--good-shade); color: var(--good); }
      @media (forced-colors: active) { li:not(.next) a { border-color: Canvas; } }
      .what { font-weight: 600; }
      .done .what { font-weight: 500; color: var(--soft); }
      @media (max-width: 64rem) { li:not(.waiting) .how { display: none; } li:not(.waiting) .step { grid-row: auto; } }
      @media (max-width: 48rem) { .guide { padding: var(--space-2) var(--space-3); } ol { display: flex; gap: var(--space-1); align-items: center; } li:not(.next) a { grid-template-columns: auto; } li.next { flex: 1; } li:not(.next) .how { display: none; } li:not(.next) .what { position: absolute; inline-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; } li a { padding: var(--space-1) var(--space-2); } }
    `,
  ];
  declare app: App;
  declare project: Project;
  declare path: string;
  /** True if a source is searchable; null until it is known. */
  searchable: boolean | null = null;
  hiddenFor = persistentStorage.read(HIDDEN)?.split(' ') ?? [];
  readonly #poll = new Poll(this, {
    active: () => this.#wanted,
    request: (signal) => this.#ask(signal),
    minInterval: 6000,
  });
  #of = '';

  get #wanted(): boolean {
    return this.#steps.some(({ done }) => !done) && !this.hiddenFor.includes(this.project.id);
  }

  get #steps(): readonly GuideStep[] {
    const { usage } = this.project;
    return [
      { what: 'Add documents', how: 'Files, pages or text', page: 'sources', done: this.searchable === true },
      { what: 'Ask a question', how: 'See what is cited', page: 'playground', done: usage.requests > 0 },
      { what: 'Put it on your site', page: 'widget', ...onSite(this.project) },
    ];
  }

  override render(): TemplateResult | typeof nothing {
    const here = this.#steps.some(({ page }) => this.path.endsWith(`/${page}`));
    if (this.searchable === null || !here || !this.#wanted) return nothing;
    const next = this.#steps.findIndex(({ done }) => !done);
    return html`<nav class="guide" aria-label="First steps"><div class="inside"><ol>${this.#steps.map(
      (
        { what, how, page, done, waiting },
        at,
      ) => html`<li class="${done ? 'done' : at === next ? 'next' : ''} ${waiting && !done ? 'waiting' : ''}">
        <a href="/projects/${encodeURIComponent(this.project.id)}/${page}" aria-current=${this.path.endsWith(`/${page}`) ? 'step' : nothing}>
          <span class="step" aria-hidden="true">${done ? icon('check', 14) : at + 1}</span><span class="what">${what}${done ? html`<span class="only-read"> (done)</span>` : nothing}</span>
          <span class="how soft small">${how}</span></a></li>`,
    )}</ol><button class="button quiet icon small" type="button" aria-label="Hide the first steps" title="Hide" @click=${this.#hide}>${icon('close', 16)}</button></div></nav>`;
  }

  protected override willUpdate(): void {
    if (this.#of === this.project.id) return;
    this.#of = this.project.id;
    this.searchable = null;
    if (!this.hiddenFor.includes(this.project.id)) void this.#ask().catch(() => undefined);
  }

  /** True if a step has been completed since the last check. */
  async #ask(signal?: AbortSignal): Promise<boolean> {
    const { id, usage } = this.project;
    if (this.searchable !== true) {
      const before = this.searchable;
      const { items } = await this.app.client.sources.list(id, { limit: 20 }, { signal });
      if (id !== this.project.id) return false;
      this.searchable = items.some(({ status, chunks_count }) => status === 'completed' && chunks_count > 0);
      // Check often while documents are being processed.
      return before !== this.searchable || items.some(({ status }) => status === 'processing' || status === 'pending');
    }
    const project = await this.app.client.projects.retrieve(id, { signal });
    if (id !== this.project.id) return false;
    const changed =
      project.usage.requests !== usage.requests ||
      JSON.stringify(project.widget_origins) !== JSON.stringify(this.project.widget_origins);
    if (changed || project.updated_at !== this.project.updated_at) this.app.projectChanged(project);
    return changed;
  }

  #hide(): void {
    this.hiddenFor = [...this.hiddenFor, this.project.id];
    persistentStorage.write(HIDDEN, this.hiddenFor.slice(-50).join(' '));
    this.#poll.restart();
  }
}

/** An origin that is allowed is not enough: only a visitor's widget shows that it works. */
function onSite(project: Project): Pick<GuideStep, 'how' | 'done' | 'waiting'> {
  const waiting = project.allowed_origins.length > 0;
  return {
    how: waiting ? 'Allowed, not seen yet' : 'One line of HTML',
    done: seenOrigins(project).length > 0,
    waiting,
  };
}

customElements.define('project-guide', ProjectGuide);
