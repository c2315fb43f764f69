import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/keys` */
export class ApiKeysView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'API keys' })}</div>`;
  }
}

customElements.define('view-api-keys', ApiKeysView);
