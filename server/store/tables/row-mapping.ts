import type {
  ApiKeyRow,
  ConversationRow,
  CuratedAnswerRow,
  GoldenCheckRow,
  GoldenQuestionRow,
  HandoverRow,
  InvitationRow,
  ListedConversation,
  ListedUser,
  MemberRow,
  MessageRow,
  NamedAuditEntry,
  ProjectRow,
  SecondFactorRow,
  SessionRow,
  SourceRow,
  UserRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../types.ts';

/** A row as the engines return it: snake_case columns, JSON as text, booleans as 0 and 1. */
export type Raw = Record<string, string | number | null>;

const text = (raw: Raw, column: string): string => String(raw[column] ?? '');
const nullableText = (raw: Raw, column: string): string | null => (raw[column] == null ? null : text(raw, column));
const whole = (raw: Raw, column: string): number => Number(raw[column]);
const nullableWhole = (raw: Raw, column: string): number | null => (raw[column] == null ? null : whole(raw, column));
/** Parses JSON that the store has written. The compiler checked its type when it was written. */
const json = <Value>(raw: Raw, column: string): Value => JSON.parse(text(raw, column)) as Value;
const nullableJson = <Value>(raw: Raw, column: string): Value | null =>
  raw[column] == null ? null : json<Value>(raw, column);

/** JSON for a nullable column. */
export function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export function toUser(raw: Raw): UserRow {
  return {
    id: text(raw, 'id'),
    email: text(raw, 'email'),
    name: text(raw, 'name'),
    passwordHash: text(raw, 'password_hash'),
    tokenEpoch: whole(raw, 'token_epoch'),
    keptToken: nullableText(raw, 'kept_token'),
    operator: raw.operator === 1,
    deactivatedAt: nullableWhole(raw, 'deactivated_at'),
    createdAt: whole(raw, 'created_at'),
  };
}

export function toListedUser(raw: Raw): ListedUser {
  return {
    ...toUser(raw),
    projects: whole(raw, 'projects'),
    linked: whole(raw, 'identities') > 0,
    lastLoginAt: nullableWhole(raw, 'last_login_at'),
  };
}

export function toMember(raw: Raw): MemberRow {
  return {
    projectId: text(raw, 'project_id'),
    userId: text(raw, 'user_id'),
    email: text(raw, 'email'),
    name: text(raw, 'name'),
    role: text(raw, 'role') as MemberRow['role'],
    createdAt: whole(raw, 'created_at'),
    deactivated: raw.deactivated_at != null,
  };
}

export function toInvitation(raw: Raw): InvitationRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    email: nullableText(raw, 'email'),
    role: text(raw, 'role') as InvitationRow['role'],
    tokenHash: text(raw, 'token_hash'),
    createdAt: whole(raw, 'created_at'),
    expiresAt: whole(raw, 'expires_at'),
  };
}

export function toSession(raw: Raw): SessionRow {
  return {
    id: text(raw, 'id'),
    userId: text(raw, 'user_id'),
    tokenEpoch: whole(raw, 'token_epoch'),
    client: nullableText(raw, 'client'),
    addressHash: text(raw, 'address_hash'),
    createdAt: whole(raw, 'created_at'),
    lastUsedAt: whole(raw, 'last_used_at'),
    expiresAt: whole(raw, 'expires_at'),
    confirmedAt: whole(raw, 'confirmed_at'),
  };
}

export function toAuditEntry(raw: Raw): NamedAuditEntry {
  return {
    id: text(raw, 'id'),
    number: whole(raw, 'number'),
    userId: text(raw, 'user_id'),
    projectId: nullableText(raw, 'project_id'),
    at: whole(raw, 'at'),
    actor: { kind: text(raw, 'actor_kind') as NamedAuditEntry['actor']['kind'], id: nullableText(raw, 'actor_id') },
    userEmail: nullableText(raw, 'user_email'),
    actorName: nullableText(raw, 'actor_name'),
    actorEmail: nullableText(raw, 'actor_email'),
    action: text(raw, 'action'),
    outcome: text(raw, 'outcome') as NamedAuditEntry['outcome'],
    targetId: nullableText(raw, 'target_id'),
    targetName: nullableText(raw, 'target_name'),
    targetEmail: nullableText(raw, 'target_email'),
    fields: json(raw, 'fields'),
    client: nullableText(raw, 'client'),
    addressHash: nullableText(raw, 'address_hash'),
  };
}

export function toSecondFactor(raw: Raw): SecondFactorRow {
  return {
    userId: text(raw, 'user_id'),
    secret: text(raw, 'secret'),
    enabledAt: nullableWhole(raw, 'enabled_at'),
  };
}

/** With the settings that the widgets of older versions lack, last, as a new project has them. */
function toWidget(raw: Raw): ProjectRow['widget'] {
  const {
    launcher_label = '',
    keep_history = false,
    texts = [],
    ...others
  } = json<ProjectRow['widget']>(raw, 'widget');
  return { ...others, launcher_label, keep_history, texts };
}

export const toSeenOrigins = (raw: Raw): ProjectRow['widgetOrigins'] => nullableJson(raw, 'widget_origins') ?? [];

/** A project's pictures, as far as they are known without their content. */
export const toWidgetImages = (raw: Raw): ProjectRow['widgetImages'] =>
  nullableJson(raw, 'widget_images') ?? { logo: null, avatar: null };

export function toProject(raw: Raw): ProjectRow {
  return {
    id: text(raw, 'id'),
    userId: text(raw, 'user_id'),
    name: text(raw, 'name'),
    description: text(raw, 'description'),
    allowedOrigins: json(raw, 'allowed_origins'),
    widgetAccess: text(raw, 'widget_access') as ProjectRow['widgetAccess'],
    language: text(raw, 'language'),
    widget: toWidget(raw),
    openOriginals: raw.open_originals === 1,
    dailyBudget: nullableJson(raw, 'daily_budget'),
    retentionDays: nullableWhole(raw, 'retention_days'),
    handover: nullableJson(raw, 'handover'),
    recordPages: raw.record_pages === 1,
    alertMails: raw.alert_mails === 1,
    widgetOrigins: toSeenOrigins(raw),
    widgetImages: toWidgetImages(raw),
    quotas: nullableJson(raw, 'quotas'),
    usage: { requests: whole(raw, 'usage_requests'), tokens_total: whole(raw, 'usage_tokens') },
    widgetEpoch: whole(raw, 'widget_epoch'),
    createdAt: whole(raw, 'created_at'),
    updatedAt: whole(raw, 'updated_at'),
  };
}

export function toApiKey(raw: Raw): ApiKeyRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    name: text(raw, 'name'),
    hash: text(raw, 'hash'),
    prefix: text(raw, 'prefix'),
    scopes: json(raw, 'scopes'),
    expiresAt: nullableWhole(raw, 'expires_at'),
    addresses: json(raw, 'addresses'),
    formerHash: nullableText(raw, 'former_hash'),
    formerUntil: nullableWhole(raw, 'former_until'),
    createdAt: whole(raw, 'created_at'),
    lastUsedAt: nullableWhole(raw, 'last_used_at'),
  };
}

export function toSource(raw: Raw): SourceRow {
  const type = text(raw, 'type') as SourceRow['type'];
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    type,
    status: text(raw, 'status') as SourceRow['status'],
    metadata: json(raw, 'metadata'),
    externalId: nullableText(raw, 'external_id'),
    url: nullableText(raw, 'url'),
    labels: nullableJson(raw, 'labels') ?? {},
    fileId: nullableText(raw, 'file_id'),
    contentHash: nullableText(raw, 'content_hash'),
    chunksCount: whole(raw, 'chunks_count'),
    progress: nullableJson(raw, 'progress'),
    reading: nullableJson(raw, 'reading'),
    error: nullableJson(raw, 'error'),
    createdAt: whole(raw, 'created_at'),
    updatedAt: whole(raw, 'updated_at'),
    completedAt: nullableWhole(raw, 'completed_at'),
    ...(type === 'url' && {
      web: {
        parentId: nullableText(raw, 'parent_id'),
        crawl: nullableJson(raw, 'crawl'),
        refreshHours: nullableWhole(raw, 'refresh_hours'),
        validators: nullableJson(raw, 'validators'),
      },
    }),
  };
}

export function toCuratedAnswer(raw: Raw): CuratedAnswerRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    question: text(raw, 'question'),
    wordings: json(raw, 'wordings'),
    answer: text(raw, 'answer'),
    enabled: raw.enabled === 1,
    expiresAt: nullableWhole(raw, 'expires_at'),
    reviewAt: nullableWhole(raw, 'review_at'),
    uses: whole(raw, 'uses'),
    lastUsedAt: nullableWhole(raw, 'last_used_at'),
    createdAt: whole(raw, 'created_at'),
    updatedAt: whole(raw, 'updated_at'),
  };
}

export function toGoldenQuestion(raw: Raw): GoldenQuestionRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    question: text(raw, 'question'),
    text: nullableText(raw, 'expected_text'),
    source: nullableText(raw, 'expected_source'),
    refused: raw.refused === 1,
    createdAt: whole(raw, 'created_at'),
  };
}

export function toGoldenCheck(raw: Raw): GoldenCheckRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    state: text(raw, 'state') as GoldenCheckRow['state'],
    total: whole(raw, 'total'),
    results: json(raw, 'results'),
    startedAt: whole(raw, 'started_at'),
    seenAt: whole(raw, 'seen_at'),
    endedAt: nullableWhole(raw, 'ended_at'),
  };
}

export function toConversation(raw: Raw): ConversationRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    visitorId: nullableText(raw, 'visitor_id'),
    createdAt: whole(raw, 'created_at'),
    updatedAt: whole(raw, 'updated_at'),
  };
}

export function toListedConversation(raw: Raw): ListedConversation {
  return {
    ...toConversation(raw),
    title: text(raw, 'title'),
    messages: whole(raw, 'last_seq'),
    refused: whole(raw, 'refused'),
    unsure: whole(raw, 'unsure'),
    up: whole(raw, 'up'),
    down: whole(raw, 'down'),
  };
}

/** An unfinished answer whose writer has missed its heartbeat by `now` counts as aborted. */
export function toMessage(raw: Raw, now: number): MessageRow {
  const abandoned = text(raw, 'role') === 'assistant' && (nullableWhole(raw, 'written_until') ?? 0) <= now;
  return {
    id: text(raw, 'id'),
    conversationId: text(raw, 'conversation_id'),
    seq: whole(raw, 'seq'),
    role: text(raw, 'role') as MessageRow['role'],
    text: text(raw, 'text'),
    citations: json(raw, 'citations'),
    finishReason: (nullableText(raw, 'finish_reason') as MessageRow['finishReason']) ?? (abandoned ? 'aborted' : null),
    reason: nullableText(raw, 'reason'),
    certainty: raw.certainty == null ? null : Number(raw.certainty),
    curatedId: nullableText(raw, 'curated_id'),
    pageUrl: nullableText(raw, 'page_url'),
    usage: nullableJson(raw, 'usage'),
    rating: nullableText(raw, 'rating') as MessageRow['rating'],
    comment: nullableText(raw, 'comment'),
    createdAt: whole(raw, 'created_at'),
  };
}

export function toWebhookEndpoint(raw: Raw): WebhookEndpointRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    url: text(raw, 'url'),
    description: text(raw, 'description'),
    events: json(raw, 'events'),
    secret: text(raw, 'secret'),
    formerSecret: nullableText(raw, 'former_secret'),
    formerUntil: nullableWhole(raw, 'former_until'),
    enabled: raw.enabled === 1,
    disabledReason: nullableText(raw, 'disabled_reason') as WebhookEndpointRow['disabledReason'],
    failingSince: nullableWhole(raw, 'failing_since'),
    createdAt: whole(raw, 'created_at'),
    updatedAt: whole(raw, 'updated_at'),
  };
}

export function toWebhookDelivery(raw: Raw): WebhookDeliveryRow {
  return {
    id: text(raw, 'id'),
    endpointId: text(raw, 'endpoint_id'),
    projectId: text(raw, 'project_id'),
    event: text(raw, 'event') as WebhookDeliveryRow['event'],
    payload: json(raw, 'payload'),
    status: text(raw, 'status') as WebhookDeliveryRow['status'],
    attempts: whole(raw, 'attempt'),
    dueAt: whole(raw, 'due_at'),
    attemptedAt: nullableWhole(raw, 'attempted_at'),
    responseStatus: nullableWhole(raw, 'response_status'),
    responseText: nullableText(raw, 'response_text'),
    error: nullableText(raw, 'error'),
    milliseconds: nullableWhole(raw, 'milliseconds'),
    createdAt: whole(raw, 'created_at'),
  };
}

export function toHandover(raw: Raw): HandoverRow {
  return {
    id: text(raw, 'id'),
    projectId: text(raw, 'project_id'),
    conversationId: nullableText(raw, 'conversation_id'),
    visitorId: text(raw, 'visitor_id'),
    email: text(raw, 'email'),
    question: text(raw, 'question'),
    pageUrl: nullableText(raw, 'page_url'),
    consent: text(raw, 'consent'),
    status: text(raw, 'status') as HandoverRow['status'],
    assignee: nullableText(raw, 'assignee'),
    createdAt: whole(raw, 'created_at'),
    updatedAt: whole(raw, 'updated_at'),
    closedAt: nullableWhole(raw, 'closed_at'),
  };
}
