import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { widgetToken } from '../presenters/shapes/accounts.ts';
import { chatAnswer, chatCompletion, model, modelList } from '../presenters/shapes/chat.ts';
import { errorBody } from '../presenters/shapes/common.ts';
import { completionStreamPart, streamPart } from '../presenters/shapes/stream.ts';

/** The link of a passage that leads nowhere. */
const linkDead = [
  errorBody,
  { mediaType: 'text/html', description: 'The link has expired, or what it leads to is gone. Browsers get a page.' },
] as const;

/** A short streamed answer. A marker never comes before its citation. */
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

const chat: OperationDocs = {
  tag: 'Chat',
  summary: 'Ask a question',
  description:
    'If the sources do not answer the question, `response` says so in the question’s language, and `citations` is empty. Without a model, an answer quotes the sources word for word. If a model writes the answer, every sentence is checked against the passage that it cites: the passage must have its words, numbers and names, and must not contradict it (negations, antonyms, quantities, order). With `VERIFIER`, a model reads both as well. No check is complete, so a checked sentence may still be wrong. `support` of a citation tells quoted from checked. A sentence that fails has no citation, and `unsupported` lists its range in `response`. If too many questions wait for the model, the status is 429 with the code `busy`.',
  input: {
    query: ['The question: 1 to 4000 characters after trimming.', 'How long is the warranty?'],
    page_url: [
      'The page that the question is asked from, an http or https address. Stored without query and fragment if the project has `record_pages`, and ignored otherwise.',
      'https://www.example.com/shop/returns',
    ],
    conversation_id: ['The id from an earlier answer, to continue its conversation; absent to start a new one.', null],
    stream: ['Send the answer while it is being written.', false],
    filter: [
      'Which sources may answer: those that have one of the values in each of the given fields.',
      { language: 'en' },
    ],
    correct: [
      'Whether misspelt words are corrected: a word that stands nowhere in the documents is replaced by the one of theirs that was meant, and `corrected` tells it. By default true.',
      false,
    ],
  },
  answers: {
    200: [
      chatAnswer,
      {
        mediaType: 'text/event-stream',
        description:
          'With `stream`, the parts of the AI SDK’s UI Message Stream v1 as server-sent events. Each `data:` line holds one `StreamPart` as JSON; the last line is `[DONE]`. A `data-verdict` part replaces all text before it with a refusal, or with what the checks leave of the answer. A `data-status` part gives the position in the queue for a model. An interrupted answer (`token_revoked`: the credential was revoked; `stopping`: the server is stopping) ends with the parts `data-error` and `error`; the text so far is stored.',
        example: STREAM,
        lines: streamPart,
      },
    ],
  },
};

/** Chat, widget tokens, cited passages and the widget's files. */
export const chatOperations: Record<string, OperationDocs> = {
  'chat.create': chat,
  'chat.create-alias': {
    ...chat,
    summary: 'Ask a question in the credential’s project',
    noSdkMethod: 'alias',
  },
  'chat-completions.create': {
    tag: 'Chat',
    summary: 'Ask a question with an OpenAI client',
    description:
      'Set the client’s `baseURL` to `…/v1/projects/{project_id}` and its API key to an API key of the project, which is accepted as a bearer token too. The user’s last message is the question. What would promise another answer than this one, such as a second choice, JSON or the call of a tool, is refused by the name of its field; other fields, such as `model` and `temperature`, are ignored.',
    noSdkMethod: 'openai',
    input: {
      messages: [
        'The conversation so far: at most 1,000 messages of at most 50 parts each. The user’s last message is the question.',
        [{ role: 'user', content: 'How long is the warranty?' }],
      ],
      stream: ['Send the answer while it is being written.', false],
      filter: ['Which sources may answer, as in the chat API.', { language: 'en' }],
      correct: ['Whether misspelt words are corrected, as in the chat API.', false],
      stream_options: ['With `include_usage`, a last chunk without choices has the usage.', { include_usage: true }],
      n: ['Always 1: a question has one answer.', 1],
      response_format: ['Always `text`.', { type: 'text' }],
      tool_choice: ['`none` or `auto`: no tool is ever called.', 'auto'],
      function_call: ['The same, in the words of earlier clients.', 'auto'],
      logprobs: ['Always false.', false],
      modalities: ['Always `text`.', ['text']],
      stop: ['Empty: an answer is always whole.', []],
    },
    answers: {
      200: [
        chatCompletion,
        {
          mediaType: 'text/event-stream',
          description:
            'With `stream`, chunks as OpenAI’s clients expect them. Each `data:` line holds one chunk as JSON; the last line is `[DONE]`. An interrupted answer ends with an error.',
          example: COMPLETION_STREAM,
          lines: completionStreamPart,
        },
      ],
    },
  },
  'models.list': {
    tag: 'Chat',
    summary: 'List the models',
    description: 'For OpenAI’s clients that request this list. It has a single model.',
    noSdkMethod: 'openai',
    answers: { 200: modelList },
  },
  'models.retrieve': {
    tag: 'Chat',
    summary: 'Retrieve a model',
    description: 'For OpenAI’s clients that ask for a model by its name. The only one is `footnote`.',
    noSdkMethod: 'openai',
    answers: { 200: model },
  },
  'widget-tokens.create': {
    tag: 'Widget',
    summary: 'Create a widget token for a visitor’s browser',
    description:
      'Send an API key from your backend; or, as a member, a user token and `project_id`; or, from a page on an allowed origin of a `public` project, only `project_id`; or a widget token, to renew it for the same visitor.',
    input: {
      project_id: ['The project. Not needed with an API key or a widget token.', 'proj_4YHhQ0V2b7c9D1kLmN3pqR'],
      origin: ['Binds the token to one of the project’s allowed origins.', 'https://docs.example.com'],
      visitor_id: [
        'Your own id for the visitor, in whose name the token reads, deletes and rates. Only with an API key or as the owner (403 `insufficient_role` for other members); such a token ends when its maker is no longer the owner.',
        'customer-42',
      ],
      expires_in: ['The lifetime in seconds, 60 to 86400.', 3600],
      trace: [
        'Store with every answer how it was made (`GET …/messages/{id}/trace`). Only as a member; without `visitor_id`, the token is then for the member’s own conversations. With `origin`, the token is valid for that origin only, which need not be listed.',
        false,
      ],
    },
    answers: { 200: widgetToken },
  },
  'passages.retrieve': {
    tag: 'Chat',
    summary: 'Read a cited passage in its document',
    description:
      'The signed link is valid for a day and needs no other credential. The page shows the whole document if the project’s `open_originals` allows it, else what surrounds the passage. For a browser (`Accept: text/html`), an error is a page, too.',
    input: { part: ['The part of a long document, from 1. Without it, the one with the quoted text.', 2] },
    noSdkMethod: 'page',
    answers: {
      200: {
        mediaType: 'text/html',
        description:
          'A page without scripts: headings, lists, code and tables as in the document, with the quoted text highlighted.',
      },
      404: linkDead,
    },
  },
  'passages.original': {
    tag: 'Chat',
    summary: 'Open the stored file of a passage',
    description: 'Only if the project’s `open_originals` allows it. The link is signed like that of the passage.',
    noSdkMethod: 'page',
    answers: {
      200: { mediaType: '*/*', description: 'The file as it was added. Browsers show a PDF and save other files.' },
      404: linkDead,
    },
  },
  'widget-assets.current': {
    tag: 'Widget',
    summary: 'Retrieve the current script of the widget',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'text/javascript', description: 'The script that web pages include.' }, 304: null },
  },
  'widget-assets.look': {
    tag: 'Widget',
    summary: 'Retrieve the look of the widget’s button',
    description:
      'Colour, corner, theme, language and label, as the attribute `data-look` of the script tag has them. The tag asks for them if it has no such attribute. Empty if there is no such project.',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'text/plain', description: 'The settings of the button.' } },
  },
  'widget-assets.image': {
    tag: 'Widget',
    summary: 'Retrieve the logo or the avatar of a widget',
    description: 'A project names the paths of its pictures in `widget_images`. What is there never changes.',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'image/*', description: 'The picture as it was sent.' }, 304: null },
  },
  'widget-assets.versioned': {
    tag: 'Widget',
    summary: 'Retrieve a file of a widget version',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: '*/*', description: 'The file, which never changes.' }, 304: null },
  },
  'packages.file': {
    tag: 'Widget',
    summary: 'Retrieve a package for npm',
    description:
      'The SDK and the widget in the version of this server: `npm install` takes the addresses of `footnote-sdk.tgz` and `footnote-widget.tgz`. The widget’s package needs that of the SDK.',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'application/gzip', description: 'The package.' }, 304: null },
  },
};
