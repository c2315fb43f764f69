import type { ModelCheck, ModelTrial, ProbeVerdict, ServerModels } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatDate, formatDuration } from '../../format.ts';
import { answerText } from '../../parts/answer-text.ts';
import { icon } from '../../parts/icon.ts';
import { badge } from '../../parts/states.ts';

/** The styles of the results; `answerTextStyles` are needed as well. */
export const modelResultStyles = css`
  .result { border: 1px solid var(--line); border-radius: var(--round-l); padding: var(--space-4); }
  .probe { display: grid; gap: 0.125rem; flex: 1 1 0; min-inline-size: 0; }
  .plain { display: grid; gap: var(--space-2); margin: 0; padding: 0; list-style: none; }
  .plain > li { display: flex; gap: var(--space-2); align-items: start; }
  .plain svg { flex: none; margin-block-start: 0.125rem; }
  .kept > .stack { margin-block-start: var(--space-3); }
  .right > svg { color: var(--good); }
  .fault > svg { color: var(--warn); }
`;

const VERDICTS: Record<ProbeVerdict, string> = {
  right: 'As it should be',
  uncited: 'Right, but without a citation',
  wrong_citation: 'Right, but cites another passage',
  wrong: 'Wrong',
  refused: 'Refused, although a passage answers',
  invented: 'Answered, although no passage does',
  wrong_language: 'In another language than the question',
  obeyed: 'Obeyed a document',
  echoed: 'Answered with its instructions',
  empty: 'Answered with nothing',
};

/** What a model answered to one question, and how fast. */
export function trialResult(trial: ModelTrial): TemplateResult {
  const { answer, cut_off, streams, first_word_ms, total_ms } = trial;
  return html`<div class="result stack" role="group" aria-label="The model’s answer">
    ${answer === '' ? html`<p class="soft">The model answered with nothing.</p>` : answerText(answer)}
    ${cut_off ? html`<p class="soft small">It reached its limit of tokens before the end.</p>` : nothing}
    <dl class="facts small">
      <dt>First word</dt><dd class="number">${first_word_ms === null ? 'None' : formatDuration(first_word_ms)}</dd>
      <dt>Whole answer</dt><dd class="number">${formatDuration(total_ms)}</dd>
      <dt>Streams</dt><dd>${streams ? 'Yes' : 'No: visitors see the answer all at once'}</dd>
    </dl></div>`;
}

/** What a model showed when it was examined. */
export function checkResult(check: ModelCheck): TemplateResult {
  const { findings, probes, context_tokens, prompt_tokens, streams, summary } = check;
  return html`<div class="stack" role="group" aria-label="What the model showed">
    <p><strong>${countRight(check)}</strong> ${summary}</p>
    <ul class="plain">${findings.map(
      ({ ok, sentence }) =>
        html`<li class=${ok ? 'right' : 'fault'}>${icon(ok ? 'check' : 'alert')}<span>${sentence}</span></li>`,
    )}</ul>
    <details><summary>Questions and answers</summary><ul class="list">${probes.map(
      ({ question, verdict, answer, total_ms }) => html`<li>
        <div class="probe"><span>${question}</span><span class="soft small break">${answer === '' ? (verdict === 'empty' ? 'Nothing.' : 'No answer in the passages.') : answer}</span>
        <span class="row small">${badge(VERDICTS[verdict], verdict === 'right' ? 'good' : 'warn')}<span class="soft number">${formatDuration(total_ms)}</span></span></div></li>`,
    )}</ul></details>
    <dl class="facts small">
      <dt>Context</dt><dd class="number">${context_tokens === null ? 'Not known' : `${formatCount(context_tokens)} tokens`}</dd>
      <dt>Prompts</dt><dd class="number">Up to ${formatCount(prompt_tokens)} tokens</dd>
      <dt>Streams</dt><dd>${streams ? 'Yes' : 'No'}</dd>
    </dl></div>`;
}

const countRight = ({ probes }: ModelCheck): string =>
  `${probes.filter(({ verdict }) => verdict === 'right').length} of ${probes.length} answers as they should be.`;

/** A machine without a GPU may take minutes to load a model, and a minute for each question. */
export const EXAMINATION_TIMEOUT = { headers: 1_200_000, total: 1_200_000 };

/** The errors of a model that was examined and can be used all the same. */
export const ANYWAY: readonly (string | null)[] = ['model_unfit', 'model_too_slow'];

/** How far the examination of a model is that is to be used. */
export function examinationProgress(examining: ServerModels['examining'], cancel: () => void): TemplateResult {
  const { done = 0, total = 1 } = examining ?? {};
  const said = examining ? `Asking question ${Math.min(done + 1, total)} of ${total}` : 'Loading the model';
  return html`<div class="stack tight"><div class="spread"><span class="small" role="status">${said}…</span>
    <button id="cancel" class="button small" type="button" @click=${cancel}>Cancel</button></div>
    <ui-progress value=${done} max=${total} label="Questions that the model has answered"></ui-progress></div>`;
}

/** What was kept of a model, folded; nothing if it was not examined. */
export function keptCheck(
  { checks }: Pick<ServerModels, 'checks'>,
  model: string,
  server: string | null,
): TemplateResult | typeof nothing {
  const kept = checks.find((each) => each.model === model && each.server === server)?.check;
  if (!kept) return nothing;
  return html`<details class="kept"><summary class="small">${kept.unfit ? html`${badge('Quotations are better', 'warn')} ` : nothing}Examined ${formatDate(kept.examined_at)}</summary>${checkResult(kept)}</details>`;
}
