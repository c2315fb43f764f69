import type { NearPassage, UnansweredGroup } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, plural } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { badge, emptyState } from '../../parts/states.ts';
import { type QuestionGroupsKind, QuestionGroupsView } from './question-groups.ts';

const UNANSWERED: QuestionGroupsKind<UnansweredGroup> = {
  page: 'unanswered',
  title: 'Unanswered questions',
  lead: 'Questions that your documents do not answer, or may not, the most frequent first.',
  list: (client, project, query, options) => client.unanswered.list(project, query, options),
  face: {
    figure: ({ count }) => ({ text: `${formatCount(count)} ×`, title: `Asked ${plural(count, 'time')}`, warns: true }),
    about: ({ count, unsure_count }) =>
      unsure_count > 0
        ? badge(
            unsure_count === count
              ? 'Unsure: only the closest passages were shown'
              : `${unsure_count} of ${count} unsure`,
            'warn',
          )
        : nothing,
    aboutQuestion: ({ finish_reason }, { count, unsure_count }) =>
      finish_reason === 'unsure' && unsure_count < count ? badge('Unsure') : nothing,
    details: ({ passages }, at) =>
      passages.length === 0
        ? html`<p class="soft small">Nothing in your documents is similar.</p>`
        : html`<div><h3>The most similar passages of your documents</h3><ul class="near">${passages.map((one) => near(one, at))}</ul></div>`,
  },
  nothing: ({ time, asked, at }) => {
    if (time)
      return emptyState({
        icon: 'check',
        title: `No unanswered questions in ${time} days`,
        text: 'Footnote found something to answer each question with, or you have set it aside.',
      });
    return asked
      ? emptyState({
          icon: 'check',
          title: 'No unanswered questions',
          text: 'Questions that your documents do not answer will appear here.',
        })
      : emptyState({
          icon: 'help',
          title: 'No questions yet',
          text: 'Questions that your documents do not answer appear here, so that you can write the answer once.',
          action: html`<a class="button primary" href=${at('playground')}>${icon('play', 16)}Ask the first one</a>`,
        });
  },
  file: {
    name: 'unanswered-questions.csv',
    columns: {
      question: ({ question }) => question,
      count: ({ count }) => String(count),
      unsure_count: ({ unsure_count }) => String(unsure_count),
      last_asked_at: ({ last_asked_at }) => last_asked_at,
    },
  },
};

function near({ title, heading, page, text, source_id }: NearPassage, at: (page: string) => string): TemplateResult {
  return html`<li><span><a href=${at(`sources/${encodeURIComponent(source_id)}`)}><bdi>${title || 'A source without a title'}</bdi></a>
    <span class="soft small">${[heading, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' · ')}</span></span>
    ${text ? html`<p class="text soft" dir="auto">${text}</p>` : nothing}</li>`;
}

/** `/projects/{id}/unanswered`: groups of similar questions that the documents do not answer, or may not. */
export class UnansweredView extends QuestionGroupsView<UnansweredGroup> {
  readonly kind = UNANSWERED;
}

customElements.define('view-unanswered', UnansweredView);
