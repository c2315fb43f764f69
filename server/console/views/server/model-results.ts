import type { ModelCheck, ModelTrial, ProbeVerdict } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatDuration } from '../../format.ts';
import { answerText } from '../../parts/answer-text.ts';
import { icon } from '../../parts/icon.ts';
import { badge } from '../../parts/states.ts';

/** The styles of the results; `answerTextStyles` are needed as well. */
export const modelResultStyles = css`
  .result { border: 1px solid var(--line); border-radius: var(--round-l); padding: var(--space-4); }
  .probe { display: grid; gap: 0.125rem; flex: 1 1 0; min-inline-size: 0; }
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

/** How a model answered the built-in questions. */
export function checkResult(check: ModelCheck): TemplateResult {
  const { probes, context_tokens, prompt_tokens, streams, unfit } = check;
  const right = probes.filter(({ verdict }) => verdict === 'right').length;
  return html`<div class="stack" role="group" aria-label="The result of the check">
    <p><strong>${right} of ${probes.length} as they should be.</strong> ${
      right === probes.length
        ? 'It answers from the passages, cites them, and says when they do not answer.'
        : unfit
          ? 'The model does not follow instructions: answering by quoting, without a model, is better.'
          : 'Footnote checks every sentence, adds citations that are missing, and marks or drops what no passage supports. A larger model answers more.'
    }</p>
    <ul class="list">${probes.map(
      ({ question, verdict, answer, total_ms }) => html`<li class=${verdict === 'right' ? 'right' : 'fault'}>
        ${icon(verdict === 'right' ? 'check' : 'alert')}
        <div class="probe"><span>${question}</span><span class="soft small break">${answer === '' ? (verdict === 'empty' ? 'Nothing.' : 'No answer in the passages.') : answer}</span>
        <span class="row small">${badge(VERDICTS[verdict], verdict === 'right' ? 'good' : 'warn')}<span class="soft number">${formatDuration(total_ms)}</span></span></div></li>`,
    )}</ul>
    <dl class="facts small">
      <dt>Context</dt><dd class="number">${context_tokens === null ? 'Not told by the server' : `${formatCount(context_tokens)} tokens`}</dd>
      <dt>Prompts</dt><dd class="number">Up to ${formatCount(prompt_tokens)} tokens</dd>
      <dt>Streams</dt><dd>${streams ? 'Yes' : 'No'}</dd>
    </dl></div>`;
}
