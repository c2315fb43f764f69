import { json, large, nullable, oneOf, type Row, shaped, table, text, time } from '../table.ts';
import type { Page, Paging } from './paging.ts';

/** Who did it: somebody who was logged in, a program with an API key, or the operator with a command on the machine. */
export interface AuditActor {
  kind: 'user' | 'key' | 'command';
  /** Of the account or the key; null for a command. */
  id: string | null;
}

/** What was done to accounts or to what belongs to them. */
export const auditEntries = shaped(
  table('audit_log', {
    id: text,
    /** Later entries have higher numbers. */
    number: large,
    /** The account whose log it is. */
    userId: text,
    projectId: nullable(text),
    at: time,
    actorKind: oneOf<AuditActor['kind']>(),
    actorId: nullable(text),
    /** The name of the route, such as `projects.update`, or of the command. */
    action: text,
    /** `denied`: it was tried, with a wrong password, code or scope. */
    outcome: oneOf<'done' | 'denied'>(),
    /** The id of what it was done to; null for the account itself. */
    targetId: nullable(text),
    /** The names of the fields that were set. Never their values. */
    fields: json<string[]>(),
    /** The browser and the system; null if it named none. */
    client: nullable(text),
    /** Keyed; the store never sees the address. Null for a command. */
    addressHash: nullable(text),
  }),
  ({ actorKind, actorId, ...entry }) => ({ ...entry, actor: { kind: actorKind, id: actorId } as AuditActor }),
);
export type AuditEntryRow = Row<typeof auditEntries>;

export type NewAuditEntry = Omit<AuditEntryRow, 'id' | 'number'>;

/** An entry with the names of who did it and of its project, API key or person, as far as they still exist: what is deleted leaves no name. */
export interface NamedAuditEntry extends AuditEntryRow {
  /** The address of the account whose log it is. */
  userEmail: string | null;
  /** Null for a command, too. */
  actorName: string | null;
  /** Null for an API key and a command, too. */
  actorEmail: string | null;
  targetName: string | null;
  /** Null for what is no person, too. */
  targetEmail: string | null;
}

/** What is asked for; absent fields do not matter. Times are epoch milliseconds, `to` is exclusive. */
export interface AuditFilter {
  userId?: string;
  projectId?: string;
  action?: string;
  from?: number;
  to?: number;
}

export interface AuditLog {
  /**
   * Appends an entry. With `unlessSince`, only if there is no later one of the same account with the same action, outcome and
   * address: a series of failures counts once.
   */
  append(entry: NewAuditEntry, unlessSince?: number): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter, paging: Paging): Promise<Page<NamedAuditEntry>>;
  /** So many entries with lower numbers, newest first. */
  below(filter: AuditFilter, number: number, limit: number): Promise<NamedAuditEntry[]>;
  /** Deletes entries of before this time; returns how many. The database refuses those that are less than a year old. */
  sweep(before: number): Promise<number>;
}
