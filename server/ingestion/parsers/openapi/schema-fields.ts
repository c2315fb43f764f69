/** A value of a description, which is not trusted: any JSON. */
export type Json = unknown;

export const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: Json): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
export const objectsIn = (value: Json): Record<string, Json>[] => (Array.isArray(value) ? value.filter(isObject) : []);
export const entriesOf = (value: Json): [string, Json][] => (isObject(value) ? Object.entries(value) : []);

/** A row of a table of fields: name, type, whether it is required, description. */
export type FieldRow = [name: string, type: string, required: string, description: string];

/** Finds what `$ref` names inside the same file. */
export type Resolve = (value: Json) => Record<string, Json>;

/** References that lead to references. */
const MAX_STEPS = 8;
/** How many levels of fields are listed below each other. */
const MAX_DEPTH = 3;
/** The most alternatives of a type that are named. */
const MAX_ALTERNATIVES = 10;
/** The most schemas that are looked at for one body: alternatives may name each other. */
const MAX_VISITS = 1_000;
/** The most fields of one body. */
const MAX_FIELDS = 200;

export function createResolver(root: Json): Resolve {
  return (value) => {
    let at = value;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const reference = isObject(at) ? at.$ref : undefined;
      if (typeof reference !== 'string') break;
      at = reference.startsWith('#/') ? pointed(root, reference.slice(2)) : {};
    }
    return isObject(at) ? at : {};
  };
}

function pointed(root: Json, pointer: string): Json {
  let at = root;
  for (const part of pointer.split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(at) || !Object.hasOwn(at, key)) return {};
    at = at[key];
  }
  return at;
}

/** The type of a value in a few words: `string (date)`, `array of Pet`, `"a" or "b"`. */
export function typeOf(given: Json, resolve: Resolve, depth = 0): string {
  const name = isObject(given) ? referenceName(given.$ref) : '';
  if (name) return name;
  const schema = resolve(given);
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(schema.enum)) return listed(schema.enum.map((value) => JSON.stringify(value)));
  if ('const' in schema) return JSON.stringify(schema.const) ?? '';
  for (const key of ['oneOf', 'anyOf', 'allOf']) {
    const parts = [
      ...new Set(
        objectsIn(schema[key])
          .slice(0, MAX_ALTERNATIVES)
          .map((part) => typeOf(part, resolve, depth + 1))
          .filter(Boolean),
      ),
    ];
    if (parts.length > 0) return parts.join(key === 'allOf' ? ' and ' : ' or ');
  }
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).map(textOf).filter(Boolean);
  if (types.includes('array') || 'items' in schema)
    return `array of ${typeOf(schema.items, resolve, depth + 1) || 'values'}`;
  const format = textOf(schema.format);
  const type = types.join(' or ') || (isObject(schema.properties) ? 'object' : '');
  return format ? `${type || 'value'} (${format})` : type;
}

const listed = (values: string[]) =>
  values.length > 30 ? `${values.slice(0, 30).join(' or ')} …` : values.join(' or ');

const referenceName = (reference: Json) => (typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '');

/** The objects that refer to a schema, by its name. What aliases of YAML share is one object. */
export function referencesIn(root: Json): Map<string, Json[]> {
  const references = new Map<string, Json[]>();
  const seen = new Set<object>();
  const add = (value: Json) => typeof value === 'object' && value !== null && seen.add(value);
  add(root);
  for (const value of seen) {
    const name = isObject(value) ? referenceName(value.$ref) : '';
    const others = references.get(name);
    if (others) others.push(value);
    else if (name) references.set(name, [value]);
    for (const one of Object.values(value)) add(one);
  }
  return references;
}

/** The fields of an object, those inside of it too, with dots between the names. What is named elsewhere is named only. */
export function fieldsOf(given: Json, resolve: Resolve): FieldRow[] {
  const rows: FieldRow[] = [];
  collect(given, { rows, resolve, visits: 0 }, '', 0);
  return rows;
}

interface Collecting {
  rows: FieldRow[];
  resolve: Resolve;
  visits: number;
}

function collect(given: Json, collecting: Collecting, prefix: string, depth: number): void {
  const { rows, resolve } = collecting;
  collecting.visits += 1;
  if (depth > MAX_DEPTH || collecting.visits > MAX_VISITS) return;
  const schema = resolve(given);
  for (const key of ['allOf', 'oneOf', 'anyOf'])
    for (const part of objectsIn(schema[key])) collect(part, collecting, prefix, depth + 1);
  if (schema.items) collect(schema.items, collecting, prefix && `${prefix}[]`, depth + 1);
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, value] of entriesOf(schema.properties)) {
    if (rows.length >= MAX_FIELDS) return;
    const path = prefix ? `${prefix}.${name}` : name;
    rows.push([path, typeOf(value, resolve), required.includes(name) ? 'yes' : 'no', describe(resolve(value), value)]);
    // What is named elsewhere has its own section.
    if (isObject(value) && !value.$ref && !referenceOfItems(value)) collect(value, collecting, path, depth + 1);
  }
}

const referenceOfItems = (value: Record<string, Json>) => isObject(value.items) && '$ref' in value.items;

/** What a schema says about a value, with its default and limits. */
export function describe(schema: Record<string, Json>, own: Json = schema): string {
  const said = (isObject(own) ? textOf(own.description) : '') || textOf(schema.description) || textOf(schema.title);
  const facts = [
    schema.deprecated === true ? 'Deprecated.' : '',
    fact('Default', schema.default),
    fact('Minimum', schema.minimum),
    fact('Maximum', schema.maximum),
    fact('At least', schema.minLength, ' characters'),
    fact('At most', schema.maxLength, ' characters'),
    fact('At most', schema.maxItems, ' items'),
    fact('Pattern', schema.pattern),
    fact('Example', schema.example),
  ];
  const known = facts.filter(Boolean);
  return [known.length > 0 && /[^.!?:]$/.test(said) ? `${said}.` : said, ...known].filter(Boolean).join(' ');
}

function fact(name: string, value: Json, unit = ''): string {
  if (value === undefined || value === null) return '';
  const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return shown.length <= 100 && shown !== '' ? `${name}: ${shown}${unit}.` : '';
}
