import { css, html, LitElement, type TemplateResult } from 'lit';
import { errorMessage } from '../../format.ts';
import { shared } from '../../styles/shared.ts';
import './dialog.ts';

/** What could not be done with one of several things. */
export interface Failure {
  id: string;
  name?: string | undefined;
  error: unknown;
}

/** Shows what failed and why, in a dialog. Nothing if nothing failed. */
export function reportFailures(title: string, failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  const element = new Failures();
  Object.assign(element, { heading: title, failures });
  document.body.append(element);
}

/** `<ui-failures>`: created by `reportFailures` only. */
class Failures extends LitElement {
  static override styles = [
    shared,
    css`
      li { display: grid; gap: 0.125rem; }
      strong { font-weight: 550; }
    `,
  ];
  declare heading: string;
  declare failures: readonly Failure[];

  override render(): TemplateResult {
    return html`<ui-dialog open heading=${this.heading} @close=${() => this.remove()}>
      <ul class="stack tight">${this.failures.map(
        ({ id, name, error }) =>
          html`<li><strong class="break">${name || id}</strong><span class="soft small">${errorMessage(error)}</span></li>`,
      )}</ul>
      <button slot="footer" class="button primary" type="button" @click=${() => this.remove()}>Close</button>
    </ui-dialog>`;
  }
}

customElements.define('ui-failures', Failures);
