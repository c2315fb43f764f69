import { css, html, LitElement, type TemplateResult } from 'lit';
import { shared } from '../styles/shared.ts';
import './copy-button.ts';

/**
 * `<ui-code code="…" label="The snippet">`: a block of code with a copy button.
 * Attributes: `code`; `label`: its accessible name, also of the copy button; `wrap`: breaks long lines.
 */
export class CodeBlock extends LitElement {
  static override properties = { code: {}, label: {}, wrap: { type: Boolean } };
  static override styles = [
    shared,
    css`
      figure { position: relative; border: 1px solid var(--line); border-radius: var(--round-m); background: var(--shade); }
      pre { margin: 0; padding: var(--space-3) var(--space-4); padding-inline-end: 3.5rem; overflow-x: auto; font-size: var(--text-s); line-height: 1.6; tab-size: 2; }
      pre:focus-visible { border-radius: var(--round-m); }
      .wrap pre { white-space: pre-wrap; overflow-wrap: anywhere; }
      ui-copy { position: absolute; inset-block-start: var(--space-2); inset-inline-end: var(--space-2); }
    `,
  ];
  code = '';
  label = 'Code';
  wrap = false;

  override render(): TemplateResult {
    return html`<figure class=${this.wrap ? 'wrap' : ''}><pre tabindex="0" role="region" aria-label=${this.label}><code>${this.code}</code></pre>
      <ui-copy bare .value=${this.code} label="Copy: ${this.label}"></ui-copy></figure>`;
  }
}

customElements.define('ui-code', CodeBlock);
