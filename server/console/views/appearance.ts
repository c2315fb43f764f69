import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/widget` */
export class AppearanceView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Widget' })}</div>`;
  }
}

customElements.define('view-appearance', AppearanceView);
