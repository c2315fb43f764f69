/** Names that many files of one site have. */
const FOR_FOLDERS = /^(?:index|readme|_index)$/i;

/** The name of a Markdown file without its ending; empty where it says nothing of the page. */
export function baseName(fileName: string): string {
  const name = /^(.+)\.(?:md|markdown|mdx)$/i.exec(fileName)?.[1] ?? '';
  return FOR_FOLDERS.test(name) ? '' : name;
}

/** A title for a page that has none, with spaces between its words (`two-factor_login.md`); empty where its file is named by numbers alone. */
export function titleOfName(fileName: string): string {
  const name = baseName(fileName);
  if (!/\p{L}/u.test(name)) return '';
  // Where other signs part the words, a hyphen belongs to one of them.
  return /[\s_]/.test(name) ? name.replaceAll('_', ' ') : name.replaceAll('-', ' ');
}
