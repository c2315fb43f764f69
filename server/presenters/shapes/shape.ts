import { z } from 'zod';

const DECIDED = { 'x-footnote-decision': true } as const;

/**
 * A named part of the API's JSON. The name is that of its type in the SDK and of its schema in the API document, and the
 * description is the comment of both: `npm run build:contract` writes the SDK's types from these schemas.
 */
export function shape<Schema extends z.ZodType>(name: string, description: string, schema: Schema): Schema {
  return schema.meta({ id: name, description });
}

/** The same for what the specification knows nothing of. */
export function decidedShape<Schema extends z.ZodType>(name: string, description: string, schema: Schema): Schema {
  return schema.meta({ id: name, description, ...DECIDED });
}

/** One field: what it is, and an example of it. */
export function field<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema {
  return schema.meta({ description, ...(example !== undefined && { examples: [example] }) });
}

/** Marks what the interface specification leaves open; the SDK's types say `@extension` there. */
export function decided<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta(DECIDED);
}

export const text = (description: string, example?: unknown) => field(z.string(), description, example);

export const count = (description: string, example: number) => field(z.int().min(0), description, example);

/** RFC 3339, UTC. */
export const time = (description: string) =>
  field(z.string().meta({ format: 'date-time' }), description, '2026-01-31T12:00:00.000Z');

/** Ids are opaque; the prefix only tells a person what they name. */
export const id = (prefix: string, description: string) => text(description, `${prefix}_4YHhQ0V2b7c9D1kLmN3pqR`);
