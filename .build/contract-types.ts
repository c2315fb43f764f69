import type { Schema } from '../server/http/openapi/openapi-types.ts';

type Schemas = Readonly<Record<string, Schema>>;

/** One exported type for each named schema, in the same order. Lists become `List<Item>`. */
export function contractTypes(schemas: Schemas): string {
  return Object.entries(schemas)
    .filter(([, schema]) => !isList(schema))
    .map(([name, schema]) => {
      const body = typeOf(schema, { schemas, depth: 0 });
      const declared = schema.properties ? `interface ${name} ${body}` : `type ${name} = ${body};`;
      return `\n${comment(schema, 0)}export ${declared}\n`;
    })
    .join('');
}

interface Context {
  schemas: Schemas;
  depth: number;
}

export const isList = ({ properties }: Schema) => Object.keys(properties ?? {}).join() === 'items,total,limit,offset';
export const nameIn = ({ $ref = '' }: Schema) => $ref.replace('#/components/schemas/', '');

function typeOf(schema: Schema, context: Context): string {
  const { const: constant, enum: choices, oneOf, anyOf, prefixItems, items, properties, type, format } = schema;
  const each = (parts: unknown) => (parts as Schema[]).map((part) => typeOf(part, context));
  if (schema.$ref) return nameIn(schema);
  if (constant !== undefined) return literal(constant);
  if (choices) return choices.map(literal).join(' | ');
  if (oneOf ?? anyOf) return each(oneOf ?? anyOf).join(' | ');
  if (prefixItems) return `[${each(prefixItems)}]`;
  if (Array.isArray(type)) return each(type.map((one) => ({ ...schema, type: one }))).join(' | ');
  if (type === 'array' && items) return `(${typeOf(items as Schema, context)})[]`;
  if (properties) return partialOf(schema, context) ?? objectType(schema, context);
  if (type === 'object') return `Record<string, ${typeOf(schema.additionalProperties as Schema, context)}>`;
  if (type === 'string') return format === 'date-time' ? 'Timestamp' : 'string';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean' || type === 'null') return type;
  throw new Error(`No type is known for the schema ${JSON.stringify(schema)}.`);
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function objectType({ properties = {}, required = [], additionalProperties }: Schema, context: Context): string {
  const inside = { ...context, depth: context.depth + 1 };
  const members = Object.entries(properties as Schemas).map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(field, inside.depth)}${name}${optional}: ${typeOf(field, inside)};\n`;
  });
  return `{\n${members.join('')}${otherMembers(additionalProperties, inside)}}`;
}

/** The members that an object may have besides the named ones, which are optional. */
function otherMembers(others: unknown, context: Context): string {
  if (typeof others !== 'object' || others === null) return '';
  if (Object.keys(others).length === 0) return '[name: string]: unknown;\n';
  return `${comment(others as Schema, context.depth)}[name: string]: ${typeOf(others as Schema, context)} | undefined;\n`;
}

/** `Partial<Name>` for an unnamed object with the fields of a named type, none of them required. */
function partialOf(schema: Schema, context: Context): string | undefined {
  if (context.depth === 0 || schema.required) return undefined;
  const namesOf = ({ properties = {} }: Schema) => Object.keys(properties).join();
  const typesOf = ({ properties = {} }: Schema) =>
    Object.values(properties as Schemas)
      .map((field) => typeOf(field, context))
      .join();
  const same = Object.entries(context.schemas).find(
    ([, named]) => namesOf(named) === namesOf(schema) && typesOf(named) === typesOf(schema),
  );
  return same && `Partial<${same[0]}>`;
}

/** A doc comment with lines of at most 120 characters; empty without a description. */
export function comment({ description = '' }: Schema, depth: number, example: readonly string[] = []): string {
  const text = description.replaceAll('*/', '*\\/');
  if (text === '') return '';
  const room = 120 - 2 * depth;
  if (text.length + '/**  */'.length <= room && example.length === 0) return `/** ${text} */\n`;
  const lines = text.match(new RegExp(`.{1,${room - ' * '.length}}(?:\\s|$)`, 'g')) ?? [];
  const shown = [...lines, ...(example.length > 0 ? ['@example', ...example] : [])];
  return `/**\n${shown.map((line) => ` * ${line.trimEnd()}\n`).join('')} */\n`;
}
