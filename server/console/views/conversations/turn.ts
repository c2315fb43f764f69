import type { Citation, Message } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { labelOf } from '../../../../widget/src/text/citation-label.ts';
import { formatCertainty, formatCompact, formatDateTime, WORDS_PROCESSED } from '../../format.ts';
import { answerText, answerTextStyles } from '../../parts/answer-text.ts';
import { icon } from '../../parts/icon.ts';
import { isWebAddress, pageLink } from '../../parts/page-link.ts';
import { badge } from '../../parts/states.ts';

/** The styles of questions and answers. */
export const turnStyles = [
  answerTextStyles,
  css`
  .turns { display: grid; gap: var(--space-5); grid-template-columns: minmax(0, 1fr); }
  .asked { justify-self: end; max-inline-size: min(36rem, 92%); display: grid; gap: 0.25rem; justify-items: end; }
  .asked .bubble { padding: 0.625rem var(--space-4); border-radius: var(--round-l) var(--round-l) var(--space-1) var(--round-l); background: var(--accent-shade); white-space: pre-wrap; overflow-wrap: anywhere; }
  @media (forced-colors: active) { .asked .bubble { border: 1px solid; } }
  .answer { display: grid; gap: var(--space-3); }
  .citations { display: grid; gap: var(--space-2); }
  .citations li { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr); gap: 0.25rem var(--space-2); }
  .citations .mark { font-weight: 600; color: var(--accent-ink); font-size: var(--text-s); text-align: end; }
  .citations blockquote { margin: 0; padding-inline-start: var(--space-3); border-inline-start: 2px solid var(--line); color: var(--soft); overflow-wrap: anywhere; white-space: pre-line; }
  .foot { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; }
`,
];

const ENDS: Readonly<Record<string, { text: string; tone: 'warn' | 'bad' | '' }>> = {
  refused: { text: 'Not answered: not in the documents', tone: 'warn' },
  unsure: { text: 'Unsure: only the closest passages', tone: 'warn' },
  aborted: { text: 'Stopped: the visitor stopped it or left', tone: '' },
  length: { text: 'Cut off: it was too long', tone: 'warn' },
  error: { text: 'Failed: the model stopped before the end', tone: 'bad' },
};
/** More specific labels, by `reason`. */
const REASONS: typeof ENDS = {
  no_sources: { text: 'Not answered: there was no document yet', tone: 'warn' },
  indexing: { text: 'Not answered: the first documents were still being read', tone: 'warn' },
  answer_empty: { text: 'Failed: the model wrote nothing', tone: 'bad' },
  answer_cut_off: { text: 'Failed: the model reached its limit before it wrote a word', tone: 'bad' },
};
const UNDER_WAY = { text: 'Being written', tone: '' } as const;

/** A question. */
export function question(message: Message): TemplateResult {
  return html`<div class="asked"><h2 class="only-read">Question</h2><div class="bubble" dir="auto">${message.text}</div>
    <span class="soft small"><time datetime=${message.created_at}>${formatDateTime(message.created_at)}</time>${askedFrom(message.page_url)}</span></div>`;
}

/** The page that a question was asked from, if it is known. */
function askedFrom(page: string | null): TemplateResult | typeof nothing {
  return page ? html` · from ${pageLink(page)}` : nothing;
}

/** An answer with its citations, outcome and rating. `links` are its actions. */
export function answer(message: Message, links: unknown): TemplateResult {
  const { citations, rating, comment, usage, finish_reason, reason, curated, certainty } = message;
  const end = finish_reason === null ? UNDER_WAY : (REASONS[reason ?? ''] ?? ENDS[finish_reason]);
  return html`<div class="answer"><h2 class="only-read">Answer</h2>
    ${end ? html`<div>${badge(end.text, end.tone)}</div>` : nothing}
    ${curated ? html`<div>${badge('Your own words', 'good')}</div>` : nothing}
    ${message.text ? answerText(message.text) : html`<p class="soft">There is no text.</p>`}
    ${citations.length > 0 ? html`<ol class="citations" aria-label="Citations">${citations.map((citation) => cited(citation))}</ol>` : nothing}
    ${rating || comment ? html`<div class="foot">${rating ? badge(rating === 'up' ? 'Helpful' : 'Not helpful', rating === 'up' ? 'good' : 'bad') : nothing}${comment ? html`<span>“<bdi>${comment}</bdi>”</span>` : nothing}</div>` : nothing}
    <div class="foot small">${links}${
      certainty === null
        ? nothing
        : html`<span class="soft number" title="How likely your documents answer, as the search judged">Certainty ${formatCertainty(certainty)}</span>`
    }${usage ? html`<span class="soft number" title=${WORDS_PROCESSED}>${formatCompact(usage.total_tokens)} words processed</span>` : nothing}</div></div>`;
}

function cited(citation: Citation): TemplateResult {
  const { id, title, quote, url } = citation;
  const [, section, from, page] = labelOf(citation, location.origin);
  const place = [section, from, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' · ');
  if (!title && !quote)
    return html`<li><span class="mark">${id}</span><span class="soft">Its source has been deleted.</span></li>`;
  return html`<li><span class="mark">${id}</span><div class="stack tight">
    <span>${isWebAddress(url) ? html`<a href=${url} target="_blank" rel="noopener noreferrer"><bdi>${title}</bdi><span class="only-read"> (in a new tab)</span></a>` : html`<bdi>${title}</bdi>`}${place ? html`<span class="soft"> · <bdi>${place}</bdi></span>` : nothing}</span>
    ${quote ? html`<blockquote dir="auto">${quote}</blockquote>` : nothing}</div></li>`;
}

/** A link to the playground. */
export function playgroundLink(
  project: string,
  query: { ask: string } | { answer: string },
  label: string,
): TemplateResult {
  return html`<a href="/projects/${encodeURIComponent(project)}/playground?${new URLSearchParams(query).toString()}">${icon('play', 14)} ${label}</a>`;
}
