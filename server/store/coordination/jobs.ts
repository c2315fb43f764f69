import type { SourceError } from '@footnote/sdk/contract';
import type { Db, Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';
import { type Raw, toJob } from '../tables/row-mapping.ts';
import type { Jobs } from '../types.ts';
import { failJob, heldJob, isHeld, MOST_ATTEMPTS } from './job-fence.ts';

/**
 * The queue of ingestion jobs: a lease that the holder must renew, and an attempt number that each claim moves on, so
 * that whoever lost the lease without noticing can write nothing more. A finished job's row is deleted.
 *
 * `shared`: other processes hold jobs too, so that at a start only those are abandoned whose lease is over.
 */
export function createJobs(db: Db, eraser: Eraser, { shared }: { shared: boolean }): Jobs {
  type Failed = Map<string, Erasure[]>;

  async function failLastAttempts(tx: Tx, leaseBefore: number, error: SourceError, at: number): Promise<Failed> {
    const exhausted = await tx.read<{ source_id: string }>(
      "select source_id from jobs where state = 'running' and lease_until <= ? and attempt >= ?",
      [leaseBefore, MOST_ATTEMPTS],
    );
    const failed: Failed = new Map();
    for (const { source_id } of exhausted) failed.set(source_id, await failJob(tx, eraser, source_id, error, at));
    return failed;
  }

  async function eraseFailed(failed: Failed): Promise<string[]> {
    for (const [sourceId, erasures] of failed) await eraser.generationsOf(sourceId, erasures);
    return [...failed.keys()];
  }

  const failAbandoned = async (now: number, interrupted: SourceError) =>
    eraseFailed(await db.tx((tx) => failLastAttempts(tx, now, interrupted, now)));

  return {
    claim: (owner, now, leaseMs) =>
      db.counting(async (tx) => {
        // Projects take turns: the one whose last job began longest ago comes first, however many jobs another has.
        const [next] = await tx.read<{ id: string; project_id: string }>(
          `select jobs.id, jobs.project_id from jobs join projects on projects.id = jobs.project_id
           where (jobs.state = 'queued' and jobs.run_at <= ?)
             or (jobs.state = 'running' and jobs.lease_until <= ? and jobs.attempt < ?)
           order by projects.job_turn, jobs.run_at, jobs.created_at limit 1 for update of jobs skip locked`,
          [now, now, MOST_ATTEMPTS],
        );
        if (!next) return null;
        const [turn = 0] = await tx.numbers('job-turn');
        await tx.write('update projects set job_turn = ? where id = ?', [turn, next.project_id]);
        const { rows } = await tx.write<Raw>(
          `update jobs set state = 'running', owner = ?, lease_until = ?, attempt = attempt + 1 where id = ?
           returning id, owner, attempt, project_id, source_id, replacement_file_id, replacement_metadata`,
          [owner, now + leaseMs, next.id],
        );
        if (!rows[0]) return null;
        const job = toJob(rows[0]);
        await tx.write("update sources set status = 'processing', updated_at = ? where id = ?", [now, job.sourceId]);
        return job;
      }),

    async heartbeat(fence, now, leaseMs) {
      const { changes } = await db.write(
        "update jobs set lease_until = ? where id = ? and owner = ? and attempt = ? and state = 'running'",
        [now + leaseMs, fence.jobId, fence.owner, fence.attempt],
      );
      return changes === 1;
    },

    held: async (fence) => isHeld(db, fence),

    retry: (fence, runAt) =>
      db.tx(async (tx) => {
        const job = await heldJob(tx, fence);
        if (!job || fence.attempt >= MOST_ATTEMPTS) return false;
        await requeue(tx, fence.jobId, job.sourceId, runAt, db.now());
        return true;
      }),

    async pause(fence, runAt) {
      await db.write(
        `update jobs set state = 'queued', owner = null, lease_until = null, attempt = 0, run_at = ?
         where id = ? and owner = ? and attempt = ? and state = 'running'`,
        [runAt, fence.jobId, fence.owner, fence.attempt],
      );
    },

    release: (fence) =>
      db.tx(async (tx) => {
        const job = await heldJob(tx, fence);
        if (!job) return;
        // Due since ever: it had its turn already, so it comes first again.
        await requeue(tx, fence.jobId, job.sourceId, 0, db.now());
        await tx.write('update jobs set attempt = attempt - 1 where id = ?', [fence.jobId]);
      }),

    async recover(now, interrupted) {
      if (shared) return failAbandoned(now, interrupted);
      const failed = await db.tx(async (tx) => {
        const abandoned = await failLastAttempts(tx, Number.MAX_SAFE_INTEGER, interrupted, now);
        const running = await tx.read<{ id: string; source_id: string }>(
          "select id, source_id from jobs where state = 'running'",
        );
        for (const job of running) await requeue(tx, job.id, job.source_id, now, now);
        return abandoned;
      });
      return eraseFailed(failed);
    },

    failAbandoned,

    async counts() {
      const rows = await db.read<{ state: 'queued' | 'running'; count: number }>(
        'select state, count(*) as count from jobs group by state',
      );
      const of = (state: 'queued' | 'running') => Number(rows.find((row) => row.state === state)?.count ?? 0);
      return { queued: of('queued'), running: of('running') };
    },

    async nextRunAt() {
      const [row] = await db.read<{ due: number | null }>(
        "select min(case when state = 'running' then lease_until else run_at end) as due from jobs",
      );
      return row?.due ?? null;
    },
  };
}

async function requeue(tx: Tx, jobId: string, sourceId: string, runAt: number, at: number): Promise<void> {
  await tx.write("update jobs set state = 'queued', owner = null, lease_until = null, run_at = ? where id = ?", [
    runAt,
    jobId,
  ]);
  await tx.write("update sources set status = 'pending', progress = null, updated_at = ? where id = ?", [at, sourceId]);
}
