import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { shared } from '../styles/shared.ts';

/**
 * `<ui-progress value="3" max="10" label="Reading">`: a progress bar.
 * Attributes: `value`, `max`; without `max` it is indeterminate. `label`: its accessible name.
 */
export class ProgressBar extends LitElement {
  static override properties = { value: { type: Number }, max: { type: Number }, label: {} };
  static override styles = [
    shared,
    css`
      .track { block-size: 0.375rem; border-radius: 99px; background: var(--sunk); overflow: hidden; }
      .done { block-size: 100%; border-radius: inherit; background: var(--accent); transform-origin: 0 50%; transition: transform 300ms ease-out; }
      .open .done { inline-size: 35%; animation: pass 1.4s ease-in-out infinite; }
      @keyframes pass { from { transform: translateX(-100%); } to { transform: translateX(300%); } }
      @media (forced-colors: active) { .track { border: 1px solid; } .done { background: Highlight; forced-color-adjust: none; } }
      @media (prefers-reduced-motion: reduce) { .open .done { animation: none; inline-size: 100%; opacity: 0.4; } .done { transition: none; } }
    `,
  ];
  value = 0;
  max = 0;
  label = 'Progress';
  #fill: HTMLElement | null = null;

  override render(): TemplateResult {
    const known = this.max > 0;
    return html`<div class="track ${known ? '' : 'open'}" role="progressbar" aria-label=${this.label} aria-valuemin="0"
      aria-valuemax=${known ? this.max : nothing} aria-valuenow=${known ? this.value : nothing}><div class="done"></div></div>`;
  }

  protected override updated(): void {
    this.#fill ??= this.renderRoot.querySelector('.done');
    const share = this.max > 0 ? Math.min(1, this.value / this.max) : null;
    // Set through the CSSOM, as the content security policy forbids style attributes.
    this.#fill?.style.setProperty('transform', share === null ? '' : `scaleX(${share})`);
  }
}

customElements.define('ui-progress', ProgressBar);
