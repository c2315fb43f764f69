import { withoutExportIds } from '../../platform/text/export-names.ts';

/** A document of several that call themselves the same. */
export interface NamedDocument {
  /** Its first headings, in order. */
  headings: readonly string[];
  /** The name that its owner gave it, of its file or of its page; undefined where it has none. */
  name: string | undefined;
}

/** A word or a version: fewer letters are a language, and other numbers a date. */
const TELLING = /\p{L}{3}|\d\.\d/u;
/** Between what documents call themselves and what tells each from the others. */
const SEPARATOR = ' – ';
/** A longer heading is a sentence. In characters. */
const MAX_HEADING = 100;

/**
 * The titles of documents that all call themselves `title`: with the folder that no other of them is in, such as the product or the
 * version that a page is about; else with the first heading, then with a name that no other has. The title alone where nothing tells
 * a document from another.
 */
export function titlesApart(title: string, documents: readonly NamedDocument[]): string[] {
  const told = documents.map(({ headings, name }) => [
    new Set(foldersOf(name)),
    new Set(headings.filter((heading) => heading !== title && heading.length <= MAX_HEADING)),
    new Set(name === undefined ? [] : [readableName(name), name]),
  ]);
  const counts = countEach(told.flatMap((sets) => [...new Set(sets.flatMap((set) => [...set]))]));
  return told.map((sets) => {
    const own = sets.flatMap((set) => [...set]).find((one) => counts.get(one) === 1 && one !== title);
    return own === undefined ? title : title + SEPARATOR + own;
  });
}

/** Whether a title says by itself what a heading does. */
export const titleHas = (title: string, heading: string): boolean =>
  title === heading || title.startsWith(heading + SEPARATOR) || title.endsWith(SEPARATOR + heading);

/** The folders that a file is in, outermost first, without those that are neither words nor versions. */
function foldersOf(name = ''): string[] {
  const folders = withoutExportIds(name).split('/').slice(0, -1);
  return folders.filter((folder) => TELLING.test(folder)).map(inWords);
}

/** A path or a file name without what is there for machines. */
function readableName(name: string): string {
  const bare = withoutExportIds(name.replace(/^\/+/, '').replace(/\.\w{1,8}$/, ''));
  const readable = inWords(bare);
  return readable.endsWith('/') ? readable.slice(0, -1) : readable;
}

const inWords = (name: string) => (/[\s_]/.test(name) ? name.replaceAll('_', ' ') : name.replaceAll('-', ' '));

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
