import type { Page, Repository } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { may, reasonFor } from '../../parts/role.ts';
import { emptyState, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './add-repository.ts';
import { commitLine, isUnderWay, repositoryBadge, repositoryName } from './repository-labels.ts';

/** More than a project may have. */
const LIMIT = 100;

/** `/projects/{id}/repositories`: the git repositories that sources are read from. */
export class RepositoriesView extends View {
  static override styles = [
    shared,
    css`
      .what { display: grid; gap: 0.125rem; min-inline-size: 0; }
      .commit { display: grid; gap: 0.125rem; }
      @media (max-width: 40rem) { .list > li { flex-wrap: wrap; } .list .what { flex: 1 0 100%; } }
    `,
  ];
  static override properties = { adding: { state: true } };
  adding = false;
  /** The repository that was added, until its webhook was seen. */
  #added: Repository | null = null;
  readonly #repositories = new Resource<Page<Repository>, string>(this, {
    key: () => this.params.project ?? '',
    load: (project, signal) => this.#load(project, signal),
  });

  constructor() {
    super();
    new Poll(this, {
      active: () => this.#repositories.value?.items.some(isUnderWay) ?? false,
      request: async (signal) => {
        const before = JSON.stringify(this.#repositories.value);
        const page = await this.#load(this.params.project ?? '', signal);
        this.#repositories.set(page);
        return JSON.stringify(page) !== before;
      },
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.adding = this.app.router.current?.query.has('add') ?? false;
  }

  override render(): TemplateResult {
    const edits = may(this.project, 'editor');
    const add = html`<button class="button primary" type="button" @click=${() => this.#ask(true)}>${icon('add', 16)}Add a repository</button>`;
    return html`<div class="page">
      ${pageHeader({
        title: 'Git repositories',
        lead: 'Documentation that is read straight from its repository, and follows its branch.',
        actions: edits && this.#repositories.value?.total ? add : nothing,
      })}
      ${renderResource(this.#repositories, (page) =>
        page.total === 0
          ? emptyState({
              icon: 'branch',
              title: 'No repositories yet',
              text:
                edits || !this.project
                  ? 'Give the address of one on GitHub, GitLab, Gitea, Forgejo, Bitbucket or your own server. You see what would be read before anything is.'
                  : reasonFor('editor'),
              ...(edits && { action: add }),
            })
          : this.#list(page.items),
      )}
      ${edits ? html`<add-repository .app=${this.app} .project=${this.params.project} .open=${this.adding} @added=${this.#arrived} @close=${this.#closed}></add-repository>` : nothing}
    </div>`;
  }

  #list(repositories: Repository[]): TemplateResult {
    return html`<ul class="list">${repeat(
      repositories,
      ({ id }) => id,
      (repository) => this.#row(repository),
    )}</ul>`;
  }

  #row(repository: Repository): TemplateResult {
    const { branch, folder, head, last_read: read } = repository;
    const where = [branch ?? 'default branch', folder && `folder ${folder}`].filter(Boolean).join(' · ');
    const failed = read?.outcome === 'completed' ? read.failed.length : 0;
    return html`<li><div class="what grow"><span class="title break"><a class="cover" href=${this.#pathOf(repository)}>${repositoryName(repository)}</a></span>
        <span class="soft small break">${where}</span>
        ${head ? html`<span class="commit">${commitLine(head)}</span>` : nothing}
        ${read?.outcome === 'failed' ? html`<span class="small">${read.error?.message}</span>` : nothing}
        ${failed ? html`<span class="small">${plural(failed, 'file')} could not be read.</span>` : nothing}</div>${repositoryBadge(repository)}</li>`;
  }

  #pathOf({ id, project_id }: Repository): string {
    return `/projects/${encodeURIComponent(project_id)}/repositories/${encodeURIComponent(id)}`;
  }

  #load(project: string, signal: AbortSignal): Promise<Page<Repository>> {
    return this.app.client.repositories.list(project, { limit: LIMIT }, { signal });
  }

  #ask(adding: boolean): void {
    this.adding = adding;
  }

  #arrived({ detail }: CustomEvent<Repository>): void {
    this.#added = detail;
  }

  #closed(): void {
    this.adding = false;
    this.app.router.setQuery({ add: null });
    if (this.#added) this.app.router.go(this.#pathOf(this.#added));
  }
}

customElements.define('view-repositories', RepositoriesView);
