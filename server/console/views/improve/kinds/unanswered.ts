import type { NearPassage, UnansweredGroup } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, plural } from '../../../format.ts';
import { badge } from '../../../parts/states.ts';
import type { QueueItem, QueueKind } from '../queue.ts';
import { setAside } from '../set-aside.ts';
import { since, TIMES, wordings } from '../wordings.ts';

/** Groups of similar questions that the documents do not answer, or may not, the most frequent first. */
export const UNANSWERED: QueueKind = {
  name: 'unanswered',
  word: 'Unanswered',
  tone: 'warn',
  icon: 'help',
  lead: 'Questions that your documents do not answer, or may not, the most frequent first.',
  choice: TIMES,
  async load({ client, projectId, at }, { choice, limit, offset }, signal) {
    const page = await client.unanswered.list(projectId, { limit, offset, ...since(choice) }, { signal });
    return { ...page, items: page.items.map((group) => toItem(group, at)) };
  },
  ignore: {
    label: 'Ignore',
    said: (count) => `${count === 1 ? 'Question' : plural(count, 'question')} ignored. The conversations stay.`,
    act: ({ client, projectId }, items) =>
      setAside(client, projectId, items, () => client.unanswered.list(projectId, { limit: 100 })),
  },
  empty: (days) =>
    days
      ? {
          title: `No unanswered questions in ${days} days`,
          text: 'Footnote found something to answer each question with, or you have ignored it.',
        }
      : {
          title: 'No unanswered questions',
          text: 'Questions that your documents do not answer will appear here.',
        },
};

function toItem(group: UnansweredGroup, at: (page: string) => string): QueueItem {
  const { id, question, count, unsure_count, last_asked_at, questions, passages, curated_answer_id } = group;
  return {
    id,
    kind: 'unanswered',
    question,
    count,
    questions,
    at: last_asked_at,
    ...(count > 1 && {
      figure: { text: `${formatCount(count)} ×`, title: `Asked ${plural(count, 'time')}`, warns: true },
    }),
    about:
      unsure_count > 0
        ? badge(unsure_count === count ? 'Unsure' : `${unsure_count} of ${count} unsure`, 'warn')
        : nothing,
    details: html`${wordings(group, at, ({ finish_reason }) => (finish_reason === 'unsure' && unsure_count < count ? badge('Unsure') : nothing))}${
      passages.length === 0
        ? html`<p class="soft small">Nothing in your documents is similar.</p>`
        : html`<div><h3>The most similar passages of your documents</h3><ul class="near">${passages.map((one) => near(one, at))}</ul></div>`
    }`,
    sourceId: passages[0]?.source_id,
    answer: curated_answer_id === null ? null : { id: curated_answer_id },
  };
}

function near({ title, heading, page, text, source_id }: NearPassage, at: (page: string) => string): TemplateResult {
  return html`<li><span><a href=${at(`sources/${encodeURIComponent(source_id)}`)}><bdi>${title || 'A source without a title'}</bdi></a>
    <span class="soft small">${[heading, page === undefined ? '' : `page ${page}`].filter(Boolean).join(' · ')}</span></span>
    ${text ? html`<p class="text soft" dir="auto">${text}</p>` : nothing}</li>`;
}
