import type { List } from '@footnote/sdk/contract';
import { z } from 'zod';
import { count, decided, decidedShape, field, shape, text } from './shape.ts';

/** One page of a list of these. */
export const listOf = <Item extends z.ZodType>(item: Item, name: string) =>
  z
    .strictObject({
      items: field(z.array(item), 'The items of this page.'),
      total: count('How many there are, whatever the page.', 1),
      limit: decided(count('As applied, at most 100.', 20)),
      offset: decided(count('As applied.', 0)),
    } satisfies Record<keyof List<unknown>, z.ZodType>)
    .meta({ id: name, description: 'One page of a list, newest first unless the operation says otherwise.' });

export const deleted = decidedShape(
  'Deleted',
  'What every delete answers: it is gone, with everything that belonged to it.',
  z.strictObject({ id: text('What was deleted.', 'proj_4YHhQ0V2b7c9D1kLmN3pqR'), deleted: z.literal(true) }),
);

const fieldError = decidedShape(
  'FieldError',
  'One thing that is wrong with a request.',
  z.strictObject({
    field: text('The field’s name, with dots inside of objects; empty for the body as a whole.', 'name'),
    message: text('What is wrong with it.', 'is required'),
  }),
);

const errorFields = {
  detail: text('A sentence that its reader can act on.', 'name: is required'),
  code: decided(text('Stable, snake_case; the words may change, the code does not.', 'invalid_request')),
  errors: decided(
    field(
      z.array(fieldError).max(20),
      'With 400, where single fields are wrong: the first 20 of them. `detail` says how many more there are.',
    ).exactOptional(),
  ),
  owner_message: decided(
    text(
      'With `budget_exhausted`, what the project’s owner has written for its visitors, where they have.',
      'Please ask again tomorrow.',
    ).exactOptional(),
  ),
};

export const errorBody = shape(
  'ErrorBody',
  'The body of every answer with a status of 400 or more.',
  z.strictObject(errorFields),
);

export const openAiErrorBody = decidedShape(
  'OpenAiErrorBody',
  'An error that OpenAI’s clients read as one of theirs. It has the fields of `ErrorBody` too.',
  z.strictObject({
    ...errorFields,
    error: field(
      z.strictObject({ message: z.string(), type: z.string(), code: z.string(), param: z.string().nullable() }),
      'The same in OpenAI’s form.',
      { message: 'messages: is required', type: 'invalid_request_error', code: 'invalid_request', param: 'messages' },
    ),
  }),
);

export const health = decidedShape(
  'Health',
  'The server is up.',
  z.strictObject({ status: z.literal('ok'), version: text('The server’s version.', '0.1.0') }),
);

const partState = z.enum(['ok', 'failing', 'stopping']);

export const readiness = z
  .strictObject({
    status: field(z.enum(['ready', 'not_ready']), '`ready` where every part is `ok`.', 'ready'),
    parts: field(
      z.strictObject({ database: partState, embedder: partState, answerer: partState, queue: partState }),
      'The state of each part.',
    ),
  })
  .meta({ id: 'Readiness', description: 'Can the server do its work?', 'x-footnote-decision': true });

export const streamPiece = z.strictObject({
  piece: field(z.int(), 'Which of the four it is.', 1),
  address: field(z.string(), 'What this request is counted by.', '203.0.113.7'),
});
