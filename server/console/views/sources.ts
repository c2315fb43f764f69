import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/sources` */
export class SourcesView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Sources' })}</div>`;
  }
}

customElements.define('view-sources', SourcesView);
