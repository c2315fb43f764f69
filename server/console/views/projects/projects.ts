import type { Page, Project } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { formatCompact, formatRelativeTime, WORDS_PROCESSED } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { ROLES } from '../../parts/role.ts';
import { badge, emptyState, pageHeader, pagination, renderResource } from '../../parts/states.ts';
import { listRowStyles } from '../../styles/list-row.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './first-project.ts';
import './new-project.ts';

const LIMIT = 20;

/** `/projects`: the projects and their usage, or the form for the first project. */
export class ProjectsView extends View {
  static override styles = [
    shared,
    listRowStyles,
    css`
      .list > .project { align-items: flex-start; }
      .figures { display: flex; gap: var(--space-5); text-align: end; }
      .figures div { display: grid; min-inline-size: 4.5rem; }
      .figures .value { font-weight: 600; }
      @media (max-width: 40rem) { .list > .project { flex-direction: column; } .figures { text-align: start; } }
    `,
  ];
  static override properties = { creating: { state: true }, offset: { state: true } };
  creating = false;
  offset = 0;

  /** The command palette and the list of projects lead here to make one. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.creating = this.app.router.current?.query.has('new') ?? false;
  }

  readonly #projects = new Resource<Page<Project>, number>(this, {
    key: () => this.offset,
    load: (offset, signal) => this.app.client.projects.list({ limit: LIMIT, offset }, { signal }),
  });

  override render(): TemplateResult {
    const { value } = this.#projects;
    if (value?.total === 0) return html`<first-project .app=${this.app}></first-project>`;
    return html`<div class="page">
      ${pageHeader({
        title: 'Projects',
        lead: 'Each has its own documents, widget and keys.',
        actions: html`<button class="button primary" type="button" @click=${() => this.#create(true)}>${icon('add', 16)}New project</button>`,
      })}
      ${renderResource(this.#projects, (page) => this.#list(page), { lines: 4 })}
      <new-project .app=${this.app} .open=${this.creating} @close=${() => this.#create(false)}></new-project>
    </div>`;
  }

  #list(page: Page<Project>): TemplateResult {
    if (page.items.length === 0)
      return emptyState({ icon: 'folder', title: 'Nothing on this page', text: 'Go back a page.' });
    return html`<ul class="list">${page.items.map(
      ({ id, name, role, description, sources_count, usage, updated_at }) => html`<li class="project">
        <div class="what grow"><span class="title"><a class="cover break" href="/projects/${encodeURIComponent(id)}/overview"><bdi>${name}</bdi></a>${role === 'owner' ? nothing : html` ${badge(ROLES[role].label)}`}</span>
          ${description ? html`<span class="soft small"><bdi>${description}</bdi></span>` : nothing}
          <span class="soft small">Changed ${formatRelativeTime(updated_at)}</span></div>
        <div class="figures number">${figure(sources_count, sources_count === 1 ? 'source' : 'sources')}${figure(usage.requests, usage.requests === 1 ? 'question' : 'questions')}${figure(usage.tokens_total, 'words processed', WORDS_PROCESSED)}</div></li>`,
    )}</ul>
    ${pagination({
      ...page,
      of: 'projects',
      move: (offset) => {
        this.offset = offset;
      },
    })}`;
  }

  #create(open: boolean): void {
    this.creating = open;
    if (!open) this.app.router.setQuery({ new: null });
  }
}

const figure = (value: number, unit: string, about?: string): TemplateResult =>
  html`<div><span class="value">${formatCompact(value)}</span><span class="soft small" title=${about ?? nothing}>${unit}</span></div>`;

customElements.define('view-projects', ProjectsView);
