import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/settings/models` */
export class ModelsView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Models' })}</div>`;
  }
}

customElements.define('view-models', ModelsView);
