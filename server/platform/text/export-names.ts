/** With which Notion tells apart the files and folders that it exports: `Ferry times a834d55573614857a48a9ce9ec4194e3.md`. */
const EXPORT_ID = / [\da-f]{32}(?=[/._]|$)/g;

/** A name or a path without the ids of an export. */
export const withoutExportIds = (name: string): string => name.replace(EXPORT_ID, '');

const DATABASE = /^(.* [\da-f]{32})\.csv$/i;

/**
 * The files that Notion exports of the rows that one view of a database shows, with the name of the file beside them that has
 * all rows and columns.
 */
export function viewsOfDatabases(paths: readonly string[]): Map<string, string> {
  const all = new Set(paths);
  return new Map(
    paths.flatMap((path) => {
      const whole = path.replace(DATABASE, '$1_all.csv');
      return whole !== path && all.has(whole) ? [[path, whole] as const] : [];
    }),
  );
}
