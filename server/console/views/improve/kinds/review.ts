import type { CuratedAnswer } from '@footnote/sdk';
import { html } from 'lit';
import { formatDate, plural } from '../../../format.ts';
import { answerText } from '../../../parts/answer-text.ts';
import type { QueueItem, QueueKind } from '../queue.ts';

/** As many as one page may have. */
const ALL = 100;

/** The owner's answers whose day of review has come. */
export const REVIEW: QueueKind = {
  name: 'review',
  word: 'Review',
  tone: 'accent',
  icon: 'clock',
  lead: 'Answers of yours that you wanted to review by now.',
  async load({ client, projectId }, _wanted, signal) {
    const { items } = await client.curatedAnswers.list(projectId, { limit: ALL }, { signal });
    const due = items.filter(({ review_due }) => review_due).map(toItem);
    return { items: due, total: due.length, limit: ALL, offset: 0 };
  },
  ignore: {
    label: 'Keep as it is',
    said: (count) => `${plural(count, 'answer')} kept, without a day of review.`,
    act: ({ client, projectId }, items) =>
      Promise.all(items.map(({ id }) => client.curatedAnswers.update(projectId, id, { review_at: null }))),
  },
  empty: () => ({
    title: 'Nothing to review',
    text: 'Your answers appear here on the day on which you want to review them.',
  }),
};

function toItem(answer: CuratedAnswer): QueueItem {
  const { id, question, review_at, updated_at } = answer;
  return {
    id,
    kind: 'review',
    question,
    count: 1,
    questions: [],
    at: updated_at,
    about: html`<span>due since ${formatDate(review_at ?? updated_at)}</span>`,
    details: html`<h3>Your answer</h3>${answerText(answer.answer)}`,
    answer,
  };
}
