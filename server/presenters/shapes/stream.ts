import { z } from 'zod';
import { citation, reasonOfRefusal, textRange, tokenUsage } from './chat.ts';
import { openAiErrorBody } from './common.ts';
import { completionFinishReason, finishReason } from './enums.ts';
import { count, decidedShape, field, id, text } from './shape.ts';

const textId = text('The id of the text that it belongs to.', 't1');
const transient = field(z.literal(true), 'Said once; not a part of the message.');

const startPart = decidedShape(
  'StartPart',
  'Always the first part.',
  z.strictObject({
    type: z.literal('start'),
    messageId: id('msg', 'The answer’s own id.'),
    messageMetadata: field(
      z.strictObject({
        conversation_id: id('conv', 'Send it with the next question, which may then refer to this one.'),
      }),
      'Which conversation the answer belongs to.',
    ),
  }),
);

const textStartPart = decidedShape(
  'TextStartPart',
  'The text begins.',
  z.strictObject({ type: z.literal('text-start'), id: textId }),
);

const textDeltaPart = decidedShape(
  'TextDeltaPart',
  'The next piece of the text.',
  z.strictObject({
    type: z.literal('text-delta'),
    id: textId,
    delta: text('Append it to what came before.', 'The warranty lasts two years.'),
  }),
);

const textEndPart = decidedShape(
  'TextEndPart',
  'The text is complete.',
  z.strictObject({ type: z.literal('text-end'), id: textId }),
);

const citationsPart = decidedShape(
  'CitationsPart',
  'The citations so far. Comes before the marker that needs it.',
  z.strictObject({
    type: z.literal('data-citations'),
    id: z.literal('citations'),
    data: field(z.array(citation), 'The whole list so far, each time; the last one is the list of the whole answer.'),
  }),
);

const verdictPart = decidedShape(
  'VerdictPart',
  'The checks ended in a refusal (`refused`), or in an answer without what must not stand (`revised`): `response` replaces every word before it.',
  z.strictObject({
    type: z.literal('data-verdict'),
    id: z.literal('verdict'),
    data: field(
      z.strictObject({ verdict: z.enum(['refused', 'revised']), response: z.string() }),
      '`response` replaces every word before it.',
      { verdict: 'refused', response: 'The documents do not say.' },
    ),
  }),
);

const suggestionsPart = decidedShape(
  'SuggestionsPart',
  'Up to three questions worth asking next; absent where there are none.',
  z.strictObject({
    type: z.literal('data-suggestions'),
    id: z.literal('suggestions'),
    data: field(z.array(z.string()), 'Up to three questions worth asking next.', ['What does the warranty cover?']),
  }),
);

const unsupportedPart = decidedShape(
  'UnsupportedPart',
  'What no cited passage supports; absent where there is none.',
  z.strictObject({
    type: z.literal('data-unsupported'),
    id: z.literal('unsupported'),
    data: field(z.array(textRange), 'What no cited passage supports, as ranges of the whole text.'),
  }),
);

const statusPart = decidedShape(
  'StatusPart',
  'The answer waits for its turn. Not kept with the message.',
  z.strictObject({
    type: z.literal('data-status'),
    id: z.literal('status'),
    data: field(
      z.strictObject({ position: count('The place in the queue.', 2) }),
      'How long it has to wait: `position` 1 is next.',
    ),
    transient,
  }),
);

const sourceDocumentPart = decidedShape(
  'SourceDocumentPart',
  'A source that the answer cites, once each.',
  z.strictObject({
    type: z.literal('source-document'),
    sourceId: id('src', 'The source’s id.'),
    mediaType: text('The source’s media type.', 'application/pdf'),
    title: text('The source’s title.', 'Product manual'),
    filename: text('The file’s name, if the source is a file.', 'manual.pdf').exactOptional(),
  }),
);

const finishPart = decidedShape(
  'FinishPart',
  'Always the last part of an answer that is whole.',
  z.strictObject({
    type: z.literal('finish'),
    messageMetadata: field(
      z.strictObject({
        finish_reason: finishReason,
        reason: reasonOfRefusal,
        usage: tokenUsage,
      }),
      '`finish_reason`: how it ended, `stop` for an answer, `unsure` where only the closest passages are shown, `refused` where the sources do not say, with a `reason` where there are none; `usage`: what it cost.',
    ),
  }),
);

const errorDataPart = decidedShape(
  'ErrorDataPart',
  'The answer broke off; an `error` part follows.',
  z.strictObject({
    type: z.literal('data-error'),
    data: field(
      z.strictObject({ code: z.string(), retryable: z.boolean() }),
      '`code`: as of an error’s body, such as `token_revoked` or `stopping`; `retryable`: whether asking again may help.',
      { code: 'stopping', retryable: true },
    ),
    transient,
  }),
);

const errorPart = decidedShape(
  'ErrorPart',
  'The answer broke off.',
  z.strictObject({
    type: z.literal('error'),
    errorText: text('A sentence that its reader can act on.', 'The server is stopping. Ask again in a moment.'),
  }),
);

/** What a `data:` line of a streamed answer holds. */
export const streamPart = decidedShape(
  'StreamPart',
  'The parts of a streamed answer (`stream: true`): the UI Message Stream v1 of the AI SDK, one JSON object per `data:` line of an event stream, closed by the line `data: [DONE]`.',
  z.discriminatedUnion('type', [
    startPart,
    statusPart,
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

const chatCompletionChunk = decidedShape(
  'ChatCompletionChunk',
  'A piece of an answer as OpenAI’s clients read it.',
  z.strictObject({
    id: id('msg', 'The answer’s own id.'),
    object: z.literal('chat.completion.chunk'),
    created: count('Epoch seconds.', 1_769_860_800),
    model: text('The one model that there is.', 'footnote'),
    choices: field(
      z.array(
        z.strictObject({
          index: z.literal(0),
          delta: z.strictObject({ role: z.literal('assistant').exactOptional(), content: z.string().exactOptional() }),
          logprobs: z.null(),
          finish_reason: completionFinishReason.nullable(),
        }),
      ),
      'One; empty on the chunk that carries the usage.',
      [{ index: 0, delta: { content: ' [1]' }, logprobs: null, finish_reason: null }],
    ),
    citations: field(z.array(citation), 'On the last chunk with content.').exactOptional(),
    finish_reason: field(
      finishReason,
      'Beside the citations: how the answer ended, in the words of the chat API.',
      'stop',
    ).exactOptional(),
    reason: reasonOfRefusal,
    usage: field(
      tokenUsage.nullable(),
      'Only where it was asked for, and there null on every chunk but the last.',
      null,
    ).exactOptional(),
  }),
);

/** What a `data:` line holds for OpenAI’s clients. */
export const completionStreamPart = z.union([chatCompletionChunk, openAiErrorBody]).meta({
  id: 'ChatCompletionStreamPart',
  description: 'One line of an answer that is streamed to OpenAI’s clients; an error where it broke off.',
  'x-footnote-decision': true,
});
