import type { ChatAnswer } from '@footnote/sdk/contract';
import { z } from 'zod';
import { outcomeOf, toAnswer } from '../../answering/output/to-answer.ts';
import { toErrorParts, toUiMessageStream } from '../../answering/output/to-ui-message-stream.ts';
import type { Passage } from '../../answering/types.ts';
import type { Answered, Guarded } from '../../http/guard.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import type { EventStream } from '../../http/sse.ts';
import { MAX_QUESTION_LENGTH } from '../../platform/limits.ts';
import { isWebAddress } from '../../platform/network/web-address.ts';
import { chatAnswer, presentNearestPage } from '../../presenters/chat.ts';
import { field, flag, optional, shape } from '../../presenters/shape.ts';
import { presentSourceDocument, uiMessageStream } from '../../presenters/stream.ts';
import type { ChatService } from '../../services/answers/chat.ts';
import type { PassageService } from '../../services/answers/passages.ts';
import { citationPresenter, linkTo } from './cited.ts';
import { searchFilter } from './search-filter.ts';

const rule = {
  tag: 'Chat',
  accepts: ['key', 'widget'],
  scope: 'ask',
  limit: 'chat',
  // The service checks access, with the origin and the budget of the project.
  resource: null,
  crossOrigin: true,
  description:
    'If the sources do not answer the question, `response` says so in the question’s language, and `citations` is empty. Without a model, an answer quotes the sources word for word. If a model writes the answer, every sentence is checked against the passage that it cites: the passage must have its words, numbers and names, and must not contradict it (negations, antonyms, quantities, order). With `VERIFIER`, a model reads both as well. No check is complete, so a checked sentence may still be wrong. `support` of a citation tells quoted from checked. A sentence that fails has no citation, and `unsupported` lists its range in `response`. If too many questions wait for the model, the status is 429 with the code `busy`.',
  body: shape('ChatRequest', 'A question.', {
    query: field(
      z.string().trim().min(1).max(MAX_QUESTION_LENGTH),
      'The question: 1 to 4000 characters after trimming.',
      'How long is the warranty?',
    ),
    conversation_id: field(
      z.string().max(200).nullish(),
      'The id from an earlier answer, to continue its conversation; absent to start a new one.',
      null,
    ),
    stream: flag('Send the answer while it is being written.', false).exactOptional(),
    filter: optional(
      searchFilter,
      'Which sources may answer: those that have one of the values in each of the given fields.',
      { language: 'en' },
    ),
    correct: flag(
      'Whether misspelt words are corrected: a word that stands nowhere in the documents is replaced by the one of theirs that was meant, and `corrected` tells it. By default true.',
      false,
    ).exactOptional(),
    page_url: optional(
      z.string().max(2048).refine(isWebAddress, 'must be an http or https address'),
      'The page that the question is asked from, an http or https address. Stored without query and fragment if the project has `record_pages`, and ignored otherwise.',
      'https://www.example.com/shop/returns',
    ),
  }),
  bodySize: 'question',
  answers: { 200: [chatAnswer, uiMessageStream] },
  fails: [404],
} as const;

/** Questions and cited answers, complete or streamed. Needs an API key or a widget token. */
export function chatRoutes({ chat, passages }: { chat: ChatService; passages: PassageService }): Routes {
  const routes = createRoutes('/v1');

  async function ask(
    request: Guarded<typeof rule>,
    projectId: string,
  ): Promise<Answered<typeof rule, 200> | EventStream> {
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
    const link = linkTo(passages, projectId);
    const nearest = (found: Passage[]) =>
      found.map((passage) =>
        presentNearestPage(passage, link({ passage, best: { start: 0, end: passage.text.length } })),
      );

    if (body.stream) {
      const parts = toUiMessageStream(turn.events, turn, {
        citation,
        nearest,
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
      ...(answer.nearest && { nearest: nearest(answer.nearest) }),
    };
    return { status: 200, body: presented };
  }

  routes.post(
    '/projects/:project_id/chat',
    {
      ...rule,
      name: 'chat.create',
      summary: 'Ask a question',
      sdk: { method: 'chat.create', byHand: true, input: "{ query: 'How long is the warranty?' }" },
    },
    (request) => ask(request, request.param('project_id')),
  );

  // The same, with the project taken from the credential.
  routes.post(
    '/chat',
    {
      ...rule,
      name: 'chat.create-alias',
      summary: 'Ask a question in the credential’s project',
      sdk: 'alias',
    },
    (request) => ask(request, request.credential.projectId),
  );

  return routes;
}
