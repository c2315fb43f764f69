import type { DailyUsage } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';
import '../../parts/plot/plot.ts';
import { formatCompact, formatCount, formatDuration, WORDS_PROCESSED } from '../../format.ts';
import type { Series } from '../../parts/plot/marks.ts';
import { formatLongDay, formatShortDay } from './range.ts';

/** The charts of daily usage. */
export function plots(days: readonly DailyUsage[]): TemplateResult {
  const each = (value: (day: DailyUsage) => number | null) => days.map(value);
  return html`<div class="plots">
    ${questionsPlot(days)}
    ${plot(days, {
      title: 'Time to answer',
      text: 'How long answers took until they were complete: the median and the 95th percentile.',
      kind: 'lines',
      series: [
        { label: 'Median', colour: 1, values: each(({ latency_ms }) => latency_ms?.p50 ?? null) },
        { label: '95th percentile', colour: 2, values: each(({ latency_ms }) => latency_ms?.p95 ?? null) },
      ],
      format: (value) => (value === 0 ? '0' : formatDuration(value)),
    })}
    ${ratingsPlot(days)}
    ${plot(days, {
      title: 'Words processed',
      text: WORDS_PROCESSED,
      kind: 'stacked-bars',
      series: [
        { label: 'Read', colour: 1, values: each(({ prompt_tokens }) => prompt_tokens) },
        { label: 'Written', colour: 2, values: each(({ completion_tokens }) => completion_tokens) },
      ],
      format: formatCompact,
    })}
  </div>`;
}

/** How questions ended and how answers were rated, by day. */
export const outcomePlots = (days: readonly DailyUsage[]): TemplateResult =>
  html`${questionsPlot(days)}${ratingsPlot(days)}`;

function questionsPlot(days: readonly DailyUsage[]): TemplateResult {
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
  });
}

function ratingsPlot(days: readonly DailyUsage[]): TemplateResult {
  const each = (value: (day: DailyUsage) => number) => days.map(value);
  return plot(days, {
    title: 'Ratings',
    text: 'By the day of the answer.',
    kind: 'stacked-bars',
    series: [
      { label: 'Helpful', colour: 1, values: each(({ feedback_up }) => feedback_up) },
      { label: 'Not helpful', colour: 2, values: each(({ feedback_down }) => feedback_down) },
    ],
    format: formatCompact,
  });
}

function plot(
  days: readonly DailyUsage[],
  given: {
    title: string;
    text: string;
    kind: 'stacked-bars' | 'lines';
    series: Series[];
    format: (value: number) => string;
  },
): TemplateResult {
  const { title, text, kind, series, format } = given;
  const categories = days.map(({ day }) => ({ short: formatShortDay(day), long: formatLongDay(day) }));
  return html`<section class="card stack"><div><h2>${title}</h2><p class="soft small">${text}</p></div>
    <ui-plot label=${title} kind=${kind} .categories=${categories} .series=${series} .format=${format}></ui-plot></section>`;
}

/** The same data as a table, latest day first. */
export function table(days: readonly DailyUsage[]): TemplateResult {
  const time = (value: number | undefined) => (value === undefined ? '–' : formatDuration(value));
  return html`<details><summary>Show as a table</summary>
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
