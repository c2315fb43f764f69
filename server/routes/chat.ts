import type { ChatAnswer } from '@footnote/sdk/contract';
import { z } from 'zod';
import { outcomeOf, toAnswer } from '../answering/output/to-answer.ts';
import { toErrorParts, toUiMessageStream } from '../answering/output/to-ui-message-stream.ts';
import { type Answer, type Guarded, guard, type RouteRule } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import type { EventStream } from '../http/sse.ts';
import { isWebAddress } from '../platform/network/web-address.ts';
import { MAX_QUESTION_LENGTH } from '../platform/question-length.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { presentSourceDocument } from '../presenters/source-document.ts';
import type { ChatService } from '../services/chat.ts';
import type { PassageService } from '../services/passages.ts';
import { citationPresenter } from './cited.ts';
import { searchFilter } from './search-filter.ts';

const rule = {
  accepts: ['key', 'widget'],
  scope: 'ask',
  limit: 'chat',
  // The service checks access, with the origin and the budget of the project.
  resource: null,
  crossOrigin: true,
  body: shape(
    'ChatRequest',
    'A question.',
    z.strictObject({
      query: z.string().trim().min(1).max(MAX_QUESTION_LENGTH),
      conversation_id: z.string().max(200).nullish(),
      stream: z.boolean().exactOptional(),
      filter: searchFilter.exactOptional(),
      correct: z.boolean().exactOptional(),
      page_url: z.string().max(2048).refine(isWebAddress, 'must be an http or https address').exactOptional(),
    }),
  ),
  bodySize: 'question',
  answers: [200, 404],
} as const satisfies Omit<RouteRule, 'name'>;

/** Questions and cited answers, complete or streamed. Needs an API key or a widget token. */
export function chatRoutes({ chat, passages }: { chat: ChatService; passages: PassageService }): Routes {
  const routes = createRoutes('/v1');

  async function ask(request: Guarded<typeof rule>, projectId: string): Promise<Answer | EventStream> {
    const { credential, origin, address, signal, body } = request;
    const conversationId = body.conversation_id || null;
    const turn = await chat.ask({
      credential,
      projectId,
      origin,
      address,
      query: body.query,
      filter: body.filter,
      correct: body.correct,
      pageUrl: body.page_url,
      conversationId,
      history: null,
      signal,
    });
    const citation = citationPresenter(passages, projectId);

    if (body.stream) {
      const parts = toUiMessageStream(turn.events, turn, {
        citation,
        async document({ source_id, title }) {
          const source = await turn.source(source_id);
          return source && presentSourceDocument(source, title);
        },
      });
      return { headers: { 'x-vercel-ai-ui-message-stream': 'v1' }, parts, errorParts: toErrorParts };
    }

    const answer = await toAnswer(turn.events);
    const presented: ChatAnswer = {
      response: answer.text,
      conversation_id: turn.conversationId,
      citations: answer.citations.map(citation),
      message_id: turn.messageId,
      ...outcomeOf(answer.finishReason, answer),
      ...(answer.corrected && { corrected: answer.corrected }),
      ...(answer.curated && { curated: answer.curated }),
      usage: answer.usage,
      suggestions: answer.suggestions,
      unsupported: answer.unsupported,
    };
    return { status: 200, body: presented };
  }

  routes.post(
    '/projects/:project_id/chat',
    guard({ ...rule, name: 'chat.create' }, (request) => ask(request, request.param('project_id'))),
  );

  // The same, with the project taken from the credential.
  routes.post(
    '/chat',
    guard({ ...rule, name: 'chat.create-alias' }, (request) => ask(request, request.credential.projectId)),
  );

  return routes;
}
