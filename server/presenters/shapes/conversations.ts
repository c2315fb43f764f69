import type { Conversation, ConversationsDeleted, Feedback, Message } from '@footnote/sdk/contract';
import { z } from 'zod';
import { citation, finishReason, tokenUsage } from './chat.ts';
import { count, decidedShapeOf, field, id, text, time } from './shape.ts';

export const conversation = decidedShapeOf<Conversation>(
  'Conversation',
  'Questions and answers that belong together.',
)(
  z.strictObject({
    id: id('conv', 'The conversation’s id.'),
    project_id: id('proj', 'The project that it was held in.'),
    visitor_id: field(
      z.string().nullable(),
      'Whose it is; `null` where it was held with an API key.',
      'vis_4YHhQ0V2b7c9D1kLmN3pqR',
    ),
    title: text('Its first question, cut where it is long.', 'How long is the warranty?'),
    messages_count: count('Questions and answers together.', 2),
    refused_count: count('Answers that said that the documents do not answer.', 0),
    up_count: count('Answers that their reader found good.', 1),
    down_count: count('Answers that their reader did not.', 0),
    created_at: time('When it began.'),
    updated_at: time('When something was last said.'),
  }),
);

const rating = field(z.enum(['up', 'down']).nullable(), 'What its reader thinks of it; `null` for nothing said.', 'up');
const comment = field(z.string().nullable(), 'The reader’s own words; `null` for none.', 'Just what I needed.');

export const message = decidedShapeOf<Message>(
  'Message',
  'One question or answer.',
)(
  z.strictObject({
    id: id('msg', 'The message’s id.'),
    conversation_id: id('conv', 'The conversation that it belongs to.'),
    role: field(z.enum(['user', 'assistant']), '`user` asks, `assistant` answers.', 'assistant'),
    text: text('The question, or the answer with its markers.', 'The warranty lasts two years. [1]'),
    citations: field(
      z.array(citation),
      'Of an answer. Those of a source that has been deleted have lost their texts; of a question, empty.',
    ),
    finish_reason: field(
      finishReason.nullable(),
      'Of an answer: how it ended, in the words of a chat’s answer; `null` while it is being written.',
      'stop',
    ),
    reason: field(
      z.string().nullable(),
      'Why it ended so: of a refused answer `no_sources` or `indexing` where there was no document to look in, of a failed one the code of its error; else `null`.',
      null,
    ),
    usage: field(tokenUsage.nullable(), 'Of an answer: what it cost.'),
    rating,
    comment,
    created_at: time('When it was said.'),
  }),
);

export const feedback = decidedShapeOf<Feedback>(
  'Feedback',
  'What a reader thinks of an answer, as it now stands.',
)(z.strictObject({ message_id: id('msg', 'The answer that was rated.'), rating, comment }));

export const conversationsDeleted = decidedShapeOf<ConversationsDeleted>(
  'ConversationsDeleted',
  'They are gone, with every question and answer in them.',
)(z.strictObject({ deleted: z.literal(true), count: count('How many there were.', 3) }));
