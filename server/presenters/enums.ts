import { WIDGET_LANGUAGES } from '../platform/widget-languages.ts';
import { choice } from './shape.ts';

export const finishReason = choice(
  'FinishReason',
  'How an answer ended. `stop`: it is complete. `unsure`: it shows only the closest passages. `refused`: the documents do not answer. `length`: it was cut off. `aborted`: the client disconnected, or the server ended it. `error`: an engine failed.',
  ['stop', 'unsure', 'refused', 'length', 'aborted', 'error'],
);

export const noSourcesReason = choice(
  'NoSourcesReason',
  'Why there was no document to search. `no_sources`: the project has none. `indexing`: the first ones are still being indexed.',
  ['no_sources', 'indexing'],
);

export const completionFinishReason = choice(
  'CompletionFinishReason',
  'How an answer ended, in the terms of OpenAI’s API.',
  ['stop', 'length'],
);

export const rating = choice('Rating', 'A reader’s rating of an answer.', ['up', 'down']);

export const feedbackState = choice(
  'FeedbackState',
  'What the owner has done with feedback. `new`: nothing; rating the answer again makes it new again. `seen`: read it. `done`: dealt with it.',
  ['new', 'seen', 'done'],
);

export const keyScope = choice(
  'KeyScope',
  'What an API key may do. `ask`: search, ask questions, rate answers and create widget tokens. `ingest`: add, change and delete sources. `read`: read sources, conversations, unanswered questions, curated answers and usage. `manage`: delete conversations, dismiss unanswered questions, sort feedback, and change curated answers and golden questions.',
  ['ask', 'ingest', 'read', 'manage'],
);

export const role = choice(
  'Role',
  'What somebody may do in a project. `viewer`: read everything but the API keys, and ask questions. `editor`: also change sources, answers and settings, and delete conversations. `owner`: also API keys, members, what limits costs and retention, transfer and deletion.',
  ['owner', 'editor', 'viewer'],
);

export const invitedRole = choice(
  'InvitedRole',
  'A role that can be given. A project has one owner; `POST …/transfer` makes another member the owner.',
  ['editor', 'viewer'],
);

export const widgetAccess = choice(
  'WidgetAccess',
  'Who may get a widget token. `token`: the owner and holders of an API key. `public`: also any page on an allowed origin.',
  ['token', 'public'],
);

export const sourceType = choice('SourceType', 'The type of a source.', ['file', 'url', 'text']);

export const sourceStatus = choice(
  'SourceStatus',
  'The status of a source: `pending` → `processing` → `completed` or `failed`. Only completed sources are searched.',
  ['pending', 'processing', 'completed', 'failed'],
);

export const ingestionStage = choice('IngestionStage', 'The stages of ingestion, in order.', [
  'queued',
  'fetch',
  'parse',
  'ocr',
  'chunk',
  'embed',
  'index',
]);

export const crawlOutcome = choice(
  'CrawlOutcome',
  'The outcome of an address that a crawl found. `waiting`: not read yet. `taken`: read; a page becomes a source of its own. `skipped`: not read or not stored, see `reason`. `failed`: could not be read.',
  ['waiting', 'taken', 'skipped', 'failed'],
);

export const batchOutcome = choice(
  'BatchOutcome',
  'What became of a file of a batch. `created`: it is a new source. `replaced`: the source has new content. `updated`: only its address or metadata are new. `unchanged`: the source was so already, and is not read again. `removed`: the source was deleted. `absent`: there is no source to remove. `refused`: see `error`.',
  ['created', 'replaced', 'updated', 'unchanged', 'removed', 'absent', 'refused'],
);

export const modelPurpose = choice(
  'ModelPurpose',
  'What a model does: find passages by their meaning, write answers, rank passages, or check sentences against their passages.',
  ['embedding', 'generation', 'reranking', 'verifying'],
);

export const modelPooling = choice(
  'ModelPooling',
  'How the vectors of a text’s tokens are combined into one: their mean, that of the first token (`cls`), or that of the last.',
  ['mean', 'cls', 'last'],
);

export const modelState = choice(
  'ModelState',
  'How much of a model is on the server’s machine. `absent`: nothing. `partial`: a part, from which a download continues. `waiting`: its download waits for another one. `downloading`: its download is in progress. `present`: all of it. Of a model of the operator’s own: `checking` while its files are read, and `changed` if they are not those that were added; it is not run then.',
  ['absent', 'partial', 'waiting', 'downloading', 'present', 'checking', 'changed'],
);

export const engineState = choice(
  'EngineState',
  'Whether an engine is on the server’s machine. `absent`: it is not. `outdated`: in another version than the server runs, or for another machine. `present`: it is.',
  ['absent', 'outdated', 'present'],
);

export const engineGpu = choice('EngineGpu', 'A graphics interface that an engine may have a build for.', [
  'cuda',
  'vulkan',
]);

export const engineDecision = choice(
  'EngineDecision',
  'What selected the engine. `setting`: an environment variable, which takes precedence. `choice`: this API or the command `models use`. `automatic`: the default.',
  ['setting', 'choice', 'automatic'],
);

export const citationSupport = choice(
  'CitationSupport',
  'How a passage supports the sentences that cite it. `quoted`: each of them stands in the passage word for word. `checked`: a model wrote at least one of them in its own words, and the checks found no contradiction between it and the passage; that is no proof.',
  ['quoted', 'checked'],
);

export const passageUse = choice(
  'PassageUse',
  'How a passage was used. `cited`: the answer cites it. `offered`: the answering engine got it but did not cite it. `dropped`: the answering engine did not get it.',
  ['cited', 'offered', 'dropped'],
);

export const passageDropped = choice(
  'PassageDropped',
  'Why a passage was not offered. `repeat`: another passage says the same. `lower`: other passages rank higher. `no_room`: the prompt was full. `refused`: the question was refused before any passage was offered.',
  ['repeat', 'lower', 'no_room', 'refused'],
);

export const refusalReason = choice(
  'RefusalReason',
  'Why a question was refused or its answer is unsure. `nothing_found`: the search found nothing. `not_confident`: the passages probably do not answer the question (`score` is below `threshold`). `no_answer`: the model says that the passages do not answer. `unsupported`: the passages support too little of what the model wrote (`score`, the share without support, is above `threshold`, or the answer cites nothing).',
  ['nothing_found', 'not_confident', 'no_answer', 'unsupported'],
);

export const webhookEventType = choice(
  'WebhookEventType',
  'What a webhook can be told. `source.completed`: a source was read. `source.failed`: it could not be. `sync.finished`: nothing of the project is being read any more. `question.unanswered`: an answer was refused or unsure. `feedback.created`: a reader rated an answer. `budget.spent`: the questions of a day are used up. `handover.created`: a visitor asks for a person. `refusals.risen`: clearly more questions are refused than before.',
  [
    'source.completed',
    'source.failed',
    'sync.finished',
    'question.unanswered',
    'feedback.created',
    'budget.spent',
    'handover.created',
    'refusals.risen',
  ],
);

export const webhookDeliveryStatus = choice(
  'WebhookDeliveryStatus',
  'The state of a message. `pending`: it waits for its next attempt. `delivered`: it was answered with 2xx. `failed`: no more attempts are made.',
  ['pending', 'delivered', 'failed'],
);

export const handoverStatus = choice(
  'HandoverStatus',
  'The state of a handover: `open` until somebody has answered it, then `closed`.',
  ['open', 'closed'],
);

export const backupPlace = choice('BackupPlace', 'Where a backup is kept.', ['folder', 'bucket']);

export const widgetLanguage = choice('WidgetLanguageTag', 'A language that the widget has texts in.', WIDGET_LANGUAGES);
