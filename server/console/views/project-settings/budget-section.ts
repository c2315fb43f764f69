import type { DailyBudget } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatCount } from '../../format.ts';
import { checkboxField, inlineError, textField } from '../../parts/forms/field.ts';
import { settingsSection, settingsSectionStyles } from '../../parts/forms/settings-section.ts';
import { shared } from '../../styles/shared.ts';
import { ProjectSection } from './project-section.ts';

const NONE: DailyBudget = { requests: null, per_visitor: null, message: '' };

/** `<budget-section>`: how many questions a day may be asked. */
export class BudgetSection extends ProjectSection {
  protected override readonly needs = 'owner';
  static override styles = [
    shared,
    settingsSectionStyles,
    css`.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: var(--space-4); }`,
  ];

  override render(): TemplateResult {
    const { action } = this;
    const { default_daily_budget: standard } = this.project;
    const budget = this.draft.daily_budget === undefined ? this.project.daily_budget : { ...NONE, ...this.#draft };
    const limited = this.draft.daily_budget === null ? null : budget;
    return settingsSection(
      'Daily budget',
      'Days begin at midnight UTC. When the budget is used up, the widget says so, and nothing is answered until the next day. If every visitor may ask, one network address can use up a tenth of it.',
      html`<form class="stack" novalidate @submit=${this.submit}>
        ${checkboxField({
          name: 'limited',
          label: standard ? 'Set your own limit of questions per day' : 'Limit questions per day',
          checked: limited !== null,
          change: (on) =>
            this.change({
              daily_budget: on
                ? (this.project.daily_budget ?? standard ?? { ...NONE, requests: 1000, per_visitor: 50 })
                : null,
            }),
        })}
        ${
          limited === null
            ? standard
              ? html`<p class="soft small">Because every visitor may ask, the limit is ${formatCount(standard.requests ?? 0)} questions a day, and ${formatCount(standard.per_visitor ?? 0)} for each visitor.</p>`
              : nothing
            : html`<div class="two">
              ${textField({ name: 'daily_budget.requests', label: 'Total', type: 'number', min: 1, hint: 'Empty for no limit', value: shown(limited.requests), error: action.field('daily_budget.requests'), change: (text) => this.#set({ requests: read(text) }) })}
              ${textField({ name: 'daily_budget.per_visitor', label: 'Per visitor', type: 'number', min: 1, hint: 'Empty for no limit', value: shown(limited.per_visitor), error: action.field('daily_budget.per_visitor'), change: (text) => this.#set({ per_visitor: read(text) }) })}</div>
              ${textField({ name: 'daily_budget.message', label: 'Message when it is used up', optional: true, rows: 2, maxlength: 500, placeholder: 'No more questions can be asked here today. Please come back tomorrow.', value: limited.message, error: action.field('daily_budget.message'), change: (message) => this.#set({ message }) })}`
        }
        ${inlineError(action.error('daily_budget.requests', 'daily_budget.per_visitor', 'daily_budget.message'))}${this.saveButtons()}</form>`,
    );
  }

  get #draft(): Partial<DailyBudget> {
    return this.draft.daily_budget ?? {};
  }

  #set(changes: Partial<DailyBudget>): void {
    this.change({ daily_budget: { ...NONE, ...this.project.daily_budget, ...this.#draft, ...changes } });
  }
}

const shown = (value: number | null) => (value === null || Number.isNaN(value) ? '' : String(value));

/** The server rejects anything but a whole number. */
const read = (text: string) => (text.trim() === '' ? null : Number(text));

customElements.define('budget-section', BudgetSection);
