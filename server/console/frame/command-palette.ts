import type { Page, Project, Source } from '@footnote/sdk';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { Resource } from '../controllers/resource.ts';
import { setTheme } from '../controllers/theme.ts';
import { errorMessage, plural } from '../format.ts';
import { confirmLeave } from '../parts/dialogs/confirm-leave.ts';
import { type IconName, icon } from '../parts/icon.ts';
import { may } from '../parts/role.ts';
import { shared } from '../styles/shared.ts';
import type { NavigationEntry } from './navigation.ts';

/** Something that the palette leads to, or does. */
export interface Command {
  group: 'Pages' | 'Projects' | 'Sources' | 'Server' | 'Actions';
  label: string;
  icon: IconName;
  /** Shown at the end of the row. */
  note?: string | undefined;
  href?: string;
  run?(): void;
}

/** Milliseconds after the last key until the sources are searched. */
const TYPED_MS = 250;
const MAX_SOURCES = 8;

/**
 * `<command-palette .app=${…} .project=${…} .pages=${…} .server=${…} .open=${…} @close=${…} @help=${…}>`: a field that finds pages, projects,
 * sources and actions by their names. Events: `close`; `help`: the shortcuts are wanted.
 */
export class CommandPalette extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    pages: { attribute: false },
    server: { attribute: false },
    open: { attribute: false },
    typed: { state: true },
    searched: { state: true },
    active: { state: true },
  };
  static override styles = [
    shared,
    css`
      dialog { inline-size: min(38rem, calc(100vw - 1rem)); max-block-size: min(32rem, 80dvh); margin-block-start: min(12vh, 6rem); padding: 0; border: 1px solid var(--line); border-radius: var(--round-l); background: var(--card); color: var(--ink); box-shadow: var(--shadow-l); overflow: hidden; }
      dialog[open] { display: grid; grid-template-rows: auto minmax(0, 1fr); }
      dialog::backdrop { background: rgb(10 13 20 / 45%); }
      .top { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-3); align-items: center; padding-inline: var(--space-4); border-block-end: 1px solid var(--line); }
      .top svg { color: var(--soft); }
      input { min-block-size: 3.25rem; border: 0; background: none; color: var(--ink); font: var(--text-l) / 1.4 var(--sans); }
      input:focus-visible { outline: none; }
      input::placeholder { color: var(--soft); }
      .top:has(input:focus-visible) { box-shadow: inset 0 -2px var(--accent); }
      [role="listbox"] { overflow-y: auto; padding: var(--space-2); }
      .group { padding: var(--space-2) var(--space-2) var(--space-1); color: var(--soft); font-size: var(--text-xs); font-weight: 600; }
      [role="option"] { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: var(--space-3); align-items: center; min-block-size: var(--control); padding: 0 var(--space-2); border-radius: var(--round-s); color: var(--ink); cursor: pointer; }
      [role="option"] svg { color: var(--soft); }
      [role="option"][aria-selected="true"] { background: var(--accent-shade); }
      [role="option"][aria-selected="true"] svg { color: var(--accent-ink); }
      @media (forced-colors: active) { [role="option"][aria-selected="true"] { background: Highlight; color: HighlightText; forced-color-adjust: none; } [role="option"][aria-selected="true"] :is(svg, .extra) { color: inherit; } }
      .extra { max-inline-size: 14rem; }
      .none { padding: var(--space-5); text-align: center; color: var(--soft); }
    `,
  ];
  declare app: App;
  declare project: Project | undefined;
  declare pages: readonly NavigationEntry[];
  /** The pages of the operator; empty for everybody else. */
  declare server: readonly NavigationEntry[];
  open = false;
  typed = '';
  /** What the sources are searched for; follows `typed`. */
  searched = '';
  /** The index of the chosen row. */
  active = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #projects = new Resource<Page<Project>, boolean>(this, {
    key: () => this.open || null,
    load: (_, signal) => this.app.client.projects.list({ limit: 100 }, { signal }),
  });
  readonly #sources = new Resource<Page<Source>, { project: string; search: string }>(this, {
    key: () =>
      this.open && this.project && this.searched !== '' ? { project: this.project.id, search: this.searched } : null,
    load: ({ project, search }, signal) =>
      this.app.client.sources.list(project, { search, limit: MAX_SOURCES }, { signal }),
  });

  override disconnectedCallback(): void {
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.open) return nothing;
    const commands = this.#commands();
    const active = Math.min(this.active, commands.length - 1);
    const failed = this.#sources.error ?? this.#projects.error;
    return html`<dialog aria-label="Go to, or do" @close=${this.#onClose} @mousedown=${this.#outside}>
      <div class="top">${icon('search')}<input type="text" dir="auto" role="combobox" aria-label="Pages, projects, sources, actions" aria-expanded="true" aria-controls="commands" aria-autocomplete="list"
        aria-activedescendant=${active >= 0 ? `command-${active}` : nothing} autocomplete="off" spellcheck="false" maxlength="200" placeholder="Pages, projects, sources, actions" .value=${this.typed}
        @input=${this.#type} @keydown=${(event: KeyboardEvent) => this.#move(event, commands)}></div>
      <div role="listbox" id="commands" aria-label="Results">${commands.map((command, at) => this.#row(command, at, at === active, commands[at - 1]?.group !== command.group))}</div>
      <div class="only-read" role="status">${this.#sources.loading ? 'Searching…' : plural(commands.length, 'result')}</div>
      ${commands.length === 0 ? html`<p class="none">${this.#sources.loading ? 'Searching…' : failed ? errorMessage(failed) : `Nothing is called “${this.typed.trim()}”.`}</p>` : nothing}
    </dialog>`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('open') && this.open) Object.assign(this, { typed: '', searched: '', active: 0 });
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('open') && this.open) {
      this.renderRoot.querySelector('dialog')?.showModal();
      this.renderRoot.querySelector('input')?.focus();
    }
    this.renderRoot.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  #row({ label, icon: name, note, group }: Command, at: number, selected: boolean, first: boolean): TemplateResult {
    return html`${first ? html`<div class="group" role="presentation">${group}</div>` : nothing}
      <div role="option" id="command-${at}" aria-selected=${selected} @click=${() => this.#choose(this.#commands()[at])} @mousemove=${() => this.#point(at)}>
        ${icon(name, 16)}<span class="cut" dir="auto">${label}</span>${note ? html`<span class="extra soft small cut" dir="auto">${note}</span>` : nothing}</div>`;
  }

  /** What matches, in the order of the groups. */
  #commands(): readonly Command[] {
    const words = this.typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const matches = ({ label, group }: Command) =>
      words.every((word) => ` ${label.toLowerCase()}`.includes(` ${word}`) || group.toLowerCase().startsWith(word));
    // Names are not always made of words.
    const isNamed = ({ label }: Command) => words.every((word) => label.toLowerCase().includes(word));
    const pages: Command[] = this.pages.map((page) => ({ group: 'Pages', ...page }));
    const server: Command[] = this.server.map((page) => ({ group: 'Server', ...page }));
    const projects: Command[] = (this.#projects.value?.items ?? []).map(({ id, name, sources_count, usage }) => ({
      group: 'Projects',
      label: name,
      icon: 'folder',
      note:
        id === this.project?.id
          ? 'This one'
          : `${plural(sources_count, 'source')}, ${plural(usage.requests, 'question')}`,
      href: `/projects/${encodeURIComponent(id)}/overview`,
    }));
    const sources = (this.#sources.value?.items ?? []).map(({ id, project_id, metadata }): Command => {
      const { title, filename, url } = metadata;
      const name = filename ?? url;
      return {
        group: 'Sources',
        label: title || name || 'A text without a title',
        icon: 'document',
        note: title && title !== name ? name : undefined,
        href: `/projects/${encodeURIComponent(project_id)}/sources/${encodeURIComponent(id)}`,
      };
    });
    return [
      ...pages.filter(matches),
      ...projects.filter((project) => matches(project) || isNamed(project)),
      ...(words.length > 0 ? sources : []),
      ...server.filter(matches),
      ...this.#actions().filter(matches),
    ];
  }

  #actions(): readonly Command[] {
    const { project } = this;
    const at = (page: string) => `/projects/${encodeURIComponent(project?.id ?? '')}/${page}`;
    const action = (label: string, name: IconName, does: Pick<Command, 'href' | 'run'>): Command => ({
      group: 'Actions',
      label,
      icon: name,
      ...does,
    });
    return [
      ...(may(project, 'editor')
        ? [
            action('Add a web page', 'globe', { href: at('sources?add=page') }),
            action('Add a whole site', 'folder', { href: at('sources?add=site') }),
            action('Write a text', 'text', { href: at('sources?add=text') }),
          ]
        : []),
      ...(project ? [action('Show failed sources', 'alert', { href: at('sources?status=failed') })] : []),
      action('New project', 'add', { href: '/projects?new=1' }),
      action('Use the light theme', 'sun', { run: () => setTheme('light') }),
      action('Use the dark theme', 'moon', { run: () => setTheme('dark') }),
      action('Use the system’s theme', 'system', { run: () => setTheme('auto') }),
      action('Show the keyboard shortcuts', 'help', { run: () => this.dispatchEvent(new Event('help')) }),
      action('Sign out', 'sign', { run: () => void this.#signOut() }),
    ];
  }

  readonly #type = ({ target }: Event): void => {
    this.typed = (target as HTMLInputElement).value;
    this.active = 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.searched = this.typed.trim();
    }, TYPED_MS);
  };

  #point(at: number): void {
    this.active = at;
  }

  #move(event: KeyboardEvent, commands: readonly Command[]): void {
    const last = commands.length - 1;
    const to = {
      ArrowDown: this.active >= last ? 0 : this.active + 1,
      ArrowUp: this.active <= 0 ? last : this.active - 1,
      PageDown: Math.min(last, this.active + 8),
      PageUp: Math.max(0, this.active - 8),
    }[event.key];
    if (event.key === 'Escape' && !event.isComposing) this.#close();
    if (event.key === 'Enter' && !event.isComposing) void this.#choose(commands[Math.min(this.active, last)]);
    if (to === undefined) return;
    event.preventDefault();
    this.active = to;
  }

  async #choose(command: Command | undefined): Promise<void> {
    if (!command) return;
    this.#close();
    command.run?.();
    if (command.href && (await confirmLeave())) this.app.router.go(command.href);
  }

  async #signOut(): Promise<void> {
    if (!(await confirmLeave())) return;
    await this.app.removals.flush();
    await this.app.session.signOut();
  }

  /** At once: the event `close` of a dialog comes later, perhaps when the palette is open again. */
  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
    this.#closed();
  }

  #onClose({ target }: Event): void {
    if (target === this.renderRoot.querySelector('dialog')) this.#closed();
  }

  #closed(): void {
    clearTimeout(this.#timer);
    Object.assign(this, { open: false, typed: '', searched: '', active: 0 });
    this.dispatchEvent(new Event('close'));
  }

  #outside(event: MouseEvent): void {
    if (event.target === event.currentTarget) this.#close();
  }
}

customElements.define('command-palette', CommandPalette);
