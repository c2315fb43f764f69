import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/unanswered` */
export class UnansweredView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Unanswered questions' })}</div>`;
  }
}

customElements.define('view-unanswered', UnansweredView);
