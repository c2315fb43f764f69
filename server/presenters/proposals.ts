import type { WidgetSuggestions } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { StoredProposal } from '../store/types.ts';
import { count, field, id, shape, text } from './shape.ts';

const widgetSuggestion = shape('WidgetSuggestion', 'A first question that the documents were seen to answer.', {
  question: text('The question.', 'How do I back up the server?'),
  from: field(z.enum(['golden_question', 'heading']), 'What asks it: a golden question or a heading.', 'heading'),
  source_id: id('src', 'The source that answers it.'),
});

export const widgetSuggestions = shape(
  'WidgetSuggestions',
  'What Footnote suggests for an empty chat. At most four questions: each was asked, answered with certainty, and its page was cited.',
  {
    state: field(
      z.enum(['off', 'own', 'pending', 'made']),
      '`off`: `suggest` is false. `own`: `suggestions` of the settings takes their place. `pending`: documents have changed, and questions are looked for. `made`: they are current.',
      'made',
    ),
    questions: field(z.array(widgetSuggestion), 'The questions.'),
    asked: count('How many questions were asked to find them.', 6),
  },
);

export function presentProposals({
  state,
  questions,
  asked,
}: Pick<WidgetSuggestions, 'state' | 'asked'> & { questions: StoredProposal[] }): WidgetSuggestions {
  return {
    state,
    questions: questions.map(({ question, from, sourceId }) => ({ question, from, source_id: sourceId })),
    asked,
  };
}
