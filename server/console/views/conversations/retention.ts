import type { Project } from '@footnote/sdk';
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import '../../parts/dialog.ts';
import { field, problem } from '../../parts/field.ts';
import { shared } from '../../styles/shared.ts';
import { plural } from '../../words.ts';

/** How long a project keeps its conversations, as a sentence. */
export function retentionOf({ retention_days, default_retention_days }: Project): string {
  const days = retention_days ?? default_retention_days;
  if (days === null) return 'Conversations are kept until you delete them.';
  return `Conversations are forgotten ${plural(days, 'day')} after they were last touched.`;
}

/** `<retention-setting .app=${…} .project=${…} .open=${…} @close=${…}>`: changes how long a project keeps its conversations. */
export class RetentionSetting extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    open: { attribute: false },
    own: { state: true },
    days: { state: true },
  };
  static override styles = [
    shared,
    css`
      .way { display: grid; grid-template-columns: auto 1fr; gap: var(--space-2); align-items: start; cursor: pointer; }
      .way input { accent-color: var(--accent); inline-size: 1rem; block-size: 1rem; margin: 0.1875rem 0 0; }
      .days { padding-inline-start: 1.5rem; max-inline-size: 14rem; }
    `,
  ];
  declare app: App;
  declare project: Project;
  open = false;
  /** Null: as it is now. */
  own: boolean | null = null;
  days: string | null = null;
  readonly #action = new Action(this);

  override render(): TemplateResult {
    const { retention_days, default_retention_days } = this.project;
    const own = this.own ?? retention_days !== null;
    const usual =
      default_retention_days === null ? 'until they are deleted' : `for ${plural(default_retention_days, 'day')}`;
    const way = (value: boolean, text: string) =>
      html`<label class="way"><input type="radio" name="way" .checked=${own === value} @change=${() => this.#choose(value)}><span>${text}</span></label>`;
    return html`<ui-dialog heading="How long conversations are kept" .open=${this.open} .locked=${this.#action.busy} @close=${this.#close}>
      <form id="form" class="stack" novalidate @submit=${(event: Event) => this.#save(event, own)}>
        <p class="soft">A conversation that nobody has touched for so long is forgotten, with its citations and ratings. The figures of the usage stay.</p>
        ${way(false, `As this server does: ${usual}`)}${way(true, 'A number of days of your own')}
        ${
          own
            ? html`<div class="days">${field({
                name: 'retention_days',
                label: 'Days',
                type: 'number',
                min: 1,
                max: 3650,
                value: this.days ?? String(retention_days ?? default_retention_days ?? 90),
                error: this.#action.field('retention_days'),
                change: (days) => {
                  this.days = days;
                },
              })}</div>`
            : ''
        }
        ${problem(this.#action.error('retention_days'))}
      </form>
      <button slot="footer" class="button" type="button" @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#action.busy}>Save</button>
    </ui-dialog>`;
  }

  #choose(own: boolean): void {
    this.own = own;
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #close(): void {
    this.own = null;
    this.days = null;
    this.#action.clear();
    this.dispatchEvent(new Event('close'));
  }

  async #save(event: Event, own: boolean): Promise<void> {
    event.preventDefault();
    const { retention_days, default_retention_days, id } = this.project;
    const days = Number(this.days ?? retention_days ?? default_retention_days ?? 90);
    if (own && !(Number.isInteger(days) && days >= 1 && days <= 3650))
      return this.#action.refuse({ retention_days: 'A whole number from 1 to 3650.' });
    const project = await this.#action.run(() =>
      this.app.client.projects.update(id, { retention_days: own ? days : null }),
    );
    if (!project) return;
    this.app.projectChanged(project);
    this.app.toast(retentionOf(project));
    this.#cancel();
  }
}

customElements.define('retention-setting', RetentionSetting);
