import type { AnswerTrace } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { notice } from '../../parts/states.ts';
import { checkStyles, checks } from './checks.ts';
import { passageStyles, passages } from './passages.ts';
import { questionStyles, understood } from './question.ts';
import { timingStyles, timings } from './timings.ts';
import { verdict, verdictStyles } from './verdict.ts';

/** The styles of the trace. */
export const traceStyles = [
  verdictStyles,
  questionStyles,
  passageStyles,
  checkStyles,
  timingStyles,
  css`
    .trace { display: grid; gap: var(--space-4); grid-template-columns: minmax(0, 1fr); }
    .part { padding: var(--space-3) var(--space-4); }
    .part summary.top { cursor: pointer; display: flex; align-items: center; gap: var(--space-2); list-style: none; min-block-size: 1.75rem; }
    .part summary.top::-webkit-details-marker { display: none; }
    .part summary.top svg { color: var(--soft); transition: transform var(--quick); }
    details.part[open] > summary.top svg { transform: rotate(180deg); }
    .part summary.top .aside { margin-inline-start: auto; color: var(--soft); font-size: var(--text-s); white-space: nowrap; }
    .part .inside { display: grid; gap: var(--space-3); grid-template-columns: minmax(0, 1fr); padding-block: var(--space-2) var(--space-2); }
    .more summary { cursor: pointer; color: var(--accent-ink); padding-block: var(--space-2); inline-size: fit-content; }
  `,
];

/** The trace of an answer, from the verdict to the timings. `actions` are shown with the verdict. */
export function answerTrace(trace: AnswerTrace, project: string, actions: unknown): TemplateResult {
  const { claims, dropped, passages: found, question, shortened, engines } = trace;
  const isWritten = !['extractive', 'curated'].includes(engines.answerer);
  return html`<div class="trace">
    ${verdict(trace, actions)}
    ${shortened ? notice('This answer was made from more than is stored of it: texts are shortened, or the ends of lists are missing. Open the sources below to read them whole.') : nothing}
    ${claims.length + dropped.length > 0 ? part('The answer, sentence by sentence', isWritten ? `${claims.length} kept, ${dropped.length} removed` : plural(claims.length, 'sentence'), checks(claims, dropped), true) : nothing}
    ${part('What was found', found.length === 0 ? 'nothing' : `${found.length}, best first`, found.length === 0 ? html`<p class="soft">No passage contains these words or has a similar meaning.</p>` : passages(found, project, trace.verdict.outcome === 'refused'), true)}
    ${part('How the question was understood', '', understood(question), false)}
    ${part('Time and engines', '', timings(trace), false)}
  </div>`;
}

const part = (title: string, aside: string, body: TemplateResult, open: boolean) =>
  html`<details class="part card" ?open=${open}><summary class="top"><h2>${title}</h2><span class="aside">${aside}</span>${icon('chevron')}</summary><div class="inside">${body}</div></details>`;
