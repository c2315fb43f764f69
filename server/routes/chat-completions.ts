import type { ChatCompletion, ModelList } from '@footnote/sdk/contract';
import { z } from 'zod';
import { outcomeOf, toAnswer } from '../answering/output/to-answer.ts';
import { toOpenAiChunks, toOpenAiFinishReason } from '../answering/output/to-openai-chunks.ts';
import type { HistoryMessage } from '../answering/types.ts';
import { guard, type RouteRule } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { errors, openAiErrorBody } from '../platform/errors.ts';
import { MAX_QUESTION_LENGTH } from '../platform/question-length.ts';
import { MODEL, presentModel } from '../presenters/model.ts';
import { field, shape } from '../presenters/shapes/shape.ts';
import type { ChatService } from '../services/chat.ts';
import type { PassageService } from '../services/passages.ts';
import { citationPresenter } from './cited.ts';
import { searchFilter } from './search-filter.ts';

/** A megabyte of empty messages would take seconds to check. */
const MAX_MESSAGES = 1_000;
/** The parts of one message. */
const MAX_PARTS = 50;

const part = z.object({ type: z.string(), text: z.string().exactOptional() });
const message = shape(
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
  n: z.int().min(1).max(1).nullish(),
  response_format: z.object({ type: z.literal('text') }).nullish(),
  tool_choice: calls,
  function_call: calls,
  logprobs: z.literal(false).nullish(),
  modalities: z.array(z.enum(['text'])).nullish(),
  stop: z
    .union([z.literal(''), z.array(z.string()).max(0)], { error: 'is not supported: an answer is always whole' })
    .nullish(),
};

const rule = {
  accepts: ['key'],
  scope: 'ask',
  limit: 'chat',
  openAiShaped: true,
  // Not strict, as OpenAI clients send many parameters that do not apply here.
  body: shape(
    'ChatCompletionRequest',
    'A request of an OpenAI client. Fields that are not listed are ignored; those that would promise another answer are refused.',
    z.object({
      messages: z.array(message).min(1).max(MAX_MESSAGES),
      stream: z.boolean().nullish(),
      stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
      filter: searchFilter.nullish(),
      correct: z.boolean().nullish(),
      ...promises,
    }),
  ),
  answers: [200, 404],
} as const satisfies Omit<RouteRule, 'name'>;

const modelRule = {
  accepts: ['key'],
  scope: 'ask',
  limit: 'general',
  openAiShaped: true,
  answers: [200],
} as const satisfies Omit<RouteRule, 'name'>;

/** An API for OpenAI clients: `baseURL` is `…/v1/projects/{id}`, and the API key is the project's. */
export function chatCompletionRoutes(deps: { chat: ChatService; passages: PassageService }): Routes {
  const { chat, passages } = deps;
  const routes = createRoutes('/v1/projects/:project_id');

  routes.post(
    '/chat/completions',
    guard(
      { ...rule, name: 'chat-completions.create', resource: null },
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
    ),
  );

  routes.get(
    '/models',
    guard({ ...modelRule, name: 'models.list', resource: 'project' }, async ({ project }) => {
      const models: ModelList = { object: 'list', data: [presentModel(project)] };
      return { status: 200, body: models };
    }),
  );

  routes.get(
    '/models/:model',
    guard({ ...modelRule, name: 'models.retrieve', resource: 'project' }, async ({ project, param }) => {
      if (param('model') !== MODEL) throw errors.notFound();
      return { status: 200, body: presentModel(project) };
    }),
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
