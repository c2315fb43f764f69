import { z } from 'zod';
import { citation, tokenUsage } from './chat.ts';
import { finishReason, rating as readerRating } from './enums.ts';
import { count, decidedShape, field, id, text, time } from './shape.ts';

export const conversation = decidedShape(
  'Conversation',
  'Questions and answers that belong together.',
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
    unsure_count: count('Answers that show only the passages that come closest.', 0),
    up_count: count('Answers that their reader rated `up`.', 1),
    down_count: count('Answers that their reader rated `down`.', 0),
    created_at: time('When it began.'),
    updated_at: time('When something was last said.'),
  }),
);

const rating = field(readerRating.nullable(), 'What its reader thinks of it; `null` for nothing said.', 'up');
const comment = field(z.string().nullable(), 'The reader’s own words; `null` for none.', 'Just what I needed.');

const role = field(z.enum(['user', 'assistant']), '`user` asks, `assistant` answers.', 'assistant');
const messageText = text('The question, or the answer with its markers.', 'The warranty lasts two years. [1]');
const endOfAnswer = field(
  finishReason.nullable(),
  'Of an answer: how it ended, in the words of a chat’s answer; `null` while it is being written.',
  'stop',
);
const reason = field(
  z.string().nullable(),
  'Why it ended so: of a refused answer `no_sources` or `indexing` where there was no document to look in, of a failed one the code of its error; else `null`.',
  null,
);

export const message = decidedShape(
  'Message',
  'One question or answer.',
  z.strictObject({
    id: id('msg', 'The message’s id.'),
    conversation_id: id('conv', 'The conversation that it belongs to.'),
    role,
    text: messageText,
    citations: field(
      z.array(citation),
      'Of an answer. Those of a source that has been deleted have lost their texts; of a question, empty.',
    ),
    finish_reason: endOfAnswer,
    reason,
    usage: field(tokenUsage.nullable(), 'Of an answer: what it cost.'),
    rating,
    comment,
    created_at: time('When it was said.'),
  }),
);

export const feedback = decidedShape(
  'Feedback',
  'What a reader thinks of an answer, as it now stands.',
  z.strictObject({ message_id: id('msg', 'The answer that was rated.'), rating, comment }),
);

export const conversationsDeleted = decidedShape(
  'ConversationsDeleted',
  'They are gone, with every question and answer in them.',
  z.strictObject({ deleted: z.literal(true), count: count('How many there were.', 3) }),
);

const exportedCitation = decidedShape(
  'ExportedCitation',
  'A citation without its link, which would have expired.',
  z.strictObject({
    id: field(z.int().min(1), 'The number of the marker in the answer.', 1),
    source_id: id('src', 'The source that it comes from.'),
    title: text('The source’s title.', 'Product manual'),
    page: field(
      z.int().min(1).nullable(),
      'The page on which `quote` begins; `null` if the document has no pages.',
      12,
    ),
    heading: field(
      z.string().nullable(),
      'The headings above the passage; `null` if there are none.',
      'Service › Warranty',
    ),
    quote: text('The exact words relied on.', 'The warranty lasts two years from the day of purchase.'),
  }),
);

export const exportedMessage = decidedShape(
  'ExportedMessage',
  'One question or answer as it is exported, the conversations newest first.',
  z.strictObject({
    conversation_id: id('conv', 'The conversation that it belongs to.'),
    visitor_id: field(
      z.string().nullable(),
      'Whose conversation it is; `null` where it was held with an API key.',
      'customer-42',
    ),
    message_id: id('msg', 'The message’s id.'),
    created_at: time('When it was said.'),
    role,
    text: messageText,
    finish_reason: endOfAnswer,
    reason,
    rating,
    comment,
    prompt_tokens: field(z.int().min(0).nullable(), 'Of an answer: question and passages.', 640),
    completion_tokens: field(z.int().min(0).nullable(), 'Of an answer: its own tokens.', 12),
    citations: field(z.array(exportedCitation), 'Of an answer; of a question, empty.'),
  }),
);
