import { css, html, type TemplateResult } from 'lit';
import '../../parts/audit-log.ts';
import { pageHeader } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';

/** `/settings/audit-log`: what was done on the whole server. For the operator. */
export class ServerAuditLogView extends View {
  static override styles = [shared, css`audit-log { display: block; }`];

  override render(): TemplateResult {
    return html`<div class="page">
      ${pageHeader({ title: 'Audit log', lead: 'What was done to all accounts, projects and the server, kept for a year. It cannot be changed.' })}
      <audit-log .app=${this.app} .whole=${true}></audit-log>
    </div>`;
  }
}

customElements.define('view-server-audit-log', ServerAuditLogView);
