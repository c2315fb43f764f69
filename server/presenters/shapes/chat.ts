import { z } from 'zod';
import { completionFinishReason, finishReason, noSourcesReason } from './enums.ts';
import { count, decided, decidedShape, field, id, shape, text, time } from './shape.ts';

export const citation = shape(
  'Citation',
  'The passage that a marker stands for.',
  z.strictObject({
    id: field(z.int().min(1), 'The number of the marker `[1]` in the answer.', 1),
    source_id: id('src', 'The source that it comes from.'),
    title: text('The source’s title.', 'Product manual'),
    page: field(
      z.int().min(1),
      'The page on which `quote` begins; only where the document has pages.',
      12,
    ).exactOptional(),
    text: text(
      'The passage, verbatim from the stored document.',
      'The warranty lasts two years from the day of purchase. Keep the receipt.',
    ),
    quote: decided(
      text('The exact words relied on: a part of `text`.', 'The warranty lasts two years from the day of purchase.'),
    ),
    heading: decided(
      text(
        'The headings above the passage, outermost first, joined by ` › `; absent where there are none.',
        'Service › Warranty',
      ),
    ).exactOptional(),
    url: decided(text('Opens the passage in its surroundings.', 'https://chat.example.com/v1/passages/eyJhbGciOi…')),
    indexed_at: decided(time('When the cited text was read.')),
  }),
);

/** Why a question was refused, beside its `finish_reason`. */
export const reasonOfRefusal = field(
  noSourcesReason,
  'Of a refusal where there was no document to look in; absent otherwise.',
  'no_sources',
).exactOptional();

export const tokenUsage = decidedShape(
  'TokenUsage',
  'What the answer cost, by the answering engine’s own count.',
  z.strictObject({
    prompt_tokens: count('Question and passages.', 640),
    completion_tokens: count('The answer.', 12),
    total_tokens: count('Both.', 652),
  }),
);

export const textRange = decidedShape(
  'TextRange',
  'A range of characters of `response`.',
  z.strictObject({
    start: count('The first character.', 0),
    end: count('The character after the last.', 20),
  }),
);

export const chatAnswer = shape(
  'ChatAnswer',
  'An answer, with the numbers of the passages that it quotes, or that its sentences were checked against.',
  z.strictObject({
    response: text(
      'The answer with its markers `[1] [2]`, numbered by first appearance; or, in the question’s language, that the documents do not say.',
      'The warranty lasts two years from the day of purchase. [1]',
    ),
    conversation_id: id('conv', 'Send it with the next question, which may then refer to this one.'),
    citations: field(z.array(citation), 'Exactly the cited passages, in the order of their markers.'),
    message_id: decided(id('msg', 'The answer’s own id.')),
    finish_reason: decided(finishReason),
    reason: decided(reasonOfRefusal),
    usage: tokenUsage,
    suggestions: decided(
      field(z.array(z.string()), 'Up to three questions worth asking next.', ['What does the warranty cover?']),
    ),
    unsupported: decided(
      field(
        z.array(textRange),
        'The claims that no passage was found to support or that the cited one contradicts, as ranges of `response`; usually empty.',
        [],
      ),
    ),
  }),
);

const created = count('Epoch seconds.', 1_769_860_800);
const modelName = text('The one model that there is.', 'footnote');

export const chatCompletion = decidedShape(
  'ChatCompletion',
  'An answer as OpenAI’s clients read it.',
  z.strictObject({
    id: id('msg', 'The answer’s own id.'),
    object: z.literal('chat.completion'),
    created,
    model: modelName,
    choices: field(
      z.tuple([
        z.strictObject({
          index: z.literal(0),
          message: field(
            z.strictObject({
              role: z.literal('assistant'),
              content: text('The answer with its markers.', 'The warranty lasts two years. [1]'),
              refusal: z.null(),
              citations: z.array(citation),
              finish_reason: finishReason,
              reason: reasonOfRefusal,
            }),
            'With the citations, and how the answer ended in the words of the chat API.',
          ),
          logprobs: z.null(),
          finish_reason: completionFinishReason,
        }),
      ]),
      'Always one.',
    ),
    usage: tokenUsage,
  }),
);

const model = decidedShape(
  'Model',
  'What answers.',
  z.strictObject({
    id: modelName,
    object: z.literal('model'),
    created,
    owned_by: text('Who made it.', 'footnote'),
  }),
);

export const modelList = decidedShape(
  'ModelList',
  'The models.',
  z.strictObject({ object: z.literal('list'), data: field(z.array(model), 'Always one.') }),
);
