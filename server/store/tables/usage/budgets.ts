import { LRUCache } from 'lru-cache';
import { isDiskFull } from '../../../platform/files/disk-space.ts';
import { emit, timestampOf } from '../../coordination/outbox.ts';
import type { Db, Tx } from '../../db.ts';
import { insert, remove } from '../../rows.ts';
import { dailyQuestions } from '../../types/limits-and-files.ts';
import type { Budgets } from '../../types.ts';

/** Subjects whose counts this process remembers. */
const MAX_SUBJECTS = 100_000;

/** The row of the whole project, besides those of its visitors. */
const ALL = '';

/** Begins the rows of addresses. No visitor's id contains a control character. */
const ADDRESS = '\u0001';

/** The row of what the server allows each project. */
export const QUOTA_OF_DAY = '\u0002';

/** The largest number that the column holds. */
const MOST = 2 ** 31 - 1;

/** The answer is stored after it, whose commit is durable. */
const SOON_DURABLE = { durable: false };

/** Thrown to roll back the counts when another limit is reached. */
class Exhausted extends Error {}

/**
 * Questions per day of a project, of each visitor and of each address. One statement compares and counts, so the limits are
 * exact. While the disk takes no count, this process counts in memory: questions are answered then, too.
 */
export function createBudgets(db: Db): Budgets {
  const unstored = createUnstoredCounts(db);
  return {
    async take(projectId, { visitorId, address }, day, limits) {
      const counted: [visitor: string, limit: number | null][] = [[ALL, limits.project]];
      if (visitorId !== null) counted.push([visitorId, limits.visitor]);
      if (address !== null) counted.push([ADDRESS + address, limits.address]);
      try {
        await db.forProject(projectId).counting(async (tx) => {
          for (const [visitor, limit] of counted) {
            const asked = await count(tx, projectId, day, visitor, limit);
            if (asked === null) throw new Exhausted();
            if (visitor === ALL && asked === limit) await emitSpent(tx, projectId, day, asked, db.now());
          }
        }, SOON_DURABLE);
        return true;
      } catch (cause) {
        if (cause instanceof Exhausted) return false;
        if (isDiskFull(cause)) return unstored.take(projectId, day, counted);
        throw cause;
      }
    },

    async takeQuota(projectId, day, limit) {
      try {
        return await db
          .forProject(projectId)
          .counting(async (tx) => (await count(tx, projectId, day, QUOTA_OF_DAY, limit)) !== null, SOON_DURABLE);
      } catch (cause) {
        if (isDiskFull(cause)) return unstored.take(projectId, day, [[QUOTA_OF_DAY, limit]]);
        throw cause;
      }
    },

    sweep: (before) => remove(db, dailyQuestions, 'day < ?', [before]),
  };
}

/** Queues what webhooks are told when the last question of a day is taken. */
async function emitSpent(tx: Tx, projectId: string, day: string, requests: number, at: number): Promise<void> {
  const data = { project_id: projectId, day, requests };
  const event = { type: 'budget.spent', timestamp: timestampOf(at), data } as const;
  await emit(tx, projectId, event.type, async () => ({ event, subjectId: null }));
}

/** Returns the new count; null without counting if the limit is reached. */
async function count(
  tx: Tx,
  projectId: string,
  day: string,
  visitor: string,
  limit: number | null,
): Promise<number | null> {
  const most = limit ?? MOST;
  if (most < 1) return null;
  const first = { projectId, day, visitorId: visitor, asked: 1 };
  const { rows } = await insert(tx, dailyQuestions, first, {
    conflict: `on conflict (project_id, day, visitor_id) do update set asked = daily_questions.asked + 1
       where daily_questions.asked < ?
     returning asked`,
    parameters: [most],
  });
  return rows[0] ? Number(rows[0].asked) : null;
}

/** Counts of a day that the disk does not take. They are known to this process alone, until it ends. */
function createUnstoredCounts(db: Db) {
  // Made when it is needed: the cache takes all its places at once, and few disks are ever full.
  let created: LRUCache<string, number> | null = null;
  return {
    /** Counts one question of each subject; false, and nothing counted, where one has had its number with those that are stored. */
    async take(projectId: string, day: string, counted: [subject: string, limit: number | null][]): Promise<boolean> {
      const stored = await storedCounts(db, projectId, day, counted);
      created ??= new LRUCache({ max: MAX_SUBJECTS });
      const counts = created;
      const keyOf = (subject: string) => `${projectId} ${day} ${subject}`;
      const asked = (subject: string) => (stored.get(subject) ?? 0) + (counts.get(keyOf(subject)) ?? 0);
      if (counted.some(([subject, limit]) => limit !== null && asked(subject) >= limit)) return false;
      for (const [subject] of counted) counts.set(keyOf(subject), (counts.get(keyOf(subject)) ?? 0) + 1);
      return true;
    },
  };
}

async function storedCounts(
  db: Db,
  projectId: string,
  day: string,
  counted: [subject: string, limit: number | null][],
): Promise<Map<string, number>> {
  const rows = await db.forProject(projectId).read<{ visitor_id: string; asked: number }>(
    `select visitor_id, asked from daily_questions
     where project_id = ? and day = ? and visitor_id in (${counted.map(() => '?').join(', ')})`,
    [projectId, day, ...counted.map(([subject]) => subject)],
  );
  return new Map(rows.map(({ visitor_id, asked }) => [visitor_id, Number(asked)]));
}
