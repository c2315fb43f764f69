import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/usage` */
export class UsageView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Usage' })}</div>`;
  }
}

customElements.define('view-usage', UsageView);
