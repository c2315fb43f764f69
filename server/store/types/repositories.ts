import type {
  RepositoryCommit,
  RepositoryForge,
  RepositoryRead,
  RepositorySite,
  RepositoryState,
} from '@footnote/sdk/contract';
import {
  flag,
  hidden,
  initially,
  json,
  large,
  type NewRow,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  time,
  whole,
} from '../table.ts';
import type { Page, Paging } from './paging.ts';
import type { SourceRow } from './sources.ts';

export const repositories = table('repositories', {
  id: text,
  number: hidden(large),
  projectId: text,
  /** https, without a user name. */
  url: text,
  /** Null for the one that the repository names. */
  branch: nullable(text),
  /** The folder whose files are read, without slashes at its ends; empty for all. */
  folder: text,
  include: json<string[]>(),
  exclude: json<string[]>(),
  /** Where the built site begins; null if citations lead to the forge. */
  baseUrl: nullable(text),
  /** The documentation tool; null to tell it by its settings. */
  site: nullable(oneOf<RepositorySite>()),
  /** Null where it is not known. */
  forge: nullable(oneOf<RepositoryForge>()),
  /** What is before each path in the external ids of its sources, with a slash at its end. */
  prefix: text,
  /** Encrypted; null if it is read without one. */
  token: nullable(text),
  /** Encrypted. */
  secret: text,
  /** A commit that breaks golden questions is taken back. */
  gate: flag,
  /** It is looked at again after this many hours; null if only on request. */
  refreshHours: nullable(whole),
  state: initially<RepositoryState>('queued', oneOf<RepositoryState>()),
  /** When it is looked at next; null for never. */
  dueAt: initially(null, nullable(time)),
  attempt: initially(0, whole),
  leaseUntil: initially(null, nullable(time)),
  /** The commit that its sources have; null before the first. */
  head: initially(null, nullable(json<RepositoryCommit>())),
  /** What became of the last commit that was read. */
  lastRead: initially(null, nullable(json<RepositoryRead>())),
  /** When the server last asked for the branch; null if all of it is to be read, whether the branch has moved or not. */
  checkedAt: initially(null, nullable(time)),
  /** The golden questions that were broken before the commit that is being read; null if none is, or without a gate. */
  gateBefore: initially(null, nullable(json<string[]>())),
  pushes: hidden(initially<string[]>([], json<string[]>())),
  createdAt: time,
  updatedAt: time,
});
export type RepositoryRow = Row<typeof repositories>;
export type NewRepository = NewRow<typeof repositories>;

export type RepositoryChanges = Partial<
  Pick<
    RepositoryRow,
    | 'branch'
    | 'folder'
    | 'include'
    | 'exclude'
    | 'baseUrl'
    | 'site'
    | 'forge'
    | 'token'
    | 'secret'
    | 'gate'
    | 'refreshHours'
    | 'dueAt'
  >
>;

/** One that this process reads, until another one may. */
export interface RepositoryFence {
  id: string;
  attempt: number;
}

export interface ClaimedRepository {
  repository: RepositoryRow;
  /** The account of the project. */
  accountId: string;
}

export interface Repositories {
  /** Due at once. Throws 400 `quota_reached` if the project has `most`, 404 if it has been deleted. */
  create(row: NewRepository, most: number): Promise<RepositoryRow>;
  byId(projectId: string, id: string): Promise<RepositoryRow | null>;
  listByProject(projectId: string, paging: Paging): Promise<Page<RepositoryRow>>;
  update(projectId: string, id: string, changes: RepositoryChanges, at: number): Promise<RepositoryRow | null>;
  /** Has all of it read now, and if it is being read, once more. */
  queue(projectId: string, id: string, at: number): Promise<RepositoryRow | null>;
  /** The same for a message of its forge. `seen`: it came before. */
  push(projectId: string, id: string, digest: string, at: number): Promise<'queued' | 'seen' | null>;
  /** Its sources stay until they are deleted, but it is not read any more. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Takes the one that is due first, until `leaseUntil`; none of the excepted accounts. */
  claim(now: number, leaseUntil: number, exceptAccounts: string[]): Promise<ClaimedRepository | null>;
  /** False where another process has taken it since, or it is gone. */
  renew(fence: RepositoryFence, leaseUntil: number): Promise<boolean>;
  /** Keeps what golden questions said before the commit that is about to be read. False where another process has taken it. */
  keepGate(fence: RepositoryFence, gateBefore: string[]): Promise<boolean>;
  /** Ends the reading. It is due at `dueAt`, or earlier if that was asked for meanwhile. */
  settle(
    fence: RepositoryFence,
    found: Partial<Pick<RepositoryRow, 'head' | 'lastRead' | 'gateBefore'>>,
    at: { checkedAt: number; dueAt: number | null },
  ): Promise<boolean>;
  /** When the next one is due; null if none waits. */
  nextDueAt(): Promise<number | null>;
  /** How many of its sources are waiting or being read. */
  sourcesUnderWay(projectId: string, id: string): Promise<number>;
  /** Its sources. */
  sources(projectId: string, id: string): Promise<SourceRow[]>;
}
