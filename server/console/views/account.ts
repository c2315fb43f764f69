import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/settings/account` */
export class AccountView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Account' })}</div>`;
  }
}

customElements.define('view-account', AccountView);
