import type { AnswerTrace } from '@footnote/sdk';
import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { formatCount, formatDuration } from '../../format.ts';

/** The styles of the timings. */
export const timingStyles = css`
  .bar { display: block; inline-size: 100%; block-size: 1rem; border-radius: var(--round-s); }
  .bar .rest { fill: var(--sunk); }
  .key { display: flex; flex-wrap: wrap; gap: 0.25rem var(--space-4); font-size: var(--text-s); }
  .key li { display: inline-flex; align-items: center; gap: 0.375rem; }
  .key svg { inline-size: 0.75rem; block-size: 0.75rem; }
  .step-1 { fill: var(--plot-3); } .step-2 { fill: color-mix(in oklab, var(--plot-1) 45%, var(--card)); } .step-3 { fill: var(--plot-1); } .step-4 { fill: color-mix(in oklab, var(--plot-2) 60%, var(--card)); } .step-5 { fill: var(--plot-2); }
`;

const STEPS = [
  { name: 'wait', label: 'Queue' },
  { name: 'understand', label: 'Understanding' },
  { name: 'retrieve', label: 'Searching' },
  { name: 'rerank', label: 'Reading' },
  { name: 'generate', label: 'Writing' },
] as const;

/** The duration of each stage, the engines and the prompt size. */
export function timings({ timings: times, engines, prompt_tokens }: AnswerTrace): TemplateResult {
  const known = STEPS.flatMap(({ name, label }, at) => {
    const time = times[name];
    return time === null ? [] : [{ label, time, at: at + 1 }];
  });
  const whole = Math.max(
    1,
    times.total,
    known.reduce((sum, { time }) => sum + time, 0),
  );
  let from = 0;
  return html`<svg class="bar" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="1000" height="16" />${known.map(
    ({ time, at }) => {
      const x = (from / whole) * 1000;
      from += time;
      return svg`<rect class="step-${at}" x=${x} width=${Math.max(time > 0 ? 4 : 0, (time / whole) * 1000)} height="16" />`;
    },
  )}</svg>
    <ul class="key">${known.map(({ label, time, at }) => html`<li><svg viewBox="0 0 12 12" aria-hidden="true"><rect class="step-${at}" width="12" height="12" rx="2.5" /></svg>${label} <span class="soft number">${formatDuration(time)}</span></li>`)}</ul>
    <dl class="facts">
      <dt>Total</dt><dd class="number">${formatDuration(times.total)}${times.first_text === null ? nothing : html`<span class="soft">, first words after ${formatDuration(times.first_text)}</span>`}</dd>
      <dt>Written by</dt><dd>${answerer(engines.answerer)}</dd>
      <dt>Meaning compared by</dt><dd>${embedder(engines.embedder)}</dd>
      ${engines.reranker ? html`<dt>Read again by</dt><dd>${engines.reranker}</dd>` : nothing}
      ${engines.verifier ? html`<dt>Checked by</dt><dd>rules and ${engines.verifier}${engines.verifier_failed ? ', which failed: for some sentences rules alone' : ''}</dd>` : nothing}
      ${prompt_tokens === null ? nothing : html`<dt>Prompt</dt><dd class="number">${formatCount(prompt_tokens)} ${engines.answerer === 'extractive' ? 'words' : 'tokens'}</dd>`}</dl>`;
}

/** The built-in answerer quotes the documents. */
const answerer = (name: string) =>
  name === 'extractive' ? 'no model: sentences quoted from the documents (extractive)' : name;

/** The built-in embedder needs no file, so owners do not know its name. */
function embedder(name: string | null): string {
  if (name === null) return 'none: only words were compared';
  return name.startsWith('builtin') ? `built in (${name})` : name;
}
