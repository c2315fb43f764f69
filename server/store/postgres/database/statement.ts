import { createHash } from 'node:crypto';
import type { SqlValue } from '../../db.ts';

/** A statement as Postgres takes it. */
export interface Statement {
  /** With `$1`, `$2` and so on. */
  text: string;
  /** Under which a connection remembers how it is run; null for one that is hardly ever the same again. */
  name: string | null;
}

/** Those of lists, of any length, would fill a connection's memory with plans. */
const MAX_NAMED_PARAMETERS = 24;
/** Far more than there are in this program. */
const MAX_CACHED_TERMS = 1000;

const remembered = new Map<string, Statement>();

/** The statement of a text with `?`; one that stands between single or double quotes is data. */
export function statementOf(sql: string): Statement {
  const known = remembered.get(sql);
  if (known) return known;
  let count = 0;
  const text = sql.replace(/'[^']*'|"[^"]*"|\?/g, (found) => {
    if (found !== '?') return found;
    count += 1;
    return `$${count}`;
  });
  const named = count <= MAX_NAMED_PARAMETERS;
  const statement = { text, name: named ? createHash('sha256').update(text).digest('base64url').slice(0, 22) : null };
  if (remembered.size >= MAX_CACHED_TERMS) remembered.clear();
  remembered.set(sql, statement);
  return statement;
}

/**
 * What is bound. Refuses what SQLite refuses, and what else only one of the engines would take. Postgres has no NUL in texts:
 * it becomes the sign for what cannot be shown, as a lone surrogate does on any engine.
 */
export function bound(parameters: SqlValue[]): (string | Buffer | null)[] {
  return parameters.map((value) => {
    if (value === null) return null;
    if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    throw new TypeError(`A statement takes numbers, strings, bytes and null, not ${typeof value}.`);
  });
}

/** Texts as one parameter: `?::text[]`, or an array of anything that is written as text. */
export const arrayOf = (values: (string | number)[]): string =>
  `{${values.map((value) => (typeof value === 'number' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
