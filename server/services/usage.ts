import type { FinishReason, Rating, TokenUsage, UsageQuery, UsageReport } from '@footnote/sdk/contract';
import { answerOutcome } from '../answering/output/reduce-answer.ts';
import type { Log } from '../platform/log.ts';
import type { DailyUsageRow, DayCounts, ProjectRow, Store } from '../store/types.ts';
import { dayOf } from './budget.ts';
import { bucketOf } from './latency.ts';
import { NOTHING, plus, usageRange, usageReport } from './usage-report.ts';

const FLUSH_EVERY_MS = 2_000;

/** How an answer ended. */
export interface EndedAnswer {
  reason: FinishReason;
  usage: TokenUsage | null;
  /** Milliseconds from the question to its end, and to its first words; null where there were none. */
  whole: number;
  first: number | null;
}

/** Counters that many requests touch: gathered here, written in batches, so that answering never waits for a write. */
export interface Usage {
  /** Answering a chat request has started. */
  requestStarted(projectId: string): void;
  answerEnded(projectId: string, answer: EndedAnswer): void;
  /** An answer of that time has another rating than before. */
  rated(projectId: string, answeredAt: number, before: Rating | null, after: Rating | null): void;
  keyUsed(keyId: string): void;
  /** The row with what is not written yet added, so that a reader sees every request that came before. */
  included(project: ProjectRow): ProjectRow;
  /** Every day that is asked for, what is not written yet included. Throws 400 where the days are none, or too many. */
  report(projectId: string, query: UsageQuery): Promise<UsageReport>;
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
}

type Counted = DailyUsageRow & { projectId: string };

export function createUsage({
  store,
  log,
  now,
}: {
  store: Pick<Store, 'apiKeys' | 'dailyUsage'>;
  log: Log;
  now: () => number;
}): Usage {
  const pending = new Map<string, Counted>();
  const keysUsed = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  function add(
    projectId: string,
    at: number,
    counts: Partial<DayCounts>,
    times: DailyUsageRow['latencies'] = [],
  ): void {
    addRow({ projectId, day: dayOf(at), counts: { ...NOTHING, ...counts }, latencies: times });
  }

  function addRow(row: Counted): void {
    const key = `${row.projectId} ${row.day}`;
    const sofar = pending.get(key);
    if (!sofar) pending.set(key, { ...row, latencies: [...row.latencies] });
    else {
      sofar.counts = plus(sofar.counts, row.counts);
      for (const one of row.latencies) {
        const same = sofar.latencies.find(({ measure, bucket }) => measure === one.measure && bucket === one.bucket);
        if (same) same.answers += one.answers;
        else sofar.latencies.push({ ...one });
      }
    }
  }

  async function write(): Promise<void> {
    const batch = [...pending.values()];
    const keys = [...keysUsed];
    pending.clear();
    keysUsed.clear();
    try {
      if (batch.length > 0) await store.dailyUsage.add(batch);
    } catch (error) {
      // Kept for the next try: counts are not lost to a full disk.
      for (const row of batch) addRow(row);
      log.warn('usage-not-written', { error });
    }
    try {
      for (const [keyId, at] of keys) await store.apiKeys.touch(keyId, at);
    } catch (error) {
      log.warn('key-use-not-written', { error });
    }
  }

  function flush(): Promise<void> {
    // After what is being written already, so that nothing is on its way when this resolves.
    writing = writing.then(write);
    return writing;
  }

  const timer = setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    requestStarted: (projectId) => add(projectId, now(), { requests: 1 }),

    answerEnded(projectId, { reason, usage, whole, first }) {
      const outcome = answerOutcome(reason);
      const ended = outcome === 'answered' || outcome === 'refused';
      add(
        projectId,
        now(),
        { [outcome]: 1, promptTokens: usage?.prompt_tokens ?? 0, completionTokens: usage?.completion_tokens ?? 0 },
        [
          ...(ended ? [{ measure: 'whole' as const, bucket: bucketOf(whole), answers: 1 }] : []),
          ...(first === null ? [] : [{ measure: 'first' as const, bucket: bucketOf(first), answers: 1 }]),
        ],
      );
    },

    rated(projectId, answeredAt, before, after) {
      if (before === after) return;
      const by = (rating: Rating) => Number(after === rating) - Number(before === rating);
      add(projectId, answeredAt, { up: by('up'), down: by('down') });
    },

    keyUsed: (keyId) => keysUsed.set(keyId, now()),

    included(project) {
      let { requests, tokens_total } = project.usage;
      for (const { projectId, counts } of pending.values()) {
        if (projectId !== project.id) continue;
        requests += counts.requests;
        tokens_total += counts.promptTokens + counts.completionTokens;
      }
      return { ...project, usage: { requests, tokens_total } };
    },

    async report(projectId, query) {
      const { from, to } = usageRange(query, dayOf(now()));
      await flush();
      return usageReport(from, to, await store.dailyUsage.between(projectId, from, to));
    },

    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
