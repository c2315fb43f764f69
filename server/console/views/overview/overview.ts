import type { ProjectOverview, UsageReport } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { formatCount, formatDateTime, formatRelativeTime, plural } from '../../format.ts';
import { segmentedControl, segmentedControlStyles } from '../../parts/forms/segmented-control.ts';
import { icon } from '../../parts/icon.ts';
import { pageLink } from '../../parts/page-link.ts';
import { quotaNotice } from '../../parts/quota-notice.ts';
import { may } from '../../parts/role.ts';
import { badge, emptyState, notice, pageHeader, renderResource } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { outcomePlots } from '../usage/plots.ts';
import { daysIn, parseRange, previousRange, type Range, type RangeName } from '../usage/range.ts';
import { totals, totalsStyles } from '../usage/totals.ts';

const CHOICES: readonly { value: RangeName; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
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
    css`
      .plots, .lists { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: var(--space-4); align-items: start; }
      ol.ranked, ul.ranked { display: grid; gap: var(--space-3); }
      .ranked li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-3); align-items: baseline; overflow-wrap: anywhere; }
      .facts > div { display: flex; flex-wrap: wrap; gap: var(--space-2); align-items: center; }
    `,
  ];
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

  get #chosen(): { name: RangeName; range: Range } {
    return parseRange(this.app.router.current?.query ?? new URLSearchParams());
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${pageHeader({
        title: 'Overview',
        lead: html`What people ask, what answers them, and what needs your attention. <a href=${this.#at('unanswered/weakest')}>Read the weakest answers</a>`,
        actions: segmentedControl({
          name: 'range',
          label: 'Period',
          value: this.#chosen.name,
          options: CHOICES,
          change: (range) => {
            this.app.router.setQuery({ range });
            this.requestUpdate();
          },
        }),
      })}
      ${renderResource(this.#loaded, (loaded) => this.#body(loaded), { lines: 10 })}
    </div>`;
  }

  #body({ report, before, overview }: Loaded): TemplateResult {
    const isEmpty = report.totals.requests === 0 && before.totals.requests === 0 && overview.top_questions.length === 0;
    return html`${this.#alert(overview)}${overview.quotas.map((state) => quotaNotice(state))}
      ${isEmpty ? this.#nothing(overview) : html`${totals(report.totals, before.totals, daysIn(report))}<div class="plots">${outcomePlots(report.days)}</div>`}
      <div class="lists">${isEmpty ? nothing : this.#questions(overview)}${this.#sources(overview)}${isEmpty ? nothing : this.#pages(overview)}</div>`;
  }

  #at(page: string): string {
    return `/projects/${encodeURIComponent(this.params.project ?? '')}/${page}`;
  }

  #alert({ refusals }: ProjectOverview): TemplateResult | typeof nothing {
    if (!refusals.rising) return nothing;
    const percent = (share: number) => `${Math.round(100 * share)} %`;
    return notice(
      html`<strong>More questions go unanswered.</strong> In the last 7 days ${percent(refusals.share)} of ${plural(refusals.answers, 'answer')} were refused or unsure (${percent(refusals.unsure_share)} unsure); in the four weeks before it was ${percent(refusals.share_before)}. <a href=${this.#at('unanswered?days=7')}>See which</a>`,
      { tone: 'warn', name: 'alert' },
    );
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

  #questions({ top_questions }: ProjectOverview): TemplateResult {
    return html`<section class="card stack"><div><h2>Top questions</h2><p class="soft small">Similar questions are counted together.</p></div>
      ${
        top_questions.length === 0
          ? html`<p class="soft">No question of this period is stored any more.</p>`
          : html`<ol class="ranked">${top_questions.map(
              ({ question, count, ...ends }) =>
                html`<li><span><a href=${this.#at(`playground?${new URLSearchParams({ ask: question }).toString()}`)}><bdi>${question}</bdi></a>
                  ${unanswered(ends, count)}</span><span class="soft number">${plural(count, 'time')}</span></li>`,
            )}</ol>`
      }</section>`;
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

/** How many of these questions were refused, and how many of the answers were unsure. */
function unanswered({ unanswered, unsure }: { unanswered: number; unsure: number }, of: number): unknown {
  const said = (count: number, words: string) =>
    count > 0 ? badge(count === of ? words : `${formatCount(count)} ${words.toLowerCase()}`, 'warn') : nothing;
  return html`${said(unanswered - unsure, 'Not answered')} ${said(unsure, 'Unsure')}`;
}

customElements.define('view-overview', OverviewView);
