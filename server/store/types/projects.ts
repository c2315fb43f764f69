import type {
  DailyBudget,
  HandoverSettings,
  KeyScope,
  ProjectQuotas,
  ProjectUsage,
  Role,
  WebhookEvent,
  WidgetAccess,
  WidgetImageKind,
  WidgetSettings,
} from '@footnote/sdk/contract';
import type { IdempotentRequest } from './accounts.ts';
import type { Page, Paging } from './paging.ts';

/** An origin whose pages use the widget. */
export interface SeenOrigin {
  origin: string;
  seenAt: number;
}

/** What is known of a picture of the widget without its content. */
export interface StoredWidgetImage {
  /** The hash of its content, with the ending of its type. */
  name: string;
  /** In pixels. */
  width: number;
  height: number;
}

export type StoredWidgetImages = Record<WidgetImageKind, StoredWidgetImage | null>;

export interface ProjectRow {
  id: string;
  userId: string;
  name: string;
  description: string;
  /** Normalised (services/origins.ts). */
  allowedOrigins: string[];
  widgetAccess: WidgetAccess;
  language: string;
  widget: WidgetSettings;
  openOriginals: boolean;
  dailyBudget: DailyBudget | null;
  /** Days after which its conversations are forgotten; null: the server's default. */
  retentionDays: number | null;
  /** How visitors hand questions over; null: they do not. */
  handover: HandoverSettings | null;
  /** Whether the pages that questions are asked from are stored. */
  recordPages: boolean;
  /** Whether the owner and the editors get a mail when refusals rise. */
  alertMails: boolean;
  /** Where the widget was last seen, the latest first; at most 20 origins. */
  widgetOrigins: SeenOrigin[];
  widgetImages: StoredWidgetImages;
  /** What the operator allows it in place of the server's settings; null for these. */
  quotas: ProjectQuotas | null;
  usage: ProjectUsage;
  /** Widget tokens of an older epoch are void. */
  widgetEpoch: number;
  createdAt: number;
  updatedAt: number;
}

/** A project, and what somebody is in it. */
export interface ProjectOfMember {
  project: ProjectRow;
  role: Role;
}

export type ProjectChanges = Partial<
  Pick<
    ProjectRow,
    | 'name'
    | 'description'
    | 'allowedOrigins'
    | 'widgetAccess'
    | 'language'
    | 'widget'
    | 'openOriginals'
    | 'dailyBudget'
    | 'retentionDays'
    | 'handover'
    | 'recordPages'
    | 'alertMails'
    | 'quotas'
    | 'widgetEpoch'
  >
>;

/** What is told of refusals that rise; the shares are from 0 to 1. */
export type RisenRefusals = Pick<
  Extract<WebhookEvent, { type: 'refusals.risen' }>['data'],
  'answers' | 'share' | 'unsure_share' | 'share_before'
>;

export interface Projects {
  /**
   * `request`: the running one with an idempotency key, if it carried one. `most`: how many projects the account may have; null
   * for no limit. Throws 400 `quota_reached`.
   */
  create(project: ProjectRow, request?: IdempotentRequest | null, most?: number | null): Promise<void>;
  byId(id: string): Promise<ProjectRow | null>;
  /** Those that the account owns. */
  listByUser(userId: string, paging: Paging): Promise<Page<ProjectRow>>;
  /** Those that it owns or is a member of, each with its role. */
  listByMember(userId: string, paging: Paging): Promise<Page<ProjectOfMember>>;
  /** The number of sources of each project, with the pages of its sites; without those that have none. */
  countSources(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Null when it is gone. */
  update(id: string, changes: ProjectChanges, updatedAt: number): Promise<ProjectRow | null>;
  /** Makes every widget token of the project void. False when it is gone. */
  nextWidgetEpoch(id: string, updatedAt: number): Promise<boolean>;
  /** Notes that the widget was seen on an origin. Does not count as a change of the project. */
  sawWidget(id: string, seen: SeenOrigin): Promise<void>;
  /**
   * Removes the project's row at once (nothing of it is found any more), then everything that hangs on it in short
   * batches: keys, sources, documents, chunks, vectors, text index, files, conversations. Resolves when no byte is left.
   */
  delete(id: string): Promise<boolean>;
  /** The projects that have a retention of their own, in days. */
  retentions(): Promise<{ id: string; days: number }[]>;
  /**
   * Queues `refusals.risen` for the project's webhooks, unless that was done after `since`. Returns whether this call did: it is told
   * once, however many servers see it.
   */
  tellRefusals(id: string, risen: RisenRefusals, at: number, since: number): Promise<boolean>;
  /** Does any project list this normalised origin, by the rule that `matches` decides? For preflights that name no project. */
  anyAllowsOrigin(matches: (allowedOrigins: string[]) => boolean): Promise<boolean>;
}

export interface WidgetImages {
  /** Stores a picture in the place of the former one; null for none. Null when the project is gone. */
  put(
    projectId: string,
    kind: WidgetImageKind,
    image: (StoredWidgetImage & { content: Uint8Array }) | null,
    updatedAt: number,
  ): Promise<ProjectRow | null>;
  /** The content of the picture of this name; null if the project has none. */
  content(projectId: string, name: string): Promise<Uint8Array | null>;
}

export interface ApiKeyRow {
  id: string;
  projectId: string;
  name: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  /** The first characters, to tell keys apart. */
  prefix: string;
  /** What it may do. */
  scopes: KeyScope[];
  /** Null if it does not expire. */
  expiresAt: number | null;
  /** From where it may be used, such as `192.0.2.0/24`; empty for everywhere. */
  addresses: string[];
  /** SHA-256 of the secret that the last rotation replaced, and until when that is valid, too. Null before the first one. */
  formerHash: string | null;
  formerUntil: number | null;
  createdAt: number;
  lastUsedAt: number | null;
}

export interface ApiKeys {
  /** `most`: how many the project may have; null for no limit. Throws 400 `quota_reached`. */
  create(key: ApiKeyRow, most?: number | null): Promise<void>;
  byId(projectId: string, id: string): Promise<ApiKeyRow | null>;
  /** By the hash of its secret, or of the former one, whether that is still valid or not. */
  byHash(hash: string): Promise<ApiKeyRow | null>;
  /** Replaces the secret, which becomes the former one, if it has not been replaced meanwhile. */
  rotate(row: ApiKeyRow, next: { hash: string; prefix: string; formerUntil: number }): Promise<ApiKeyRow | null>;
  listByProject(projectId: string, paging: Paging): Promise<Page<ApiKeyRow>>;
  delete(projectId: string, id: string): Promise<boolean>;
  touch(id: string, lastUsedAt: number): Promise<void>;
}
