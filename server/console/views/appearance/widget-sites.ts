import { css, html, nothing, type TemplateResult } from 'lit';
import { textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { shared } from '../../styles/shared.ts';
import { ProjectSection } from '../project-settings/project-section.ts';
import { meaningOf, previewOrigin } from './origin.ts';

/** `<widget-sites>`: the sites that may use the widget. Each change is saved at once. */
export class WidgetSites extends ProjectSection {
  static override properties = { typed: { state: true } };
  static override styles = [
    shared,
    css`
      form { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-2); align-items: start; }
      form .button { margin-block-start: 1.6875rem; }
      .preview { grid-column: 1 / -1; }
      .origin { display: grid; gap: 0.125rem; }
    `,
  ];
  typed = '';

  override render(): TemplateResult {
    const { allowed_origins: origins } = this.project;
    return html`<div class="stack">${
      origins.length === 0
        ? nothing
        : html`<ul class="list">${origins.map(
            (
              origin,
            ) => html`<li><div class="origin grow"><span class="mono break">${origin}</span><span class="soft small">${meaningOf(origin)}</span></div>
            <button class="button quiet icon small" type="button" aria-label="Remove ${origin}" title="Remove" @click=${() => this.#remove(origin)}>${icon('trash')}</button></li>`,
          )}</ul>`
    }
      <form novalidate @submit=${this.#add}>
        ${textField({ name: 'origin', label: 'Add a site', value: this.typed, placeholder: 'https://www.example.com', type: 'text', error: this.#refusal(), change: (value) => this.#type(value) })}
        <button class="button" type="submit" aria-busy=${this.action.busy}>Add</button>
        ${this.#preview()}
      </form></div>`;
  }

  protected override get changed(): boolean {
    return this.typed.trim() !== '';
  }

  protected override discard(): void {
    super.discard();
    this.typed = '';
  }

  #preview(): TemplateResult | typeof nothing {
    const preview = previewOrigin(this.typed);
    if (!preview || this.action.error()) return nothing;
    return html`<p class="preview soft small" aria-live="polite">${preview.mended ? 'Will be added as ' : ''}<strong class="mono">${preview.origin}</strong> · ${meaningOf(preview.origin)}</p>`;
  }

  /** The server's error message for the typed origin, which is the last entry of the list. */
  #refusal(): string | null {
    const entryMessage = this.action.entries('allowed_origins').get(this.project.allowed_origins.length);
    const message = entryMessage ?? this.action.error();
    if (!message) return null;
    return /^is /.test(message)
      ? `“${this.typed.trim()}” ${message}`
      : message.charAt(0).toUpperCase() + message.slice(1);
  }

  #type(value: string): void {
    this.typed = value;
    if (this.action.error()) this.action.clear();
  }

  async #add(event: Event): Promise<void> {
    event.preventDefault();
    const { typed } = this;
    const origin = previewOrigin(typed)?.origin ?? typed.trim();
    if (origin === '') return;
    const { allowed_origins: origins } = this.project;
    const saved = await this.save(
      { allowed_origins: [...origins, origin] },
      `Pages of ${origin} may use the widget now.`,
    );
    // Keep what has been typed meanwhile.
    if (saved && this.typed === typed) this.typed = '';
    this.renderRoot.querySelector<HTMLInputElement>('#origin')?.focus();
  }

  async #remove(origin: string): Promise<void> {
    const left = this.project.allowed_origins.filter((one) => one !== origin);
    await this.save({ allowed_origins: left }, `Pages of ${origin} may no longer use the widget.`);
    this.renderRoot.querySelector<HTMLInputElement>('#origin')?.focus();
  }
}

customElements.define('widget-sites', WidgetSites);
