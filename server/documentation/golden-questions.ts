import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { goldenCheck, goldenQuestion } from '../presenters/shapes/golden-questions.ts';
import { paging } from './paging.ts';

const ours = { tag: 'Golden questions' } as const;

/** Golden questions and their checks. */
export const goldenQuestionOperations: Record<string, OperationDocs> = {
  'golden-questions.list': {
    ...ours,
    summary: 'List golden questions',
    description: 'Oldest first.',
    input: paging,
    answers: { 200: listOf(goldenQuestion, 'GoldenQuestionList') },
  },
  'golden-questions.create': {
    ...ours,
    summary: 'Add a golden question',
    description: 'Without `text`, `source` and `refused`, it only must not be refused. A project may have 200 of them.',
    input: {
      question: ['The question, at most 2000 characters.', 'How long is the warranty?'],
      text: ['A text that must occur in the answer; `null` for any.', 'two years'],
      source: ['The title, file name, address, external id or id of a source that must be cited.', 'Warranty'],
      refused: ['Whether the question must be refused; the other fields do not count then.', false],
    },
    answers: { 201: goldenQuestion },
  },
  'golden-questions.delete': { ...ours, summary: 'Delete a golden question', answers: { 200: deleted } },
  'golden-checks.list': {
    ...ours,
    summary: 'List the checks of golden questions',
    description: 'Newest first; the latest 50 are kept.',
    input: paging,
    answers: { 200: listOf(goldenCheck, 'GoldenCheckList') },
  },
  'golden-checks.create': {
    ...ours,
    summary: 'Check the golden questions',
    description:
      'Asks all of them, one after the other, in the background. They are not counted as use and make no conversations. One check of a project runs at a time.',
    answers: { 202: goldenCheck },
  },
  'golden-checks.retrieve': { ...ours, summary: 'Retrieve a check', answers: { 200: goldenCheck } },
  'golden-checks.cancel': {
    ...ours,
    summary: 'Cancel a check',
    description: 'What was asked before is kept. A check that has ended stays as it is.',
    answers: { 200: goldenCheck },
  },
};
