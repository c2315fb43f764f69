import { errors } from '../../../platform/errors.ts';
import type { Reads, Tx } from '../../db.ts';
import type { SourceQuotas } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';

/** The bytes of a new source or replacement, and what limits them. */
export interface Admission {
  size: number;
  quotas: SourceQuotas;
}

export const UNLIMITED: Admission = { size: 0, quotas: { sources: null, bytes: null } };

/** Throws 400 `quota_reached` if the project may not have another source of this size. */
export async function assertAdmitted(tx: Tx, projectId: string, { size, quotas }: Admission): Promise<void> {
  const project = { table: 'sources', owner: 'project_id', id: projectId } as const;
  await assertBelow(tx, project, quotas.sources, errors.tooManySources);
  await assertBytes(tx, projectId, size, quotas.bytes);
}

/** Throws 400 `quota_reached` if the account of the project may not store so many bytes more. */
export async function assertBytes(tx: Tx, projectId: string, added: number, most: number | null): Promise<void> {
  if (most !== null && (await storedBytes(tx, projectId)) + added > most) throw errors.tooMuchStored(most);
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
