import { withoutExportIds } from '../../../platform/text/export-names.ts';

/** Names that many files of one site have. */
const FOR_FOLDERS = /^(?:_?index|readme(?:[._-].*)?)$/is;

/** The name of a Markdown file without its ending; empty where it says nothing of the page. */
export function baseName(fileName: string): string {
  const name = withoutExportIds(/^(.+)\.(?:md|markdown|mdx)$/i.exec(fileName)?.[1] ?? '');
  return FOR_FOLDERS.test(name) ? '' : name;
}

/** A title for a page that has none, with spaces between its words (`two-factor_login.md`); empty where its file is named by numbers alone. */
export function titleOfName(fileName: string): string {
  const name = baseName(fileName);
  if (!/\p{L}/u.test(name)) return '';
  // Where other signs part the words, a hyphen belongs to one of them.
  return /[\s_]/.test(name) ? name.replaceAll('_', ' ') : name.replaceAll('-', ' ');
}

/** Is it the page of a whole project? Its first heading is its title, however it is written. */
export const isReadme = (fileName: string): boolean => /^readme\b/i.test(fileName);

/** Has a heading all words of the file's name, or longer forms of them (`moor-ship.md`: “How to moor ships”)? */
export function hasWordsOfName(heading: string, fileName: string): boolean {
  const name = baseName(fileName).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const words = wordsOf(name).filter((word) => /\p{L}/u.test(word));
  const said = wordsOf(heading);
  const isJoined = said.join('') === words.join('');
  return words.length > 0 && (isJoined || words.every((word) => said.some((one) => one.startsWith(word))));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
