import type { ProjectQuotas } from '@footnote/sdk/contract';
import type { Reads, Tx } from '../../db.ts';
import { errors } from '../../errors.ts';
import type { SourceQuotas } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';

/** The bytes of a new source or replacement, and what limits them. */
export interface Admission {
  size: number;
  quotas: SourceQuotas;
}

export const UNLIMITED: Admission = { size: 0, quotas: { sources: null, bytes: null, projectBytes: null } };

/** Throws 400 `quota_reached` if the project may not have another source of this size. */
export async function assertAdmitted(tx: Tx, projectId: string, { size, quotas }: Admission): Promise<void> {
  const project = { table: 'sources', owner: 'project_id', id: projectId } as const;
  const own = await withOwnQuotas(tx, projectId, quotas);
  await assertBelow(tx, project, own.sources, errors.tooManySources);
  await assertBytes(tx, projectId, size, own);
}

/** Throws 400 `quota_reached` if the project, or its account, may not store so many bytes more. */
export async function assertBytes(
  tx: Tx,
  projectId: string,
  added: number,
  { bytes, projectBytes }: SourceQuotas,
): Promise<void> {
  if (projectBytes !== null && (await bytesOfProject(tx, projectId)) + added > projectBytes)
    throw errors.tooMuchInProject(projectBytes);
  if (bytes !== null && (await storedBytes(tx, projectId)) + added > bytes) throw errors.tooMuchStored(bytes);
}

/** The quotas of the server's settings, and in their place those that the operator has given the project. */
export async function withOwnQuotas(reads: Reads, projectId: string, quotas: SourceQuotas): Promise<SourceQuotas> {
  const [row] = await reads.read<{ quotas: string | null }>('select quotas from projects where id = ?', [projectId]);
  if (!row?.quotas) return quotas;
  const own: ProjectQuotas = JSON.parse(row.quotas);
  return {
    bytes: quotas.bytes,
    sources: own.sources ?? quotas.sources,
    projectBytes: own.bytes ?? quotas.projectBytes,
  };
}

export async function bytesOfProject(reads: Reads, projectId: string): Promise<number> {
  const [row] = await reads.read<{ stored: number | string | null }>(
    'select sum(bytes) as stored from sources where project_id = ?',
    [projectId],
  );
  return Number(row?.stored ?? 0);
}

/** The bytes of all sources of the account that the project belongs to. */
export async function storedBytes(reads: Reads, projectId: string): Promise<number> {
  const [row] = await reads.read<{ stored: number | string | null }>(
    `select sum(bytes) as stored from sources where project_id in (
       select id from projects where user_id = (select user_id from projects where id = ?))`,
    [projectId],
  );
  return Number(row?.stored ?? 0);
}
