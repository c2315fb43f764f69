import { z } from 'zod';
import type { Schema } from './openapi-types.ts';

/** Writes zod schemas as those of one document: named ones once under `components`, everything else in place. */
export function createSchemas() {
  const components: Record<string, Schema> = {};

  /** What we answer. Not closed, although our own shapes are: `/v1` may grow, and a client must not mind. */
  function output(schema: z.ZodType): Schema {
    return register(
      z.toJSONSchema(schema, { io: 'output', override: ({ jsonSchema }) => allowMoreFields(jsonSchema) }),
    );
  }

  /** What we take, exactly as it is checked. */
  function input(schema: z.ZodType): Schema {
    return register(
      z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => dropNumberPattern(jsonSchema) }),
    );
  }

  function register(schema: z.core.JSONSchema.BaseSchema): Schema {
    const {
      $schema,
      $defs = {},
      ...rest
    } = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema;
    for (const [name, definition] of Object.entries($defs)) components[name] = register(definition as Schema);
    const { id, ...own } = rest;
    if (typeof id !== 'string') return own;
    components[id] = own;
    return { $ref: `#/components/schemas/${id}` };
  }

  return { components, output, input };
}

function allowMoreFields(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** A number in a query is checked as the text that it is; a document calls it a number. */
function dropNumberPattern(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type === 'integer') delete schema.pattern;
}

/** The schema that a reference leads to, or itself. */
export function resolveReference(schema: Schema, components: Record<string, Schema>): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (components[name] ?? {});
}

/** What a schema may be one of; nothing where it is one thing. */
export const alternativesOf = ({ oneOf, anyOf }: Schema): Schema[] => (oneOf ?? anyOf ?? []) as Schema[];

/** An example made of the examples of a schema's parts; undefined where one of them has none. */
export function exampleOf(schema: Schema, components: Record<string, Schema>): unknown {
  const {
    $ref,
    examples,
    const: constant,
    enum: choices,
    properties,
    items,
    prefixItems,
    anyOf,
    oneOf,
    default: fallback,
  } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ($ref) return exampleOf(resolveReference(schema, components), components);
  if (constant !== undefined) return constant;
  if (choices) return choices[0];
  if (fallback !== undefined) return fallback;
  if (schema.type === 'null') return null;
  if (prefixItems) return prefixItems.map((item) => exampleOf(item as Schema, components));
  if (anyOf?.[0]) return exampleOf(anyOf[0] as Schema, components);
  if (oneOf?.[0]) return exampleOf(oneOf[0] as Schema, components);
  if (items) return [exampleOf(items as Schema, components)].filter((item) => item !== undefined);
  if (!properties) return undefined;
  const entries = Object.entries(properties).map(([name, part]) => [name, exampleOf(part as Schema, components)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
