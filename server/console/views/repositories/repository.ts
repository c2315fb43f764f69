import type { Repository, RepositoryWithSecret } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../controllers/action.ts';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { formatDateTime } from '../../format.ts';
import { confirm } from '../../parts/dialogs/confirm.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { pageLink } from '../../parts/page-link.ts';
import '../../parts/progress-bar.ts';
import { may } from '../../parts/role.ts';
import { pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import './change-repository.ts';
import { pushWebhook, webhookSteps } from './push-webhook.ts';
import { FORGES, SITES } from './repository-fields.ts';
import { commitLine, isUnderWay, repositoryBadge, repositoryName } from './repository-labels.ts';
import { lastRead, readStyles, readTrouble } from './repository-read.ts';
import './repository-token.ts';

/** What may be mended with another token. */
const OF_TOKEN = ['repository_not_found', 'token_unreadable', 'token_needed'];

/** `/projects/{id}/repositories/{repository}`: a repository, its last commit, and its actions. */
export class RepositoryView extends View {
  static override styles = [
    shared,
    readStyles,
    css`
      .going { display: grid; gap: var(--space-2); }
      h1 .badge { vertical-align: 0.25em; letter-spacing: 0; }
      summary { cursor: pointer; color: var(--accent-ink); padding-block: var(--space-1); inline-size: fit-content; }
      @media (pointer: coarse) { summary { padding-block: 0.75rem; } }
    `,
  ];
  static override properties = { window: { state: true }, renewed: { state: true } };
  /** Which dialog is open. */
  window: 'options' | 'token' | null = null;
  /** With its new secret, while that is shown. */
  renewed: RepositoryWithSecret | null = null;
  readonly #again = new Action(this);
  readonly #repository = new Resource<Repository, { project: string; id: string }>(this, {
    key: () => this.#ids,
    load: ({ project, id }, signal) => this.#api.retrieve(project, id, { signal }),
  });
  readonly #poll = new Poll(this, {
    minInterval: 2000,
    active: () => (this.#repository.value ? isUnderWay(this.#repository.value) : false),
    request: async (signal) => {
      const { project, id } = this.#ids;
      const before = JSON.stringify(this.#repository.value);
      const repository = await this.#api.retrieve(project, id, { signal });
      this.#repository.set(repository);
      return JSON.stringify(repository) !== before;
    },
  });

  get #ids(): { project: string; id: string } {
    return { project: this.params.project ?? '', id: this.params.repository ?? '' };
  }

  get #api() {
    return this.app.client.repositories;
  }

  override render(): TemplateResult {
    return html`<div class="page">${renderResource(this.#repository, (repository) => this.#page(repository), { lines: 5 })}</div>`;
  }

  #page(repository: Repository): TemplateResult {
    const { last_read, state } = repository;
    const edits = may(this.project, 'editor');
    this.app.setTitle(repositoryName(repository));
    return html`${pageHeader({
      back: { href: `/projects/${encodeURIComponent(this.#ids.project)}/repositories`, label: 'Git repositories' },
      title: html`<bdi>${repositoryName(repository)}</bdi> ${repositoryBadge(repository)}`,
      actions: edits ? this.#buttons(repository) : nothing,
    })}
    ${inlineError(this.#again.error())}
    ${isUnderWay(repository) ? this.#progress(state) : last_read ? readTrouble(last_read, edits ? this.#remedies(repository) : nothing) : nothing}
    ${this.#facts(repository)}
    ${lastRead(repository)}
    ${edits ? this.#webhook(repository) : nothing}
    ${this.#windows(repository)}`;
  }

  #buttons(repository: Repository): TemplateResult {
    return html`<button class="button" type="button" ?disabled=${isUnderWay(repository)} aria-busy=${this.#again.busy} @click=${this.#sync}>${icon('sync', 16)}Read again now</button>
      <button class="button" type="button" @click=${() => this.#show('options')}>${icon('settings', 16)}Options</button>
      <button class="button danger" type="button" @click=${() => this.#remove(repository)}>${icon('trash', 16)}Remove</button>`;
  }

  #progress(state: Repository['state']): TemplateResult {
    const words =
      state === 'queued'
        ? 'It is read as soon as a place is free.'
        : 'The repository is being read. New and changed files are answered from as soon as they are done.';
    return html`<div class="card going" role="status"><ui-progress label="Reading the repository"></ui-progress><span class="soft">${words}</span></div>`;
  }

  /** What may help after a reading that went wrong. */
  #remedies({ last_read: read }: Repository): TemplateResult | typeof nothing {
    const golden = `/projects/${encodeURIComponent(this.#ids.project)}/golden-questions`;
    if (read && read.broken.length > 0)
      return html`<div class="actions"><a class="button small" href=${golden}>${icon('star', 16)}Golden questions</a></div>`;
    if (!OF_TOKEN.includes(read?.error?.code ?? '')) return nothing;
    return html`<div class="actions"><button class="button small" type="button" @click=${() => this.#show('token')}>${icon('key', 16)}Give another token</button></div>`;
  }

  #facts(repository: Repository): TemplateResult {
    const { head, branch, folder, include, exclude, base_url, site, forge, prefix, checked_at, next_at } = repository;
    const documents = `/projects/${encodeURIComponent(this.#ids.project)}/sources?search=${encodeURIComponent(prefix)}`;
    const opens = base_url
      ? pageLink(base_url)
      : forge
        ? `the files on ${FORGES[forge]}`
        : 'no page: the kind of server is not known';
    return html`<div class="card stack"><dl class="facts">
      <dt>Read from</dt><dd>${pageLink(repository.url)}</dd>
      <dt>Commit</dt><dd class="commit">${head ? commitLine(head) : 'none yet'}</dd>
      <dt>Branch</dt><dd>${branch ?? 'the default one'}</dd>
      <dt>Files</dt><dd>${folder ? html`below <code>${folder}</code>` : 'all'}${include.length > 0 ? html`, only ${patterns(include)}` : nothing}${exclude.length > 0 ? html`, without ${patterns(exclude)}` : nothing} (<a href=${documents}>see its documents</a>)</dd>
      <dt>Citations open</dt><dd>${opens}</dd>
      ${site ? html`<dt>Documentation tool</dt><dd>${SITES[site]}</dd>` : nothing}
      <dt>Looked at</dt><dd>${checked_at ? formatDateTime(checked_at) : 'not yet'}${next_at ? `, next ${formatDateTime(next_at)}` : ', then only on request'}</dd>
      <dt>Golden questions</dt><dd>${repository.gate ? 'a commit that breaks them is taken back' : 'not asked'}</dd>
      <dt>Token</dt><dd>${repository.has_token ? 'kept encrypted' : 'none'}</dd></dl>
      ${may(this.project, 'editor') ? html`<div class="actions"><button class="button small" type="button" @click=${() => this.#show('token')}>${icon('key', 16)}${repository.has_token ? 'Replace the token' : 'Add a token'}</button></div>` : nothing}</div>`;
  }

  #webhook(repository: Repository): TemplateResult {
    return html`<section class="stack" aria-labelledby="webhook"><h2 id="webhook">Webhook</h2>
      <p class="soft">With it, a push is read at once.</p>
      <ui-code wrap .code=${repository.push_url} label="The address of the webhook"></ui-code>
      <details><summary>How to set it</summary>${webhookSteps(repository.forge)}</details>
      <div class="actions"><button class="button small" type="button" @click=${this.#rotate}>${icon('key', 16)}New secret</button></div></section>`;
  }

  #windows(repository: Repository): TemplateResult {
    const { renewed } = this;
    return html`<change-repository .app=${this.app} .repository=${repository} .open=${this.window === 'options'} @changed=${this.#changed} @close=${() => this.#show(null)}></change-repository>
      <repository-token .app=${this.app} .repository=${repository} .open=${this.window === 'token'} @changed=${this.#changed} @close=${() => this.#show(null)}></repository-token>
      <ui-dialog class="renewed" wide heading="The new secret" .open=${renewed !== null} @close=${this.#seen}>${
        renewed
          ? html`${pushWebhook(renewed)}<button slot="footer" class="button primary" type="button" @click=${this.#close}>I have copied it</button>`
          : nothing
      }</ui-dialog>`;
  }

  #show(window: 'options' | 'token' | null): void {
    this.window = window;
  }

  #close(): void {
    this.renderRoot.querySelector<HTMLElementTagNameMap['ui-dialog']>('.renewed')?.close();
  }

  #seen(): void {
    this.renewed = null;
  }

  #changed({ detail }: CustomEvent<Repository>): void {
    this.#become(detail);
    this.app.toast('Saved. It is being read again.');
  }

  #become(repository: Repository): void {
    this.#repository.set(repository);
    this.#poll.restart();
  }

  async #sync(): Promise<void> {
    const { project, id } = this.#ids;
    const repository = await this.#again.run(() => this.#api.sync(project, id));
    if (repository) this.#become(repository);
  }

  async #rotate(): Promise<void> {
    const { project, id } = this.#ids;
    await confirm({
      title: 'Make a new secret?',
      text: 'Pushes that are signed with the former one are refused from then on, until the webhook has the new one.',
      action: 'Make a new secret',
      act: async () => {
        this.renewed = await this.#api.rotate(project, id);
      },
    });
  }

  async #remove(repository: Repository): Promise<void> {
    const { project, id } = this.#ids;
    const done = await confirm({
      title: 'Remove this repository?',
      text: html`All documents that were read from <strong class="break">${repositoryName(repository)}</strong> leave the project with it, and are not answered from any more. The repository itself stays as it is. Remove its webhook there, too.`,
      action: 'Remove it with its documents',
      danger: true,
      act: () => this.#api.delete(project, id),
    });
    if (!done) return;
    this.app.toast('Repository removed');
    this.app.router.go(`/projects/${encodeURIComponent(project)}/repositories`);
  }
}

customElements.define('view-repository', RepositoryView);

const patterns = (texts: string[]) => html`<code>${texts.join(' ')}</code>`;
