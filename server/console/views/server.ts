import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/settings/server` */
export class ServerView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Server' })}</div>`;
  }
}

customElements.define('view-server', ServerView);
