import type { RecordedAction } from '../services/accounts/audit-log.ts';
import type { Store } from '../store/types.ts';

/** Keeps in the audit log of an account what the operator did to it with a command. */
export async function recordCommand(
  store: Pick<Store, 'auditLog' | 'now'>,
  { userId, action }: { userId: string; action: RecordedAction },
): Promise<void> {
  await store.auditLog.append({
    userId,
    action,
    at: store.now(),
    actor: { kind: 'command', id: null },
    outcome: 'done',
    projectId: null,
    targetId: null,
    fields: [],
    client: null,
    addressHash: null,
  });
}
