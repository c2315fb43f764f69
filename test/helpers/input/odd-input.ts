import type { Schema } from '../../../server/http/openapi/openapi-types.ts';
import { fc } from './fast-check.ts';

/** Values that resemble valid input. */
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', 'x'.repeat(50_000), -1, 1e308, 2 ** 53, null, true, [], {}),
);

/** Values that match a schema. A service may still reject them for rules that the schema does not have. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one) => fitting(one as Schema)));
  const types = [schema.type ?? 'null'].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => fitting({ ...schema, type } as Schema)));
  switch (types[0]) {
    case 'string': {
      const [minLength, maxLength] = [schema.minLength ?? 0, Math.min(schema.maxLength ?? 80, 80)];
      const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, maxLength) });
      const known = Array.isArray(schema.examples) ? schema.examples.filter((one) => typeof one === 'string') : [];
      return known.length > 0 ? fc.oneof(any, fc.constantFrom(...known)) : any;
    }
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1000 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as Schema), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object': {
      const parts = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      const fields = Object.fromEntries(parts.map(([name, part]) => [name, fitting(part)]));
      return fc.record(fields, { requiredKeys: (schema.required ?? []) as string[] });
    }
    default:
      return fc.constant(null);
  }
}

/** The paths to all values within a value, starting with the value itself. */
function places(value: unknown, at: string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [at, ...inner.flatMap(([key, part]) => places(part, [...at, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** Field names that are in no schema; some have a meaning in JavaScript. */
const strangeName = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'id',
  'user_id',
  'role',
  '',
  'a.b',
  '\u0000',
);

/** Bodies as text: valid ones, ones with a single error, and arbitrary ones. */
export function bodiesFor(schema: Schema): fc.Arbitrary<string> {
  const valid = fitting(schema);
  const names = Object.keys(schema.properties ?? {});
  const text = (value: unknown) => JSON.stringify(value) ?? '';
  return fc.oneof(
    valid.map(text),
    // A wrong type or an unusual value at any depth.
    fc.tuple(valid, fc.nat(), strange).map(([value, at, by]) => {
      const all = places(value);
      return text(replaced(value, all[at % all.length] ?? [], by));
    }),
    // A field is missing.
    fc.tuple(valid, fc.nat()).map(([value, at]) => {
      const copy = { ...(value as object) } as Record<string, unknown>;
      delete copy[names[at % Math.max(1, names.length)] ?? ''];
      return text(copy);
    }),
    // An additional field, written as text, as an object cannot have `__proto__` as its own field.
    fc.tuple(valid, strangeName, strange).map(([value, name, by]) => withField(text(value), name, by)),
    // A field twice.
    fc
      .tuple(valid, fc.constantFrom(...(names.length > 0 ? names : ['x'])), strange)
      .map(([value, name, by]) => withField(text(value), name, by)),
    fc.constantFrom(
      '',
      '{',
      '[[[[',
      '\ufeff{}',
      '{"a":"\\ud800"}',
      'null',
      '[]',
      '"text"',
      '1',
      '['.repeat(20_000),
      '{"a":'.repeat(5_000),
      `{"${'k'.repeat(100_000)}":1}`,
      `"${'x'.repeat(1_100_000)}"`,
    ),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.jsonValue().map(text),
  );
}

function withField(object: string, name: string, value: unknown): string {
  if (!object.startsWith('{')) return object;
  const field = `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`;
  return object === '{}' ? `{${field}}` : `${object.slice(0, -1)},${field}}`;
}

/** Query strings: valid parameters, unusual values, repeated parameters, or arbitrary text. */
export function queriesFor(schema: Schema): fc.Arbitrary<string> {
  const names = Object.keys(schema.properties ?? {});
  const name = fc.oneof(fc.constantFrom(...(names.length > 0 ? names : ['x'])), strangeName);
  const value = fc.oneof(
    fc.integer({ min: -5, max: 200 }).map(String),
    fc.constantFrom(
      '',
      '%00',
      '%ff',
      '%E0%A4%A',
      '+',
      '1e3',
      '0x10',
      '9'.repeat(400),
      'null',
      '[object Object]',
      '1;drop',
    ),
    fc.string({ maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  const pair = fc.tuple(name, value).map(([key, text]) => `${encodeURIComponent(key)}=${text}`);
  return fc.oneof(
    fc.constant(''),
    fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`),
    fc.constantFrom('?', '?=&&&=', '?limit[]=1', '?limit[a]=1', `?${'a=1&'.repeat(500)}`),
  );
}
