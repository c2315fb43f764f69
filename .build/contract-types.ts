/** Writes the types of the API's JSON for the SDK, from the schemas of the API document: `npm run build:contract`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createApiDocument } from '../server/documentation/api-document.ts';
import type { Schema } from '../server/http/openapi/openapi-types.ts';
import { endpointsOf } from '../server/http/routes.ts';
import { createApiRoutes, type RouteDeps } from '../server/routes/index.ts';

const path = (fromRoot: string) => fileURLToPath(new URL(`../${fromRoot}`, import.meta.url));

/** Where the SDK has them. */
export const CONTRACT_FILE = path('sdk/src/contract/generated.ts');

const HEAD = `/** What travels as JSON. Written by \`npm run build:contract\` from the server's schemas: change those, not this. */
import type { Timestamp } from './common.ts';
`;

type Schemas = Readonly<Record<string, Schema>>;

/** The whole file as it is now to be, formatted. */
export function contractFile(): string {
  // The routes are only declared here: nothing that they depend on is called.
  const nothing = {} as RouteDeps;
  const build = { directory: '', version: '' };
  const deps = { ...nothing, widgetBuild: build, consoleBuild: build, referenceBuild: build };
  const routes = endpointsOf(createApiRoutes(deps));
  const perMinute = { general: 0, chat: 0, ingestion: 0 };
  const { components } = createApiDocument(routes, { version: '', perMinute });
  const biome = path('node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${CONTRACT_FILE}`], {
    cwd: path('.'),
    input: HEAD + contractTypes(components.schemas),
    encoding: 'utf8',
  });
}

/** One exported type for each named schema, in their order. Lists are no types of their own, but `List<Item>`. */
export function contractTypes(schemas: Schemas): string {
  return Object.entries(schemas)
    .filter(([, schema]) => !isList(schema))
    .map(([name, schema]) => {
      const body = typeOf(schema, { schemas, depth: 0, isExtension: isExtension(schema) });
      const declared = schema.properties ? `interface ${name} ${body}` : `type ${name} = ${body};`;
      return `\n${comment(schema, isExtension(schema), 0)}export ${declared}\n`;
    })
    .join('');
}

interface Place {
  schemas: Schemas;
  depth: number;
  /** The whole is marked as an extension, so its parts are not. */
  isExtension: boolean;
}

const isExtension = (schema: Schema) => schema['x-footnote-decision'] === true;
const isList = ({ properties }: Schema) => Object.keys(properties ?? {}).join() === 'items,total,limit,offset';
const nameIn = ({ $ref = '' }: Schema) => $ref.replace('#/components/schemas/', '');

function typeOf(schema: Schema, place: Place): string {
  const { const: constant, enum: choices, oneOf, anyOf, prefixItems, items, properties, type, format } = schema;
  const each = (parts: unknown) => (parts as Schema[]).map((part) => typeOf(part, place));
  if (schema.$ref) return nameIn(schema);
  if (constant !== undefined) return literal(constant);
  if (choices) return choices.map(literal).join(' | ');
  if (oneOf ?? anyOf) return each(oneOf ?? anyOf).join(' | ');
  if (prefixItems) return `[${each(prefixItems)}]`;
  if (Array.isArray(type)) return each(type.map((one) => ({ ...schema, type: one }))).join(' | ');
  if (type === 'array' && items) return `(${typeOf(items as Schema, place)})[]`;
  if (properties) return partialOf(schema, place) ?? objectType(schema, place);
  if (type === 'string') return format === 'date-time' ? 'Timestamp' : 'string';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean' || type === 'null') return type;
  throw new Error(`No type is known for the schema ${JSON.stringify(schema)}.`);
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function objectType({ properties = {}, required = [] }: Schema, place: Place): string {
  const inside = { ...place, depth: place.depth + 1 };
  const members = Object.entries(properties as Schemas).map(([name, field]) => {
    const target = place.schemas[nameIn(field)];
    const marked = !place.isExtension && (isExtension(field) || (target !== undefined && isExtension(target)));
    const optional = required.includes(name) ? '' : '?';
    return `${comment(field, marked, inside.depth)}${name}${optional}: ${typeOf(field, inside)};\n`;
  });
  return `{\n${members.join('')}}`;
}

/** A change of a named type: an unnamed object with the same fields, of which none is required. */
function partialOf(schema: Schema, place: Place): string | undefined {
  if (place.depth === 0 || schema.required) return undefined;
  const namesOf = ({ properties = {} }: Schema) => Object.keys(properties).join();
  const typesOf = ({ properties = {} }: Schema) =>
    Object.values(properties as Schemas)
      .map((field) => typeOf(field, place))
      .join();
  const same = Object.entries(place.schemas).find(
    ([, named]) => namesOf(named) === namesOf(schema) && typesOf(named) === typesOf(schema),
  );
  return same && `Partial<${same[0]}>`;
}

/** A doc comment of at most 120 characters a line; nothing where there is nothing to say. */
function comment({ description = '' }: Schema, marked: boolean, depth: number): string {
  const text = [description, marked ? '@extension' : ''].filter(Boolean).join(' ').replaceAll('*/', '*\\/');
  if (text === '') return '';
  const room = 120 - 2 * depth;
  if (text.length + '/**  */'.length <= room) return `/** ${text} */\n`;
  const lines = text.match(new RegExp(`.{1,${room - ' * '.length}}(?:\\s|$)`, 'g')) ?? [];
  return `/**\n${lines.map((line) => ` * ${line.trimEnd()}\n`).join('')} */\n`;
}

if (import.meta.main) writeFileSync(CONTRACT_FILE, contractFile());
