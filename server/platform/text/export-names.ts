/** With which Notion tells apart the files and folders that it exports: `Ferry times a834d55573614857a48a9ce9ec4194e3.md`. */
const EXPORT_ID = / [\da-f]{32}(?=[/._]|$)/g;

/** A name or a path without the ids of an export. */
export const withoutExportIds = (name: string): string => name.replace(EXPORT_ID, '');

const DATABASE = /^(.* [\da-f]{32})\.csv$/i;

/** The files with the rows that one view of a database of Notion shows, where the file with all rows and columns is beside them. */
export function viewsOfDatabases(paths: readonly string[]): Set<string> {
  const all = new Set(paths);
  return new Set(paths.filter((path) => DATABASE.test(path) && all.has(path.replace(DATABASE, '$1_all.csv'))));
}
