import { z } from 'zod';

const DECIDED = { 'x-footnote-decision': true } as const;

/** True only where two types are the same, optional keys included. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/**
 * What an answer looks like, for the API document, held to the contract's type: where the two differ, it does not
 * compile. The name is the one that the document gives it.
 */
export function shapeOf<Contract>(name: string, description: string) {
  return <Schema extends z.ZodType>(schema: Same<z.output<Schema>, Contract> extends true ? Schema : never) =>
    schema.meta({ id: name, description }) as Schema;
}

/** The same for what the specification knows nothing of. */
export function decidedShapeOf<Contract>(name: string, description: string) {
  return <Schema extends z.ZodType>(schema: Same<z.output<Schema>, Contract> extends true ? Schema : never) =>
    schema.meta({ id: name, description, ...DECIDED }) as Schema;
}

/** One field: what it is, and an example of it. */
export function field<Schema extends z.ZodType>(schema: Schema, description: string, example?: unknown): Schema {
  return schema.meta({ ...schema.meta(), description, ...(example !== undefined && { examples: [example] }) });
}

/** Marks what the interface specification leaves open; the contract's types say `@extension` there. */
export function decided<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ ...schema.meta(), ...DECIDED });
}

export const text = (description: string, example?: unknown) => field(z.string(), description, example);

export const count = (description: string, example: number) => field(z.int().min(0), description, example);

/** RFC 3339, UTC. */
export const time = (description: string) =>
  field(z.string().meta({ format: 'date-time' }), description, '2026-01-31T12:00:00.000Z');

/** Ids are opaque; the prefix only tells a person what they name. */
export const id = (prefix: string, description: string) => text(description, `${prefix}_4YHhQ0V2b7c9D1kLmN3pqR`);
