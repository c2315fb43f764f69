import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { curatedAnswer, curatedImport, curatedMatch } from '../presenters/shapes/curated-answers.ts';
import { paging } from './paging.ts';

const ours = { tag: 'Curated answers' } as const;

const question = ['The question, at most 500 characters.', 'Do you ship to Chile?'] as const;
const answer = [
  'The answer, Markdown of at most 10,000 characters. It is shown as written, with its links; HTML in it is shown as text.',
  'Yes, within ten days. See [Shipping](https://www.example.com/shipping).',
] as const;
const optional = {
  wordings: ['At most 10 other ways to ask for it. Each makes more questions find it.', ['Delivery to Chile']],
  enabled: ['Whether it is used. Default: `true`.', true],
  expires_at: ['A timestamp from which on it is not used; `null` for never.', '2027-01-31T00:00:00Z'],
  review_at: ['A timestamp at which to look at it again; `null` for never.', '2026-12-31T00:00:00Z'],
} as const;

/** Answers that owners write. */
export const curatedAnswerOperations: Record<string, OperationDocs> = {
  'curated-answers.list': {
    ...ours,
    summary: 'List curated answers',
    description: 'Newest first, with how often each was used.',
    input: paging,
    answers: { 200: listOf(curatedAnswer, 'CuratedAnswerList') },
  },
  'curated-answers.create': {
    ...ours,
    summary: 'Write an answer',
    description:
      'The chat shows it for this question, and for questions that ask for the same. A project may have 500 of them.',
    input: { question, answer, ...optional },
    answers: { 201: curatedAnswer },
  },
  'curated-answers.import': {
    ...ours,
    summary: 'Import curated answers',
    description:
      'Creates each answer, or changes the one with the same question. Fields that are not sent stay as they are.',
    input: {
      answers: [
        'Up to 500 answers, each with the fields of a new one.',
        [{ question: 'Do you ship to Chile?', answer: 'Yes, within ten days.' }],
      ],
    },
    answers: { 200: curatedImport },
  },
  'curated-answers.match': {
    ...ours,
    summary: 'Find the curated answer of a question',
    description: 'Says which answer a question would get. Nothing is counted or stored.',
    input: { query: ['The question.', 'Can I order from Chile?'] },
    answers: { 200: curatedMatch },
  },
  'curated-answers.retrieve': { ...ours, summary: 'Retrieve a curated answer', answers: { 200: curatedAnswer } },
  'curated-answers.update': {
    ...ours,
    summary: 'Change a curated answer',
    description: 'Fields that are not sent stay as they are. Answers that were shown stay as they were.',
    input: { question, answer, ...optional },
    answers: { 200: curatedAnswer },
  },
  'curated-answers.delete': {
    ...ours,
    summary: 'Delete a curated answer',
    description: 'Conversations in which it was shown keep its text.',
    answers: { 200: deleted },
  },
};
