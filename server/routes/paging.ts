import { z } from 'zod';
import { field } from '../presenters/shape.ts';

const MAX_PAGE_SIZE = 100;
const whole = (least: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least));

/** `?limit=&offset=`: default 20 and 0; limits above 100 are clamped. Numbers in the OpenAPI document, text on the wire. */
export const paging = z.strictObject({
  limit: field(
    whole(1)
      .default(20)
      .transform((limit) => Math.min(limit, MAX_PAGE_SIZE))
      .meta({ type: 'integer', minimum: 1, default: 20 }),
    'The maximum number of items. Values above 100 count as 100.',
    20,
  ),
  offset: field(
    whole(0).default(0).meta({ type: 'integer', minimum: 0, default: 0 }),
    'The number of items to skip.',
    0,
  ),
});
