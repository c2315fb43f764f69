import { html, type TemplateResult } from 'lit';
import { head } from '../parts/states.ts';
import { View } from '../view.ts';

/** `/projects/{id}/settings` */
export class ProjectSettingsView extends View {
  override render(): TemplateResult {
    return html`<div class="page">${head({ title: 'Settings' })}</div>`;
  }
}

customElements.define('view-project-settings', ProjectSettingsView);
