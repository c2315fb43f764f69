/** The enums of the API, shared by what it answers and what it takes. */
import { z } from 'zod';
import { decidedShape, shape } from './shape.ts';

export const finishReason = decidedShape(
  'FinishReason',
  'How an answer ended: `stop` it is whole, `unsure` it shows only the passages that come closest, `refused` the documents do not answer, `length` it was cut off, `aborted` its reader left or it was ended, `error` an engine failed. The same words everywhere.',
  z.enum(['stop', 'unsure', 'refused', 'length', 'aborted', 'error']),
);

export const noSourcesReason = decidedShape(
  'NoSourcesReason',
  'Why a refused question had no document to look in: `no_sources` there is none, `indexing` the first are still being read.',
  z.enum(['no_sources', 'indexing']),
);

export const completionFinishReason = decidedShape(
  'CompletionFinishReason',
  'How an answer ended, in the words of OpenAI’s API.',
  z.enum(['stop', 'length']),
);

export const rating = decidedShape('Rating', 'What a reader thinks of an answer.', z.enum(['up', 'down']));

export const widgetAccess = decidedShape(
  'WidgetAccess',
  'Who may get a widget token. `token`: the owner and holders of an API key. `public`: also any page on an allowed origin.',
  z.enum(['token', 'public']),
);

export const sourceType = shape('SourceType', 'Where a source comes from.', z.enum(['file', 'url', 'text']));

export const sourceStatus = shape(
  'SourceStatus',
  'How far a source is: `pending` → `processing` → `completed` or `failed`. Only what is completed is searched.',
  z.enum(['pending', 'processing', 'completed', 'failed']),
);

export const ingestionStage = decidedShape(
  'IngestionStage',
  'The stages of ingestion, in order.',
  z.enum(['queued', 'fetch', 'parse', 'chunk', 'embed', 'index']),
);

export const crawlOutcome = decidedShape(
  'CrawlOutcome',
  'What became of an address that a crawl found: `taken` it was read, a page into a source of its own; `skipped` it is not wanted; `failed` it could not be read; `waiting` its turn has not come yet.',
  z.enum(['waiting', 'taken', 'skipped', 'failed']),
);

export const modelPurpose = decidedShape(
  'ModelPurpose',
  'What a model is for: finding passages by what they mean, writing answers, or judging passages.',
  z.enum(['embedding', 'generation', 'reranking']),
);

export const modelState = decidedShape(
  'ModelState',
  'How much of a model is on the server’s machine: `absent` nothing; `partial` some of it, a download continues from there; `waiting` its download comes after another one; `downloading`; `present` all of it.',
  z.enum(['absent', 'partial', 'waiting', 'downloading', 'present']),
);

export const engineDecision = decidedShape(
  'EngineDecision',
  'Who decided what runs: a `setting` of the server (an environment variable, which wins), a `choice` made here or by the command `models use`, or nobody (`automatic`).',
  z.enum(['setting', 'choice', 'automatic']),
);

export const passageUse = decidedShape(
  'PassageUse',
  'What became of a passage: `cited` in the answer; `offered` to the answerer, which did not need it; `dropped` before that.',
  z.enum(['cited', 'offered', 'dropped']),
);

export const passageDropped = decidedShape(
  'PassageDropped',
  'Why a passage was not offered: `repeat` another says the same, `lower` others fit better, `no_room` the prompt was full, `refused` nothing was good enough to be read.',
  z.enum(['repeat', 'lower', 'no_room', 'refused']),
);

export const refusalReason = decidedShape(
  'RefusalReason',
  'Why a question was refused, or its answer unsure: `nothing_found`; `not_confident` what was found does not seem to answer, or may not (`score` below `threshold`); `no_answer` the model says that the passages do not answer; `unsupported` too little of what it wrote is supported (`score` is the share without support, above `threshold`, or nothing was cited).',
  z.enum(['nothing_found', 'not_confident', 'no_answer', 'unsupported']),
);
