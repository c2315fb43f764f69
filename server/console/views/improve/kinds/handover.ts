import type { Handover } from '@footnote/sdk';
import { html, nothing } from 'lit';
import { plural } from '../../../format.ts';
import type { QueueItem, QueueKind, QueueTools } from '../queue.ts';

/** Questions that visitors handed over to a person, who wait for a mail. */
export const HANDOVER: QueueKind = {
  name: 'handover',
  word: 'Handover',
  tone: 'accent',
  icon: 'mail',
  lead: 'Questions that visitors hand over to a person, with the address for the answer.',
  choice: {
    label: 'State',
    options: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
    ],
  },
  async load({ client, projectId, at }, { choice, limit, offset }, signal) {
    const status = choice === 'closed' ? 'closed' : 'open';
    const page = await client.projects.handovers.list(projectId, { status, limit, offset }, { signal });
    return { ...page, items: page.items.map((one) => toItem(one, at)) };
  },
  ignore: {
    label: 'Close',
    said: (count) => `${plural(count, 'handover')} closed.`,
    act: (tools, items) => Promise.all(items.map((item) => change(tools, item, 'closed'))),
    reopen: (tools, item) => change(tools, item, 'open'),
  },
  empty: (status) =>
    status === 'closed'
      ? { title: 'Nothing closed yet', text: 'Handovers that you close appear here.' }
      : { title: 'Nothing to answer', text: 'When a visitor asks for a person, the question appears here.' },
};

const change = ({ client, projectId }: QueueTools, { id }: QueueItem, status: Handover['status']) =>
  client.projects.handovers.update(projectId, id, { status });

function toItem(one: Handover, at: (page: string) => string): QueueItem {
  const { id, email, question, page_url, conversation_id, consent, status, assignee, created_at } = one;
  return {
    id,
    kind: 'handover',
    question,
    count: 1,
    questions: [],
    at: created_at,
    about: html`<span class="break">${email}</span><span>${assignee ? `with ${assignee}` : 'not assigned'}</span>`,
    details: html`<p class="row small">${conversation_id ? html`<a href=${at(`conversations/${encodeURIComponent(conversation_id)}`)}>The conversation</a>` : nothing}
      ${page_url ? html`<a class="break" href=${page_url} target="_blank" rel="noopener noreferrer">The page</a>` : nothing}
      <span class="soft break">Agreed to: “<bdi>${consent}</bdi>”</span></p>`,
    visitor: { email, assignee },
    done: status === 'closed',
  };
}
