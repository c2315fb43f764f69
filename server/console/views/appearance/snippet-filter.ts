import type { SearchFilter } from '@footnote/sdk';
import { parseNameValues } from '../../parts/name-values.ts';

/** The fields of a filter; any other name is one of the owner's own metadata. */
const FIELDS = ['language', 'type', 'title', 'url', 'filename', 'external_id', 'source_id'] as const;
const TYPES: readonly string[] = ['file', 'url', 'text'];

/**
 * The filter for the lines `name=value` of an owner; null for none. A name that is there several times has all of these values.
 */
export function snippetFilter(text: string): { filter: SearchFilter | null } | { problem: string } {
  const { pairs, wrong } = parseNameValues(text);
  if (wrong !== null) return { problem: `“${wrong}” is not of the form name=value` };
  const fields: Record<string, string[]> = {};
  const metadata: Record<string, string[]> = {};
  for (const [name, value] of pairs) {
    if (name === 'type' && !TYPES.includes(value)) return { problem: `type is one of ${TYPES.join(', ')}` };
    const isField = (FIELDS as readonly string[]).includes(name);
    if (!isField && !/^[a-zA-Z][\w.-]{0,63}$/.test(name)) return { problem: `“${name}” cannot be a name` };
    const values = isField ? fields : metadata;
    values[name] = [...(values[name] ?? []), value];
  }
  if (pairs.length === 0) return { filter: null };
  const own = Object.keys(metadata).length > 0 ? { metadata: single(metadata) } : {};
  return { filter: { ...single(fields), ...own } as SearchFilter };
}

const single = (values: Record<string, string[]>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]));

/** For an attribute in single quotes, as JSON has double ones. */
export const inSingleQuotes = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;');
