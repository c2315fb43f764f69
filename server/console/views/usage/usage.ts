import type { UsageReport } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { icon } from '../../parts/icon.ts';
import { emptyState, notice, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { plots, table } from './plots.ts';
import { daysIn, formatLongDay, parseRange, previousRange, type Range, type RangeName, rangeError } from './range.ts';
import { totals, totalsStyles } from './totals.ts';

const CHOICES: readonly { value: RangeName; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'own', label: 'Custom' },
];

/** `/projects/{id}/usage`: questions, outcomes and response times by day. */
export class UsageView extends View {
  static override styles = [
    shared,
    segmentedControlStyles,
    totalsStyles,
    css`
      .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: var(--space-4); }
      .dates { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: end; }
      .dates .input { inline-size: auto; }
      details > summary { cursor: pointer; color: var(--accent-ink); min-block-size: var(--control); display: flex; align-items: center; inline-size: fit-content; }
      details > .scroll { margin-block-start: var(--space-2); max-block-size: 32rem; overflow-y: auto; }
      tbody th { font-weight: 500; color: var(--ink); }
    `,
  ];
  static override properties = { own: { state: true } };
  /** A custom range while it is being chosen. */
  own: Range | null = null;
  readonly #usage = new Resource<{ report: UsageReport; before: UsageReport }, Range>(this, {
    key: () => this.#chosen.range,
    load: async (range, signal) => {
      const { client } = this.app;
      const id = this.params.project ?? '';
      const [report, before] = await Promise.all([
        client.projects.usage(id, range, { signal }),
        client.projects.usage(id, previousRange(range), { signal }),
      ]);
      return { report, before };
    },
  });

  /** The previous report, shown while another one is loaded so that nothing jumps. */
  #shown: { report: UsageReport; before: UsageReport } | undefined;

  get #chosen(): { name: RangeName; range: Range } {
    return parseRange(this.app.router.current?.query ?? new URLSearchParams());
  }

  override render(): TemplateResult {
    const { name, range } = this.#chosen;
    return html`<div class="page">
      ${pageHeader({
        title: 'Usage',
        lead: `${formatLongDay(range.from)} to ${formatLongDay(range.to)}. Days begin at midnight UTC.`,
        actions: segmentedControl({
          name: 'range',
          label: 'Period',
          value: name,
          options: CHOICES,
          change: (to) => this.#choose(to),
        }),
      })}
      ${name === 'own' ? this.#dates(range) : nothing}
      ${this.#body()}
    </div>`;
  }

  #body(): unknown {
    this.#shown = this.#usage.value ?? this.#shown;
    const { error } = this.#usage;
    if (!error && this.#shown) return this.#report(this.#shown.report, this.#shown.before);
    return renderResource(this.#usage, ({ report, before }) => this.#report(report, before), { lines: 8 });
  }

  #report(report: UsageReport, before: UsageReport): TemplateResult {
    const days = daysIn(report);
    if (report.totals.requests === 0 && before.totals.requests === 0) return this.#nothing();
    return html`${report.totals.requests === 0 ? notice('No questions were asked in this period.') : nothing}
      ${totals(report.totals, before.totals, days)}${plots(report.days)}${table(report.days)}`;
  }

  #nothing(): TemplateResult {
    const at = (page: string) => `/projects/${encodeURIComponent(this.params.project ?? '')}/${page}`;
    return emptyState({
      icon: 'usage',
      title: 'No questions yet',
      text: 'This page shows how many questions were asked, how they ended and how long the answers took.',
      action: html`<div class="actions"><a class="button primary" href=${at('playground')}>${icon('play', 16)}Ask the first one</a>
        <a class="button" href=${at('widget')}>Put the chat on your site</a></div>`,
    });
  }

  #dates(range: Range): TemplateResult {
    const own = this.own ?? range;
    const day = (name: 'from' | 'to', label: string) => html`<div class="field"><label for=${name}>${label}</label>
      <input class="input" type="date" id=${name} .value=${own[name]} @change=${(event: Event) => this.#date({ ...own, [name]: (event.target as HTMLInputElement).value })}></div>`;
    return html`<div class="stack tight"><div class="dates">${day('from', 'First day')}${day('to', 'Last day')}</div>${inlineError(rangeError(own))}</div>`;
  }

  #date(own: Range): void {
    this.own = own;
    if (!rangeError(own)) this.app.router.setQuery({ ...own });
    this.requestUpdate();
  }

  #choose(name: RangeName): void {
    const { range } = this.#chosen;
    this.own = null;
    this.app.router.setQuery(name === 'own' ? { range: name, ...range } : { range: name, from: null, to: null });
    this.requestUpdate();
  }
}

customElements.define('view-usage', UsageView);
