import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectLiterals } from './object-literals.ts';
import { type SiteLanguages, vitepressLanguages, vitepressPages, vitepressSettings } from './site-languages.ts';
import { vitepressPatterns } from './unpublished.ts';

/** What the settings of a VitePress site say. */
export interface VitepressSite {
  cleanUrls: boolean;
  excluded: string[];
  languages: SiteLanguages | null;
  /** The folder with the pages, and what is built in place of each: known where the settings are in the folder that is synced. */
  pages: string | null;
  rewrites: Rewrite[];
}

/** Reads `.vitepress/config`. Null if there is none. `below`: the path from its folder to the one that is synced. */
export function readVitepress(folder: string, below: string): VitepressSite | null {
  const name = vitepressSettings(folder);
  if (name === null) return null;
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  return {
    cleanUrls: /\bcleanUrls\s*:\s*true\b/.test(text),
    excluded: vitepressPatterns(text),
    languages: vitepressLanguages(file, below),
    pages: below === '' ? vitepressPages(file) : null,
    rewrites: below === '' ? vitepressRewrites(text) : [],
  };
}

/** A rule of `rewrites`: the parts of a path, and those that take their place. */
export interface Rewrite {
  from: Segment[];
  to: Segment[];
}

/** A part of a path: a text, with a parameter after its first half or none. `isRest`: it stands for any number of parts. */
interface Segment {
  before: string;
  name: string | null;
  after: string;
  isRest: boolean;
}

/** How path-to-regexp writes that a parameter stands for any number of parts. */
const REST = ['*', '+', '(.*)'];
/** More are not meant: what a repository says must not keep the server busy. */
const MOST_RULES = 1_000;

/** The rules of `rewrites` of `.vitepress/config`, where they are written out as texts. Other forms of a rule are not known. */
function vitepressRewrites(settings: string): Rewrite[] {
  const literals = objectLiterals(settings);
  const rules = literals.find(({ objects }) => objects.has('rewrites'))?.objects.get('rewrites')?.texts ?? new Map();
  return [...rules].slice(0, MOST_RULES).flatMap(([from, to]) => {
    const [parsedFrom, parsedTo] = [parsed(from), parsed(to)];
    return parsedFrom && parsedTo ? [{ from: parsedFrom, to: parsedTo }] : [];
  });
}

/** Null for a form that is not known, and where more than one parameter stands for several parts. */
function parsed(path: string): Segment[] | null {
  const segments = path.split('/').map(parsedSegment);
  const known = segments.filter((segment) => segment !== null);
  return known.length === segments.length && known.filter(({ isRest }) => isRest).length <= 1 ? known : null;
}

/** A parameter stands for a whole part or several, or for what is between two texts in one. */
function parsedSegment(part: string): Segment | null {
  const [before = '', parameter, ...more] = part.split(':');
  const name = parameter === undefined ? null : (/^\w+/.exec(parameter)?.[0] ?? '');
  const after = parameter?.slice(name?.length) ?? '';
  if (name !== null && before === '' && REST.includes(after)) return { before, name, after: '', isRest: true };
  const isKnown = more.length === 0 && name !== '' && !/[(){}*+?\\]/.test(before + after);
  return isKnown ? { before, name, after, isRest: false } : null;
}

/** The path that a page is built from in place of its own: by the first rule that fits it. */
export function rewritten(path: string, rewrites: readonly Rewrite[]): string {
  const parts = path.split('/');
  for (const { from, to } of rewrites) {
    const values = match(parts, from);
    if (values)
      return to
        .map((segment) => written(segment, values))
        .filter((part) => part !== null)
        .join('/');
  }
  return path;
}

function match(parts: string[], from: Segment[]): Map<string, string> | null {
  const rest = from.findIndex(({ isRest }) => isRest);
  if (rest < 0 ? parts.length !== from.length : parts.length < from.length - 1) return null;
  const values = new Map<string, string>();
  const restLength = parts.length - from.length + 1;
  let at = 0;
  for (const segment of from) {
    const length = segment.isRest ? restLength : 1;
    const value = parameterOf(parts.slice(at, at + length).join('/'), segment);
    if (value === null) return null;
    if (segment.name !== null) values.set(segment.name, value);
    at += length;
  }
  return values;
}

/** What the parameter of a segment stands for, empty where it has none; null if it does not fit. */
function parameterOf(part: string, { before, name, after, isRest }: Segment): string | null {
  if (name === null) return part === before ? '' : null;
  if (isRest) return part;
  const fits = part.length > before.length + after.length && part.startsWith(before) && part.endsWith(after);
  return fits ? part.slice(before.length, part.length - after.length) : null;
}

/** Null where it stands for no part. */
function written({ before, name, after, isRest }: Segment, values: ReadonlyMap<string, string>): string | null {
  if (name === null) return before;
  const value = values.get(name) ?? '';
  return isRest && value === '' ? null : before + value + after;
}
