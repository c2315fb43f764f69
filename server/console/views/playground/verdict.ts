import type { AnswerTrace, RefusalReason, TracedPassage } from '@footnote/sdk';
import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { plural } from '../../format.ts';
import { type IconName, icon } from '../../parts/icon.ts';

/** The styles of the verdict. */
export const verdictStyles = css`
  .verdict .line { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--space-3); align-items: start; }
  .verdict .sign { display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; border-radius: 50%; }
  .verdict.good .sign { background: var(--good-shade); color: var(--good); }
  .verdict.warn .sign { background: var(--warn-shade); color: var(--warn); }
  .verdict.bad .sign { background: var(--bad-shade); color: var(--bad); }
  .verdict .words { display: grid; gap: var(--space-3); grid-template-columns: minmax(0, 1fr); }
  .gauge { display: grid; gap: 0.25rem; max-inline-size: 26rem; }
  .gauge svg { display: block; inline-size: 100%; block-size: 1.125rem; overflow: visible; }
  .gauge .track { fill: var(--sunk); } .gauge .fill { fill: var(--plot-1); } .warn .gauge .fill { fill: var(--plot-2); }
  .gauge .mark { stroke: var(--ink); stroke-width: 2; }
  .gauge .scale { display: flex; justify-content: space-between; gap: var(--space-3); }
`;

/** The reasons for a refusal: what happened, and what the owner can do. */
const REASONS: Readonly<Record<RefusalReason, { title: string; why: string; remedy: string }>> = {
  nothing_found: {
    title: 'Nothing was found',
    why: 'No passage of your documents matches the words of this question.',
    remedy: 'Add a document about it, or write the answer yourself.',
  },
  not_confident: {
    title: 'The passages found do not seem to answer it',
    why: 'Some passages share words with the question, but no single one has enough of the important words. Footnote does not guess.',
    remedy:
      'If one of the passages below answers it, reword that document with the words that people use. If none does, add a document, or write the answer yourself.',
  },
  no_answer: {
    title: 'The model found no answer in the passages',
    why: 'It read the passages marked “Read” below and said that they do not answer the question.',
    remedy:
      'Check whether the answer is in a passage that the model did not get. If it is in none, add a document, or write the answer yourself.',
  },
  unsupported: {
    title: 'The answer was withdrawn',
    why: 'The model wrote an answer, but the passages that it cites do not support enough of it.',
    remedy:
      'The sentences below show what is not supported. If they are true, add them to a document. A larger model makes fewer such mistakes.',
  },
};

/** An unsure answer: what happened, and what the owner can do. */
const UNSURE = {
  title: 'It shows only the closest passages',
  why: 'The passages found share important words with the question, but not enough for Footnote to be sure that they answer it. So it says that they may not, and shows the best of them.',
  remedy:
    'If one of the passages below answers it, reword that document with the words that people use. If none does, add a document, or write the answer yourself.',
};

/** The title for an outcome. */
export function verdictTitle({ verdict: { outcome, reason }, passages, engines }: AnswerTrace): string {
  if (outcome === 'refused') return `Why no answer? ${REASONS[reason ?? 'not_confident'].title}`;
  if (outcome === 'unsure') return `Why unsure? ${UNSURE.title}`;
  if (outcome === 'failed') return 'The answer failed';
  if (outcome === 'aborted') return 'It was stopped';
  if (engines.answerer === 'curated') return 'Answered in your own words';
  return `Answered from ${plural(passages.filter(({ use }) => use === 'cited').length, 'passage')}`;
}

/** The outcome of an answer and its score. `actions` are shown unless it failed or was stopped. */
export function verdict(trace: AnswerTrace, actions: unknown): TemplateResult {
  const { outcome, reason } = trace.verdict;
  if (outcome === 'refused' || outcome === 'unsure') {
    const { why, remedy } = outcome === 'unsure' ? UNSURE : REASONS[reason ?? 'not_confident'];
    const nearest = trace.passages[0];
    return block('warn', 'help', trace, [
      html`<p>${why}</p>`,
      nearest ? nearestOf(nearest) : nothing,
      html`<p>${remedy}</p>`,
      gauge(trace),
      html`<div class="actions">${actions}</div>`,
    ]);
  }
  if (outcome === 'failed')
    return block('bad', 'alert', trace, [
      html`<p>The model or the server failed. The server’s log says why, at the time of this question.</p>`,
    ]);
  if (outcome === 'aborted')
    return block('bad', 'info', trace, [html`<p>The visitor stopped it or left before it was complete.</p>`]);
  return block('good', 'check', trace, [
    html`<p class="soft">${support(trace)}</p>`,
    gauge(trace),
    html`<div class="actions">${actions}</div>`,
  ]);
}

function support({ dropped, claims, engines }: AnswerTrace): string {
  if (engines.answerer === 'curated')
    return 'You have written this answer. It is shown as it is, and nothing was searched.';
  if (dropped.length > 0)
    return `${plural(dropped.length, 'sentence or marker', 'sentences or markers')} without support ${dropped.length === 1 ? 'was' : 'were'} taken out.`;
  return claims.length === 0 ? 'Nothing was removed.' : 'No unsupported sentence was found.';
}

function nearestOf({ title, heading }: TracedPassage): TemplateResult {
  return html`<p>Best match: <strong><bdi>${title || 'a source that has been deleted'}</bdi></strong>${heading ? html`, under “<bdi>${heading}</bdi>”` : nothing}.</p>`;
}

const block = (tone: string, sign: IconName, trace: AnswerTrace, body: readonly unknown[]) =>
  html`<section class="verdict card ${tone}"><div class="line"><span class="sign">${icon(sign)}</span>
    <div class="words"><div><p class="soft small break"><bdi>${trace.question.asked}</bdi></p><h2>${verdictTitle(trace)}</h2></div>${body}</div></div></section>`;

/** The score and its threshold; for a withdrawn answer, the unsupported share and its limit. */
function gauge({ verdict: { score, threshold, reason } }: AnswerTrace): TemplateResult | typeof nothing {
  if (score === null || threshold === null) return nothing;
  const x = (value: number) => Math.max(0, Math.min(1, value)) * 100;
  const name = reason === 'unsupported' ? 'Without support' : 'Match';
  const percent = (value: number) => `${Math.round(x(value))} %`;
  const limit = reason === 'unsupported' ? 'at most' : 'needed';
  return html`<div class="gauge small"><svg viewBox="0 0 100 18" preserveAspectRatio="none" role="img" aria-label="${name}: ${percent(score)}, ${limit} ${percent(threshold)}">${svg`
      <rect class="track" y="5" width="100" height="8" /><rect class="fill" y="5" width=${x(score)} height="8" />
      <path class="mark" d="M${x(threshold)} 1v16" vector-effect="non-scaling-stroke" />`}</svg>
    <div class="scale soft number"><span>${name}: ${percent(score)}</span><span>${limit} ${percent(threshold)}</span></div></div>`;
}
