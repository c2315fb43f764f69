import type { FinishReason, Rating, TokenUsage, UsageQuery, UsageReport } from '@footnote/sdk/contract';
import { answerOutcome } from '../../answering/output/reduce-answer.ts';
import type { Log } from '../../platform/log.ts';
import { utcDay } from '../../platform/utc-day.ts';
import type { DailyUsageRow, DayCounts, ProjectRow, Store } from '../../store/types.ts';
import { bucketOf } from './latency.ts';
import { addCounts, NO_COUNTS, usageRange, usageReport } from './usage-report.ts';

const FLUSH_EVERY_MS = 2_000;

/** How an answer ended. */
export interface EndedAnswer {
  reason: FinishReason;
  usage: TokenUsage | null;
  /** From the question to the end of the answer. */
  totalMs: number;
  /** From the question to the first text; null if there was none. */
  firstTextMs: number | null;
}

/** Usage counters, collected in memory and written in batches so that no answer waits for a write. */
export interface Usage {
  requestStarted(projectId: string): void;
  answerEnded(projectId: string, answer: EndedAnswer): void;
  /** Counts the change on the day of the answer. */
  ratingChanged(projectId: string, answeredAt: number, before: Rating | null, after: Rating | null): void;
  keyUsed(keyId: string): void;
  sessionUsed(sessionId: string): void;
  /** The project with its counts as they are now, with those not written yet: a reader sees every earlier request. */
  withPending(project: ProjectRow): Promise<ProjectRow>;
  /** Reports every day of the range. Throws 400 for a range that is invalid or too long. */
  report(projectId: string, query: UsageQuery): Promise<UsageReport>;
  flush(): Promise<void>;
  /** Stops the timer and writes all pending counts. */
  close(): Promise<void>;
}

type ProjectDay = DailyUsageRow & { projectId: string };

interface UsageDeps {
  store: Pick<Store, 'apiKeys' | 'sessions' | 'dailyUsage'> & { projects: Pick<Store['projects'], 'byId'> };
  log: Log;
  now: () => number;
  /**
   * Called when refused or unsure answers of a project have been written, until it has returned true on that day: whether their
   * rise was told.
   */
  onRefused?: (projectId: string) => Promise<boolean>;
}

export function createUsage({ store, log, now, onRefused }: UsageDeps): Usage {
  const pending = createPendingUsage();
  const keysUsed = new Map<string, number>();
  const sessionsUsed = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();
  /** The day on which the rise of refusals was told, by project. */
  const toldOn = new Map<string, string>();
  const tellRefused = async (written: ProjectDay[]) => {
    const refused = written.filter(({ counts }) => counts.refused + counts.unsure > 0);
    for (const { projectId, day } of refused) {
      if (!onRefused || toldOn.get(projectId) === day) continue;
      const isTold = await onRefused(projectId).catch((error) => {
        log.warn('refusals_not_compared', { error });
        return false;
      });
      if (isTold) toldOn.set(projectId, day);
    }
  };
  /** Waits for a write under way, so that nothing is being written when this resolves. */
  const flush = () => {
    writing = writing.then(async () => tellRefused(await writeUsage({ store, log }, pending, keysUsed, sessionsUsed)));
    return writing;
  };
  const count = (
    projectId: string,
    at: number,
    counts: Partial<DayCounts>,
    latencies: DailyUsageRow['latencies'] = [],
  ) => pending.add({ projectId, day: utcDay(at), counts: { ...NO_COUNTS, ...counts }, latencies });

  const timer = setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    requestStarted: (projectId) => count(projectId, now(), { requests: 1 }),

    answerEnded: (projectId, answer) => count(projectId, now(), countsOf(answer), latenciesOf(answer)),

    ratingChanged(projectId, answeredAt, before, after) {
      if (before === after) return;
      const change = (rating: Rating) => Number(after === rating) - Number(before === rating);
      count(projectId, answeredAt, { up: change('up'), down: change('down') });
    },

    keyUsed: (keyId) => keysUsed.set(keyId, now()),

    sessionUsed: (sessionId) => sessionsUsed.set(sessionId, now()),

    withPending(project) {
      // Between two writes, for what is being written may be in the store already, or not.
      const reading = writing.then(async () => {
        const { usage } = (await store.projects.byId(project.id)) ?? project;
        return { ...project, usage: pending.addedTo(project.id, usage) };
      });
      writing = reading.then(
        () => undefined,
        () => undefined,
      );
      return reading;
    },

    async report(projectId, query) {
      const { from, to } = usageRange(query, utcDay(now()));
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

/** The counts not written yet, by project and day. */
function createPendingUsage() {
  const days = new Map<string, ProjectDay>();
  return {
    add(row: ProjectDay): void {
      const key = `${row.projectId} ${row.day}`;
      const sum = days.get(key);
      if (!sum) days.set(key, { ...row, latencies: row.latencies.map((one) => ({ ...one })) });
      else {
        sum.counts = addCounts(sum.counts, row.counts);
        addLatencies(sum.latencies, row.latencies);
      }
    },

    addedTo(id: string, stored: ProjectRow['usage']): ProjectRow['usage'] {
      let { requests, tokens_total } = stored;
      for (const { projectId, counts } of days.values()) {
        if (projectId !== id) continue;
        requests += counts.requests;
        tokens_total += counts.promptTokens + counts.completionTokens;
      }
      return { requests, tokens_total };
    },

    /** Returns all rows, which are pending no longer. */
    take(): ProjectDay[] {
      const rows = [...days.values()];
      days.clear();
      return rows;
    },
  };
}

function addLatencies(sum: DailyUsageRow['latencies'], latencies: DailyUsageRow['latencies']): void {
  for (const one of latencies) {
    const same = sum.find(({ measure, bucket }) => measure === one.measure && bucket === one.bucket);
    if (same) same.answers += one.answers;
    else sum.push({ ...one });
  }
}

async function writeUsage(
  { store, log }: Pick<UsageDeps, 'store' | 'log'>,
  pending: ReturnType<typeof createPendingUsage>,
  keysUsed: Map<string, number>,
  sessionsUsed: Map<string, number>,
): Promise<ProjectDay[]> {
  const rows = pending.take();
  let written: ProjectDay[] = [];
  const keys = [...keysUsed];
  keysUsed.clear();
  const sessions = [...sessionsUsed];
  sessionsUsed.clear();
  try {
    if (rows.length > 0) await store.dailyUsage.add(rows);
    written = rows;
  } catch (error) {
    // Keep them for the next attempt: a full disk must not lose counts.
    for (const row of rows) pending.add(row);
    log.warn('usage_write_failed', { error });
  }
  try {
    for (const [keyId, at] of keys) await store.apiKeys.touch(keyId, at);
  } catch (error) {
    log.warn('key_use_write_failed', { error });
  }
  try {
    for (const [sessionId, at] of sessions) await store.sessions.touch(sessionId, at);
  } catch (error) {
    log.warn('session_use_write_failed', { error });
  }
  return written;
}

function countsOf({ reason, usage }: EndedAnswer): Partial<DayCounts> {
  return {
    [answerOutcome(reason)]: 1,
    promptTokens: usage?.prompt_tokens ?? 0,
    completionTokens: usage?.completion_tokens ?? 0,
  };
}

/** The total time counts only for completed answers, the time to the first text for every answer with text. */
function latenciesOf({ reason, totalMs, firstTextMs }: EndedAnswer): DailyUsageRow['latencies'] {
  const outcome = answerOutcome(reason);
  const completed = outcome === 'answered' || outcome === 'unsure' || outcome === 'refused';
  return [
    ...(completed ? [{ measure: 'whole' as const, bucket: bucketOf(totalMs), answers: 1 }] : []),
    ...(firstTextMs === null ? [] : [{ measure: 'first' as const, bucket: bucketOf(firstTextMs), answers: 1 }]),
  ];
}
