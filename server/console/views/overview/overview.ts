import type { ProjectOverview, UsageReport } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { formatCount, formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { icon } from '../../parts/icon.ts';
import { pageLink } from '../../parts/page-link.ts';
import { quotaNotice } from '../../parts/quota-notice.ts';
import { may } from '../../parts/role.ts';
import { badge, emptyState, notice, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { otherPlots, questionsPlot } from './plots.ts';
import { daysIn, formatLongDay, parseRange, previousRange, type Range, type RangeName, rangeError } from './range.ts';
import { topics, topicsStyles, unanswered } from './topics.ts';
import { totals, totalsStyles } from './totals.ts';

const CHOICES: readonly { value: RangeName; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'own', label: 'Custom' },
];

interface Loaded {
  report: UsageReport;
  before: UsageReport;
  overview: ProjectOverview;
}

/** `/projects/{id}/overview`: what people ask, what answers them, and what needs the owner. */
export class OverviewView extends View {
  static override styles = [
    shared,
    segmentedControlStyles,
    totalsStyles,
    topicsStyles,
    css`
      .plots, .lists { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: var(--space-4); align-items: start; }
      ol.ranked, ul.ranked { display: grid; gap: var(--space-3); }
      .ranked li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-3); align-items: baseline; overflow-wrap: anywhere; }
      .facts > div { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; }
      .dates { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: end; }
      .dates .input { inline-size: auto; }
      .behind > summary { cursor: pointer; color: var(--accent-ink); min-block-size: var(--control); display: flex; align-items: center; inline-size: fit-content; }
      .behind > .scroll { margin-block-start: var(--space-2); max-block-size: 32rem; overflow-y: auto; }
      .behind tbody th { font-weight: 500; color: var(--ink); }
    `,
  ];
  static override properties = { own: { state: true } };
  /** A custom range while it is being chosen. */
  own: Range | null = null;
  readonly #loaded = new Resource<Loaded, { project: string; range: Range }>(this, {
    key: () => ({ project: this.params.project ?? '', range: this.#chosen.range }),
    load: async ({ project, range }, signal) => {
      const { projects } = this.app.client;
      const [report, before, overview] = await Promise.all([
        projects.usage(project, range, { signal }),
        projects.usage(project, previousRange(range), { signal }),
        projects.overview(project, range, { signal }),
      ]);
      return { report, before, overview };
    },
  });

  /** What was loaded before, shown while another period is loaded so that nothing jumps. */
  #shown: Loaded | undefined;

  get #chosen(): { name: RangeName; range: Range } {
    return parseRange(this.app.router.current?.query ?? new URLSearchParams());
  }

  override render(): TemplateResult {
    const { name, range } = this.#chosen;
    return html`<div class="page">
      ${pageHeader({
        title: 'Overview',
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
      ${this.#current()}
    </div>`;
  }

  #current(): unknown {
    this.#shown = this.#loaded.value ?? this.#shown;
    if (!this.#loaded.error && this.#shown) return this.#body(this.#shown);
    return renderResource(this.#loaded, (loaded) => this.#body(loaded), { lines: 10 });
  }

  #body({ report, before, overview }: Loaded): TemplateResult {
    const { days } = report;
    const isEmpty = report.totals.requests === 0 && before.totals.requests === 0 && overview.top_questions.length === 0;
    if (isEmpty)
      return html`${this.#notices(overview)}${this.#nothing(overview)}<div class="lists">${this.#sources(overview)}</div>`;
    return html`${this.#notices(overview)}${report.totals.requests === 0 ? notice('No questions were asked in this period.') : nothing}
      ${questionsPlot(days)}${totals(report.totals, before.totals, daysIn(report))}
      <div class="lists">${topics(overview.top_questions, (page) => this.#at(page))}${this.#sources(overview)}${this.#pages(overview)}</div>
      <div class="plots">${otherPlots(days)}</div>`;
  }

  #at(page: string): string {
    return `/projects/${encodeURIComponent(this.params.project ?? '')}/${page}`;
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

  #notices({ refusals, quotas }: ProjectOverview): TemplateResult {
    const percent = (share: number) => `${Math.round(100 * share)} %`;
    const rising = refusals.rising
      ? notice(
          html`<strong>More questions go unanswered.</strong> In the last 7 days ${percent(refusals.share)} of ${plural(refusals.answers, 'answer')} were refused or unsure (${percent(refusals.unsure_share)} unsure); in the four weeks before it was ${percent(refusals.share_before)}. <a href=${this.#at('improve?kind=unanswered&days=7')}>See which</a>`,
          { tone: 'warn', name: 'alert' },
        )
      : nothing;
    return html`${rising}${quotas.map((state) => quotaNotice(state))}`;
  }

  #nothing({ sources }: ProjectOverview): TemplateResult {
    return sources.total === 0
      ? emptyState({
          icon: 'document',
          title: 'Begin with a document',
          text: 'Add what your visitors should get answers from. Then ask a question, and put the chat on your site.',
          action: html`<a class="button primary" href=${this.#at('sources')}>${icon('add', 16)}Add sources</a>`,
        })
      : emptyState({
          icon: 'chat',
          title: 'No questions yet',
          text: 'What people ask, and what answers them, appears here after the first question.',
          action: html`<div class="actions"><a class="button primary" href=${this.#at('playground')}>${icon('play', 16)}Ask the first one</a>
            <a class="button" href=${this.#at('widget')}>Put the chat on your site</a></div>`,
        });
  }

  #pages({ top_pages }: ProjectOverview): TemplateResult {
    const { project } = this;
    const settings = html`<a href=${this.#at('settings')}>settings</a>`;
    const empty = project?.record_pages
      ? html`No page of this period is known. The widget sends it with each question; programs may.`
      : may(project, 'editor')
        ? html`Not recorded. Turn it on under “Pages” in the ${settings}.`
        : html`Not recorded.`;
    return html`<section class="card stack" aria-labelledby="pages"><h2 id="pages">Pages asked from</h2>
      ${
        top_pages.length === 0
          ? html`<p class="soft">${empty}</p>`
          : html`<ol class="ranked">${top_pages.map(
              ({ page_url, questions, ...ends }) =>
                html`<li><span>${pageLink(page_url)}
                  ${unanswered(ends, questions)}</span><span class="soft number">${plural(questions, 'question')}</span></li>`,
            )}</ol>`
      }</section>`;
  }

  #sources({ top_sources, never_cited, sources }: ProjectOverview): TemplateResult {
    const { total, failed, last_read_at } = sources;
    const source = (id: string, title: string) =>
      html`<a href=${this.#at(`sources/${encodeURIComponent(id)}`)}><bdi>${title || 'A source without a title'}</bdi></a>`;
    return html`<section class="card stack"><h2>Sources</h2>
      <div class="facts"><div><span>${plural(total, 'source')}</span>${
        last_read_at
          ? html`<span class="soft small">last read <time datetime=${last_read_at} title=${formatDateTime(last_read_at)}>${formatRelativeTime(last_read_at)}</time></span>`
          : nothing
      }${failed > 0 ? html`<a href=${this.#at('sources?status=failed')}>${badge(`${formatCount(failed)} could not be read`, 'bad')}</a>` : nothing}</div></div>
      ${
        top_sources.length > 0
          ? html`<h3>Cited most</h3><ol class="ranked">${top_sources.map(({ source_id, title, answers }) => html`<li>${source(source_id, title)}<span class="soft number">${plural(answers, 'answer')}</span></li>`)}</ol>`
          : nothing
      }
      ${
        never_cited.count > 0
          ? html`<details><summary>${plural(never_cited.count, 'source')} never cited</summary><ul class="ranked">${never_cited.sources.map(({ source_id, title }) => html`<li>${source(source_id, title)}</li>`)}</ul>
            ${never_cited.count > never_cited.sources.length ? html`<p class="soft small">and ${formatCount(never_cited.count - never_cited.sources.length)} more</p>` : nothing}</details>`
          : nothing
      }</section>`;
  }
}

customElements.define('view-overview', OverviewView);
