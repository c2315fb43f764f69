import type { SourceDocumentPart } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { SourceRow } from '../store/types.ts';
import {
  citation,
  corrected,
  correctedQuestion,
  kept,
  nearest,
  reasonOfRefusal,
  textRange,
  tokenUsage,
} from './chat.ts';
import { openAiErrorBody } from './common.ts';
import { curated, usedCuratedAnswer } from './curated-answers.ts';
import { completionFinishReason, finishReason } from './enums.ts';
import { count, field, id, named, optional, shape, text } from './shape.ts';

const textId = text('The id of the text.', 't1');

const transient = field(z.literal(true), 'The part is sent once and is not stored with the message.');

const startPart = shape('StartPart', 'The first part of every stream.', {
  type: z.literal('start'),
  messageId: id('msg', 'The answer’s id.'),
  messageMetadata: field(
    z.strictObject({
      conversation_id: id(
        'conv',
        'The conversation’s id. Send it with the next question, which may then refer to this one.',
      ),
    }),
    'The conversation of the answer.',
  ),
});

const textStartPart = shape('TextStartPart', 'The text begins.', { type: z.literal('text-start'), id: textId });

const textDeltaPart = shape('TextDeltaPart', 'The next piece of the text.', {
  type: z.literal('text-delta'),
  id: textId,
  delta: text('The text to append.', 'The warranty lasts two years.'),
});

const textEndPart = shape('TextEndPart', 'The text is complete.', { type: z.literal('text-end'), id: textId });

const citationsPart = shape(
  'CitationsPart',
  'The citations so far. It is sent before the first marker that refers to it.',
  {
    type: z.literal('data-citations'),
    id: z.literal('citations'),
    data: field(z.array(citation), 'The whole list so far. The last one is the complete list of the answer.'),
  },
);

const curatedPart = shape('CuratedPart', 'The owner has written the answer. Sent before the text, and only then.', {
  type: z.literal('data-curated'),
  id: z.literal('curated'),
  data: usedCuratedAnswer,
});

const correctedPart = shape(
  'CorrectedPart',
  'The question was misspelt, and is answered as corrected. Sent before the text, and only then.',
  { type: z.literal('data-corrected'), id: z.literal('corrected'), data: correctedQuestion },
);

const verdictPart = shape(
  'VerdictPart',
  'The checks ended in a refusal (`refused`), or dropped a part of the answer or put the closest passages in its place (`revised`). `response` replaces all text sent before.',
  {
    type: z.literal('data-verdict'),
    id: z.literal('verdict'),
    data: field(
      z.strictObject({ verdict: z.enum(['refused', 'revised']), response: z.string() }),
      '`response` replaces all text sent before.',
      { verdict: 'refused', response: 'The documents do not say.' },
    ),
  },
);

const suggestionsPart = shape('SuggestionsPart', 'Suggested next questions. Not sent if there are none.', {
  type: z.literal('data-suggestions'),
  id: z.literal('suggestions'),
  data: field(z.array(z.string()), 'Up to three suggested next questions.', ['What does the warranty cover?']),
});

const unsupportedPart = shape(
  'UnsupportedPart',
  'The parts of the answer that no cited passage supports. Not sent if there are none.',
  {
    type: z.literal('data-unsupported'),
    id: z.literal('unsupported'),
    data: field(z.array(textRange), 'Ranges of the whole text.'),
  },
);

const statusPart = shape('StatusPart', 'The question waits in the queue.', {
  type: z.literal('data-status'),
  id: z.literal('status'),
  data: field(
    z.strictObject({ position: count('The position in the queue.', 2) }),
    'The position in the queue. 1 is next.',
  ),
  transient,
});

const sourceDocumentPart = shape('SourceDocumentPart', 'A source that the answer cites. Each source is sent once.', {
  type: z.literal('source-document'),
  sourceId: id('src', 'The source’s id.'),
  mediaType: text('The source’s media type.', 'application/pdf'),
  title: text('The source’s title.', 'Product manual'),
  filename: text('The file’s name, if the source is a file.', 'manual.pdf').exactOptional(),
});

const finishPart = shape('FinishPart', 'The last part of every complete answer.', {
  type: z.literal('finish'),
  messageMetadata: field(
    z.strictObject({
      finish_reason: finishReason,
      reason: reasonOfRefusal,
      kept,
      nearest,
      usage: tokenUsage,
    }),
    '`finish_reason`: how the answer ended. `reason`: why there was no document to search, for a refusal. `kept`: `false` if the answer could not be stored. `nearest`: where to look instead. `usage`: the tokens of the answer.',
  ),
});

const errorDataPart = shape('ErrorDataPart', 'The answer failed. An `error` part follows.', {
  type: z.literal('data-error'),
  data: field(
    z.strictObject({ code: z.string(), retryable: z.boolean() }),
    '`code`: the code of the error, as in an error’s body, for example `token_revoked` or `stopping`. `retryable`: whether a retry may succeed.',
    { code: 'stopping', retryable: true },
  ),
  transient,
});

const errorPart = shape('ErrorPart', 'The answer failed.', {
  type: z.literal('error'),
  errorText: text(
    'A sentence that says what is wrong or what to do.',
    'The server is stopping. Ask again in a moment.',
  ),
});

/** The schema of a `data:` line of a streamed answer. */
const streamPart = named(
  'StreamPart',
  'A part of a streamed answer (`stream: true`). The stream has the format UI Message Stream v1 of the AI SDK: an event stream with one JSON object per `data:` line. The line `data: [DONE]` ends it.',
  z.discriminatedUnion('type', [
    startPart,
    statusPart,
    correctedPart,
    curatedPart,
    textStartPart,
    textDeltaPart,
    citationsPart,
    textEndPart,
    verdictPart,
    suggestionsPart,
    unsupportedPart,
    sourceDocumentPart,
    finishPart,
    errorDataPart,
    errorPart,
  ]),
);

const chatCompletionChunk = shape(
  'ChatCompletionChunk',
  'A chunk of a streamed answer in the format of OpenAI’s API.',
  {
    id: id('msg', 'The answer’s id.'),
    object: z.literal('chat.completion.chunk'),
    created: count('The time of creation, in seconds since the Unix epoch.', 1_769_860_800),
    model: text('The name of the only model.', 'footnote'),
    choices: field(
      z.array(
        z.strictObject({
          index: z.literal(0),
          delta: z.strictObject({ role: z.literal('assistant').exactOptional(), content: z.string().exactOptional() }),
          logprobs: z.null(),
          finish_reason: completionFinishReason.nullable(),
        }),
      ),
      'One choice, or none in the chunk with the usage.',
      [{ index: 0, delta: { content: ' [1]' }, logprobs: null, finish_reason: null }],
    ),
    citations: optional(z.array(citation), 'The citations, in the last chunk with content.'),
    finish_reason: optional(
      finishReason,
      'How the answer ended, in the terms of the chat API. Present in the chunk with the citations.',
      'stop',
    ),
    reason: reasonOfRefusal,
    kept,
    corrected,
    curated,
    usage: optional(
      tokenUsage.nullable(),
      'Present if the request asked for it. `null` in every chunk but the last.',
      null,
    ),
  },
);

/** The schema of a `data:` line for OpenAI’s clients. */
const completionStreamPart = z.union([chatCompletionChunk, openAiErrorBody]).meta({
  id: 'ChatCompletionStreamPart',
  description: 'A line of an answer that is streamed to OpenAI’s clients: a chunk, or an error if the answer failed.',
});

/** A short streamed answer. A marker never comes before its citation. */
const UI_STREAM = [
  ': open',
  ...[
    { type: 'start', messageId: 'msg_…', messageMetadata: { conversation_id: 'conv_…' } },
    { type: 'text-start', id: 't1' },
    { type: 'text-delta', id: 't1', delta: 'The warranty lasts two years.' },
    {
      type: 'data-citations',
      id: 'citations',
      data: [{ id: 1, source_id: 'src_…', title: 'Product manual', text: '…' }],
    },
    { type: 'text-delta', id: 't1', delta: ' [1]' },
    { type: 'text-end', id: 't1' },
    {
      type: 'finish',
      messageMetadata: {
        finish_reason: 'stop',
        usage: { prompt_tokens: 640, completion_tokens: 12, total_tokens: 652 },
      },
    },
  ].map((part) => `data: ${JSON.stringify(part)}`),
  'data: [DONE]',
].join('\n\n');

const chunk = (choice: object, more: object = {}) => ({
  id: 'msg_…',
  object: 'chat.completion.chunk',
  created: 1_769_860_800,
  model: 'footnote',
  choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
  ...more,
});

/** The same answer for OpenAI's clients. The chunk with the last text carries the citations. */
const COMPLETION_STREAM = [
  ': open',
  ...[
    chunk({ delta: { role: 'assistant', content: '' } }),
    chunk({ delta: { content: 'The warranty lasts two years.' } }),
    chunk(
      { delta: { content: ' [1]' } },
      { citations: [{ id: 1, source_id: 'src_…', title: 'Product manual', text: '…' }] },
    ),
    chunk({ delta: {}, finish_reason: 'stop' }),
  ].map((part) => `data: ${JSON.stringify(part)}`),
  'data: [DONE]',
].join('\n\n');

/** A streamed answer, as routes declare it. */
export const uiMessageStream = {
  mediaType: 'text/event-stream',
  description:
    'With `stream`, the parts of the AI SDK’s UI Message Stream v1 as server-sent events. Each `data:` line holds one `StreamPart` as JSON; the last line is `[DONE]`. A `data-verdict` part replaces all text before it with a refusal, or with what the checks leave of the answer. A `data-status` part gives the position in the queue for a model. An interrupted answer (`token_revoked`: the credential was revoked; `stopping`: the server is stopping) ends with the parts `data-error` and `error`; the text so far is stored.',
  example: UI_STREAM,
  lines: streamPart,
};

/** The same for OpenAI's clients. */
export const completionStream = {
  mediaType: 'text/event-stream',
  description:
    'With `stream`, chunks as OpenAI’s clients expect them. Each `data:` line holds one chunk as JSON; the last line is `[DONE]`. An interrupted answer ends with an error.',
  example: COMPLETION_STREAM,
  lines: completionStreamPart,
};

/** A cited source as a part of a stream, with the title of its citations. */
export function presentSourceDocument({ id, metadata }: SourceRow, title: string): SourceDocumentPart {
  return {
    type: 'source-document',
    sourceId: id,
    mediaType: metadata.content_type ?? 'text/plain',
    title,
    ...(metadata.filename !== undefined && { filename: metadata.filename }),
  };
}
