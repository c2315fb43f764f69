import { html, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { checkboxField, inlineError } from '../../parts/forms/field.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { ProjectSection } from './project-section.ts';

/** `<alerts-section>`: whether the owner and the editors get a mail when refusals rise. */
export class AlertsSection extends ProjectSection {
  readonly #setup = new Resource(this, { key: () => 'setup', load: () => this.app.session.setup() });

  override render(): TemplateResult {
    const sendsNone = this.#setup.value?.sends_mail === false;
    const webhooks = `/projects/${encodeURIComponent(this.project.id)}/webhooks`;
    return settingsSection(
      'Alerts',
      html`When clearly more questions go unanswered than in the weeks before, at most once in 7 days. A <a href=${webhooks}>webhook</a> can be told as well.`,
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${checkboxField({
          name: 'alert_mails',
          label: 'Send a mail to the owner and the editors',
          hint: sendsNone ? 'This server sends no mail: its operator has not set up a mail server.' : '',
          checked: this.now('alert_mails'),
          change: (alert_mails) => this.change({ alert_mails }),
        })}
        ${inlineError(this.action.error())}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('alerts-section', AlertsSection);
