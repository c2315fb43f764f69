import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { handover, handoverReceipt } from '../presenters/shapes/handovers.ts';
import { paging } from './paging.ts';

const ours = { tag: 'Handovers' } as const;

/** Questions that visitors hand over to a person. */
export const handoverOperations: Record<string, OperationDocs> = {
  'handovers.create': {
    ...ours,
    summary: 'Hand a question over to a person',
    description:
      'For visitors. Fails with 400 `handovers_off` unless the project takes handovers. A visitor may hand over five questions a day.',
    input: {
      email: ['Where the visitor wants the answer.', 'visitor@example.com'],
      question: ['The question.', 'Can I return a used item?'],
      consent: ['That the visitor agrees to the text of the project’s setting `handover`.', true],
      conversation_id: ['The conversation before it, of the same visitor.', 'conv_4YHhQ0V2b7c9D1kLmN3pqR'],
      page_url: ['The page that it is asked from.', 'https://www.example.com/returns'],
    },
    answers: { 201: handoverReceipt },
  },
  'handovers.list': {
    ...ours,
    summary: 'List the handovers of a project',
    description: 'Newest first. A handover is deleted with its conversation.',
    input: { ...paging, status: ['Only handovers in this state.', 'open'] },
    answers: { 200: listOf(handover, 'HandoverList') },
  },
  'handovers.retrieve': { ...ours, summary: 'Retrieve a handover', answers: { 200: handover } },
  'handovers.update': {
    ...ours,
    summary: 'Assign or close a handover',
    input: {
      status: ['`closed` when it is answered, `open` to take it up again.', 'closed'],
      assignee: ['Who looks after it; `null` for nobody.', 'Ann'],
    },
    answers: { 200: handover },
  },
  'handovers.delete': { ...ours, summary: 'Delete a handover', answers: { 200: deleted } },
};
