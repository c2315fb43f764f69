import type { TracedQuestion } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';

/** The styles of the question and its terms. */
export const questionStyles = css`
  .terms { display: flex; flex-wrap: wrap; gap: var(--space-2); }
  .terms li { display: inline-flex; align-items: center; gap: 0.5rem; padding: 0.1875rem 0.625rem; border-radius: 99px; background: var(--sunk); font-size: var(--text-s); overflow-wrap: anywhere; }
  .terms .carried { background: none; box-shadow: inset 0 0 0 1px var(--edge); }
  .terms .number { color: var(--soft); font-size: var(--text-xs); }
  .terms svg { inline-size: 2rem; block-size: 0.375rem; border-radius: 99px; }
  .terms .ground { fill: var(--line); } .terms .weight { fill: var(--plot-1); } .terms .carried .weight { fill: var(--plot-3); }
`;

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

/** `English`; null if the language was not recognised. */
function languageName(tag: string): string | null {
  if (tag === 'und' || tag === '') return null;
  try {
    return LANGUAGES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The interpreted question: search query, language, and term weights. */
export function understood(question: TracedQuestion): TemplateResult {
  const { asked, text, context, language, terms } = question;
  const name = languageName(language);
  const most = Math.max(...terms.map(({ weight }) => weight), 0);
  const carried = terms.some((term) => term.carried);
  return html`<dl class="facts">
    <dt>Asked</dt><dd>${asked}</dd>
    ${text !== asked ? html`<dt>Searched for</dt><dd><bdi>${text}</bdi></dd>` : nothing}
    ${context ? html`<dt>Follows</dt><dd><bdi>${context}</bdi></dd>` : nothing}
    <dt>Language</dt><dd>${name ? html`${name} <span class="soft small">(${language})</span>` : 'not recognised'}</dd></dl>
    ${
      terms.length === 0
        ? html`<p class="soft">It has no words to search for.</p>`
        : html`<div class="stack tight"><p class="soft small">What was searched for, without endings; rare words count more.${carried ? ' Outlined: from earlier questions.' : ''}</p>
          <ul class="terms">${terms.map(
            ({
              term,
              weight,
              carried: from,
            }) => html`<li class=${from ? 'carried' : ''}>${term}<svg viewBox="0 0 32 6" aria-hidden="true"><rect class="ground" width="32" height="6" /><rect class="weight" width=${most > 0 ? (32 * weight) / most : 0} height="6" /></svg>
            <span class="number">${weight.toFixed(1)}</span>${from ? html`<span class="only-read">from earlier questions</span>` : nothing}</li>`,
          )}</ul></div>`
    }`;
}
