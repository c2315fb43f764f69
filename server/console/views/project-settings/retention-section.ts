import { html, type TemplateResult } from 'lit';
import { plural } from '../../format.ts';
import { inlineError, selectField } from '../../parts/forms/field.ts';
import { settingsSection } from '../../parts/forms/settings-section.ts';
import { ProjectSection } from './project-section.ts';

const DAYS = [7, 30, 90, 180, 365, 730, 3650];

/** `<retention-section>`: for how long conversations are kept. */
export class RetentionSection extends ProjectSection {
  protected override readonly needs = 'owner';
  override render(): TemplateResult {
    const { default_retention_days: server } = this.project;
    const days = this.draft.retention_days === undefined ? this.project.retention_days : this.draft.retention_days;
    const offered = [...new Set([...DAYS, ...(days === null ? [] : [days])])].sort((one, other) => one - other);
    const usual = server === null ? 'for as long as the project exists' : plural(server, 'day');
    return settingsSection(
      'Conversations',
      'Counted from the last message. The figures on the Usage page stay; they contain no personal data.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${selectField({
          name: 'retention_days',
          label: 'Keep conversations for',
          value: days === null ? '' : String(days),
          options: [
            { value: '', label: `Server default: ${usual}` },
            ...offered.map((each) => ({ value: String(each), label: plural(each, 'day') })),
          ],
          error: this.action.field('retention_days'),
          change: (value) => this.change({ retention_days: value === '' ? null : Number(value) }),
        })}
        ${inlineError(this.action.error('retention_days'))}${this.saveButtons()}</form>`,
    );
  }
}

customElements.define('retention-section', RetentionSection);
