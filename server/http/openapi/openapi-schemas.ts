import { z } from 'zod';
import type { Schema } from './openapi-types.ts';

/** Converts zod schemas to the JSON Schemas of one document: named ones go under `components`, all others stay in place. */
export function createSchemas() {
  const components: Record<string, Schema> = {};

  /** The schema of an answer. It allows more fields than ours, as clients must accept fields that `/v1` adds later. */
  function output(schema: z.ZodType): Schema {
    return register(
      z.toJSONSchema(schema, { io: 'output', override: ({ jsonSchema }) => allowMoreFields(jsonSchema) }),
    );
  }

  /** The schema of an input, exactly as it is validated. */
  function input(schema: z.ZodType): Schema {
    return register(
      z.toJSONSchema(schema, {
        io: 'input',
        override({ zodSchema, jsonSchema }) {
          dropNumberPattern(jsonSchema);
          keepExamples(zodSchema, jsonSchema);
        },
      }),
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

/** Numbers in a query are validated as text. The document describes them as numbers, without the pattern. */
function dropNumberPattern(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type === 'integer') delete schema.pattern;
}

/** Zod drops the examples of an input that is transformed, as they might be of the output. Ours are of the input. */
function keepExamples(schema: z.core.$ZodType, written: z.core.JSONSchema.BaseSchema): void {
  const { examples } = z.globalRegistry.get(schema) ?? {};
  if (Array.isArray(examples)) written.examples = examples;
}

/** Follows the schema's reference; returns a schema without one as it is. */
export function resolveReference(schema: Schema, components: Record<string, Schema>): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (components[name] ?? {});
}

/** The alternatives of a union; empty for any other schema. */
export const alternativesOf = ({ oneOf, anyOf }: Schema): Schema[] => (oneOf ?? anyOf ?? []) as Schema[];

/** Builds an example from the examples of a schema's parts; undefined if there are none. */
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
