/** With which Notion tells apart the files and folders that it exports: `Ferry times a834d55573614857a48a9ce9ec4194e3.md`. */
const EXPORT_ID = / [\da-f]{32}(?=[/._]|$)/g;

/** A name or a path without the ids of an export. */
export const withoutExportIds = (name: string): string => name.replace(EXPORT_ID, '');
