import { z } from 'zod';
import { WIDGET_LANGUAGES } from '../platform/widget-languages.ts';
import { shape } from './shape.ts';

export const finishReason = shape(
  'FinishReason',
  'How an answer ended. `stop`: it is complete. `unsure`: it shows only the closest passages. `refused`: the documents do not answer. `length`: it was cut off. `aborted`: the client disconnected, or the server ended it. `error`: an engine failed.',
  z.enum(['stop', 'unsure', 'refused', 'length', 'aborted', 'error']),
);

export const noSourcesReason = shape(
  'NoSourcesReason',
  'Why there was no document to search. `no_sources`: the project has none. `indexing`: the first ones are still being indexed.',
  z.enum(['no_sources', 'indexing']),
);

export const completionFinishReason = shape(
  'CompletionFinishReason',
  'How an answer ended, in the terms of OpenAI’s API.',
  z.enum(['stop', 'length']),
);

export const rating = shape('Rating', 'A reader’s rating of an answer.', z.enum(['up', 'down']));

export const feedbackState = shape(
  'FeedbackState',
  'What the owner has done with feedback. `new`: nothing; rating the answer again makes it new again. `seen`: read it. `done`: dealt with it.',
  z.enum(['new', 'seen', 'done']),
);

export const keyScope = shape(
  'KeyScope',
  'What an API key may do. `ask`: search, ask questions, rate answers and create widget tokens. `ingest`: add, change and delete sources. `read`: read sources, conversations, unanswered questions, curated answers and usage. `manage`: delete conversations, dismiss unanswered questions, sort feedback, and change curated answers and golden questions.',
  z.enum(['ask', 'ingest', 'read', 'manage']),
);

export const role = shape(
  'Role',
  'What somebody may do in a project. `viewer`: read everything but the API keys, and ask questions. `editor`: also change sources, answers and settings, and delete conversations. `owner`: also API keys, members, what limits costs and retention, transfer and deletion.',
  z.enum(['owner', 'editor', 'viewer']),
);

export const invitedRole = shape(
  'InvitedRole',
  'A role that can be given. A project has one owner; `POST …/transfer` makes another member the owner.',
  z.enum(['editor', 'viewer']),
);

export const widgetAccess = shape(
  'WidgetAccess',
  'Who may get a widget token. `token`: the owner and holders of an API key. `public`: also any page on an allowed origin.',
  z.enum(['token', 'public']),
);

export const sourceType = shape('SourceType', 'The type of a source.', z.enum(['file', 'url', 'text']));

export const sourceStatus = shape(
  'SourceStatus',
  'The status of a source: `pending` → `processing` → `completed` or `failed`. Only completed sources are searched.',
  z.enum(['pending', 'processing', 'completed', 'failed']),
);

export const ingestionStage = shape(
  'IngestionStage',
  'The stages of ingestion, in order.',
  z.enum(['queued', 'fetch', 'parse', 'ocr', 'chunk', 'embed', 'index']),
);

export const crawlOutcome = shape(
  'CrawlOutcome',
  'The outcome of an address that a crawl found. `waiting`: not read yet. `taken`: read; a page becomes a source of its own. `skipped`: not read or not stored, see `reason`. `failed`: could not be read.',
  z.enum(['waiting', 'taken', 'skipped', 'failed']),
);

export const batchOutcome = shape(
  'BatchOutcome',
  'What became of a file of a batch. `created`: it is a new source. `replaced`: the source has new content. `updated`: only its address or metadata are new. `unchanged`: the source was so already, and is not read again. `removed`: the source was deleted. `absent`: there is no source to remove. `refused`: see `error`.',
  z.enum(['created', 'replaced', 'updated', 'unchanged', 'removed', 'absent', 'refused']),
);

export const modelPurpose = shape(
  'ModelPurpose',
  'What a model does: find passages by their meaning, write answers, rank passages, or check sentences against their passages.',
  z.enum(['embedding', 'generation', 'reranking', 'verifying']),
);

export const modelState = shape(
  'ModelState',
  'How much of a model is on the server’s machine. `absent`: nothing. `partial`: a part, from which a download continues. `waiting`: its download waits for another one. `downloading`: its download is in progress. `present`: all of it.',
  z.enum(['absent', 'partial', 'waiting', 'downloading', 'present']),
);

export const engineState = shape(
  'EngineState',
  'Whether an engine is on the server’s machine. `absent`: it is not. `outdated`: in another version than the server runs, or for another machine. `present`: it is.',
  z.enum(['absent', 'outdated', 'present']),
);

export const engineGpu = shape(
  'EngineGpu',
  'A graphics interface that an engine may have a build for.',
  z.enum(['cuda', 'vulkan']),
);

export const engineDecision = shape(
  'EngineDecision',
  'What selected the engine. `setting`: an environment variable, which takes precedence. `choice`: this API or the command `models use`. `automatic`: the default.',
  z.enum(['setting', 'choice', 'automatic']),
);

export const citationSupport = shape(
  'CitationSupport',
  'How a passage supports the sentences that cite it. `quoted`: each of them stands in the passage word for word. `checked`: a model wrote at least one of them in its own words, and the checks found no contradiction between it and the passage; that is no proof.',
  z.enum(['quoted', 'checked']),
);

export const passageUse = shape(
  'PassageUse',
  'How a passage was used. `cited`: the answer cites it. `offered`: the answering engine got it but did not cite it. `dropped`: the answering engine did not get it.',
  z.enum(['cited', 'offered', 'dropped']),
);

export const passageDropped = shape(
  'PassageDropped',
  'Why a passage was not offered. `repeat`: another passage says the same. `lower`: other passages rank higher. `no_room`: the prompt was full. `refused`: the question was refused before any passage was offered.',
  z.enum(['repeat', 'lower', 'no_room', 'refused']),
);

export const refusalReason = shape(
  'RefusalReason',
  'Why a question was refused or its answer is unsure. `nothing_found`: the search found nothing. `not_confident`: the passages probably do not answer the question (`score` is below `threshold`). `no_answer`: the model says that the passages do not answer. `unsupported`: the passages support too little of what the model wrote (`score`, the share without support, is above `threshold`, or the answer cites nothing).',
  z.enum(['nothing_found', 'not_confident', 'no_answer', 'unsupported']),
);

export const webhookEventType = shape(
  'WebhookEventType',
  'What a webhook can be told. `source.completed`: a source was read. `source.failed`: it could not be. `sync.finished`: nothing of the project is being read any more. `question.unanswered`: an answer was refused or unsure. `feedback.created`: a reader rated an answer. `budget.spent`: the questions of a day are used up. `handover.created`: a visitor asks for a person. `refusals.risen`: clearly more questions are refused than before.',
  z.enum([
    'source.completed',
    'source.failed',
    'sync.finished',
    'question.unanswered',
    'feedback.created',
    'budget.spent',
    'handover.created',
    'refusals.risen',
  ]),
);

export const webhookDeliveryStatus = shape(
  'WebhookDeliveryStatus',
  'The state of a message. `pending`: it waits for its next attempt. `delivered`: it was answered with 2xx. `failed`: no more attempts are made.',
  z.enum(['pending', 'delivered', 'failed']),
);

export const handoverStatus = shape(
  'HandoverStatus',
  'The state of a handover: `open` until somebody has answered it, then `closed`.',
  z.enum(['open', 'closed']),
);

export const backupPlace = shape('BackupPlace', 'Where a backup is kept.', z.enum(['folder', 'bucket']));

export const widgetLanguage = shape(
  'WidgetLanguageTag',
  'A language that the widget has texts in.',
  z.enum(WIDGET_LANGUAGES),
);
