import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/conversations/{conversation}` */
export class ConversationView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Conversation' })}</div>`;
  }
}

customElements.define('view-conversation', ConversationView);
