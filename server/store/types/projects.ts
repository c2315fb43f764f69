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
import {
  flag,
  hidden,
  initially,
  json,
  large,
  type NewRow,
  nullable,
  oneOf,
  orElse,
  type Row,
  shaped,
  table,
  text,
  time,
  whole,
} from '../table.ts';
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

/** A first question for the chat, which the documents were seen to answer. */
export interface StoredProposal {
  question: string;
  from: 'golden_question' | 'heading';
  /** The page that answers it. */
  sourceId: string;
}

export interface StoredProposals {
  /** What they were made of: with other sources, they are made again. */
  of: string;
  /** How many questions were asked to find them. */
  asked: number;
  questions: StoredProposal[];
  /** The questions that its people have refused, the latest first. */
  refused: string[];
}

export type StoredWidgetImages = Record<WidgetImageKind, StoredWidgetImage | null>;

/** With the settings that the widgets of older versions lack, last, as a new project has them. */
const withLaterSettings = ({
  launcher_label = '',
  keep_history = false,
  texts = [],
  suggest = true,
  ...widget
}: WidgetSettings): WidgetSettings => ({ ...widget, launcher_label, keep_history, texts, suggest });

export const projects = shaped(
  table('projects', {
    id: text,
    number: hidden(large),
    userId: text,
    name: text,
    description: text,
    /** Normalised (services/origins.ts). */
    allowedOrigins: json<string[]>(),
    widgetAccess: oneOf<WidgetAccess>(),
    language: text,
    widget: json<WidgetSettings>(),
    openOriginals: flag,
    dailyBudget: nullable(json<DailyBudget>()),
    /** Days after which its conversations are forgotten; null: the server's default. */
    retentionDays: nullable(whole),
    /** How visitors hand questions over; null: they do not. */
    handover: nullable(json<HandoverSettings>()),
    /** Whether the pages that questions are asked from are stored. */
    recordPages: flag,
    /** Whether the owner and the editors get a mail when refusals rise. */
    alertMails: flag,
    /** When its webhooks were last told that refusals rise. */
    refusalsToldAt: hidden(initially(null, nullable(time))),
    /** Where the widget was last seen, the latest first; at most 20 origins. */
    widgetOrigins: initially<SeenOrigin[]>(
      [],
      orElse(() => [], json()),
    ),
    widgetImages: initially<StoredWidgetImages>(
      { logo: null, avatar: null },
      orElse(() => ({ logo: null, avatar: null }), json()),
    ),
    /** First questions for a chat whose owner has written none; null where they were not looked for yet. */
    proposals: initially(null, nullable(orElse((): StoredProposals | null => null, json()))),
    /** What the operator allows it in place of the server's settings; null for these. */
    quotas: initially(null, nullable(json<ProjectQuotas>())),
    usageRequests: initially(0, large),
    usageTokens: initially(0, large),
    /** Widget tokens of an older epoch are void. */
    widgetEpoch: initially(1, whole),
    /** Increases with each job of the project; the project with the lowest goes next. */
    jobTurn: hidden(initially(0, large)),
    createdAt: time,
    updatedAt: time,
  }),
  ({ usageRequests, usageTokens, ...project }) => ({
    ...project,
    widget: withLaterSettings(project.widget),
    usage: { requests: usageRequests, tokens_total: usageTokens } as ProjectUsage,
  }),
);
export type ProjectRow = Row<typeof projects>;
export type NewProject = Omit<NewRow<typeof projects>, 'usageRequests' | 'usageTokens'>;

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
  create(project: NewProject, request?: IdempotentRequest | null, most?: number | null): Promise<ProjectRow>;
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
  /** Replaces what is proposed for the chat, without what was refused. Does not count as a change of the project. */
  propose(id: string, found: Omit<StoredProposals, 'refused'>): Promise<void>;
  /** Proposes a question no more. Does not count as a change of the project. */
  refuseProposal(id: string, question: string): Promise<void>;
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

/** The pictures of widgets. `content` is base64. */
export const widgetImages = table(
  'widget_images',
  { projectId: text, kind: oneOf<WidgetImageKind>(), name: text, content: text },
  ['projectId', 'kind'],
);

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

export const apiKeys = table('api_keys', {
  id: text,
  number: hidden(large),
  projectId: text,
  name: text,
  /** SHA-256 of the key, hex. */
  hash: text,
  /** The first characters, to tell keys apart. */
  prefix: text,
  /** What it may do. */
  scopes: json<KeyScope[]>(),
  /** Null if it does not expire. */
  expiresAt: nullable(time),
  /** From where it may be used, such as `192.0.2.0/24`; empty for everywhere. */
  addresses: json<string[]>(),
  /** SHA-256 of the secret that the last rotation replaced, and until when that is valid, too. Null before the first one. */
  formerHash: initially(null, nullable(text)),
  formerUntil: initially(null, nullable(time)),
  createdAt: time,
  lastUsedAt: initially(null, nullable(time)),
});
export type ApiKeyRow = Row<typeof apiKeys>;

export interface ApiKeys {
  /** `most`: how many the project may have; null for no limit. Throws 400 `quota_reached`. */
  create(key: NewRow<typeof apiKeys>, most?: number | null): Promise<ApiKeyRow>;
  byId(projectId: string, id: string): Promise<ApiKeyRow | null>;
  /** By the hash of its secret, or of the former one, whether that is still valid or not. */
  byHash(hash: string): Promise<ApiKeyRow | null>;
  /** Replaces the secret, which becomes the former one, if it has not been replaced meanwhile. */
  rotate(row: ApiKeyRow, next: { hash: string; prefix: string; formerUntil: number }): Promise<ApiKeyRow | null>;
  listByProject(projectId: string, paging: Paging): Promise<Page<ApiKeyRow>>;
  delete(projectId: string, id: string): Promise<boolean>;
  touch(id: string, lastUsedAt: number): Promise<void>;
}
