import type { OperationWords } from '../http/openapi/openapi-types.ts';
import { widgetToken } from '../presenters/shapes/accounts.ts';
import { chatAnswer, chatCompletion, modelList } from '../presenters/shapes/chat.ts';
import { completionStreamPart, streamPart } from '../presenters/shapes/stream.ts';

/** A streamed answer in short: a marker never comes before the citation that it needs. */
const STREAM = [
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

/** The same for OpenAI's clients: the last words bring the citations. */
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

const chat: OperationWords = {
  tag: 'Chat',
  summary: 'Ask a question',
  description:
    'What the sources do not say is not answered: then `response` says so in the question’s language, and `citations` is empty. Where a model writes the answers, every sentence is checked against the cited passage; what none supports is named in `unsupported`. Where too many wait for the model, the answer is 429 `busy` at once.',
  input: {
    query: ['The question: 1 to 4000 characters after trimming.', 'How long is the warranty?'],
    conversation_id: ['From an earlier answer, to ask on; absent for a new conversation.', null],
    stream: ['Send the answer as it is written.', false],
  },
  answers: {
    200: [
      chatAnswer,
      {
        mediaType: 'text/event-stream',
        description:
          'With `stream`, the parts of the AI SDK’s UI Message Stream v1 as server-sent events: each `data:` line holds one `StreamPart` as JSON, and the last one says `[DONE]`. A part `data-verdict` replaces every word before it, by a refusal or by what the checks leave of the answer; `data-status` says the place in the line for a model. An answer that breaks off (`token_revoked`: the credential was revoked; `stopping`: the server stops) ends with `data-error` and `error`, and what there is of it is kept.',
        example: STREAM,
        lines: streamPart,
      },
    ],
  },
};

/** Questions and answers, and what a page needs to ask. */
export const chatWords: Record<string, OperationWords> = {
  'chat.create': chat,
  'chat.create-alias': {
    ...chat,
    summary: 'Ask a question of the credential’s own project',
    decided: true,
    apart: 'alias',
  },
  'chat-completions.create': {
    tag: 'Chat',
    summary: 'Ask as OpenAI’s clients do',
    description:
      'Their `baseURL` is `…/v1/projects/{project_id}`, and an API key of the project, also as a bearer token, is their API key. The last message of the user is the question. Fields that are not listed are ignored.',
    decided: true,
    apart: 'openai',
    input: {
      messages: [
        'The conversation so far, at most 1,000 messages of at most 50 parts each. The last message of the user is the question.',
        [{ role: 'user', content: 'How long is the warranty?' }],
      ],
      stream: ['Send the answer as it is written.', false],
      stream_options: ['`include_usage`: a last chunk without choices carries the usage.', { include_usage: true }],
    },
    answers: {
      200: [
        chatCompletion,
        {
          mediaType: 'text/event-stream',
          description:
            'With `stream`, chunks as OpenAI’s clients expect them: each `data:` line holds one as JSON, and the last one says `[DONE]`. An answer that breaks off ends with an error.',
          example: COMPLETION_STREAM,
          lines: completionStreamPart,
        },
      ],
    },
  },
  'models.list': {
    tag: 'Chat',
    summary: 'List the one model that there is',
    description: 'For OpenAI’s clients, which ask.',
    decided: true,
    apart: 'openai',
    answers: { 200: modelList },
  },
  'widget-tokens.create': {
    tag: 'Widget',
    summary: 'Get a token for a visitor’s browser',
    description:
      'With an API key from your backend; as the owner, with `project_id`; from a page on an allowed origin of a `public` project, with `project_id` and nothing else; or with a widget token, which is renewed for the same visitor.',
    input: {
      project_id: ['The project; an API key or a widget token belongs to one already.', 'proj_4YHhQ0V2b7c9D1kLmN3pqR'],
      origin: ['Binds the token to one of the project’s allowed origins.', 'https://docs.example.com'],
      visitor_id: ['Your own name for the visitor. Only with an API key or as the owner.', 'customer-42'],
      expires_in: ['Seconds, 60 to 86400.', 3600],
      trace: [
        'Keep with every answer how it came about (`GET …/messages/{id}/trace`). Only as the owner; together with `origin` it holds for that origin alone, listed or not.',
        false,
      ],
    },
    answers: { 200: widgetToken },
  },
  'passages.retrieve': {
    tag: 'Chat',
    summary: 'See a cited passage in its surroundings',
    description: 'The link is signed, and is its own credential for a limited time.',
    decided: true,
    apart: 'page',
    answers: { 200: { mediaType: 'text/html', description: 'A page without scripts, with the quoted words marked.' } },
  },
  'passages.original': {
    tag: 'Chat',
    summary: 'Open the stored file that a passage is from',
    description: 'Only where the project’s `open_originals` allows it. The link is signed, as that of the passage is.',
    decided: true,
    apart: 'page',
    answers: {
      200: { mediaType: '*/*', description: 'The file as it was added: a PDF to be shown, others to be saved.' },
    },
  },
  'widget-assets.current': {
    tag: 'Widget',
    summary: 'The widget’s script, as it is now',
    decided: true,
    apart: 'page',
    answers: { 200: { mediaType: 'text/javascript', description: 'The script that a page includes.' }, 304: null },
  },
  'widget-assets.versioned': {
    tag: 'Widget',
    summary: 'A file of the widget, for ever',
    decided: true,
    apart: 'page',
    answers: { 200: { mediaType: '*/*', description: 'The file, which never changes.' }, 304: null },
  },
};
