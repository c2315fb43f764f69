import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/sources/{source}` */
export class SourceView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Source' })}</div>`;
  }
}

customElements.define('view-source', SourceView);
