import { matchesGlob, posix } from 'node:path';

/** What the settings of a generator leave out of its site. */
export interface Unpublished {
  /** From the folder that the patterns are of to the folder that is synced, with slashes; empty if they are the same. */
  above: string;
  /** Patterns of files and folders; the last one that fits counts, and one after an exclamation mark takes back what is before it. */
  patterns: readonly string[];
}

/** Is a file, or a folder that it is in, left out? `path` is relative to the folder that is synced. */
export function isUnpublished(path: string, { above, patterns }: Unpublished): boolean {
  const parts = posix.join(above, path).split('/');
  const folders = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const last = patterns.findLast((pattern) => folders.some((one) => matchesGlob(one, pattern.replace(/^!/, ''))));
  return last !== undefined && !last.startsWith('!');
}

/** `exclude_patterns` of Sphinx, relative to its `conf.py`, as far as they are written out. */
export const sphinxPatterns = (settings: string): string[] =>
  stringsOf(settings, /^exclude_patterns\s*\+?=\s*[[(]/gm, PYTHON_ITEM);

/** `srcExclude` of VitePress, relative to its pages, as far as it is written out. */
export const vitepressPatterns = (settings: string): string[] =>
  stringsOf(settings, /\bsrcExclude\s*:\s*\[/g, SCRIPT_ITEM);

/** `exclude` of the documentation of Docusaurus, relative to its pages; null where it is not written out. */
export const docusaurusPatterns = (settings: string): string[] | null =>
  settings.search(DOCUSAURUS_EXCLUDE) < 0 ? null : stringsOf(settings, DOCUSAURUS_EXCLUDE, SCRIPT_ITEM);

const DOCUSAURUS_EXCLUDE = /\bdocs\s*:\s*\{(?:[^{}"']|"[^"\n]*"|'[^'\n]*')*?\bexclude\s*:\s*\[/g;

/** `exclude_docs` of MkDocs, relative to the folder of the pages. */
export const mkdocsPatterns = (settings: string): string[] =>
  ignoredPatterns(settingOf(settings, 'exclude_docs').slice(1).join('\n'));

/** The lines of a `.gitignore`, or of a file of that form such as the `.mintignore` of Mintlify. */
export function ignoredPatterns(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((pattern) => pattern !== '' && !pattern.startsWith('#'))
    .map((pattern) => {
      const taken = pattern.startsWith('!') ? '!' : '';
      const path = withoutSlash(pattern.slice(taken.length));
      // Without a slash in it, a name is meant wherever it is.
      return taken + (path.includes('/') ? path.replace(/^\//, '') : `**/${path}`);
    });
}

/** `exclude` of Jekyll, relative to its settings. */
export function jekyllPatterns(settings: string): string[] {
  const [inline = '', ...lines] = settingOf(settings, 'exclude').map((line) => line.trim());
  const names = inline.startsWith('[')
    ? inline.slice(1, -1).split(',')
    : lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
  return names.map((name) => withoutSlash(name.trim().replace(/^["']|["']$/g, ''))).filter((name) => name !== '');
}

const withoutSlash = (pattern: string) => pattern.replace(/\/$/, '');

/** The value of a key at the top of settings in YAML: the rest of its line, and the lines below it that are part of it. */
function settingOf(settings: string, key: string): string[] {
  const lines = settings.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return [];
  const after = lines.slice(at + 1).findIndex((line) => /^[^\s#-]/.test(line));
  return [(lines[at] ?? '').slice(key.length + 1), ...lines.slice(at + 1, after < 0 ? undefined : at + 1 + after)];
}

/** A text of a list, a comment, or what is between them; at anything else the list is over. */
const PYTHON_ITEM = /"([^"\\\n]*)"|'([^'\\\n]*)'|#[^\n]*|[\s,]/y;
const SCRIPT_ITEM = /"([^"\\\n]*)"|'([^'\\\n]*)'|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|[\s,]/y;

/** The texts of the lists that begin where `begins` ends. */
function stringsOf(program: string, begins: RegExp, item: RegExp): string[] {
  const strings: string[] = [];
  for (const { 0: start, index } of program.matchAll(begins)) {
    item.lastIndex = index + start.length;
    for (let found = item.exec(program); found !== null; found = item.exec(program)) {
      const text = found[1] ?? found[2];
      if (text !== undefined) strings.push(withoutSlash(text));
    }
  }
  return strings;
}
