import { html, LitElement, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';

/**
 * `<assign-handover .app=${…} .project=${id} .handover=${…} @close=${…} @assigned=${…}>`: asks who looks after a handover. It is open
 * while there is one.
 */
export class AssignHandover extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    handover: { attribute: false },
    assignee: { state: true },
  };
  static override styles = shared;
  declare app: App;
  declare project: string;
  handover: { id: string; assignee: string | null } | null = null;
  assignee = '';
  readonly #assign = new Action(this);

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('handover')) return;
    this.assignee = this.handover?.assignee ?? '';
    this.#assign.clear();
  }

  override render(): TemplateResult {
    return html`<ui-dialog heading="Who looks after it?" .open=${this.handover !== null} .locked=${this.#assign.busy} @close=${() => this.dispatchEvent(new Event('close'))}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>
        ${textField({
          name: 'assignee',
          label: 'Name',
          value: this.assignee,
          optional: true,
          focused: true,
          maxlength: 100,
          hint: 'Leave it empty to assign it to no one.',
          error: this.#assign.field('assignee'),
          change: (assignee) => {
            this.assignee = assignee;
          },
        })}
        <div><button class="button small" type="button" @click=${this.#toMyself}>Myself</button></div>
        ${inlineError(this.#assign.error('assignee'))}</form>
      <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#assign.busy}>Assign</button></ui-dialog>`;
  }

  #close(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  async #toMyself(): Promise<void> {
    const me = await this.#assign.run(() => this.app.client.auth.me());
    if (me) this.assignee = me.name;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { handover } = this;
    if (!handover) return;
    const update = { assignee: this.assignee.trim() || null };
    const changed = await this.#assign.run(() =>
      this.app.client.projects.handovers.update(this.project, handover.id, update),
    );
    if (!changed) return;
    this.#close();
    this.dispatchEvent(new Event('assigned'));
  }
}

customElements.define('assign-handover', AssignHandover);
