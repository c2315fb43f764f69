import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/playground` */
export class PlaygroundView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Playground' })}</div>`;
  }
}

customElements.define('view-playground', PlaygroundView);
