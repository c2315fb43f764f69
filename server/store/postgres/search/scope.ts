import type { Reads } from '../../db.ts';
import { createProjectMemory } from '../../search/project-memory.ts';
import { filteredGenerations, type JsonText } from '../../search/search-filter.ts';
import type { SearchFilter } from '../../types.ts';
import { arrayOf } from '../database/statement.ts';
import { changesOf } from './search-changes.ts';

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

type Generations = Pick<Scope, 'chunks' | 'hidden' | 'state'>;

const jsonText: JsonText = (column, key) => `${column}::jsonb ->> (${key})::text`;

/** A condition on a column with generations, and its parameters. */
export function withinScope({ within }: Scope, column: string): { sql: string; parameters: string[] } {
  return within === null
    ? { sql: '', parameters: [] }
    : { sql: `and ${column} = any(?::bigint[])`, parameters: [arrayOf(within)] };
}

/**
 * Returns a function that gives the scope of a search; null if there is no such project. A question searches several times, and a
 * large project has thousands of generations: they are read once until one of that project changes.
 */
export function createScopes() {
  const remembered = createProjectMemory<Generations>();
  return async (reads: Reads, projectId: string, filter?: SearchFilter): Promise<Scope | null> => {
    const [project] = await reads.read<{ number: number; changes: number }>(
      `select number, ${changesOf('projects.id')} as changes from projects where id = ?`,
      [projectId],
    );
    if (!project) return null;
    const generations = await remembered(projectId, project.changes, () => readGenerations(reads, projectId));
    const within = filter ? await filteredGenerations(reads, projectId, filter, jsonText) : null;
    return { projectId, number: project.number, ...generations, within };
  };
}

async function readGenerations(reads: Reads, projectId: string): Promise<Generations> {
  const [row] = await reads.read<{ chunks: number; hidden: string | null; state: string | null }>(
    `select coalesce(sum(case when state = 'live' then chunks end), 0) as chunks,
       string_agg(case when state <> 'live' and chunks > 0 then id::text end, ',') as hidden,
       md5(string_agg(case when state = 'live' then id::text end, ',' order by id)) as state
     from generations where project_id = ?`,
    [projectId],
  );
  const hidden = arrayOf((row?.hidden ?? '').split(',').filter(Boolean).map(Number));
  return { chunks: row?.chunks ?? 0, hidden, state: row?.state ?? '' };
}
