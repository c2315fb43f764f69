import type { Log } from '../../platform/log.ts';
import type { AuditFilter, NamedAuditEntry, NewAuditEntry, Store } from '../../store/types.ts';
import type { Credential, KeyCredential, UserCredential } from '../access/credentials.ts';
import { describeClient } from './describe-client.ts';
import type { Device } from './sessions.ts';

/** Entries of an export held in memory at once. */
const EXPORT_BATCH_SIZE = 200;
/** Of the same failures in a row from one address, one in this time is kept: strangers must not fill the log. */
const DENIED_ONCE_IN_MS = 60 * 60_000;

/** Whose log an action belongs to, and what it is done to. */
export type AuditSubject = Pick<NewAuditEntry, 'userId' | 'projectId' | 'targetId'>;

/** What services and commands keep by themselves. What audited routes do is called as they are. The console has words for each. */
export const RECORDED_ACTIONS = [
  'auth.register',
  'auth.login',
  'auth.provider-sign-in',
  'auth.reset-password',
  'invitations.accept',
  'command.restore',
  'command.reset-password',
  'command.make-operator',
  'command.deactivate-user',
  'command.reactivate-user',
  'command.unlink-provider',
] as const;
export type RecordedAction = (typeof RECORDED_ACTIONS)[number];

/** The name of an audited route. */
export type AuditedRoute = string & { readonly audited: unique symbol };

/** What was done, or tried. */
export interface AuditEvent extends AuditSubject, Pick<NewAuditEntry, 'actor' | 'outcome' | 'fields'> {
  action: RecordedAction | AuditedRoute;
}

export type AuditLogService = ReturnType<typeof createAuditLogService>;

export function createAuditLogService(deps: {
  store: Pick<Store, 'auditLog' | 'projects' | 'members' | 'users' | 'sources'>;
  hashAddress: (...parts: string[]) => string;
  log: Log;
  now: () => number;
}) {
  const { store, hashAddress, log, now } = deps;
  const { auditLog } = store;
  return {
    /**
     * Appends an entry. Never rejects: what was done stands, and a log that cannot be written must not keep anybody from ending a
     * session or revoking a key. The server's own log tells of the lost entry.
     */
    async record(event: AuditEvent, { address, userAgent }: Device): Promise<void> {
      const at = now();
      const from = { client: describeClient(userAgent), addressHash: hashAddress(event.userId, address) };
      try {
        await auditLog.append(
          { ...event, at, ...from },
          event.outcome === 'denied' ? at - DENIED_ONCE_IN_MS : undefined,
        );
      } catch (error) {
        log.error('audit_entry_lost', { action: event.action, user: event.userId, error });
      }
    },

    /**
     * What a request with these placeholders in its path is about. Ask before it is done, as afterwards it may be gone. Null where it
     * is not for this credential to do.
     */
    subjectOf: (
      credential: UserCredential | KeyCredential,
      params: Record<string, string>,
    ): Promise<AuditSubject | null> => findSubject(store, credential, params),
    /** Newest first. */
    list: auditLog.list,

    /** Yields every matching entry, newest first. */
    async *export(filter: AuditFilter): AsyncGenerator<NamedAuditEntry> {
      for (let below = Number.MAX_SAFE_INTEGER; ; ) {
        const rows = await auditLog.below(filter, below, EXPORT_BATCH_SIZE);
        yield* rows;
        const last = rows.at(-1);
        if (!last) return;
        below = last.number;
      }
    },

    /** Reports whether the entry's action came from this address. */
    wasDoneAt: ({ userId, addressHash }: NamedAuditEntry, address: string): boolean =>
      addressHash === hashAddress(userId, address),
  };
}

export const actorOf = (credential: UserCredential | KeyCredential): NewAuditEntry['actor'] =>
  credential.kind === 'user' ? { kind: 'user', id: credential.userId } : { kind: 'key', id: credential.keyId };

/** Whose actions the log is about: not those of visitors. */
export const isAuditable = (credential: Credential | null): credential is UserCredential | KeyCredential =>
  credential !== null && credential.kind !== 'widget';

/** The placeholders of paths that say what an action is done to: by its id or, for a part of the server, by its name. */
const NAMING_PARAMETERS = [
  'key_id',
  'session_id',
  'conversation_id',
  'invitation_id',
  'user_id',
  'webhook_id',
  'handover_id',
  'engine',
  'model',
  'backup',
  'upload',
] as const;
/** What is tried with a name that does not exist is kept as well. */
const MAX_TARGET = 200;

/** Whether the project is one of the credential's, or the user is an operator, who may set its quotas. */
async function mayName(
  { members, users }: Pick<Store, 'members' | 'users'>,
  credential: UserCredential | KeyCredential,
  projectId: string,
): Promise<boolean> {
  if (credential.kind === 'key') return credential.projectId === projectId;
  if ((await members.roleOf(projectId, credential.userId)) !== null) return true;
  return (await users.byId(credential.userId))?.operator ?? false;
}

async function findSubject(
  { projects, sources, ...store }: Pick<Store, 'projects' | 'members' | 'users' | 'sources'>,
  credential: UserCredential | KeyCredential,
  params: Record<string, string>,
): Promise<AuditSubject | null> {
  const { project_id, source_id } = params;
  const source = source_id === undefined ? null : await sources.byId(source_id);
  const projectId = project_id ?? source?.projectId ?? (credential.kind === 'key' ? credential.projectId : null);
  const project = projectId === null ? null : await projects.byId(projectId);
  if (projectId !== null && !(project && (await mayName(store, credential, projectId)))) return null;
  // What members do is in the log of the owner.
  const userId = project?.userId ?? (credential.kind === 'user' ? credential.userId : null);
  if (userId === null) return null;
  const named = NAMING_PARAMETERS.map((name) => params[name]).find((value) => value !== undefined);
  const targetId = source?.id ?? named?.slice(0, MAX_TARGET) ?? project?.id ?? null;
  return { userId, projectId: project?.id ?? null, targetId };
}
