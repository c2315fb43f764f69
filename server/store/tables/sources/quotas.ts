import type { Reads, Tx } from '../../db.ts';
import { errors } from '../../errors.ts';
import { find } from '../../rows.ts';
import { projects } from '../../types/projects.ts';
import type { SourceQuotas } from '../../types.ts';
import { storedBytes, totalsOf } from './totals.ts';

/** The bytes of a new source or replacement, and what limits them. */
export interface Admission {
  size: number;
  quotas: SourceQuotas;
}

export const UNLIMITED: Admission = { size: 0, quotas: { sources: null, bytes: null, projectBytes: null } };

/** Throws 400 `quota_reached` if the project may not have another source of this size. */
export async function assertAdmitted(tx: Tx, projectId: string, { size, quotas }: Admission): Promise<void> {
  const own = await withOwnQuotas(tx, projectId, quotas);
  const { sources } = await totalsOf(tx, projectId);
  if (own.sources !== null && sources >= own.sources) throw errors.tooManySources(own.sources);
  await assertBytes(tx, projectId, size, own);
}

/** Throws 400 `quota_reached` if the project, or its account, may not store so many bytes more. */
export async function assertBytes(
  tx: Tx,
  projectId: string,
  added: number,
  { bytes, projectBytes }: SourceQuotas,
): Promise<void> {
  if (projectBytes !== null && (await totalsOf(tx, projectId)).bytes + added > projectBytes)
    throw errors.tooMuchInProject(projectBytes);
  if (bytes !== null && (await storedBytes(tx, projectId)) + added > bytes) throw errors.tooMuchStored(bytes);
}

/** The quotas of the server's settings, and in their place those that the operator has given the project. */
export async function withOwnQuotas(reads: Reads, projectId: string, quotas: SourceQuotas): Promise<SourceQuotas> {
  const own = (await find(reads, projects, 'id = ?', [projectId]))?.quotas;
  if (!own) return quotas;
  return {
    bytes: quotas.bytes,
    sources: own.sources ?? quotas.sources,
    projectBytes: own.bytes ?? quotas.projectBytes,
  };
}
