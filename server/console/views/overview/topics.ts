import type { TopQuestion } from '@footnote/sdk';
import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { formatCount } from '../../format.ts';
import { badge } from '../../parts/states.ts';

/** The styles of the topics. */
export const topicsStyles = css`
  .topics th, .topics td { padding: var(--space-2) 0; border: 0; white-space: normal; vertical-align: top; }
  .topics th { color: var(--ink); font-weight: 400; overflow-wrap: anywhere; inline-size: 100%; }
  .topics td { padding-inline-start: var(--space-3); white-space: nowrap; }
  .topics svg { display: block; inline-size: 100%; block-size: 0.5rem; margin-block-start: 0.375rem; }
  .topics .answered { fill: var(--plot-1); } .topics .unsure { fill: var(--plot-4); } .topics .refused { fill: var(--plot-2); }
  @media (forced-colors: active) { .topics rect { forced-color-adjust: none; } }
`;

/** The most asked topics as bars, in a table that also says the figures. `at` makes a link to a page of the project. */
export function topics(questions: readonly TopQuestion[], at: (page: string) => string): TemplateResult {
  const most = Math.max(1, ...questions.map(({ count }) => count));
  return html`<section class="card stack"><div><h2>Top topics</h2><p class="soft small">Similar questions are counted together. The colours are those of the chart above.</p></div>
    ${
      questions.length === 0
        ? html`<p class="soft">No question of this period is stored any more.</p>`
        : html`<table class="topics"><thead class="only-read"><tr><th scope="col">Question</th><th scope="col">Asked</th><th scope="col">Not answered</th><th scope="col">Unsure</th></tr></thead>
          <tbody>${questions.map((topic) => row(topic, most, at))}</tbody></table>`
    }</section>`;
}

function row(topic: TopQuestion, most: number, at: (page: string) => string): TemplateResult {
  const { question, count, unanswered: open, unsure } = topic;
  const refused = open - unsure;
  return html`<tr><th scope="row"><a href=${at(`playground?${new URLSearchParams({ ask: question }).toString()}`)}><bdi>${question}</bdi></a> ${unanswered(topic, count)}
      ${bar(
        [
          { name: 'answered', count: count - open },
          { name: 'unsure', count: unsure },
          { name: 'refused', count: refused },
        ],
        most,
      )}</th>
    <td class="number soft">${formatCount(count)} ×</td><td class="only-read">${refused}</td><td class="only-read">${unsure}</td></tr>`;
}

function bar(parts: readonly { name: string; count: number }[], most: number): TemplateResult {
  let from = 0;
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts.map(({ name, count }) => {
    const x = (100 * from) / most;
    from += count;
    return count > 0 ? svg`<rect class=${name} x=${x} width=${(100 * count) / most} height="8" />` : nothing;
  })}</svg>`;
}

/** How many of these questions were refused, and how many of the answers were unsure. */
export function unanswered({ unanswered, unsure }: { unanswered: number; unsure: number }, of: number): unknown {
  const said = (count: number, words: string) =>
    count > 0 ? badge(count === of ? words : `${formatCount(count)} ${words.toLowerCase()}`, 'warn') : nothing;
  return html`${said(unanswered - unsure, 'Not answered')} ${said(unsure, 'Unsure')}`;
}
