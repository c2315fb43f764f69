import { html, nothing, type TemplateResult } from 'lit';
import { may, reasonFor } from '../../parts/role.ts';
import { notice, pageHeader, skeleton } from '../../parts/states.ts';
import { View } from '../../view.ts';
import './alerts-section.ts';
import './answers-section.ts';
import './budget-section.ts';
import './deletion-section.ts';
import './general-section.ts';
import './handover-section.ts';
import './pages-section.ts';
import './retention-section.ts';

/** `/projects/{id}/settings`: each section is saved separately. */
export class ProjectSettingsView extends View {
  override render(): TemplateResult {
    const { app, project } = this;
    return html`<div class="page">${pageHeader({ title: 'Settings', lead: html`The sites that may use the widget, who may ask there, and how it looks are on the page <a href="/projects/${encodeURIComponent(this.params.project ?? '')}/widget">Widget</a>.` })}${project && !may(project, 'editor') ? notice(reasonFor('editor')) : nothing}${
      project
        ? html`<div>
          <general-section .app=${app} .project=${project}></general-section>
          <answers-section .app=${app} .project=${project}></answers-section>
          <budget-section .app=${app} .project=${project}></budget-section>
          <handover-section .app=${app} .project=${project}></handover-section>
          <alerts-section .app=${app} .project=${project}></alerts-section>
          <pages-section .app=${app} .project=${project}></pages-section>
          <retention-section .app=${app} .project=${project}></retention-section>
          <deletion-section .app=${app} .project=${project}></deletion-section></div>`
        : skeleton(6)
    }</div>`;
  }
}

customElements.define('view-project-settings', ProjectSettingsView);
