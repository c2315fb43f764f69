import type { DailyUsage } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import '../../parts/plot/plot.ts';
import { formatCompact, formatCount, formatDuration, WORDS_PROCESSED } from '../../format.ts';
import type { Series } from '../../parts/plot/marks.ts';
import { formatLongDay, formatShortDay } from './range.ts';

/** How the questions of each day ended, with all figures of the days as a table behind. */
export function questionsPlot(days: readonly DailyUsage[]): TemplateResult {
  const each = (value: (day: DailyUsage) => number) => days.map(value);
  const unsure = each(({ unsure }) => unsure);
  const failed = each(({ aborted, failed }) => aborted + failed);
  return plot(days, {
    title: 'Questions',
    text: 'How each one ended.',
    kind: 'stacked-bars',
    series: [
      { label: 'Answered as sure', colour: 1, values: each(({ answered }) => answered) },
      ...(unsure.some(Boolean) ? [{ label: 'Unsure', colour: 4 as const, values: unsure }] : []),
      { label: 'Not answered', colour: 2, values: each(({ refused }) => refused) },
      ...(failed.some(Boolean) ? [{ label: 'Stopped or failed', colour: 3 as const, values: failed }] : []),
    ],
    format: formatCompact,
    behind: table(days),
  });
}

/** The other charts of daily usage: their figures are in the table of the first. */
export function otherPlots(days: readonly DailyUsage[]): TemplateResult {
  const each = (value: (day: DailyUsage) => number | null) => days.map(value);
  return html`${plot(days, {
    title: 'Ratings',
    text: 'By the day of the answer.',
    kind: 'stacked-bars',
    series: [
      { label: 'Helpful', colour: 1, values: each(({ feedback_up }) => feedback_up) },
      { label: 'Not helpful', colour: 2, values: each(({ feedback_down }) => feedback_down) },
    ],
    format: formatCompact,
  })}
    ${plot(days, {
      title: 'Time to answer',
      text: 'Half of the answers were complete by the first line, 19 of 20 by the second.',
      kind: 'lines',
      series: [
        { label: 'Median', colour: 1, values: each(({ latency_ms }) => latency_ms?.p50 ?? null) },
        { label: '95th percentile', colour: 2, values: each(({ latency_ms }) => latency_ms?.p95 ?? null) },
      ],
      format: (value) => (value === 0 ? '0' : formatDuration(value)),
    })}
    ${plot(days, {
      title: 'Words processed',
      text: WORDS_PROCESSED,
      kind: 'stacked-bars',
      series: [
        { label: 'Read', colour: 1, values: each(({ prompt_tokens }) => prompt_tokens) },
        { label: 'Written', colour: 2, values: each(({ completion_tokens }) => completion_tokens) },
      ],
      format: formatCompact,
    })}`;
}

function plot(
  days: readonly DailyUsage[],
  given: {
    title: string;
    text: string;
    kind: 'stacked-bars' | 'lines';
    series: Series[];
    format: (value: number) => string;
    /** Below the chart. */
    behind?: TemplateResult;
  },
): TemplateResult {
  const { title, text, kind, series, format, behind } = given;
  const categories = days.map(({ day }) => ({ short: formatShortDay(day), long: formatLongDay(day) }));
  return html`<section class="card stack"><div><h2>${title}</h2><p class="soft small">${text}</p></div>
    <ui-plot label=${title} kind=${kind} .categories=${categories} .series=${series} .format=${format}></ui-plot>${behind ?? nothing}</section>`;
}

/** The same data as a table, latest day first. */
function table(days: readonly DailyUsage[]): TemplateResult {
  const time = (value: number | undefined) => (value === undefined ? '–' : formatDuration(value));
  return html`<details class="behind"><summary>Show as a table</summary>
    <div class="scroll" role="region" aria-label="Usage by day" tabindex="0"><table><thead><tr><th scope="col">Day (UTC)</th>
      ${['Questions', 'Answered as sure', 'Unsure', 'Not answered', 'Stopped or failed', 'Helpful', 'Not helpful', 'Words read', 'Words written', 'Median', '95th percentile'].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
      <tbody>${[...days]
        .reverse()
        .map(
          (day) =>
            html`<tr><th scope="row">${formatLongDay(day.day)}</th>${[
              ...[
                day.requests,
                day.answered,
                day.unsure,
                day.refused,
                day.aborted + day.failed,
                day.feedback_up,
                day.feedback_down,
                day.prompt_tokens,
                day.completion_tokens,
              ].map(formatCount),
              time(day.latency_ms?.p50),
              time(day.latency_ms?.p95),
            ].map((value) => html`<td class="number">${value}</td>`)}</tr>`,
        )}</tbody></table></div></details>`;
}
