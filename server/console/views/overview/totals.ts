import type { UsageCounts } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatDuration as durationOf, formatCompact, formatCount, plural } from '../../format.ts';

/** The styles of the totals. */
export const totalsStyles = css`
  .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); border: 1px solid var(--line); border-radius: var(--round-l); background: var(--card); overflow: hidden; }
  /* The last lines of a row and of the grid lie beyond its edge. */
  .tiles > div { display: grid; gap: 0.125rem; align-content: start; padding: var(--space-4); border: solid var(--line); border-width: 0 1px 1px 0; margin: 0 -1px -1px 0; }
  .tiles dd.figure { font-size: var(--text-xxl); font-weight: 650; letter-spacing: -0.02em; line-height: 1.2; font-variant-numeric: tabular-nums; }
  .tiles dt { color: var(--soft); font-size: var(--text-s); font-weight: 550; }
  .tiles dd { font-size: var(--text-s); color: var(--soft); }
  .tiles dd.figure { color: var(--ink); }
  @media (max-width: 30rem) { .tiles { grid-template-columns: 1fr 1fr; } .tiles > div { padding: var(--space-3); } .tiles dd.figure { font-size: var(--text-xl); } .tiles > :last-child:nth-child(odd) { grid-column: span 2; } }
`;

/** The totals, compared with the previous period. */
export function totals(now: UsageCounts, before: UsageCounts, days: number): TemplateResult {
  const ended = now.answered + now.unsure + now.refused;
  const rated = now.feedback_up + now.feedback_down;
  return html`<dl class="tiles">
    ${tile('Questions', formatCompact(now.requests), change(now.requests, before.requests, days))}
    ${tile('Answered as sure', share(now.answered, ended), html`${formatCount(now.answered)} of ${formatCount(ended)}${points(now, before, 'answered')}. Not all of them are right.`)}
    ${tile('Unsure', share(now.unsure, ended), html`${formatCount(now.unsure)} of ${formatCount(ended)}${points(now, before, 'unsure')}`)}
    ${tile('Not answered', share(now.refused, ended), html`${formatCount(now.refused)} of ${formatCount(ended)}${points(now, before, 'refused')}`)}
    ${tile('Time to answer', now.latency_ms ? duration(now.latency_ms.p50) : '–', now.latency_ms ? html`95th percentile ${duration(now.latency_ms.p95)}` : 'No answers yet')}
    ${tile('Rated helpful', share(now.feedback_up, rated), rated === 0 ? 'No ratings yet' : `${formatCount(now.feedback_up)} of ${plural(rated, 'rating')}`)}
    ${tile('Words processed', formatCompact(now.prompt_tokens + now.completion_tokens), change(now.prompt_tokens + now.completion_tokens, before.prompt_tokens + before.completion_tokens, days))}
  </dl>`;
}

/** With non-breaking spaces. */
const duration = (milliseconds: number) => durationOf(milliseconds).replaceAll(' ', '\u00a0');

const tile = (name: string, figure: string, note: unknown) =>
  html`<div><dt>${name}</dt><dd class="figure">${figure}</dd><dd>${note}</dd></div>`;

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`);

/** Describes the change from the previous period. */
function change(now: number, before: number, days: number): string {
  const then = `${plural(days, 'day')} before`;
  if (before === 0) return now === 0 ? 'None' : `None in the ${then}`;
  const percent = Math.round((now / before - 1) * 100);
  if (percent === 0) return `Same as in the ${then}`;
  return `${formatCount(Math.abs(percent))}% ${percent > 0 ? 'more' : 'fewer'} than in the ${then}`;
}

function points(now: UsageCounts, before: UsageCounts, outcome: 'answered' | 'unsure' | 'refused'): unknown {
  const ended = before.answered + before.unsure + before.refused;
  if (ended === 0 || now.answered + now.unsure + now.refused === 0) return nothing;
  return `, ${Math.round((before[outcome] / ended) * 100)}% before`;
}
