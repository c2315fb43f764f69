import type { WeakAnswerGroup } from '@footnote/sdk';
import { html, nothing } from 'lit';
import { formatCertainty, formatCount } from '../../format.ts';
import { icon } from '../../parts/icon.ts';
import { emptyState } from '../../parts/states.ts';
import { type QuestionGroupsKind, QuestionGroupsView } from './question-groups.ts';

/** Below it, most answers were wrong when that was measured (examples/docs/owner/how-answers-are-made.md). */
const WEAK = 0.57;

const WEAKEST: QuestionGroupsKind<WeakAnswerGroup> = {
  page: 'unanswered/weakest',
  title: 'Weakest answers',
  lead: 'Answers that were given as sure, the least certain first. They are wrong more often than others: read them, and write your own where they are.',
  list: (client, project, query, options) => client.unanswered.weakest(project, query, options),
  face: {
    figure: ({ certainty }) => ({
      text: formatCertainty(certainty),
      title: `Certainty: ${formatCertainty(certainty)}`,
      warns: certainty < WEAK,
    }),
    about: ({ count }) => (count > 1 ? html`<span>asked ${formatCount(count)} times</span>` : nothing),
    aboutQuestion: ({ certainty }) => html`<span class="soft small number">${formatCertainty(certainty)}</span>`,
    details: () => nothing,
  },
  nothing: ({ time, asked, at }) => {
    if (asked)
      return emptyState({
        icon: 'check',
        title: time ? `No sure answers in ${time} days` : 'No sure answers to read',
        text: 'Answers that Footnote gives as sure appear here with their certainty, as far as it is known. With a model for embeddings it is not.',
      });
    return emptyState({
      icon: 'help',
      title: 'No questions yet',
      text: 'The answers of which Footnote was the least certain appear here, so that you can read them first.',
      action: html`<a class="button primary" href=${at('playground')}>${icon('play', 16)}Ask the first one</a>`,
    });
  },
  file: {
    name: 'weakest-answers.csv',
    columns: {
      question: ({ question }) => question,
      count: ({ count }) => String(count),
      certainty: ({ certainty }) => String(certainty),
      last_asked_at: ({ last_asked_at }) => last_asked_at,
    },
  },
};

/** `/projects/{id}/unanswered/weakest`: groups of similar questions whose answers were given as sure, the least certain first. */
export class WeakestAnswersView extends QuestionGroupsView<WeakAnswerGroup> {
  readonly kind = WEAKEST;
}

customElements.define('view-weakest-answers', WeakestAnswersView);
