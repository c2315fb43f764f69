import { readFileSync } from 'node:fs';
import type * as Contract from '@footnote/sdk/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { generatedFiles } from '../../.build/contract.ts';
import { contractTypes } from '../../.build/contract-types.ts';
import { methodTable, sdkMethods } from '../../.build/sdk-methods.ts';
import { createApiDocument } from '../../server/http/openapi/api-document.ts';
import { createRoutes, endpointsOf } from '../../server/http/routes.ts';
import type * as chat from '../../server/presenters/chat.ts';
import type * as conversations from '../../server/presenters/conversations.ts';
import type * as projects from '../../server/presenters/projects.ts';
import type * as server from '../../server/presenters/server.ts';
import type * as models from '../../server/presenters/server-models.ts';
import { field, shape } from '../../server/presenters/shape.ts';
import type * as sources from '../../server/presenters/sources.ts';
import type * as stream from '../../server/presenters/stream.ts';
import type * as trace from '../../server/presenters/trace.ts';
import type * as unanswered from '../../server/presenters/unanswered.ts';
import type * as usage from '../../server/presenters/usage.ts';

describe('the contract', () => {
  it('is up to date with the rules of the routes, like the methods of the SDK', () => {
    for (const { file, content } of generatedFiles())
      expect(readFileSync(file, 'utf8'), 'It is stale: run `npm run build:contract`.').toBe(content);
  });

  it('keeps every name that applications may have imported', () => {
    const names = ['common', 'generated', 'queries'].flatMap((name) => {
      const code = readFileSync(new URL(`../../sdk/src/contract/${name}.ts`, import.meta.url), 'utf8');
      return [...code.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, exported]) => exported);
    });
    expect(NAMES.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has the types that the compiler infers from the schemas', () => {
    expectTypeOf<Contract.Project>().toEqualTypeOf<z.output<typeof projects.project>>();
    expectTypeOf<Contract.Source>().toEqualTypeOf<z.output<typeof sources.source>>();
    expectTypeOf<Contract.SourceCounts>().toEqualTypeOf<z.output<typeof sources.sourceCounts>>();
    expectTypeOf<Contract.CrawledUrl>().toEqualTypeOf<z.output<typeof sources.crawledUrl>>();
    expectTypeOf<Contract.ChatAnswer>().toEqualTypeOf<z.output<typeof chat.chatAnswer>>();
    expectTypeOf<Contract.ChatCompletion>().toEqualTypeOf<z.output<typeof chat.chatCompletion>>();
    expectTypeOf<Contract.StreamPart>().toEqualTypeOf<z.output<typeof stream.uiMessageStream.lines>>();
    expectTypeOf<Contract.Message>().toEqualTypeOf<z.output<typeof conversations.message>>();
    expectTypeOf<Contract.ExportedMessage>().toEqualTypeOf<z.output<typeof conversations.exportedMessage>>();
    expectTypeOf<Contract.AnswerTrace>().toEqualTypeOf<z.output<typeof trace.answerTrace>>();
    expectTypeOf<Contract.WeakAnswerGroup>().toEqualTypeOf<z.output<typeof unanswered.weakAnswerGroup>>();
    expectTypeOf<Contract.UnansweredGroup>().toEqualTypeOf<z.output<typeof unanswered.unansweredGroup>>();
    expectTypeOf<Contract.UsageReport>().toEqualTypeOf<z.output<typeof usage.usageReport>>();
    expectTypeOf<Contract.ServerState>().toEqualTypeOf<z.output<typeof server.wholeServerState>>();
    expectTypeOf<Contract.ServerModels>().toEqualTypeOf<z.output<typeof models.serverModels>>();
  });

  it('accepts what applications send', () => {
    expectTypeOf<Contract.CreateSourceRequest>().toEqualTypeOf<
      | { type: 'url'; url: string; crawl?: Contract.CrawlOptions; refresh_hours?: number | null }
      | { type: 'text'; title: string; text: string }
    >();
    expectTypeOf<Contract.UpdateProjectRequest['widget']>().toEqualTypeOf<
      Partial<Contract.WidgetSettings> | undefined
    >();
    expectTypeOf<Contract.UpdateProjectRequest['daily_budget']>().toEqualTypeOf<
      Partial<Contract.DailyBudget> | null | undefined
    >();
    expectTypeOf<Required<Contract.CrawlOptions>>().toEqualTypeOf<Contract.Crawl>();
    expectTypeOf<Contract.ChatRequest>().toEqualTypeOf<{
      query: string;
      conversation_id?: string | null;
      stream?: boolean;
      filter?: Contract.SearchFilter;
      page_url?: string;
      correct?: boolean;
    }>();
  });
});

describe('a type of the contract', () => {
  const at = { type: 'string', format: 'date-time' } as const;

  it('refers to named parts, and shows what is optional, null, a union or a list', () => {
    const text = contractTypes({
      Part: { type: 'object', properties: { at }, required: ['at'] },
      Whole: {
        type: 'object',
        properties: {
          part: { $ref: '#/components/schemas/Part' },
          parts: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] } },
          pair: { type: 'array', prefixItems: [{ type: 'integer' }, { type: ['string', 'null'] }] },
          kind: { type: 'string', enum: ['one', 'two'] },
          always: { const: 7 },
          changes: { type: 'object', properties: { at } },
          other: { type: 'object', properties: { on: { type: 'boolean' } } },
        },
        required: ['part', 'always'],
      },
    });
    expect(text.replace(/\s+/g, ' ').trim()).toBe(
      'export interface Part { at: Timestamp; } export interface Whole { part: Part; parts?: (Part | null)[]; ' +
        "pair?: [number,string | null]; kind?: 'one' | 'two'; always: 7; changes?: Partial<Part>; " +
        'other?: { on?: boolean; }; }',
    );
  });

  it('has its description as a comment', () => {
    const fields = { type: 'object', properties: { one: { type: 'string', description: 'First.' } } } as const;
    expect(contractTypes({ Specified: { ...fields, description: 'All `*/`.' } })).toBe(
      '\n/** All `*\\/`. */\nexport interface Specified {\n/** First. */\none?: string;\n}\n',
    );
    const long = contractTypes({ Long: { type: 'string', description: 'word '.repeat(60).trim() } });
    expect(long).toMatch(/^\n\/\*\*\n( \* (word ?)+\n){3} \*\/\nexport type Long = string;\n$/);
    expect(Math.max(...long.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('is refused for an unsupported schema', () => {
    expect(() => contractTypes({ Odd: { not: {} } })).toThrow('No type is known');
  });
});

describe('a method of the SDK', () => {
  const note = shape('Note', 'A note.', { id: z.string() });
  const body = shape('CreateNoteRequest', 'A new note.', { text: field(z.string(), 'The text.', 'Hi.') });
  const rule = { tag: 'Projects', accepts: ['user'], limit: 'general', resource: 'project' } as const;
  const routes = createRoutes('/v1/projects/:project_id')
    .get(
      '/notes/:webhook_id',
      {
        ...rule,
        name: 'notes.retrieve',
        summary: 'Search a note',
        sdk: { method: 'projects.notes.retrieve' },
        answers: { 200: note },
      },
      () => ({ status: 200, body: { id: 'note_1' } }),
    )
    .post(
      '/notes',
      {
        ...rule,
        name: 'notes.create',
        summary: 'Create a note',
        sdk: { method: 'projects.notes.create', says: 'Notes a text.', once: true },
        body,
        answers: { 201: note },
      },
      () => ({ status: 201, body: { id: 'note_1' } }),
    )
    .delete(
      '/notes',
      {
        ...rule,
        name: 'notes.clear',
        summary: 'Clear the notes',
        sdk: { method: 'projects.notes.clear', byHand: true },
        answers: { 200: note },
      },
      () => ({ status: 200, body: { id: 'note_1' } }),
    );
  const endpoints = endpointsOf(routes.list);
  const perMinute = { general: 0, chat: 0, search: 0, ingestion: 0 };
  const text = [...sdkMethods(endpoints, createApiDocument(endpoints, { version: '', perMinute })).values()].join('\n');

  it('has its path, parameters, body and types from the rule of its route', () => {
    expect(text).toContain('retrieve(projectId: string, webhookId: string, options?: RequestOptions): Promise<Note> {');
    expect(text).toContain(
      `return this.request({ path: path\`/projects/\${projectId}/notes/\${webhookId}\` }, options);`,
    );
    expect(text).toContain(
      'create(projectId: string, body: CreateNoteRequest, options?: RequestOptions): Promise<Note>',
    );
    expect(text).toContain(
      `this.request({ method: 'POST', path: path\`/projects/\${projectId}/notes\`, body, once: true }, options)`,
    );
  });

  it('has the words and the example of the rule, or what the summary and the example of its body say', () => {
    expect(text).toContain(
      ' * Searches a note.\n * @example\n * await owner.projects.notes.retrieve(projectId, webhookId);',
    );
    expect(text).toContain(
      " * Notes a text.\n * @example\n * await owner.projects.notes.create(projectId, { text: 'Hi.' });",
    );
    expect(text).toContain('/** A note. */\nexport class Notes extends Resource {');
  });

  it('is left out where it is written by hand, but listed', () => {
    expect(text).not.toContain('clear(');
    expect(methodTable(endpoints)).toContain('| `projects` | `notes.retrieve` `notes.create` `notes.clear` |');
  });
});

const NAMES = [
  'AcceptedInvitation', 'AccessToken', 'AddEngineRequest', 'AnswerTrace', 'ApiKey', 'AskedPage', 'AuditEntry',
  'AuditExportQuery', 'AuditFilter', 'AuditQuery', 'BackupExamination', 'BackupFailure', 'BackupLink', 'BackupPlace',
  'BackupSchedule', 'BackupTask', 'BackupUpload', 'BatchEntry', 'BatchOutcome', 'BatchReport', 'BatchedSource', 'BudgetSpentEvent',
  'ChatAnswer', 'ChatCompletion', 'ChatCompletionChunk', 'ChatCompletionMessage', 'ChatCompletionRequest',
  'ChatCompletionStreamPart', 'ChatRequest', 'ChosenModelServer', 'Citation', 'CitationSupport', 'CitationsPart',
  'CitedSource', 'CompletionFinishReason', 'ConfirmRequest', 'Confirmed', 'Conversation', 'ConversationFilter',
  'ConversationQuery', 'ConversationsDeleted', 'CorrectedPart', 'CorrectedQuestion', 'Crawl', 'CrawlOptions', 'CrawlOutcome', 'CrawlQuery', 'CrawledUrl',
  'CreateApiKeyRequest', 'CreateBackupRequest', 'CreateBackupUploadRequest', 'CreateCuratedAnswerRequest',
  'CreateGoldenQuestionRequest', 'CreateHandoverRequest', 'CreateInvitationRequest', 'CreateProjectRequest', 'CreateSourceRequest',
  'CreateUrlRequest', 'CreateWebhookRequest', 'CreateWidgetTokenRequest', 'CreatedApiKey', 'CreatedInvitation',
  'CreatedWebhook', 'CuratedAnswer', 'CuratedAnswerMatch', 'CuratedAnswersImported', 'CuratedLink', 'CuratedPart',
  'DailyBudget', 'DailyUsage', 'DeleteConversationsQuery', 'DeleteUserRequest', 'Deleted', 'DismissRequest',
  'Dismissed', 'DroppedClaim', 'EnableSecondFactorRequest', 'EngineDecision', 'EngineGpu', 'EngineOnOffer',
  'EngineState', 'ErrorBody', 'ErrorDataPart', 'ErrorPart', 'ExaminedModel', 'ExportFormat', 'ExportQuery', 'ExportedCitation',
  'ExportedMessage', 'Feedback', 'FeedbackCreatedEvent', 'FeedbackEntry', 'FeedbackQuery', 'FeedbackRequest',
  'FeedbackSorted', 'FeedbackState', 'FieldError', 'FinishPart', 'FinishReason', 'FinishedRestore',
  'FoundModelServer', 'FoundModelServers', 'GoldenCheck', 'GoldenQuestion', 'GoldenResult', 'Handover',
  'HandoverCreatedEvent', 'HandoverForm', 'HandoverQuery', 'HandoverReceipt', 'HandoverSettings', 'HandoverStatus',
  'Health', 'ImportCuratedAnswersRequest', 'IndexedPassage', 'IngestionStage', 'Invitation', 'InvitationTokenRequest',
  'InvitedRole', 'KeptBackup', 'KeyScope', 'LeftOut', 'LinkProviderRequest', 'List', 'ListQuery', 'ListedUser', 'LoggedOut',
  'LoginRequest', 'MatchCuratedAnswerRequest', 'McpMessage', 'Member', 'Message', 'Model', 'ModelCheck', 'ModelList',
  'ModelProbe', 'ModelPurpose', 'ModelServerRequest', 'ModelState', 'ModelTrial', 'ModelTrialRequest', 'NearPassage',
  'NewPasswordRequest', 'NoSourcesReason', 'OpenAiErrorBody', 'OpenInvitation', 'OwnMetadata', 'PassageDropped',
  'PassageReading',
  'PassageUse', 'PasswordResetDone', 'PasswordResetRequest', 'PasswordResetRequested', 'Percentiles',
  'PlannedRestore', 'ProbeVerdict', 'Project', 'ProjectOverview', 'ProjectQuotas', 'ProjectUsage', 'ProviderLink',
  'ProviderSignIn', 'ProviderSignInRequest', 'PutTextRequest', 'QuestionUnansweredEvent', 'QuotaState', 'Rating',
  'ReEmbedding', 'Readiness', 'ReadingWarning', 'RecoveryCodes', 'RefusalAlert', 'RefusalReason', 'RefusalsRisenEvent',
  'RegisterRequest', 'ReplaceTextRequest', 'Restarting', 'RestoreBackupRequest', 'RestorePreview', 'Role', 'RotateApiKeyRequest',
  'RotateWebhookSecretRequest', 'ScheduleBackupsRequest', 'SearchFilter', 'SearchRequest', 'SearchResult',
  'SearchResults', 'SecondFactor', 'SecondFactorSetup', 'ServedModelRequest', 'ServedModels', 'ServerBackups',
  'ServerEngine', 'ServerEngineState', 'ServerFinding', 'ServerInstallation', 'ServerModel', 'ServerModels', 'ServerProjectQuery',
  'ServerRestart', 'ServerState', 'Session', 'SessionsEnded', 'SetQuotasRequest', 'Setup', 'SortFeedbackRequest', 'Source',
  'SourceCompletedEvent', 'SourceCounts', 'SourceDocumentPart', 'SourceError', 'SourceFailedEvent', 'SourceMetadata',
  'SourceProgress', 'SourceQuery', 'SourceReading', 'SourceStatus', 'SourceType', 'StartPart', 'StatusPart', 'StoredProject',
  'StreamPart', 'SuggestionsPart', 'SyncFinishedEvent', 'TextDeltaPart', 'TextEndPart', 'TextRange', 'TextStartPart',
  'Timestamp', 'TokenUsage', 'TopQuestion', 'TracedClaim', 'TracedPassage', 'TracedQuestion', 'TracedTimings',
  'TracedVerdict', 'TransferProjectRequest', 'Transferred', 'UnansweredGroup', 'UnansweredQuery',
  'UnansweredQuestion', 'UnsupportedPart', 'UpdateCuratedAnswerRequest', 'UpdateHandoverRequest',
  'UpdateMemberRequest', 'UpdateProjectRequest', 'UpdateSourceRequest', 'UpdateUserRequest', 'UpdateWebhookRequest',
  'UsageCounts', 'UsageQuery', 'UsageReport', 'UseModelRequest', 'UseServedModelRequest', 'UsedCuratedAnswer', 'User', 'UserQuery', 'UserState', 'VerdictPart', 'WeakAnswer',
  'WeakAnswerGroup',
  'Webhook', 'WebhookDelivery', 'WebhookDeliveryQuery', 'WebhookDeliveryStatus', 'WebhookEvent', 'WebhookEventType',
  'WebhookTestEvent', 'WidgetAccess', 'WidgetConfig', 'WidgetImage', 'WidgetImageKind', 'WidgetImages',
  'WidgetLanguageTag', 'WidgetOrigin', 'WidgetRevoked',
  'WidgetSettings', 'WidgetTexts', 'WidgetToken',
]; // biome-ignore format: a list of names
