import { css, html, LitElement, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { shared } from '../../styles/shared.ts';

/** `<first-project .app=${…}>`: the form for the first project, with the next steps. */
export class FirstProject extends LitElement {
  static override properties = { app: { attribute: false }, name: { state: true } };
  static override styles = [
    shared,
    css`
      .page { max-inline-size: 32rem; padding-block-start: min(12vh, 7rem); gap: var(--space-6); }
      .top { display: grid; gap: var(--space-2); }
      ol { display: grid; gap: var(--space-4); }
      li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 var(--space-3); align-items: center; }
      .step { grid-row: span 2; display: grid; place-items: center; inline-size: 2.25rem; block-size: 2.25rem; border-radius: 50%; background: var(--accent-shade); color: var(--accent-ink); align-self: start; }
    `,
  ];
  declare app: App;
  readonly #action = new Action(this);
  name = '';

  override render(): TemplateResult {
    return html`<div class="page">
      <div class="top"><h1 tabindex="-1">What should it answer questions about?</h1>
        <p class="soft">A project is a set of documents and the chat that answers from them. Name it after your product, handbook or site.</p></div>
      <form class="stack" novalidate @submit=${this.#submit}>
        ${textField({
          name: 'name',
          label: 'Name of the project',
          value: this.name,
          placeholder: 'Acme Handbook',
          required: true,
          focused: true,
          maxlength: 100,
          error: this.#action.field('name'),
          change: (value) => {
            this.name = value;
          },
        })}
        ${inlineError(this.#action.error('name'))}
        <div><button class="button primary" type="submit" aria-busy=${this.#action.busy}>Create the project</button></div>
      </form>
      <div class="stack"><h2>Next steps</h2><ol>
        <li><span class="step">${icon('document')}</span><strong>Add documents</strong><span class="soft">Drop files, or enter the address of a page or site.</span></li>
        <li><span class="step">${icon('chat')}</span><strong>Ask a question</strong><span class="soft">Answers cite the passages they are based on.</span></li>
        <li><span class="step">${icon('widget')}</span><strong>Put it on your site</strong><span class="soft">One line of HTML.</span></li>
      </ol></div></div>`;
  }

  protected override firstUpdated(): void {
    // It is rendered after the list has been loaded, when the page already has the focus.
    this.renderRoot.querySelector('input')?.focus();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const project = await this.#action.run(() => this.app.client.projects.create({ name: this.name }));
    if (project) this.app.router.go(`/projects/${encodeURIComponent(project.id)}/sources`);
  }
}

customElements.define('first-project', FirstProject);
