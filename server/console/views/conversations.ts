import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/conversations` */
export class ConversationsView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Conversations' })}</div>`;
  }
}

customElements.define('view-conversations', ConversationsView);
