import type { WidgetAccess } from '@footnote/sdk';
import { css, html, type TemplateResult } from 'lit';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { shared } from '../../styles/shared.ts';
import { ProjectSection } from './project-section.ts';

const CHOICES: readonly { value: WidgetAccess; label: string; text: string }[] = [
  {
    value: 'public',
    label: 'Every visitor of your sites',
    text: 'One line of HTML is enough. The limits per visitor and per address, and the daily budget below, prevent overuse.',
  },
  {
    value: 'token',
    label: 'Only visitors that your own server admits',
    text: 'Your backend fetches a short-lived token with an API key and hands it to the page: for pages behind a login.',
  },
];

/** `<access-section>`: who may ask in the widget. The choice is saved at once. */
export class AccessSection extends ProjectSection {
  static override styles = [
    shared,
    settingsSectionStyles,
    css`
      .choice { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.125rem var(--space-3); padding: var(--space-3) var(--space-4); border: 1px solid var(--line); border-radius: var(--round-m); cursor: pointer; }
      .choice:hover { background: var(--hover); }
      .choice:has(:checked) { border-color: var(--accent); background: var(--accent-shade); }
      .choice input { accent-color: var(--accent); margin: 0.1875rem 0 0; grid-row: span 2; inline-size: 1rem; block-size: 1rem; }
      .why { flex: 1 1 14rem; }
      fieldset { display: grid; gap: var(--space-2); }
    `,
  ];

  override render(): TemplateResult {
    return settingsSection(
      'Access',
      'Who can ask questions on the sites above.',
      html`<fieldset><legend class="only-read">Who may ask in the widget</legend>${CHOICES.map(
        ({
          value,
          label,
          text,
        }) => html`<label class="choice"><input type="radio" name="access" .checked=${this.project.widget_access === value}
          aria-describedby="about-${value}" @change=${() => this.save({ widget_access: value })}><strong>${label}</strong><span class="soft small" id="about-${value}">${text}</span></label>`,
      )}</fieldset>${inlineError(this.action.error())}
      <div class="spread"><span class="soft small why">Has a token fallen into the wrong hands? Revoke all: every visitor gets a new one, and conversations continue.</span>
        <button class="button small" type="button" @click=${this.#revoke}>Revoke all tokens</button></div>`,
    );
  }

  async #revoke(): Promise<void> {
    const { client } = this.app;
    const done = await confirm({
      title: 'Revoke all widget tokens?',
      text: 'Open chats stop until their page gets a new token. Pages that fetch tokens themselves do so at the next question.',
      action: 'Revoke all tokens',
      act: () => client.projects.widget.revoke(this.project.id),
    });
    if (done) this.app.toast('All widget tokens have been revoked');
  }
}

customElements.define('access-section', AccessSection);
