import { pictureText } from '../text/picture-text.ts';
import type { Definitions } from './rst-inline.ts';
import { indentedFrom, indentOf, isBlank } from './rst-lines.ts';

const SUBSTITUTION = /^\s*\.\. \|([^|\n]{1,200})\| (replace|image|unicode|date|raw)::[ \t]*(.*)$/s;
const TARGET = /^\s*\.\. _`?([^:`]{1,200}|`[^`]{1,200}`)`?:(?:\s|$)/;

const BREAK = /<br ?\/?>/gi;
const TAG = /<[^<>]{0,400}>/g;

const OTHER_SITE = /^\s*(?:[a-z]{2,10}:)?\/\//i;

/** What is above or below a title. */
const RULE = /^([!-/:-@[-`{-~])\1{2,}\s*$/;

/** Finds what is defined anywhere in a document and used in its running text, and its first title: null where it has none. */
export function findDefinitions(lines: readonly string[]): Definitions & { title: string | null } {
  const substitutions = new Map<string, string>();
  const targets = new Map<string, string>();
  const labels = new Map<string, string>();
  let waiting: string[] = [];
  let title: string | null = null;
  for (const [at, line] of lines.entries()) {
    const [marked = '', named] = TARGET.exec(line) ?? [];
    const target = named?.replaceAll('`', '').replace(/\s+/g, ' ').toLowerCase();
    if (target !== undefined) targets.set(target, line.slice(marked.length).trim());
    if (target !== undefined && line.endsWith(':')) waiting.push(target);
    else if (!isBlank(line) && !RULE.test(line)) {
      const isTitle = RULE.test(lines[at + 1] ?? '') && !line.startsWith('..');
      if (isTitle) for (const label of waiting) labels.set(label, withoutMarkup(line));
      if (isTitle) title ??= withoutMarkup(line);
      waiting = [];
    }
    const found = SUBSTITUTION.exec(line);
    if (!found) continue;
    const [, name = '', kind, text = ''] = found;
    const more = indentedFrom(lines, at + 1, indentOf(line) + 1).map((one) => one.trim());
    substitutions.set(name.toLowerCase(), substitutionText(name, kind ?? '', text, more));
  }
  return { substitutions, targets, labels, title };
}

/** The words of a title. */
const withoutMarkup = (title: string) =>
  title
    .trim()
    .replace(/:[a-z:]{1,40}:(?=`)/g, '')
    // A role may show another text than it refers to: `name <target>`.
    .replace(/(?<=`[^`<>]{1,200}?) ?<[^`<>]{1,200}>(?=`)/g, '')
    // The end of a link.
    .replace(/(?<=[^`\s])`_{1,2}(?!\w)/g, '')
    .replace(/[`*]/g, '');

/**
 * A picture without an alternative text is shown by its name, as in docutils, if it is one of the documentation: “Press |save|.”
 * That of another site is mostly a badge.
 */
const nameOf = (name: string, uri: string) => (OTHER_SITE.test(uri) ? '' : name.replace(/[-_]+/g, ' '));

function substitutionText(name: string, kind: string, text: string, more: string[]): string {
  if (kind === 'replace') return [text, ...more].join(' ').trim();
  if (kind === 'image')
    return pictureText(more.find((line) => line.startsWith(':alt:'))?.slice(5) ?? nameOf(name, text));
  if (kind === 'raw') return text.trim() === 'html' ? more.join(' ').replace(BREAK, '\n').replace(TAG, '') : '';
  if (kind === 'unicode')
    return text.replace(/(?:0x|U\+|\\u)([0-9a-f]{2,6})/gi, (_, code: string) => {
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '';
    });
  return '';
}
