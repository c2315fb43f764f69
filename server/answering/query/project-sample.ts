import { LRUCache } from 'lru-cache';
import type { Store } from '../../store/types.ts';
import { type Copies, findCopies } from './near-copies.ts';
import { subjectNames } from './subject-names.ts';

/** What is looked at of a project: enough to tell whether a tenth of it repeats, read and compared in some 30 ms. */
const SAMPLE = 200;
/** A sample stays in use until the project is larger or smaller by this share: while documents are read, it grows all the time. */
const GROWTH = 0.1;
const MAX_PROJECTS = 200;

/** What some passages tell of the whole project. */
export interface ProjectSample {
  copies: Copies;
  /** The names of what its documents are about, in lower case. */
  names: ReadonlySet<string>;
}

interface Taken {
  /** Of the project when it was taken. */
  chunks: number;
  sample: Promise<ProjectSample>;
}

/** By store and project. */
const samples = new WeakMap<object, LRUCache<string, Taken>>();

/** The sample of a project, which has so many chunks now. */
export function projectSample(
  store: Pick<Store['chunks'], 'spread'>,
  projectId: string,
  chunks: number,
): Promise<ProjectSample> {
  const known = samples.get(store) ?? new LRUCache<string, Taken>({ max: MAX_PROJECTS });
  samples.set(store, known);
  const before = known.get(projectId);
  if (before && Math.abs(before.chunks - chunks) <= before.chunks * GROWTH) return before.sample;
  const sample = store
    .spread(projectId, SAMPLE)
    .then((rows): ProjectSample => ({ copies: findCopies(rows), names: subjectNames(rows) }));
  known.set(projectId, { chunks, sample });
  sample.catch(() => known.delete(projectId));
  return sample;
}
