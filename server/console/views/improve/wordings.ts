import { html, type TemplateResult } from 'lit';
import { formatDateTime, formatRelativeTime, plural } from '../../format.ts';

const DAY_MS = 86_400_000;

/** The times of which groups of questions can be listed. */
export const TIMES = {
  label: 'Asked when',
  options: [
    { value: '', label: 'All' },
    { value: '7', label: '7 days' },
    { value: '30', label: '30 days' },
  ],
} as const;

/** The query for the last so many days; empty for all. */
export const since = (days: string): { from?: string } =>
  days === '' ? {} : { from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() };

/** The wordings of a group of similar questions, each of which leads to its conversation. `beside` is shown after each. */
export function wordings<Question extends { conversation_id: string; text: string; asked_at: string }>(
  { count, questions }: { count: number; questions: readonly Question[] },
  at: (page: string) => string,
  beside: (question: Question) => unknown,
): TemplateResult {
  return html`<div><h3>${questions.length === 1 ? 'The question' : `The ${plural(questions.length, 'question')}${count > questions.length ? ' asked last' : ''}`}</h3>
    <ul class="questions">${questions.map(
      (one) =>
        html`<li><span class="row"><a href=${at(`conversations/${encodeURIComponent(one.conversation_id)}`)}><bdi>${one.text}</bdi></a>${beside(one)}</span><time class="soft small" datetime=${one.asked_at} title=${formatDateTime(one.asked_at)}>${formatRelativeTime(one.asked_at)}</time></li>`,
    )}</ul></div>`;
}
