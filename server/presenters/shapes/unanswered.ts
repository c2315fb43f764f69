import { z } from 'zod';
import { count, decidedShape, field, id, text, time } from './shape.ts';

const question = decidedShape(
  'UnansweredQuestion',
  'One question that was refused, or whose answer is unsure.',
  z.strictObject({
    message_id: id('msg', 'The answer.'),
    conversation_id: id('conv', 'Where it was asked.'),
    text: text('The question.', 'Do you ship to Chile?'),
    finish_reason: field(
      z.enum(['refused', 'unsure']),
      '`refused`: the documents do not answer; `unsure`: only the closest passages were shown.',
      'refused',
    ),
    asked_at: time('When it was answered so.'),
  }),
);

const passage = decidedShape(
  'NearPassage',
  'A passage that comes near to an answer.',
  z.strictObject({
    chunk_id: text('The passage’s id.', '4711'),
    source_id: id('src', 'The source that it comes from.'),
    title: text('The source’s title.', 'Shipping'),
    heading: text('The headings above it; absent where there are none.', 'Shipping › Countries').exactOptional(),
    page: field(z.int(), 'Only where the document has pages.', 3).exactOptional(),
    text: text('Verbatim.', 'We ship to Argentina and Peru.'),
    score: field(z.number(), 'Comparable within one group only.', 1.4),
  }),
);

export const unansweredGroup = decidedShape(
  'UnansweredGroup',
  'Questions that ask for the same and were refused, or whose answers are unsure.',
  z.strictObject({
    id: id('msg', 'Its first answer: it stays the same while the group grows.'),
    question: text('The one that says best what they ask for.', 'Do you ship to Chile?'),
    count: count('How many there are.', 4),
    unsure_count: count('How many of them got the closest passages; the others were refused.', 1),
    last_asked_at: time('When the latest was asked.'),
    questions: field(z.array(question), 'Newest first, at most 50.'),
    passages: field(z.array(passage), 'What the documents have that comes nearest, best first, at most three.'),
  }),
);

export const dismissed = decidedShape(
  'Dismissed',
  'The questions are no longer listed.',
  z.strictObject({
    dismissed: count('How many were set aside; those that are not there, or already were, do not count.', 4),
  }),
);
