import type { Log } from '../log.ts';
import type { ProjectRow, Store } from '../store/types.ts';

const FLUSH_EVERY_MS = 2_000;

/** Counters that many requests touch: gathered here, written in batches, so that answering never waits for a write. */
export interface Usage {
  /** Answering a chat request has started. */
  requestStarted(projectId: string): void;
  tokensSpent(projectId: string, tokens: number): void;
  keyUsed(keyId: string): void;
  /** The row with what is not written yet added, so that a reader sees every request that came before. */
  included(project: ProjectRow): ProjectRow;
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
}

export function createUsage({
  store,
  log,
  now,
}: {
  store: Pick<Store, 'projects' | 'apiKeys'>;
  log: Log;
  now: () => number;
}): Usage {
  const pending = new Map<string, { requests: number; tokens: number }>();
  const keysUsed = new Map<string, number>();

  function add(projectId: string, requests: number, tokens: number): void {
    const sofar = pending.get(projectId) ?? { requests: 0, tokens: 0 };
    pending.set(projectId, { requests: sofar.requests + requests, tokens: sofar.tokens + tokens });
  }

  async function flush(): Promise<void> {
    const batch = [...pending].map(([projectId, counts]) => ({ projectId, ...counts }));
    const keys = [...keysUsed];
    pending.clear();
    keysUsed.clear();
    try {
      if (batch.length > 0) await store.projects.addUsage(batch);
      for (const [keyId, at] of keys) await store.apiKeys.touch(keyId, at);
    } catch (error) {
      // Kept for the next try: counts are not lost to a full disk.
      for (const { projectId, requests, tokens } of batch) add(projectId, requests, tokens);
      log.warn('usage-not-written', { error });
    }
  }

  const timer = setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    requestStarted: (projectId) => add(projectId, 1, 0),
    tokensSpent: (projectId, tokens) => add(projectId, 0, tokens),
    keyUsed: (keyId) => keysUsed.set(keyId, now()),
    included(project) {
      const counts = pending.get(project.id);
      if (!counts) return project;
      const { requests, tokens_total } = project.usage;
      return {
        ...project,
        usage: { requests: requests + counts.requests, tokens_total: tokens_total + counts.tokens },
      };
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
