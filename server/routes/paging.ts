import { z } from 'zod';

const MAX_PAGE_SIZE = 100;
const whole = (least: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(least));

/** `?limit=&offset=`: default 20 and 0; limits above 100 are clamped. Numbers in the OpenAPI document, text on the wire. */
export const paging = z.strictObject({
  limit: whole(1)
    .default(20)
    .transform((limit) => Math.min(limit, MAX_PAGE_SIZE))
    .meta({ type: 'integer', minimum: 1, default: 20 }),
  offset: whole(0).default(0).meta({ type: 'integer', minimum: 0, default: 0 }),
});
