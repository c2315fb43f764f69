import type { RepositoryLook, RepositoryWithSecret } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { pushWebhook } from './push-webhook.ts';
import { createRequest, lookRequest, type RepositoryDraft, repositoryDraft } from './repository-draft.ts';
import {
  CHOICE_FIELDS,
  choiceFields,
  forgeField,
  KEPT_FIELDS,
  keptFields,
  repositoryFieldStyles,
} from './repository-fields.ts';
import { branchChoice, LookAction, lookProgress } from './repository-look.ts';
import { previewStyles, repositoryPreview } from './repository-preview.ts';

/**
 * `<add-repository .app=${…} .project=${id} .open=${…} @added=${({ detail }) => …} @close=${…}>`: a dialog that looks at a
 * repository, shows what would be read of it, adds it, and shows its webhook. Events: `added`, a `CustomEvent<RepositoryWithSecret>`,
 * before the webhook is shown; `close`.
 */
export class AddRepository extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    open: { attribute: false },
    draft: { state: true },
    made: { state: true },
  };
  static override styles = [
    shared,
    repositoryFieldStyles,
    previewStyles,
    css`
      summary { cursor: pointer; font-weight: 550; padding-block: var(--space-1); }
      details .choices { padding-block-start: var(--space-3); }
    `,
  ];
  declare app: App;
  declare project: string;
  readonly #action = new Action(this);
  readonly #look = new LookAction(this, this.#action);
  open = false;
  draft: RepositoryDraft = repositoryDraft();
  /** The new repository, while its webhook is shown. */
  made: RepositoryWithSecret | null = null;

  /** What was seen, if it is still what is asked for. */
  get #current(): RepositoryLook | null {
    return this.#look.current(lookRequest(this.draft));
  }

  override render(): TemplateResult {
    const { made } = this;
    return html`<ui-dialog .asks=${made === null} wide heading=${made ? 'Its webhook' : 'Add a git repository'} .open=${this.open} .locked=${this.#action.busy && !this.#look.busy} @close=${this.#close}>
      ${
        made
          ? html`${pushWebhook(made)}
            <button slot="footer" class="button primary" type="button" @click=${this.#cancel}>Done</button>`
          : this.#form()
      }</ui-dialog>`;
  }

  #form(): TemplateResult {
    const [action, look, current] = [this.#action, this.#look, this.#current];
    const change = (draft: RepositoryDraft) => this.#change(draft);
    return html`<form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${textField({
          name: 'url',
          label: 'Address of the repository',
          type: 'url',
          value: this.draft.url,
          placeholder: 'https://github.com/example/handbook',
          hint: 'Its https address: GitHub, GitLab, Gitea, Forgejo, Bitbucket, or any server of git.',
          required: true,
          focused: true,
          maxlength: 2000,
          error: action.field('url'),
          change: (url) => change({ ...this.draft, url }),
        })}
        ${textField({
          name: 'token',
          label: 'Token',
          type: 'password',
          value: this.draft.token,
          optional: true,
          maxlength: 1000,
          hint: html`Only for a closed repository: one that may read it, and nothing else. It is kept encrypted. Where a user name belongs to it: <code>name:token</code>.`,
          error: action.field('token'),
          change: (token) => change({ ...this.draft, token }),
        })}
        ${look.seen ? branchChoice(look.seen, this.draft, action, change) : nothing}
        <details class="which"><summary>Which files, and what citations open</summary>${choiceFields(this.draft, action, change)}</details>
        ${look.busy ? lookProgress() : nothing}
        ${look.seen && !current && !look.busy ? notice('What would be read has to be looked at again, with what you have changed.') : nothing}
        ${
          current && !look.busy
            ? html`${repositoryPreview(current)}${this.#forge(current)}
          <details class="how"><summary>How it is kept up to date</summary>${keptFields(this.draft, action, change)}</details>`
            : nothing
        }
        ${inlineError(action.error('url', 'token', ...CHOICE_FIELDS, ...KEPT_FIELDS))}
      </form>
      <button slot="footer" class="button" type="button" ?disabled=${action.busy && !look.busy} @click=${this.#cancel}>Cancel</button>
      ${
        look.busy
          ? html`<button slot="footer" class="button" type="button" @click=${() => look.stop()}>Stop looking</button>`
          : html`<button slot="footer" class="button primary" type="submit" form="form" aria-busy=${action.busy}>${current ? 'Add the repository' : 'See what would be read'}</button>`
      }`;
  }

  /** Where the name of the server does not tell its kind. */
  #forge({ forge }: RepositoryLook): TemplateResult | typeof nothing {
    if (forge !== null) return nothing;
    const isNowhere = this.draft.forge === '' && this.draft.baseUrl.trim() === '';
    return html`${
      isNowhere
        ? notice(
            'Citations cannot open these files, as the name of the server does not tell what it runs. Choose it, or give the address of the built site.',
            { tone: 'warn', name: 'alert' },
          )
        : nothing
    }${forgeField(this.draft, this.#action, (draft) => this.#change(draft))}`;
  }

  #change(draft: RepositoryDraft): void {
    this.draft = draft;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.#action.busy) return;
    if (this.#current) await this.#add();
    else await this.#see();
    this.#openFaults();
  }

  async #see(): Promise<void> {
    const request = lookRequest(this.draft);
    if (request.url === '') return this.#action.refuse({ url: 'is required' });
    await this.#look.look(request, (body, options) => this.app.client.repositories.look(this.project, body, options));
  }

  async #add(): Promise<void> {
    const request = createRequest(this.draft);
    const made = await this.#action.run(() => this.app.client.repositories.create(this.project, request));
    if (!made) return;
    this.made = made;
    this.dispatchEvent(new CustomEvent<RepositoryWithSecret>('added', { detail: made }));
  }

  /** An invalid field may be in closed details. */
  #openFaults(): void {
    for (const [names, part] of [
      [CHOICE_FIELDS, '.which'],
      [KEPT_FIELDS, '.how'],
    ] as const) {
      const details = this.renderRoot.querySelector<HTMLDetailsElement>(part);
      if (details && names.some((name) => this.#action.field(name))) details.open = true;
    }
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #close(): void {
    this.#look.clear();
    Object.assign(this, { draft: repositoryDraft(), made: null });
    this.#action.clear();
    this.dispatchEvent(new Event('close'));
  }
}

customElements.define('add-repository', AddRepository);
