import type { ChatCompletion, ModelList } from '@footnote/sdk/contract';
import { z } from 'zod';
import { outcomeOf, toAnswer } from '../../answering/output/to-answer.ts';
import { toOpenAiChunks, toOpenAiFinishReason } from '../../answering/output/to-openai-chunks.ts';
import type { HistoryMessage } from '../../answering/types.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors, openAiErrorBody } from '../../platform/errors.ts';
import { MAX_QUESTION_LENGTH } from '../../platform/limits.ts';
import { chatCompletion, MODEL, model, modelList, presentModel } from '../../presenters/chat.ts';
import { field, named } from '../../presenters/shape.ts';
import { completionStream } from '../../presenters/stream.ts';
import type { ChatService } from '../../services/answers/chat.ts';
import type { PassageService } from '../../services/answers/passages.ts';
import { citationPresenter } from './cited.ts';
import { searchFilter } from './search-filter.ts';

/** A megabyte of empty messages would take seconds to check. */
const MAX_MESSAGES = 1_000;
/** The parts of one message. */
const MAX_PARTS = 50;

const part = z.object({ type: z.string(), text: z.string().exactOptional() });
const message = named(
  'ChatCompletionMessage',
  'A message of the conversation. Messages with other roles than `user` and `assistant`, and parts of other types than `text`, are ignored.',
  z.object({
    role: field(z.string(), 'The author of the message.', 'user'),
    content: field(
      z
        .union([z.string(), z.array(part).max(MAX_PARTS)], { error: `must be a text or at most ${MAX_PARTS} parts` })
        .nullish(),
      'A text, or an array of parts.',
      'How long is the warranty?',
    ),
  }),
);

const calls = z.enum(['none', 'auto']).nullish();

/** What a client relies on in the answer that it reads. Ignored, other values would break it without a word. */
const promises = {
  n: field(z.int().min(1).max(1).nullish(), 'Always 1: a question has one answer.', 1),
  response_format: field(z.object({ type: z.literal('text') }).nullish(), 'Always `text`.', { type: 'text' }),
  tool_choice: field(calls, '`none` or `auto`: no tool is ever called.', 'auto'),
  function_call: field(calls, 'The same, in the words of earlier clients.', 'auto'),
  logprobs: field(z.literal(false).nullish(), 'Always false.', false),
  modalities: field(z.array(z.enum(['text'])).nullish(), 'Always `text`.', ['text']),
  stop: field(
    z
      .union([z.literal(''), z.array(z.string()).max(0)], { error: 'is not supported: an answer is always whole' })
      .nullish(),
    'Empty: an answer is always whole.',
    [],
  ),
};

const rule = {
  tag: 'Chat',
  accepts: ['key'],
  scope: 'ask',
  limit: 'chat',
  openAiShaped: true,
  // Not strict, as OpenAI clients send many parameters that do not apply here.
  body: named(
    'ChatCompletionRequest',
    'A request of an OpenAI client. Fields that are not listed are ignored; those that would promise another answer are refused.',
    z.object({
      messages: field(
        z.array(message).min(1).max(MAX_MESSAGES),
        'The conversation so far: at most 1,000 messages of at most 50 parts each. The user’s last message is the question.',
        [{ role: 'user', content: 'How long is the warranty?' }],
      ),
      stream: field(z.boolean().nullish(), 'Send the answer while it is being written.', false),
      stream_options: field(
        z.object({ include_usage: z.boolean().nullish() }).nullish(),
        'With `include_usage`, a last chunk without choices has the usage.',
        { include_usage: true },
      ),
      filter: field(searchFilter.nullish(), 'Which sources may answer, as in the chat API.', { language: 'en' }),
      correct: field(z.boolean().nullish(), 'Whether misspelt words are corrected, as in the chat API.', false),
      ...promises,
    }),
  ),
} as const;

const modelRule = {
  tag: 'Chat',
  accepts: ['key'],
  scope: 'ask',
  limit: 'general',
  openAiShaped: true,
  resource: 'project',
} as const;

/** An API for OpenAI clients: `baseURL` is `…/v1/projects/{id}`, and the API key is the project's. */
export function chatCompletionRoutes(deps: { chat: ChatService; passages: PassageService }): Routes {
  const { chat, passages } = deps;
  const routes = createRoutes('/v1/projects/:project_id');

  routes.post(
    '/chat/completions',
    {
      ...rule,
      name: 'chat-completions.create',
      resource: null,
      summary: 'Ask a question with an OpenAI client',
      description:
        'Set the client’s `baseURL` to `…/v1/projects/{project_id}` and its API key to an API key of the project, which is accepted as a bearer token too. The user’s last message is the question. What would promise another answer than this one, such as a second choice, JSON or the call of a tool, is refused by the name of its field; other fields, such as `model` and `temperature`, are ignored.',
      sdk: 'openai',
      answers: { 200: [chatCompletion, completionStream] },
      fails: [404],
    },
    async ({ param, credential, origin, address, signal, body }) => {
      const projectId = param('project_id');
      const { query, history } = questionOf(body.messages);
      const turn = await chat.ask({
        credential,
        projectId,
        origin,
        address,
        query,
        history,
        signal,
        filter: body.filter ?? undefined,
        correct: body.correct ?? undefined,
        conversationId: null,
      });
      const head = { id: turn.messageId, created: Math.floor(turn.startedAt / 1000), model: MODEL };
      const citation = citationPresenter(passages, projectId);

      if (body.stream) {
        const includeUsage = body.stream_options?.include_usage ?? false;
        return {
          parts: toOpenAiChunks(turn.events, head, { includeUsage, citation }),
          errorParts: (error) => [openAiErrorBody(error)],
        };
      }

      const answer = await toAnswer(turn.events);
      const { text, citations, finishReason, corrected, curated, usage } = answer;
      const completion: ChatCompletion = {
        ...head,
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: text,
              refusal: null,
              citations: citations.map(citation),
              ...outcomeOf(finishReason, answer),
              ...(corrected && { corrected }),
              ...(curated && { curated }),
            },
            logprobs: null,
            finish_reason: toOpenAiFinishReason(finishReason),
          },
        ],
        usage,
      };
      return { status: 200, body: completion };
    },
  );

  routes.get(
    '/models',
    {
      ...modelRule,
      name: 'models.list',
      summary: 'List the models',
      description: 'For OpenAI’s clients that request this list. It has a single model.',
      sdk: 'openai',
      answers: { 200: modelList },
    },
    async ({ project }) => {
      const models: ModelList = { object: 'list', data: [presentModel(project)] };
      return { status: 200, body: models };
    },
  );

  routes.get(
    '/models/:model',
    {
      ...modelRule,
      name: 'models.retrieve',
      summary: 'Retrieve a model',
      description: 'For OpenAI’s clients that ask for a model by its name. The only one is `footnote`.',
      sdk: 'openai',
      answers: { 200: model },
    },
    async ({ project, param }) => {
      if (param('model') !== MODEL) throw errors.notFound();
      return { status: 200, body: presentModel(project) };
    },
  );

  return routes;
}

/** The user's last message is the question. Messages after it are ignored. */
function questionOf(messages: z.infer<typeof message>[]): { query: string; history: HistoryMessage[] } {
  const turns = messages.flatMap(({ role, content }): HistoryMessage[] =>
    role === 'user' || role === 'assistant' ? [{ role, text: textOf(content).trim() }] : [],
  );
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const query = turns[last]?.text ?? '';
  if (query === '') throw errors.invalidRequest([{ field: 'messages', message: 'must hold a message of the user' }]);
  if (query.length > MAX_QUESTION_LENGTH) {
    const message = `the user's last one must be at most ${MAX_QUESTION_LENGTH} characters long`;
    throw errors.invalidRequest([{ field: 'messages', message }]);
  }
  // Earlier messages are cut to the maximum length of a question.
  const history = turns
    .slice(0, last)
    .filter(({ text }) => text !== '')
    .map(({ role, text }) => ({ role, text: text.slice(0, MAX_QUESTION_LENGTH) }));
  return { query, history };
}

function textOf(content: z.infer<typeof message>['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('\n');
}
