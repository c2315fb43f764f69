import type { Limits } from '../../store/types.ts';

/** At most this many hits of a subject within the window. */
export type SubjectLimit = readonly [subject: string, limit: number];

/** Counts a hit of each subject until one has had too many: resolves with the milliseconds until it has room, else 0. */
export async function hitEach(
  limits: Pick<Limits, 'hit'>,
  subjects: readonly SubjectLimit[],
  windowMs: number,
  at: number,
): Promise<number> {
  for (const [subject, limit] of subjects) {
    const { allowed, resetMs } = await limits.hit(subject, limit, windowMs, at);
    if (!allowed) return resetMs;
  }
  return 0;
}
