import { LRUCache } from 'lru-cache';
import type { Db } from '../../db.ts';

/** Subjects whose counts this process remembers. */
const MAX_SUBJECTS = 100_000;

/** Counts of a day that the disk does not take. They are known to this process alone, until it ends. */
export interface UnstoredCounts {
  /** Counts one question of each subject; false, and nothing counted, where one has had its number with those that are stored. */
  take(projectId: string, day: string, counted: [subject: string, limit: number | null][]): Promise<boolean>;
}

export function createUnstoredCounts(db: Db): UnstoredCounts {
  const counts = new LRUCache<string, number>({ max: MAX_SUBJECTS });
  return {
    async take(projectId, day, counted) {
      const stored = await storedCounts(db, projectId, day, counted);
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
