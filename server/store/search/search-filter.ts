import type { Reads, SqlValue } from '../db.ts';
import type { SearchFilter } from '../types.ts';

/** How an engine reads a text out of a column with JSON; `key` is SQL. */
export type JsonText = (column: string, key: string) => string;

/** The live generations of the sources that a filter lets through. */
export async function filteredGenerations(
  reads: Reads,
  projectId: string,
  filter: SearchFilter,
  jsonText: JsonText,
): Promise<number[]> {
  const conditions: string[] = [];
  const parameters: SqlValue[] = [projectId];
  const list = (values: string[]) => {
    parameters.push(...values);
    return `(${values.map(() => '?').join(', ')})`;
  };
  const { ids, types, languages, titles, filenames, urls, externalIds, labels = {} } = filter;
  const lists = [ids, types, languages, titles, filenames, urls, externalIds, ...Object.values(labels)];
  if (lists.some((values) => values?.length === 0)) return [];
  if (ids) conditions.push(`(sources.id in ${list(ids)} or sources.parent_id in ${list(ids)})`);
  if (types) conditions.push(`sources.type in ${list(types)}`);
  if (languages) conditions.push(`documents.language in ${list(languages)}`);
  if (titles)
    conditions.push(`coalesce(${jsonText('sources.metadata', "'title'")}, documents.title) in ${list(titles)}`);
  if (filenames) conditions.push(`${jsonText('sources.metadata', "'filename'")} in ${list(filenames)}`);
  if (urls) {
    const address = (text: string) => `${text} in ${list(urls)}`;
    const read = ["'url'", "'final_url'"].map((key) => address(jsonText('sources.metadata', key)));
    conditions.push(`(${address('sources.url')} or ${read.join(' or ')})`);
  }
  if (externalIds) conditions.push(`sources.external_id in ${list(externalIds)}`);
  for (const [label, values] of Object.entries(labels)) {
    const said = jsonText('sources.labels', '?');
    const named = values.filter((value) => value !== null);
    const either = [];
    if (named.length > 0) {
      parameters.push(label);
      either.push(`${said} in ${list(named)}`);
    }
    if (named.length < values.length) {
      parameters.push(label);
      either.push(`${said} is null`);
    }
    conditions.push(`(${either.join(' or ')})`);
  }
  const rows = await reads.read<{ id: number }>(
    `select generations.id from generations
     join sources on sources.id = generations.source_id
     join documents on documents.source_id = sources.id
     where generations.project_id = ? and generations.state = 'live' and generations.chunks > 0
     ${conditions.map((condition) => `and ${condition}`).join(' ')}`,
    parameters,
  );
  return rows.map(({ id }) => id);
}
