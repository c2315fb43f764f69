import type { Reads } from '../../db.ts';
import { arrayOf } from '../database/statement.ts';

/** Where a search looks: one project, and of it what is live. */
export interface Scope {
  projectId: string;
  number: number;
  /** Chunks of the live generations. */
  chunks: number;
  /** Generations being written or erased, as an array in writing: usually none, a few while a source of the project is re-read. */
  hidden: string;
  /** Tells one set of live generations from another; each of them never changes. */
  state: string;
}

export async function scopeOf(reads: Reads, projectId: string): Promise<Scope | null> {
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
  return { projectId, number: row.number, chunks: row.chunks, hidden, state: row.state ?? '' };
}
