import type { NewAuditEntry, Store } from '../store/types.ts';

/** Keeps in the audit log of an account what the operator did to it with a command. */
export async function recordCommand(
  store: Pick<Store, 'auditLog' | 'now'>,
  { userId, action, ...about }: Pick<NewAuditEntry, 'userId' | 'action'> & Partial<NewAuditEntry>,
): Promise<void> {
  await store.auditLog.append({
    ...{ userId, action, at: store.now(), actor: { kind: 'command', id: null }, outcome: 'done' },
    ...{ projectId: null, targetId: null, fields: [], client: null, addressHash: null },
    ...about,
  });
}
