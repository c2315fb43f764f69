import type { PassageDropped, TracedPassage } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { plural } from '../../format.ts';
import { badge } from '../../parts/states.ts';

/** The styles of the passages. */
export const passageStyles = css`
  .passages { display: grid; grid-template-columns: minmax(0, 1fr); }
  .passages > li { display: grid; gap: 0.375rem; padding-block: var(--space-3); grid-template-columns: minmax(0, 1fr); }
  .passages > li + li { border-block-start: 1px solid var(--line); }
  .passages .where { display: flex; flex-wrap: wrap; gap: 0.25rem var(--space-2); align-items: baseline; }
  .passages .where .place { order: 1; }
  .passages .text { white-space: pre-line; overflow-wrap: anywhere; font-size: var(--text-s); }
  .passages summary { list-style: none; cursor: pointer; }
  .passages summary::-webkit-details-marker { display: none; }
  .passages summary .text { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; white-space: normal; }
  .passages details[open] summary .text { -webkit-line-clamp: none; white-space: pre-line; }
  .passages .dropped .text { color: var(--soft); }
  .ranks { display: flex; flex-wrap: wrap; gap: 0.125rem var(--space-3); color: var(--soft); font-size: var(--text-xs); font-variant-numeric: tabular-nums; }
  .ranks b { font-weight: 600; color: var(--ink); }
`;

const DROPPED: Readonly<Record<PassageDropped, string>> = {
  repeat: 'Left out: another says the same',
  lower: 'Left out: others match better',
  no_room: 'Left out: no room in the prompt',
  refused: 'Not good enough to be used',
};
/** The number of passages shown at first. */
const FIRST = 5;

/** The retrieved passages, best first, and how each was used. */
export function passages(found: readonly TracedPassage[], project: string, refused: boolean): TemplateResult {
  const first = found.slice(0, FIRST);
  const rest = found.slice(FIRST);
  return html`<ol class="passages">${first.map((one) => passage(one, project, refused))}</ol>
    ${rest.length > 0 ? html`<details class="more"><summary>Show ${plural(rest.length, 'more passage')}</summary><ol class="passages" start=${FIRST + 1}>${rest.map((one) => passage(one, project, refused))}</ol></details>` : nothing}`;
}

function passage(one: TracedPassage, project: string, refused: boolean): TemplateResult {
  const { title, heading, page, text, source_id } = one;
  const gone = !title && !text;
  const place = [heading, page === null ? '' : `page ${page}`].filter(Boolean).join(' · ');
  return html`<li class=${one.use}>
    <div class="where">${use(one, refused)}${gone ? html`<span class="title">A source that has been deleted</span>` : html`<a class="title" href="/projects/${encodeURIComponent(project)}/sources/${encodeURIComponent(source_id)}"><bdi>${title}</bdi></a>`}
      ${place ? html`<span class="soft small break"><bdi>${place}</bdi></span>` : nothing}</div>
    ${text ? html`<details><summary><div class="text" dir="auto">${text}</div></summary></details>` : nothing}
    ${ranks(one)}</li>`;
}

function use({ use: what, reason, cited_as, offered_as }: TracedPassage, refused: boolean): TemplateResult {
  if (what === 'cited') return badge(`Cited as ${cited_as ?? ''}`, 'good');
  if (what === 'dropped') return badge(reason ? DROPPED[reason] : 'Left out');
  return badge(
    `Read${offered_as === null ? '' : ` as ${offered_as}`}, ${refused ? 'not cited' : 'not needed'}`,
    'accent',
  );
}

const NOT_FOUND = 'It is not among the passages that were found this way';

/** The place of a passage in each list; its score is a hint. */
function ranks({
  text_rank,
  text_score,
  vector_rank,
  vector_score,
  reader_rank,
  fused_rank,
  fused_score,
  reranked,
}: TracedPassage): TemplateResult {
  const place = (name: string, hint: string, rank: number | null) =>
    html`<span title=${hint}>${name} ${rank === null ? 'not found' : html`<b>${rank}.</b>`}</span>`;
  return html`<div class="ranks"><span>Place</span>
    ${place('by its words', text_score === null ? NOT_FOUND : `Place by the words that it has in common with the question. BM25 score: ${figure(text_score)}`, text_rank)}
    ${place('by its meaning', vector_score === null ? NOT_FOUND : `Place by how near its meaning is to the question. Cosine: ${figure(vector_score)}`, vector_rank)}
    ${reader_rank === null ? nothing : place('by the reader', 'Place by how near the whole of it is to the question', reader_rank)}
    ${place('all together', `Place after these lists were joined. Score: ${figure(fused_score)}`, fused_rank)}
    ${reranked === null ? nothing : place('after reading', 'Place after a model read it beside the question', reranked)}</div>`;
}

/** Three significant digits. */
const figure = (value: number) =>
  value === 0 ? '0' : Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
