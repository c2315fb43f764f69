import type { Deleted, List } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { Page, Paging } from '../store/types.ts';
import { count, field, optional, shape, text } from './shape.ts';

/** The schema of one page of a list. */
export const listOf = <Item extends z.ZodType>(item: Item, name: string) =>
  z
    .strictObject({
      items: field(z.array(item), 'The items of this page.'),
      total: count('The number of items on all pages.', 1),
      limit: count('The limit that was applied, at most 100.', 20),
      offset: count('The offset that was applied.', 0),
    } satisfies Record<keyof List<unknown>, z.ZodType>)
    .meta({
      id: name,
      description: 'One page of a list. Items are sorted newest first unless the operation says otherwise.',
    });

export const deleted = shape(
  'Deleted',
  'The response of every delete. The object is deleted with everything that belonged to it.',
  {
    id: text('The id of the deleted object.', 'proj_4YHhQ0V2b7c9D1kLmN3pqR'),
    deleted: z.literal(true),
  },
);

const fieldError = shape('FieldError', 'An error in one field of a request.', {
  field: text('The field’s name, with dots between nested names; empty for the body as a whole.', 'name'),
  message: text('What is wrong with the field.', 'is required'),
});

const errorFields = {
  detail: text('A sentence that says what is wrong or what to do.', 'name: is required'),
  code: text('A stable code in snake_case. The text of `detail` may change, the code does not.', 'invalid_request'),
  errors: optional(
    z.array(fieldError).max(20),
    'With status 400: the first 20 invalid fields. `detail` gives the number of further ones.',
  ),
  owner_message: text(
    'With `budget_exhausted`: the text that the project’s owner has set for visitors, if any.',
    'Please ask again tomorrow.',
  ).exactOptional(),
};

export const errorBody = shape('ErrorBody', 'The body of every response with a status of 400 or more.', errorFields);

export const openAiErrorBody = shape(
  'OpenAiErrorBody',
  'An error in the format of OpenAI’s API. It also has the fields of `ErrorBody`.',
  {
    ...errorFields,
    error: field(
      z.strictObject({ message: z.string(), type: z.string(), code: z.string(), param: z.string().nullable() }),
      'The same error in OpenAI’s format.',
      { message: 'messages: is required', type: 'invalid_request_error', code: 'invalid_request', param: 'messages' },
    ),
  },
);

export const health = shape('Health', 'The server is up.', {
  status: z.literal('ok'),
  version: text('The server’s version.', '0.1.0'),
});

const partState = z.enum(['ok', 'failing', 'stopping']);

export const readinessReport = z
  .strictObject({
    status: field(z.enum(['ready', 'not_ready']), '`ready` if every part is `ok`, or its disk `low`.', 'ready'),
    parts: field(
      z.strictObject({
        database: partState,
        embedder: partState,
        answerer: partState,
        queue: partState,
        disk: z.enum(['ok', 'low']),
      }),
      'The state of each part. With a disk that is `low`, less than its minimum is free, or a write has failed on a full disk within the last minute: the server answers, and takes no documents and keeps no new conversations.',
    ),
  })
  .meta({ id: 'Readiness', description: 'Whether the server is ready to answer.' });

export const streamPiece = z.strictObject({
  piece: field(z.int(), 'The number of the event, from 1 to 4.', 1),
  address: field(z.string(), 'The client address that the server uses for rate limits.', '203.0.113.7'),
});

/** Presents one page of rows. */
export function presentList<Row, Item>(
  { rows, total }: Page<Row>,
  { limit, offset }: Paging,
  present: (row: Row) => Item,
): List<Item> {
  return { items: rows.map(present), total, limit, offset };
}

/** The response of every delete. */
export function presentDeleted(id: string): Deleted {
  return { id, deleted: true };
}
