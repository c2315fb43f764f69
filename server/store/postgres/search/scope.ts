import type { Reads } from '../../db.ts';
import { filteredGenerations, type JsonText } from '../../search/search-filter.ts';
import type { SearchFilter } from '../../types.ts';
import { arrayOf } from '../database/statement.ts';

/** The scope of a search: the live generations of one project. */
export interface Scope {
  projectId: string;
  number: number;
  /** Chunks of the live generations. */
  chunks: number;
  /** Generations being written or erased, as an array literal: usually none, a few while a source is processed again. */
  hidden: string;
  /** The live generations that are searched, if not all of them are. */
  within: number[] | null;
  /** Identifies a set of live generations, each of which never changes. */
  state: string;
}

const jsonText: JsonText = (column, key) => `${column}::jsonb ->> (${key})::text`;

/** A condition on a column with generations, and its parameters. */
export function withinScope({ within }: Scope, column: string): { sql: string; parameters: string[] } {
  return within === null
    ? { sql: '', parameters: [] }
    : { sql: `and ${column} = any(?::bigint[])`, parameters: [arrayOf(within)] };
}

export async function scopeOf(reads: Reads, projectId: string, filter?: SearchFilter): Promise<Scope | null> {
  const [row] = await reads.read<{ number: number; chunks: number; hidden: string | null; state: string | null }>(
    `select projects.number, coalesce(sum(case when generations.state = 'live' then generations.chunks end), 0) as chunks,
       string_agg(case when generations.state <> 'live' and generations.chunks > 0 then generations.id::text end, ',') as hidden,
       md5(string_agg(case when generations.state = 'live' then generations.id::text end, ',' order by generations.id)) as state
     from projects left join generations on generations.project_id = projects.id
     where projects.id = ? group by projects.number`,
    [projectId],
  );
  if (!row) return null;
  const hidden = arrayOf((row.hidden ?? '').split(',').filter(Boolean).map(Number));
  const within = filter ? await filteredGenerations(reads, projectId, filter, jsonText) : null;
  return { projectId, number: row.number, chunks: row.chunks, hidden, within, state: row.state ?? '' };
}
