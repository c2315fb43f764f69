/** A limited number of places in which work is done, of which one account may have only some. */
export interface AccountSlots {
  /** Joins the line for work that is done in several steps. */
  join(accountId: string, signal: AbortSignal): PlaceInLine;
  /** Joins the line and takes a place. */
  take(accountId: string, signal: AbortSignal): ReturnType<PlaceInLine['take']>;
  /** Joins the line and does the work in a place that is taken for it. */
  run<Result>(accountId: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** What was begun first is finished first: if all took their steps in turn, all would be done only at the end. */
interface PlaceInLine {
  /**
   * Resolves when there is a place, with what gives it back: first for the account that has the fewest, then for who joined
   * first. Rejects with the signal's reason if it is aborted before.
   */
  take(): Promise<() => void>;
  /** Does the work in a place that is taken for it. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  accountId: string;
  order: number;
  begin(): void;
}

/** `total` places, `each` for one account. */
export function createAccountSlots({ total, each }: { total: number; each: number }): AccountSlots {
  const taken = createAccountCounts();
  const waiting = new Set<Waiting>();
  let joined = 0;

  function beginNext(): void {
    if (taken.total() >= total) return;
    const allowed = [...waiting].filter(({ accountId }) => taken.of(accountId) < each);
    const fewest = Math.min(...allowed.map(({ accountId }) => taken.of(accountId)));
    const [next] = allowed
      .filter(({ accountId }) => taken.of(accountId) === fewest)
      .sort((one, other) => one.order - other.order);
    if (!next) return;
    waiting.delete(next);
    taken.add(next.accountId, 1);
    next.begin();
  }

  function join(accountId: string, signal: AbortSignal): PlaceInLine {
    joined += 1;
    const order = joined;
    const take = async () => {
      await new Promise<void>((resolve, reject) => {
        const entry = {
          accountId,
          order,
          begin() {
            signal.removeEventListener('abort', leave);
            resolve();
          },
        };
        const leave = () => {
          waiting.delete(entry);
          reject(signal.reason);
        };
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(entry);
        beginNext();
      });
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        taken.add(accountId, -1);
        beginNext();
      };
    };
    return {
      take,
      async run(work) {
        const giveBack = await take();
        try {
          return await work();
        } finally {
          giveBack();
        }
      },
    };
  }

  return {
    join,
    take: (accountId, signal) => join(accountId, signal).take(),
    run: (accountId, signal, work) => join(accountId, signal).run(work),
  };
}

/** How much each account has of something. */
export function createAccountCounts() {
  const counts = new Map<string, number>();
  let total = 0;
  const of = (accountId: string) => counts.get(accountId) ?? 0;
  return {
    of,
    total: (): number => total,
    add(accountId: string, count: 1 | -1): void {
      total += count;
      const now = of(accountId) + count;
      if (now > 0) counts.set(accountId, now);
      else counts.delete(accountId);
    },
    /** The accounts that have at least this many. */
    withAtLeast: (count: number): string[] =>
      [...counts].filter(([, has]) => has >= count).map(([accountId]) => accountId),
  };
}

/** Milliseconds for which an account counts as present after one of its jobs has begun. */
const PRESENCE = 60_000;

/** The accounts of which a job has begun lately. */
export function createPresence(now: () => number): { add(accountId: string): void; count(): number } {
  const latest = new Map<string, number>();
  return {
    add: (accountId) => latest.set(accountId, now()),
    count() {
      for (const [accountId, at] of latest) if (at < now() - PRESENCE) latest.delete(accountId);
      return latest.size;
    },
  };
}
