import type { FeedbackEntry, FeedbackState } from '@footnote/sdk';
import { html, nothing } from 'lit';
import { plural } from '../../../format.ts';
import { answerText } from '../../../parts/answer-text.ts';
import { badge } from '../../../parts/states.ts';
import type { QueueItem, QueueKind, QueueTools } from '../queue.ts';

const STATES = [
  { value: 'new', label: 'New' },
  { value: 'seen', label: 'Seen' },
  { value: 'done', label: 'Done' },
] as const satisfies readonly { value: FeedbackState; label: string }[];

/** What readers thought of answers. */
export const FEEDBACK: QueueKind = {
  name: 'feedback',
  word: 'Feedback',
  tone: 'bad',
  icon: 'chat',
  lead: 'Ratings and comments of your visitors. An answer that is rated again counts as new.',
  choice: { label: 'State', options: STATES },
  async load({ client, projectId, at }, { choice, pressing, limit, offset }, signal) {
    const state = STATES.find(({ value }) => value === choice)?.value ?? 'new';
    const query = { state, limit, offset, ...(pressing && ({ rating: 'down' } as const)) };
    const page = await client.feedback.list(projectId, query, { signal });
    return { ...page, items: page.items.map((entry) => toItem(entry, at)) };
  },
  ignore: {
    label: 'Ignore',
    said: (count) => `${plural(count, 'rating')} done. The answers keep them.`,
    act: (tools, items) => Promise.all(items.map((item) => change(tools, item, 'done'))),
    reopen: (tools, item) => change(tools, item, 'new'),
  },
  empty: (state) => ({
    title: state === 'new' ? 'Nothing new' : 'Nothing here',
    text: 'Ratings and comments of visitors appear here.',
  }),
};

/** Neither new nor done. */
export const markAsSeen = (tools: QueueTools, item: QueueItem) => change(tools, item, 'seen');

const change = ({ client, projectId }: QueueTools, { id }: QueueItem, state: FeedbackState) =>
  client.feedback.update(projectId, id, { state });

function toItem(entry: FeedbackEntry, at: (page: string) => string): QueueItem {
  const { id, conversation_id, question, answer, rating, comment, state, answered_at } = entry;
  return {
    id,
    kind: 'feedback',
    question,
    count: 1,
    questions: [{ message_id: id, conversation_id }],
    at: answered_at,
    about: html`${rating === 'up' ? badge('Helpful', 'good') : badge('Not helpful', 'bad')}${comment ? html`<span class="comment">“<bdi>${comment}</bdi>”</span>` : nothing}`,
    details: html`<h3>The answer</h3>${answerText(answer)}<p><a href=${at(`conversations/${encodeURIComponent(conversation_id)}`)}>The conversation</a></p>`,
    cited: true,
    done: state === 'done',
  };
}
