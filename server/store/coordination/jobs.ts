import type { SourceError } from '@footnote/sdk/contract';
import type { Db, Reads, Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';
import { update } from '../rows.ts';
import type { Raw } from '../table.ts';
import { users } from '../types/accounts.ts';
import { jobs } from '../types/jobs.ts';
import { projects } from '../types/projects.ts';
import { sources } from '../types/sources.ts';
import type { JobChoice, JobRow, Jobs } from '../types.ts';
import { failJob, HELD, heldBy, isHeld, lockHeldJob, MAX_ATTEMPTS } from './job-fence.ts';

/** Jobs with what a choice is made by. */
const CHOOSABLE =
  'jobs join projects on projects.id = jobs.project_id join sources on sources.id = jobs.source_id join users on users.id = projects.user_id';

/** The condition of a choice, and its parameters. */
function chosen({ kind, exceptAccounts = [] }: JobChoice): { condition: string; parameters: string[] } {
  const ofKind = kind === undefined ? '1 = 1' : kind === 'web' ? "sources.type = 'url'" : "sources.type <> 'url'";
  const others = exceptAccounts.map(() => ' and projects.user_id <> ?').join('');
  return { condition: ofKind + others, parameters: exceptAccounts };
}

/** Claimable jobs of a choice. Its parameters: the time twice, and the most attempts. */
const claimable = (condition: string) => `${CHOOSABLE}
  where ((jobs.state = 'queued' and jobs.run_at <= ?)
    or (jobs.state = 'running' and jobs.lease_until <= ? and jobs.attempt < ?)) and ${condition}`;

const claim =
  (db: Db): Jobs['claim'] =>
  async (owner, now, leaseMs, choice = {}) => {
    const { condition, parameters: chosenBy } = chosen(choice);
    const parameters = [now, now, MAX_ATTEMPTS, ...chosenBy];
    const take = async (tx: Tx): Promise<JobRow | null> => {
      // Accounts take turns, and so do the projects of each: the one whose last job began longest ago comes first,
      // however many jobs another has.
      const [next] = await tx.read<{ id: string; project_id: string; user_id: string }>(
        `select jobs.id, jobs.project_id, projects.user_id from ${claimable(condition)}
       order by users.job_turn, projects.job_turn, jobs.run_at, jobs.created_at limit 1 for update of jobs skip locked`,
        parameters,
      );
      if (!next) return null;
      const [turn = 0] = await tx.numbers('job-turn');
      await update(tx, users, { jobTurn: turn }, 'id = ?', [next.user_id]);
      await update(tx, projects, { jobTurn: turn }, 'id = ?', [next.project_id]);
      const { rows } = await tx.write<Raw>(
        `update jobs set state = 'running', owner = ?, lease_until = ?, attempt = attempt + 1 where id = ? returning *`,
        [owner, now + leaseMs, next.id],
      );
      if (!rows[0]) return null;
      const job = toJob(rows[0], next.user_id);
      await update(tx, sources, { status: 'processing', updatedAt: now }, 'id = ?', [job.sourceId]);
      return job;
    };
    // After a power cut the job is queued as before.
    return db.counting(take, { durable: false });
  };

const recover =
  (db: Db, eraser: Eraser, shared: boolean): Jobs['recover'] =>
  async (now, interrupted) => {
    if (shared) return failAbandoned(db, eraser)(now, interrupted);
    const failed = await db.tx(async (tx) => {
      const abandoned = await failLastAttempts(tx, eraser, Number.MAX_SAFE_INTEGER, interrupted, now);
      const running = await tx.read<{ id: string; source_id: string }>(
        "select id, source_id from jobs where state = 'running'",
      );
      for (const job of running) await requeue(tx, job.id, job.source_id, now, now);
      return abandoned;
    });
    return eraseFailed(eraser, failed);
  };

const failAbandoned =
  (db: Db, eraser: Eraser): Jobs['failAbandoned'] =>
  async (now, interrupted) => {
    // Asked at each look for a job, and hardly ever so.
    if ((await exhaustedSources(db, now)).length === 0) return [];
    return eraseFailed(eraser, await db.tx((tx) => failLastAttempts(tx, eraser, now, interrupted, now)));
  };

/**
 * The queue of ingestion jobs. A holder must renew its lease, and each claim increments the attempt number, so that a
 * holder that lost its lease unnoticed can write nothing more. The row of a finished job is deleted.
 *
 * `shared`: other processes hold jobs too, so that a starting process treats only jobs with an expired lease as
 * abandoned.
 */
export function createJobs(db: Db, eraser: Eraser, { shared }: { shared: boolean }): Jobs {
  return {
    async isDue(now, choice = {}) {
      const { condition, parameters } = chosen(choice);
      const claimableNow = `select 1 as found from ${claimable(condition)} limit 1`;
      return (await db.read(claimableNow, [now, now, MAX_ATTEMPTS, ...parameters])).length > 0;
    },
    claim: claim(db),
    async heartbeat(fence, now, leaseMs) {
      return (await update(db, jobs, { leaseUntil: now + leaseMs }, HELD, heldBy(fence))) === 1;
    },
    held: async (fence) => isHeld(db, fence),
    retry: (fence, runAt) =>
      db.tx(async (tx) => {
        const job = await lockHeldJob(tx, fence);
        if (!job || fence.attempt >= MAX_ATTEMPTS) return false;
        await requeue(tx, fence.jobId, job.sourceId, runAt, db.now());
        return true;
      }),
    async pause(fence, runAt) {
      await update(db, jobs, { ...QUEUED, attempt: 0, runAt }, HELD, heldBy(fence));
    },
    release: (fence) =>
      db.tx(async (tx) => {
        const job = await lockHeldJob(tx, fence);
        if (!job) return;
        // Due before all others: it has had its turn already.
        await requeue(tx, fence.jobId, job.sourceId, 0, db.now());
        await tx.write('update jobs set attempt = attempt - 1 where id = ?', [fence.jobId]);
      }),
    recover: recover(db, eraser, shared),
    failAbandoned: failAbandoned(db, eraser),
    async counts() {
      const rows = await db.read<{ state: 'queued' | 'running'; count: number }>(
        'select state, count(*) as count from jobs group by state',
      );
      const of = (state: 'queued' | 'running') => Number(rows.find((row) => row.state === state)?.count ?? 0);
      return { queued: of('queued'), running: of('running') };
    },
    async nextRunAt(choice = {}) {
      const { condition, parameters } = chosen(choice);
      const [row] = await db.read<{ due: number | null }>(
        `select min(case when jobs.state = 'running' then jobs.lease_until else jobs.run_at end) as due
       from ${CHOOSABLE} where ${condition}`,
        parameters,
      );
      return row?.due ?? null;
    },
  };
}

async function requeue(tx: Tx, jobId: string, sourceId: string, runAt: number, at: number): Promise<void> {
  await update(tx, jobs, { ...QUEUED, runAt }, 'id = ?', [jobId]);
  await update(tx, sources, { status: 'pending', progress: null, updatedAt: at }, 'id = ?', [sourceId]);
}

const QUEUED = { state: 'queued', owner: null, leaseUntil: null } as const;

function toJob(raw: Raw, accountId: string): JobRow {
  const { id, owner, attempt, projectId, sourceId, replacementFileId: fileId, replacementMetadata } = jobs.toRow(raw);
  const replacement = fileId === null ? null : { fileId, metadata: replacementMetadata ?? {} };
  return { jobId: id, owner: owner ?? '', attempt, accountId, projectId, sourceId, replacement };
}

/** By source id: what else must be erased. */
type FailedSources = Map<string, Erasure[]>;

/** The sources whose job lost its lease in its last attempt. */
async function exhaustedSources(reads: Reads, leaseBefore: number): Promise<string[]> {
  const rows = await reads.read<{ source_id: string }>(
    "select source_id from jobs where state = 'running' and lease_until <= ? and attempt >= ?",
    [leaseBefore, MAX_ATTEMPTS],
  );
  return rows.map(({ source_id }) => source_id);
}

/** Fails the sources whose job lost its lease in its last attempt. */
async function failLastAttempts(
  tx: Tx,
  eraser: Eraser,
  leaseBefore: number,
  error: SourceError,
  at: number,
): Promise<FailedSources> {
  const failed: FailedSources = new Map();
  for (const sourceId of await exhaustedSources(tx, leaseBefore))
    failed.set(sourceId, await failJob(tx, eraser, sourceId, error, at));
  return failed;
}

async function eraseFailed(eraser: Eraser, failed: FailedSources): Promise<string[]> {
  for (const [sourceId, erasures] of failed) await eraser.eraseRetired(sourceId, erasures);
  return [...failed.keys()];
}
