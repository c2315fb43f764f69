import { isSpace, isWord, type Markup, matchAt, readRuns } from '../text/inline-scanner.ts';
import { linkTarget } from '../text/link-target.ts';
import { codeRun, type TextRun } from '../text/text-runs.ts';

/** What a document defines for all of its text. */
export interface Definitions {
  /** Texts by the name between bars. */
  substitutions: ReadonlyMap<string, string>;
  /** Where references lead, by their names in lower case: an address, another name, or nothing for a place on the page. */
  targets: ReadonlyMap<string, string>;
  /** Titles by the labels above them, in lower case. */
  labels: ReadonlyMap<string, string>;
}

/** Roles whose text is code. Those of domains, such as `py:func`, go by their last part. */
const CODE_ROLES =
  /^(?:func|function|class|meth|method|mod|module|attr|attribute|exc|exception|data|const|obj|type|member|macro|var|enum|enumerator|struct|union|file|command|option|envvar|keyword|kbd|samp|program|code|literal|token|makevar|regexp|opcode|dir|setting|confval|fixture|hook|globvar|mimetype|djadmin|lookup|ttag|tfilter|paramref)$/;
/** Roles that show a number with a word before it. */
const NUMBERED: Record<string, string> = {
  pep: 'PEP ',
  rfc: 'RFC ',
  issue: '#',
  pr: '#',
  pull: '#',
  gh: '#',
  bpo: 'bpo-',
  cve: 'CVE-',
  ticket: '#',
};
/** The longest markup that is looked for, in characters. */
const MAX_LENGTH = 600;
const MAX_DEPTH = 3;

const ROLE = /:([\w+.:-]{1,60}):`/y;
const AFTER_ROLE = /`:([\w+.-]{1,60}):/y;
const FOOTNOTE = /\[(#?[\w.-]{0,60}|\*)\]_(?![\w_])/y;
const REFERENCE = /_{1,2}(?![\w`])/y;

/** Running text without its markup. Roles become their text, code stays code, and the marks of footnotes go. */
export function inlineRuns(source: string, definitions: Definitions): TextRun[] {
  const runs: TextRun[] = [];
  read(source, definitions, runs, 0);
  return runs;
}

const read = (source: string, definitions: Definitions, runs: TextRun[], depth: number): void =>
  readRuns(source, runs, (at) => readMarkup(source, at, definitions, depth));

function readMarkup(source: string, at: number, definitions: Definitions, depth: number): Markup | null {
  switch (source[at]) {
    case '\\': {
      const next = source[at + 1] ?? '';
      return { runs: [/\s/.test(next) ? '' : next], end: at + 2 };
    }
    case '`':
      return source[at + 1] === '`' ? readLiteral(source, at) : readInterpreted(source, at, '', definitions);
    case ':': {
      const role = matchAt(ROLE, source, at);
      if (!role || isWord(source[at - 1])) return null;
      return readInterpreted(source, at + role[0].length - 1, role[1] ?? '', definitions);
    }
    case '*':
      return readEmphasis(source, at, definitions, depth);
    case '|':
      return readSubstitution(source, at, definitions, depth);
    case '[': {
      const note = matchAt(FOOTNOTE, source, at);
      if (!note) return null;
      return { runs: /^(?:#.*|\*|\d+)$/.test(note[1] ?? '') ? [] : [`[${note[1]}]`], end: at + note[0].length };
    }
    case '_':
      return readUnderscore(source, at, definitions);
    default:
      return null;
  }
}

/** The position of what closes markup that begins at a position; -1 where nothing near does. */
function closing(source: string, from: number, mark: string): number {
  for (
    let end = source.indexOf(mark, from);
    end >= 0 && end - from <= MAX_LENGTH;
    end = source.indexOf(mark, end + 1)
  ) {
    if (end > from && !isSpace(source[end - 1]) && source[end - 1] !== '\\' && !isWord(source[end + mark.length]))
      return end;
  }
  return -1;
}

function readLiteral(source: string, at: number): Markup | null {
  const end = source.indexOf('``', at + 2);
  if (end < 0 || end - at > MAX_LENGTH) return null;
  const close = source[end + 2] === '`' ? end + 1 : end;
  return { runs: [codeRun(source.slice(at + 2, close))], end: close + 2 };
}

function readInterpreted(source: string, at: number, givenRole: string, definitions: Definitions): Markup | null {
  const end = source.indexOf('`', at + 1);
  if (end < 0 || end - at > MAX_LENGTH || isSpace(source[at + 1]) || isSpace(source[end - 1])) return null;
  const text = source.slice(at + 1, end).replace(/\\(.)/g, '$1');
  const after = givenRole ? null : matchAt(AFTER_ROLE, source, end);
  const reference = matchAt(REFERENCE, source, end + 1);
  const role = (givenRole || after?.[1] || '').split(':').at(-1) ?? '';
  const runs = role ? roleRuns(role, text, definitions) : [reference ? referenceRun(text, definitions) : text];
  return { runs, end: after ? end + after[0].length : end + 1 + (givenRole ? 0 : (reference?.[0].length ?? 0)) };
}

/** `title <target>` is shown as its title. */
const withoutTarget = (text: string) =>
  /^([\s\S]*?\S)\s*<[^<>]*>$/.exec(text)?.[1] ?? text.replace(/^<([^<>]*)>$/, '$1');

/** A reference may say where it leads: `title <https://…>`. Else that is defined by its name. */
function referenceRun(text: string, definitions: Definitions): TextRun {
  const titled = withoutTarget(text);
  if (titled === text) return namedRun(text, definitions);
  const link = linkTarget(/<([^<>]*)>$/.exec(text)?.[1]?.replace(/\s/g, ''));
  return link === undefined ? titled : { text: titled, link };
}

function namedRun(name: string, { targets }: Definitions): TextRun {
  const address = targets.get(name.replace(/\s+/g, ' ').toLowerCase());
  const link = address && /^https?:/.test(address) ? linkTarget(address) : undefined;
  return link === undefined ? name : { text: name, link };
}

function roleRuns(role: string, text: string, { labels }: Definitions): TextRun[] {
  const titled = withoutTarget(text);
  if (titled !== text) return CODE_ROLES.test(role) ? [codeRun(titled)] : [titled];
  if (CODE_ROLES.test(role)) {
    const name = text.replace(/^!|^_(?=[a-z]+\.)/, '');
    // A tilde leaves the last part of a name.
    return [
      codeRun(
        role === 'samp'
          ? name.replace(/[{}]/g, '')
          : name.startsWith('~')
            ? (name.slice(1).split('.').at(-1) ?? '')
            : name.replace(/^\.(?=\w)/, ''),
      ),
    ];
  }
  const before = NUMBERED[role];
  if (before !== undefined) return [before + text];
  const title = role === 'ref' || role === 'any' ? labels.get(text.replace(/\s+/g, ' ').toLowerCase()) : undefined;
  if (title) return [title];
  // Pages and labels of which only the name is known.
  if (role === 'doc') return [(text.split('/').at(-1) ?? text).replace(/[-_]+/g, ' ')];
  if (role === 'ref' || role === 'numref' || role === 'any') return [text.replace(/[-_:]+/g, ' ').trim()];
  if (role === 'menuselection') return [text.replaceAll('-->', '>')];
  if (role === 'guilabel') return [text.replace(/&(?=\w)/g, '')];
  return [text.replace(/^[!~]/, '')];
}

function readEmphasis(source: string, at: number, definitions: Definitions, depth: number): Markup | null {
  const mark = source.startsWith('**', at) ? '**' : '*';
  const from = at + mark.length;
  if (isWord(source[at - 1]) || isSpace(source[from]) || depth >= MAX_DEPTH) return null;
  const end = closing(source, from, mark);
  if (end < 0) return null;
  const runs: TextRun[] = [];
  // Nothing nests in emphasis but escapes.
  read(source.slice(from, end), definitions, runs, depth + 1);
  return { runs, end: end + mark.length };
}

function readSubstitution(source: string, at: number, definitions: Definitions, depth: number): Markup | null {
  if (isWord(source[at - 1]) || isSpace(source[at + 1])) return null;
  const end = closing(source, at + 1, '|');
  if (end < 0) return null;
  const name = source.slice(at + 1, end);
  const text = definitions.substitutions.get(name.toLowerCase());
  const runs: TextRun[] = [];
  if (text !== undefined && depth < MAX_DEPTH) read(text, definitions, runs, depth + 1);
  else runs.push(name);
  return { runs, end: end + 1 + (matchAt(REFERENCE, source, end + 1)?.[0].length ?? 0) };
}

/** `name_` is a link where there is such a target; `` _`name` `` is one. */
function readUnderscore(source: string, at: number, definitions: Definitions): Markup | null {
  if (source[at + 1] === '`' && !isWord(source[at - 1])) return { runs: [], end: at + 1 };
  const mark = matchAt(REFERENCE, source, at);
  if (!mark || !isWord(source[at - 1])) return null;
  const word = /[\w.+:-]{1,100}$/.exec(source.slice(Math.max(0, at - 100), at))?.[0] ?? '';
  if (mark[0].length < 2 && !definitions.targets.has(word.toLowerCase())) return null;
  return { start: at - word.length, runs: [namedRun(word, definitions)], end: at + mark[0].length };
}
