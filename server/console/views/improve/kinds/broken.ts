import type { GoldenResult } from '@footnote/sdk';
import { html } from 'lit';
import { answerText } from '../../../parts/answer-text.ts';
import type { QueueItem, QueueKind } from '../queue.ts';

/** What is wrong with the answer to a golden question. */
export const GOLDEN_FAULTS: Readonly<Record<NonNullable<GoldenResult['fault']>, string>> = {
  text_missing: 'The answer lacks the text',
  source_not_cited: 'The source is not cited',
  not_refused: 'It is answered, and should be refused',
  refused: 'It is refused',
  failed: 'The answer failed',
};

/** As many as one page may have. */
const ALL = 100;

/** Golden questions that the latest check found broken. */
export const BROKEN: QueueKind = {
  name: 'broken',
  word: 'Broken',
  tone: 'bad',
  icon: 'star',
  lead: 'Golden questions that the latest check found broken. The next check tells whether they hold again.',
  async load({ client, projectId, at }, _wanted, signal) {
    const [check] = (await client.goldenQuestions.checks(projectId, { limit: 1 }, { signal })).items;
    const known = new Set<string>();
    // What was deleted since is in the check, too.
    if (check?.broken)
      for await (const { id } of client.goldenQuestions.list(projectId, { limit: ALL }, { signal })) known.add(id);
    const items = (check?.results ?? [])
      .filter(({ question_id, fault }) => fault !== null && known.has(question_id))
      .map((result) => toItem(result, check?.started_at ?? '', at));
    return { items, total: items.length, limit: ALL, offset: 0 };
  },
  empty: () => ({
    title: 'Nothing is broken',
    text: 'Golden questions that a check finds broken appear here.',
  }),
};

function toItem(result: GoldenResult, at: string, link: (page: string) => string): QueueItem {
  const { question_id, question, fault, answer } = result;
  return {
    id: question_id,
    kind: 'broken',
    question,
    count: 1,
    questions: [],
    at,
    about: html`<span>${fault ? GOLDEN_FAULTS[fault] : ''}</span><a href=${link('golden-questions')}>Golden questions</a>`,
    details: html`<h3>What it answered</h3>${answer ? answerText(answer) : html`<p class="soft">Nothing.</p>`}`,
  };
}
