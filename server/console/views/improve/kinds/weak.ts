import type { WeakAnswerGroup } from '@footnote/sdk';
import { html, nothing } from 'lit';
import { formatCertainty, formatCount, plural } from '../../../format.ts';
import type { QueueItem, QueueKind } from '../queue.ts';
import { setAside } from '../set-aside.ts';
import { since, TIMES, wordings } from '../wordings.ts';

/** Below it, most answers were wrong when that was measured (examples/docs/owner/how-answers-are-made.md). */
const WEAK = 0.57;

/** Groups of similar questions whose answers were given as sure, the least certain first. */
export const WEAKEST: QueueKind = {
  name: 'weak',
  word: 'Weak',
  tone: '',
  icon: 'alert',
  lead: 'Answers that were given as sure, the least certain first. They are wrong more often than others: read them.',
  choice: TIMES,
  async load({ client, projectId, at }, { choice, pressing, limit, offset }, signal) {
    const page = await client.unanswered.weakest(projectId, { limit, offset, ...since(choice) }, { signal });
    const groups = pressing ? page.items.filter(({ certainty }) => certainty < WEAK) : page.items;
    return { ...page, total: pressing ? groups.length : page.total, items: groups.map((group) => toItem(group, at)) };
  },
  ignore: {
    label: 'Ignore',
    said: (count) => `${count === 1 ? 'Answer' : plural(count, 'answer')} ignored. The conversations stay.`,
    act: ({ client, projectId }, items) =>
      setAside(client, projectId, items, () => client.unanswered.weakest(projectId, { limit: 100 })),
  },
  empty: (days) => ({
    title: days ? `No sure answers in ${days} days` : 'No sure answers to read',
    text: 'Answers that Footnote gives as sure appear here with their certainty, as far as it is known. With a model for embeddings it is not.',
  }),
};

function toItem(group: WeakAnswerGroup, at: (page: string) => string): QueueItem {
  const { id, question, count, certainty, last_asked_at, questions, curated_answer_id } = group;
  return {
    id,
    kind: 'weak',
    question,
    count,
    questions,
    at: last_asked_at,
    figure: {
      text: formatCertainty(certainty),
      title: `Certainty: ${formatCertainty(certainty)}`,
      warns: certainty < WEAK,
    },
    about: count > 1 ? html`<span>asked ${formatCount(count)} times</span>` : nothing,
    details: wordings(
      group,
      at,
      (one) => html`<span class="soft small number">${formatCertainty(one.certainty)}</span>`,
    ),
    cited: true,
    answer: curated_answer_id === null ? null : { id: curated_answer_id },
  };
}
