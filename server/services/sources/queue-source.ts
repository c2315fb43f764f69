import { errors } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { jobKindOf } from '../../store/types/job-kind.ts';
import type {
  IdempotentRequest,
  JobKind,
  NewSource,
  RefusedSource,
  Replacement,
  SourceQuotas,
  SourceRow,
  Store,
} from '../../store/types.ts';

/** What storing sources and queueing them needs. */
export interface QueueDeps {
  store: Pick<Store, 'sources'>;
  /** Tells the worker what kind of job has been queued. */
  notifyIngestion: (kind: JobKind) => void;
  /** Default: no limits. */
  quotas?: SourceQuotas;
  now: () => number;
}

const NO_QUOTAS: SourceQuotas = { sources: null, bytes: null, projectBytes: null };

/** `Retry-After` while a source is being read. Most documents take less. */
const RETRY_SECONDS = 5;

/** Stores the source together with its ingestion job. */
export async function createSource(
  { store, notifyIngestion, quotas = NO_QUOTAS, now }: QueueDeps,
  given: GivenSource,
  size: number,
  keyed: IdempotentRequest | null,
): Promise<SourceRow> {
  const source = await store.sources.create(newSource(given, now()), keyed, { size, quotas });
  notifyIngestion(jobKindOf(source.type));
  return source;
}

/** The same for several files of one project, each by itself. Returns for each the source, or why it was refused. */
export async function createSources(
  { store, notifyIngestion, quotas = NO_QUOTAS, now }: QueueDeps,
  given: { source: GivenSource; size: number }[],
): Promise<(SourceRow | RefusedSource)[]> {
  const rows = given.map(({ source, size }) => ({ source: newSource(source, now()), size }));
  const made = await store.sources.createAll(rows, quotas);
  notifyIngestion('file');
  return made;
}

export type GivenSource = Omit<NewSource, 'id' | 'progress' | 'createdAt' | 'updatedAt'>;

function newSource(given: GivenSource, createdAt: number): NewSource {
  const progress: SourceRow['progress'] = given.status === 'processing' ? { stage: 'queued', done: 0, total: 0 } : null;
  return { ...given, id: newId('src'), progress, createdAt, updatedAt: createdAt };
}

/** Queues a source again, with what is to replace it. Throws 429 `in_progress` while it is being read, 404 if it is gone. */
export async function requeueSource(
  { store, notifyIngestion, quotas = NO_QUOTAS, now }: QueueDeps,
  { projectId, id }: SourceRow,
  options: { keyed?: IdempotentRequest | null; replacement?: Replacement | null; size?: number },
): Promise<SourceRow> {
  const { keyed = null, replacement = null, size = 0 } = options;
  const queued = await store.sources.requeue(projectId, id, now(), keyed, replacement, { size, quotas });
  if (queued === null) throw errors.notFound();
  if (queued === 'busy') throw errors.inProgress(RETRY_SECONDS);
  notifyIngestion(jobKindOf(queued.type));
  return queued;
}

/** Queues what is to replace a source, in place of what is queued or being read. Throws 404 if it is gone. */
export async function supersedeSource(
  { store, notifyIngestion, quotas = NO_QUOTAS, now }: QueueDeps,
  { projectId, id }: SourceRow,
  replacement: Replacement,
  size: number,
): Promise<SourceRow> {
  const queued = await store.sources.supersede(projectId, id, now(), replacement, { size, quotas });
  if (queued === null) throw errors.notFound();
  notifyIngestion(jobKindOf(queued.type));
  return queued;
}
