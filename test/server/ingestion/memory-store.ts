import type { DocumentRow, JobFence, NewChunk, SourceRow, Store } from '../../../server/store/types.ts';

interface Job extends JobFence {
  projectId: string;
  sourceId: string;
  runAt: number;
  leaseUntil: number;
}

/** The parts of a store that ingestion uses, in memory, with the rules of its contract; and what a test wants to see of it. */
export interface MemoryStore {
  store: Store;
  /** Chunks of the live generation of a source. */
  live(sourceId: string): NewChunk[];
  /** Sizes of the writes so far. */
  writes: number[];
  /** Progress written, `source stage done/total`. */
  progress: string[];
  document(sourceId: string): Omit<DocumentRow, 'sourceId'> | undefined;
}

const MAX_ATTEMPTS = 3;

/** An empty store whose files are these paths, by id. */
export function createMemoryStore(files: Map<string, string>): MemoryStore {
  const sources = new Map<string, SourceRow>();
  const jobs = new Map<string, Job>();
  const generations = new Map<number, { sourceId: string; chunks: NewChunk[]; live: boolean }>();
  const documents = new Map<string, Omit<DocumentRow, 'sourceId'>>();
  const writes: number[] = [];
  const progress: string[] = [];

  const held = ({ jobId, owner, attempt }: JobFence) => {
    const job = jobs.get(jobId);
    return job && job.owner === owner && job.attempt === attempt && sources.has(job.sourceId) ? job : null;
  };
  const change = (id: string, changes: Partial<SourceRow>) => {
    const row = sources.get(id);
    if (row) sources.set(id, { ...row, ...changes });
  };

  const store = {
    sources: {
      create: async (row: SourceRow) => {
        sources.set(row.id, row);
        jobs.set(`job_${row.id}`, {
          jobId: `job_${row.id}`,
          owner: '',
          attempt: 0,
          projectId: row.projectId,
          sourceId: row.id,
          runAt: 0,
          leaseUntil: 0,
        });
      },
      byId: async (id) => sources.get(id) ?? null,
      queueDue: async () => 0,
      progress: async (fence, id, value) => {
        if (!held(fence)) return false;
        progress.push(`${id} ${value.stage} ${value.done}/${value.total}`);
        change(id, { status: 'processing', progress: value });
        return true;
      },
      fail: async (fence, id, error) => {
        if (!held(fence)) return false;
        change(id, { status: 'failed', error, progress: null });
        return jobs.delete(fence.jobId);
      },
      delete: async (_projectId, id) => {
        jobs.delete(`job_${id}`);
        for (const [key, generation] of generations) if (generation.sourceId === id) generations.delete(key);
        return sources.delete(id);
      },
    } satisfies Partial<Store['sources']>,
    chunks: {
      begin: async (fence, { sourceId }) => {
        if (!held(fence)) return null;
        for (const [key, generation] of generations) {
          if (generation.sourceId === sourceId && !generation.live) generations.delete(key);
        }
        const id = generations.size + 1 + writes.length * 1000;
        generations.set(id, { sourceId, chunks: [], live: false });
        return id;
      },
      append: async (fence, generation, chunks) => {
        if (!held(fence)) return false;
        if (chunks.length > 50) throw new Error('more than 50');
        writes.push(chunks.length);
        generations.get(generation)?.chunks.push(...chunks);
        return true;
      },
      publish: async (fence, generation, { document, chunksCount, metadata, at }) => {
        const job = held(fence);
        const made = generations.get(generation);
        if (!job || !made) return false;
        for (const [key, other] of generations) {
          if (other.sourceId === job.sourceId && key !== generation) generations.delete(key);
        }
        made.live = true;
        documents.set(job.sourceId, document);
        change(job.sourceId, {
          status: 'completed',
          chunksCount,
          metadata,
          completedAt: at,
          progress: null,
          error: null,
        });
        return jobs.delete(fence.jobId);
      },
      sweep: async () => 0,
    } satisfies Partial<Store['chunks']>,
    jobs: {
      claim: async (owner, now, leaseMs) => {
        for (const job of jobs.values()) {
          if (job.runAt > now || job.leaseUntil > now) continue;
          Object.assign(job, { owner, attempt: job.attempt + 1, leaseUntil: now + leaseMs });
          change(job.sourceId, { status: 'processing' });
          return { ...job, replacement: null };
        }
        return null;
      },
      heartbeat: async (fence, now, leaseMs) => {
        const job = held(fence);
        if (job) job.leaseUntil = now + leaseMs;
        return job !== null;
      },
      retry: async (fence, runAt) => {
        const job = held(fence);
        if (!job || job.attempt >= MAX_ATTEMPTS) return false;
        Object.assign(job, { owner: '', runAt, leaseUntil: 0 });
        change(job.sourceId, { status: 'pending', progress: null });
        return true;
      },
      release: async (fence) => {
        const job = held(fence);
        if (!job) return;
        Object.assign(job, { owner: '', attempt: job.attempt - 1, leaseUntil: 0 });
        change(job.sourceId, { status: 'pending', progress: null });
      },
      pause: async (fence, runAt) => {
        const job = held(fence);
        if (job) Object.assign(job, { owner: '', attempt: 0, runAt, leaseUntil: 0 });
      },
      recover: async (_now, interrupted) => {
        for (const job of jobs.values()) {
          if (job.attempt >= MAX_ATTEMPTS) {
            change(job.sourceId, { status: 'failed', error: interrupted });
            jobs.delete(job.jobId);
          } else {
            Object.assign(job, { owner: '', leaseUntil: 0 });
            change(job.sourceId, { status: 'pending' });
          }
        }
        return [];
      },
      failAbandoned: async () => [],
      held: async (fence) => held(fence) !== null,
      counts: async () => ({ queued: 0, running: 0 }),
      nextRunAt: async () => {
        const times = [...jobs.values()].map((job) => Math.max(job.runAt, job.leaseUntil));
        return times.length > 0 ? Math.min(...times) : null;
      },
    } satisfies Store['jobs'],
    files: { path: async (id: string) => files.get(id) ?? null },
  };

  return {
    // Ingestion touches nothing else; anything that it did would fail its test here.
    store: store as unknown as Store,
    live: (id) =>
      [...generations.values()].filter(({ sourceId, live }) => live && sourceId === id).flatMap(({ chunks }) => chunks),
    writes,
    progress,
    document: (id) => documents.get(id),
  };
}
