import type { SourceError } from '@footnote/sdk/contract';
import type { Db, Reads, Tx } from '../db.ts';
import type { Eraser, Erasure } from '../deletion/eraser.ts';
import { update } from '../rows.ts';
import type { Raw } from '../table.ts';
import { users } from '../types/accounts.ts';
import { JOB_KINDS } from '../types/job-kind.ts';
import { jobs } from '../types/jobs.ts';
import { projects } from '../types/projects.ts';
import { sources } from '../types/sources.ts';
import type { JobChoice, JobKind, JobRow, Jobs } from '../types.ts';
import { failJob, HELD, heldBy, isHeld, lockHeldJob, MAX_ATTEMPTS } from './job-fence.ts';

/**
 * The projects that have jobs of a kind, each found in the index of the jobs behind the one before it: the queue itself, of
 * any length, is not read.
 */
const withJobs = ({ kind }: JobChoice) => `with recursive busy (kind, project_id) as (
    select kinds.kind, (select min(project_id) from jobs where jobs.kind = kinds.kind)
    from (${(kind === undefined ? JOB_KINDS : [kind]).map((one) => `select '${one}' as kind`).join(' union all ')}) as kinds
    union all
    select kind, (select min(jobs.project_id) from jobs where jobs.kind = busy.kind and jobs.project_id > busy.project_id)
    from busy where project_id is not null
  )`;

/** Of projects that are there and of no account that is left alone. */
const ofChoice = ({ exceptAccounts = [] }: JobChoice) =>
  exceptAccounts.map(() => ' and projects.user_id <> ?').join('');

/** Its parameters: the time twice, and the most attempts. A running job was due before its lease began. */
const CLAIMABLE = `jobs.run_at <= ?
  and (jobs.state = 'queued' or (jobs.state = 'running' and jobs.lease_until <= ? and jobs.attempt < ?))`;
const IN_ORDER = 'jobs.run_at, jobs.created_at';

/** The first claimable job of each project with one. Its parameters: those of `CLAIMABLE`, and the accounts. */
const firstOfProjects = (choice: JobChoice) => `busy
  join projects on projects.id = busy.project_id join users on users.id = projects.user_id
  join jobs on jobs.id = (
    select jobs.id from jobs where jobs.kind = busy.kind and jobs.project_id = busy.project_id and ${CLAIMABLE}
    order by ${IN_ORDER} limit 1
  )
  where 1 = 1${ofChoice(choice)}`;

/** Where so many projects have only jobs that other servers are claiming at this moment, the next look finds the others. */
const MAX_PROJECTS_TRIED = 100;

/**
 * Accounts take turns, and so do the projects of each: the one whose last job began longest ago comes first, however many jobs
 * another has.
 */
async function nextInTurn(
  tx: Tx,
  now: number,
  choice: JobChoice,
): Promise<{ id: string; projectId: string; accountId: string } | null> {
  const claimable = [now, now, MAX_ATTEMPTS];
  const places = await tx.read<{ kind: JobKind; project_id: string; user_id: string }>(
    `${withJobs(choice)} select busy.kind, busy.project_id, projects.user_id from ${firstOfProjects(choice)}
     order by users.job_turn, projects.job_turn, ${IN_ORDER} limit ${MAX_PROJECTS_TRIED}`,
    [...claimable, ...(choice.exceptAccounts ?? [])],
  );
  for (const { kind, project_id, user_id } of places) {
    const [job] = await tx.read<{ id: string }>(
      `select id from jobs where kind = ? and project_id = ? and ${CLAIMABLE}
       order by ${IN_ORDER} limit 1 for update of jobs skip locked`,
      [kind, project_id, ...claimable],
    );
    if (job) return { id: job.id, projectId: project_id, accountId: user_id };
  }
  return null;
}

const claim =
  (db: Db): Jobs['claim'] =>
  async (owner, now, leaseMs, choice = {}) => {
    const take = async (tx: Tx): Promise<JobRow | null> => {
      const next = await nextInTurn(tx, now, choice);
      if (!next) return null;
      const [turn = 0] = await tx.numbers('job-turn');
      await update(tx, users, { jobTurn: turn }, 'id = ?', [next.accountId]);
      await update(tx, projects, { jobTurn: turn }, 'id = ?', [next.projectId]);
      const { rows } = await tx.write<Raw>(
        `update jobs set state = 'running', owner = ?, lease_until = ?, attempt = attempt + 1 where id = ? returning *`,
        [owner, now + leaseMs, next.id],
      );
      if (!rows[0]) return null;
      const job = toJob(rows[0], next.accountId);
      await update(tx, sources, { status: 'processing', updatedAt: now }, 'id = ?', [job.sourceId]);
      return job;
    };
    // After a power cut the job is queued as before.
    return db.counting(take, { durable: false });
  };

const nextRunAt =
  (db: Db): Jobs['nextRunAt'] =>
  async (choice = {}) => {
    const { kind, exceptAccounts = [] } = choice;
    // An equation would have SQLite look through the index of that kind, instead of that of the running jobs.
    const ofKind = JOB_KINDS.filter((one) => kind !== undefined && one !== kind)
      .map((one) => `and jobs.kind <> '${one}'`)
      .join('');
    const running = `select jobs.lease_until as due from jobs join projects on projects.id = jobs.project_id
      where jobs.state = 'running' and jobs.lease_until > 0 ${ofKind}${ofChoice(choice)}`;
    const [row] = await db.read<{ due: number | null }>(
      `${withJobs(choice)} select min(due) as due from (
         select (
           select run_at from jobs
           where jobs.kind = busy.kind and jobs.project_id = busy.project_id and jobs.state = 'queued' order by run_at limit 1
         ) as due
         from busy join projects on projects.id = busy.project_id where 1 = 1${ofChoice(choice)}
         union all ${running}
       ) as dues`,
      [...exceptAccounts, ...exceptAccounts],
    );
    return row?.due ?? null;
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
      const parameters = [now, now, MAX_ATTEMPTS, ...(choice.exceptAccounts ?? [])];
      const claimable = `${withJobs(choice)} select 1 as found from ${firstOfProjects(choice)} limit 1`;
      return (await db.read(claimable, parameters)).length > 0;
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
    nextRunAt: nextRunAt(db),
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
