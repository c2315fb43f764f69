import type { Page, Project } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { icon } from '../../parts/icon.ts';
import { empty, head, loaded, pager } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { ago, plural, shortCount } from '../../words.ts';
import './first-project.ts';
import './new-project.ts';

const LIMIT = 20;

/** `/projects`: all of them, with how much they are used; without any, the first is named here. */
export class ProjectsView extends View {
  static override styles = [
    shared,
    css`
      .list > .project { align-items: flex-start; }
      .what { display: grid; gap: 0.125rem; }
      .figures { display: flex; gap: var(--space-5); text-align: end; }
      .figures div { display: grid; min-inline-size: 4.5rem; }
      .figures .value { font-weight: 600; }
      @media (max-width: 40rem) { .list > .project { flex-direction: column; } .figures { text-align: start; } }
    `,
  ];
  static override properties = { creating: { state: true }, offset: { state: true } };
  creating = false;
  offset = 0;
  readonly #projects = new Resource<Page<Project>, number>(this, {
    key: () => this.offset,
    load: (offset, signal) => this.app.client.projects.list({ limit: LIMIT, offset }, { signal }),
  });

  override render(): TemplateResult {
    const { value } = this.#projects;
    if (value?.total === 0) return html`<first-project .app=${this.app}></first-project>`;
    return html`<div class="page">
      ${head({
        title: 'Projects',
        lead: 'Each has its own documents, widget and keys.',
        actions: html`<button class="button primary" type="button" @click=${() => this.#create(true)}>${icon('add', 16)}New project</button>`,
      })}
      ${loaded(this.#projects, (page) => this.#list(page), { lines: 4 })}
      <new-project .app=${this.app} .open=${this.creating} @close=${() => this.#create(false)}></new-project>
    </div>`;
  }

  #list(page: Page<Project>): TemplateResult {
    if (page.items.length === 0)
      return empty({ icon: 'folder', title: 'Nothing on this page', text: 'Go back a page.' });
    return html`<ul class="list">${page.items.map(
      ({ id, name, description, usage, updated_at }) => html`<li class="project">
        <div class="what grow"><span class="title"><a class="cover break" href="/projects/${encodeURIComponent(id)}/sources">${name}</a></span>
          ${description ? html`<span class="soft small">${description}</span>` : nothing}
          <span class="soft small">Changed ${ago(updated_at)}</span></div>
        <div class="figures number"><div><span class="value">${shortCount(usage.requests)}</span><span class="soft small">${plural(usage.requests, 'question').replace(/^\S+ /, '')}</span></div>
          <div><span class="value">${shortCount(usage.tokens_total)}</span><span class="soft small">words or tokens</span></div></div></li>`,
    )}</ul>
    ${pager({
      ...page,
      of: 'projects',
      move: (offset) => {
        this.offset = offset;
      },
    })}`;
  }

  #create(open: boolean): void {
    this.creating = open;
  }
}

customElements.define('view-projects', ProjectsView);
