import type { Timestamp } from '@footnote/sdk/contract';
import { z } from 'zod';

/** An object of the API's JSON, with these fields and no others. */
export const shape = <const Fields extends z.ZodRawShape>(name: string, description: string, fields: Fields) =>
  named(name, description, z.strictObject(fields));

/** One of these words. */
export const choice = <const Values extends readonly string[]>(name: string, description: string, values: Values) =>
  named(name, description, z.enum(values));

/**
 * Names and describes a schema of the API's JSON. The name and the description are used in the API document and for the
 * SDK's types, which `npm run build:contract` writes from these schemas.
 */
export function named<Schema extends z.ZodType>(name: string, description: string, schema: Schema): Schema {
  return schema.meta({ id: name, description });
}

/** Describes a field, with an example. */
export function field<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema {
  return schema.meta({ description, ...(example !== undefined && { examples: [example] }) });
}

/** A field that may be absent. */
export const optional = <Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown) =>
  field(schema, description, example).exactOptional();

export const text = (description: string, example?: unknown) => field(z.string(), description, example);

export const flag = (description: string, example?: boolean) => field(z.boolean(), description, example);

export const count = (description: string, example: number) => field(z.int().min(0), description, example);

/** RFC 3339, UTC. */
export const time = (description: string) =>
  field(z.string().meta({ format: 'date-time' }), description, '2026-01-31T12:00:00.000Z');

/** The same where there may be none. */
export const nullableTime = (description: string, example: string | null = '2026-01-31T12:00:00.000Z') =>
  field(z.string().meta({ format: 'date-time' }).nullable(), description, example);

/** Ids are opaque. The prefix only helps people to recognise what an id names. */
export const id = (prefix: string, description: string) => text(description, `${prefix}_4YHhQ0V2b7c9D1kLmN3pqR`);

/** Epoch milliseconds as RFC 3339, UTC. */
export function timestamp(at: number): Timestamp {
  return new Date(at).toISOString();
}

/** The same where there may be none. */
export const nullableTimestamp = (at: number | null): Timestamp | null => (at === null ? null : timestamp(at));
