import type { Page, Project } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../app.ts';
import { Resource } from '../controllers/resource.ts';
import { plural } from '../format.ts';
import { icon } from '../parts/icon.ts';
import { renderResource } from '../parts/states.ts';
import { shared } from '../styles/shared.ts';

const LIMIT = 100;

/** `<project-switcher .app=${…} .project=${…} .page=${…}>`: the name of the project, which opens the list of all. `page` is kept. */
export class ProjectSwitcher extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    page: { attribute: false },
    opened: { state: true },
  };
  static override styles = [
    shared,
    css`
      .name { display: flex; align-items: center; justify-content: space-between; gap: var(--space-2); inline-size: 100%; min-block-size: var(--control); padding: 0 var(--space-2); border: 1px solid var(--line); border-radius: var(--round-m); background: var(--card); color: var(--ink); font: 650 var(--text-m) / 1.3 var(--sans); text-align: start; cursor: pointer; }
      .name:hover { background: var(--hover); }
      .name svg { color: var(--soft); }
      [popover] { position: fixed; inset: auto; margin: 0; padding: var(--space-1); inline-size: min(22rem, calc(100vw - 1rem)); max-block-size: min(28rem, 70vh); overflow-y: auto; border: 1px solid var(--line); border-radius: var(--round-m); background: var(--card); color: var(--ink); box-shadow: var(--shadow-l); }
      a { display: grid; align-content: center; min-block-size: var(--control); padding: var(--space-1) var(--space-3); border-radius: var(--round-s); color: var(--ink); text-decoration: none; }
      a:hover, a:focus-visible { background: var(--hover); }
      a[aria-current] .cut { font-weight: 600; }
      .all { margin-block-start: var(--space-1); border-block-start: 1px solid var(--line); padding-block-start: var(--space-1); }
    `,
  ];
  declare app: App;
  declare project: Project | undefined;
  declare page: string;
  opened = false;
  readonly #projects = new Resource<Page<Project>, boolean>(this, {
    key: () => this.opened || null,
    load: (_, signal) => this.app.client.projects.list({ limit: LIMIT }, { signal }),
  });

  override render(): TemplateResult {
    return html`<button class="name" type="button" popovertarget="list" aria-expanded=${this.opened} title=${this.project?.name ?? nothing}>
        <span class="only-read">Project:</span><span class="cut" dir="auto">${this.project?.name ?? 'Project'}</span>${icon('chevron', 16)}</button>
      <div popover id="list" @toggle=${this.#toggled} @click=${this.#chosen}>${this.opened ? renderResource(this.#projects, (page) => this.#list(page)) : nothing}</div>`;
  }

  #list({ items, total }: Page<Project>): TemplateResult {
    return html`<nav aria-label="Projects"><ul>${items.map(
      ({ id, name, sources_count, usage }) =>
        html`<li><a href="/projects/${encodeURIComponent(id)}/${this.page}" aria-current=${id === this.project?.id ? 'true' : nothing}><span class="cut" dir="auto">${name}</span>
          <span class="counts soft small number">${plural(sources_count, 'source')}, ${plural(usage.requests, 'question')}</span></a></li>`,
    )}</ul><div class="all"><a href="/projects">${total > items.length ? `All ${total} projects` : 'All projects'}</a><a href="/projects?new=1">New project</a></div></nav>`;
  }

  #toggled({ newState }: ToggleEvent): void {
    this.opened = newState === 'open';
    if (!this.opened) return;
    const { left, bottom } = this.renderRoot.querySelector('button')?.getBoundingClientRect() ?? new DOMRect();
    // Through the CSSOM, as the content security policy forbids style attributes.
    const list = this.renderRoot.querySelector<HTMLElement>('[popover]');
    list?.style.setProperty('left', `${left}px`);
    list?.style.setProperty('top', `${bottom + 4}px`);
  }

  #chosen(event: Event): void {
    if (event.target instanceof Element && event.target.closest('a'))
      this.renderRoot.querySelector<HTMLElement>('[popover]')?.hidePopover();
  }
}

customElements.define('project-switcher', ProjectSwitcher);
