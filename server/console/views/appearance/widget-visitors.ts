import type { WidgetAccess } from '@footnote/sdk';
import { css, html, type TemplateResult } from 'lit';
import { confirm } from '../../parts/dialogs/confirm.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { shared } from '../../styles/shared.ts';
import { ProjectSection } from '../project-settings/project-section.ts';

const CHOICES: readonly { value: WidgetAccess; label: string; text: string }[] = [
  {
    value: 'public',
    label: 'Every visitor of your sites',
    text: 'Right for public pages: one line of HTML is enough. Limits per visitor and per network address, and the daily budget, prevent overuse.',
  },
  {
    value: 'token',
    label: 'Only people who are signed in to your site',
    text: 'Right for pages behind a login: your own server gets a short-lived token for each of them with an API key.',
  },
];

/** `<widget-visitors>`: who may ask in the widget. The choice is saved at once. */
export class WidgetVisitors extends ProjectSection {
  static override styles = [
    shared,
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
    return html`<div class="stack"><fieldset><legend class="only-read">Who may ask in the widget</legend>${CHOICES.map(
      ({
        value,
        label,
        text,
      }) => html`<label class="choice"><input type="radio" name="access" .checked=${this.project.widget_access === value}
          aria-describedby="about-${value}" @change=${() => this.save({ widget_access: value })}><strong>${label}</strong><span class="soft small" id="about-${value}">${text} In the API: <code>${value}</code>.</span></label>`,
    )}</fieldset>${inlineError(this.action.error())}
      <div class="spread"><span class="soft small why">If somebody else may have got hold of a token, revoke all of them. Conversations stay.</span>
        <button class="button small" type="button" @click=${this.#revoke}>Revoke all tokens</button></div></div>`;
  }

  async #revoke(): Promise<void> {
    const { client } = this.app;
    const done = await confirm({
      title: 'Revoke all widget tokens?',
      text: 'Open chats stop until they have a new token. With “Every visitor of your sites” they get one with the next question; otherwise your server has to hand out new ones.',
      action: 'Revoke all tokens',
      act: () => client.projects.widget.revoke(this.project.id),
    });
    if (done) this.app.toast('All tokens are revoked.');
  }
}

customElements.define('widget-visitors', WidgetVisitors);
