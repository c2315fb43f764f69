import type { Reads } from '../../db.ts';
import { createProjectMemory } from '../../search/project-memory.ts';
import { filteredGenerations, type JsonText } from '../../search/search-filter.ts';
import type { SearchFilter } from '../../types.ts';
import { CHANGES_COUNTED } from './search-changes.ts';

/** What a search of a project reads. */
export interface Scope {
  /** The project's number. */
  number: number;
  /** Chunks of the live generations. */
  chunks: number;
  /** Generations being written or erased: usually none, a few while a source of the project is re-read. */
  hidden: number[];
  /** The live generations that are searched, if not all of them are. */
  within: number[] | null;
  /** As counted in search-changes.ts. */
  changes: number;
}

type Generations = Pick<Scope, 'chunks' | 'hidden'>;

const jsonText: JsonText = (column, key) => `${column} ->> ${key}`;

/**
 * Returns a function that gives the scope of a search; null if there is no such project. A question searches several times, and a
 * large project has thousands of generations: they are read once until one changes.
 */
export function createScopes() {
  const remembered = createProjectMemory<Generations>();
  return async (reads: Reads, projectId: string, filter?: SearchFilter): Promise<Scope | null> => {
    const [project] = await reads.read<{ number: number; changes: number }>(
      `select number, ${CHANGES_COUNTED} as changes from projects where id = ?`,
      [projectId],
    );
    if (!project) return null;
    const { number, changes } = project;
    const { chunks, hidden } = await remembered(projectId, changes, () => readGenerations(reads, projectId));
    const within = filter ? await filteredGenerations(reads, projectId, filter, jsonText) : null;
    return { number, chunks, hidden, within, changes };
  };
}

async function readGenerations(reads: Reads, projectId: string): Promise<Generations> {
  const [live] = await reads.read<{ chunks: number }>(
    "select coalesce(sum(chunks), 0) as chunks from generations where project_id = ? and state = 'live'",
    [projectId],
  );
  const hidden = await reads.read<{ id: number }>(
    "select id from generations where project_id = ? and state <> 'live' and chunks > 0",
    [projectId],
  );
  return { chunks: live?.chunks ?? 0, hidden: hidden.map(({ id }) => id) };
}
