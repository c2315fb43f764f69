import type { ConversationsDeleted, Feedback } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { presentConversation, presentMessage } from '../presenters/conversation.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { rating } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { presentTrace } from '../presenters/trace.ts';
import type { ConversationService } from '../services/conversations.ts';
import type { PassageService } from '../services/passages.ts';
import { filter, filterOf } from './conversation-filter.ts';
import { paging } from './paging.ts';

const common = {
  accepts: ['user', 'key', 'widget'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
  crossOrigin: true,
  answers: [200],
} as const;
const ours = {
  accepts: ['user', 'key'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
  answers: [200],
} as const;

const feedback = shape(
  'FeedbackRequest',
  'Feedback on an answer. It replaces earlier feedback.',
  z.strictObject({
    rating: rating.nullable(),
    comment: z.string().trim().max(2000).exactOptional(),
  }),
);

/** A missing parameter must not delete everything. */
const deletionTarget = z
  .strictObject({ visitor_id: filter.visitor_id, all: z.literal('true').exactOptional() })
  .refine(({ visitor_id, all }) => (visitor_id === undefined) !== (all === undefined), {
    path: ['visitor_id'],
    error: 'or all=true is required, and not both',
  });

interface Deps {
  conversations: ConversationService;
  passages: PassageService;
}

/** Conversations: all of a project for its members and API keys, their own for visitors. */
export function conversationRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id');
  addConversations(routes, deps);
  addMessages(routes, deps);
  return routes;
}

function addConversations(routes: RoutesBelow<'/v1/projects/:project_id'>, { conversations, passages }: Deps): void {
  routes.get(
    '/conversations',
    guard(
      { ...common, name: 'conversations.list', resource: 'project', query: paging.extend(filter) },
      async ({ project, credential, query: { limit, offset, ...query } }) => {
        const page = await conversations.list(credential, project.id, filterOf(query), { limit, offset });
        return { status: 200, body: presentList(page, { limit, offset }, presentConversation) };
      },
    ),
  );

  routes.delete(
    '/conversations',
    guard(
      {
        ...ours,
        role: 'editor',
        scope: 'manage',
        name: 'conversations.delete-all',
        resource: 'project',
        audited: true,
        query: deletionTarget,
      },
      async ({ project, query }) => {
        const count = await conversations.deleteAll(project.id, query.visitor_id ?? null);
        return { status: 200, body: { deleted: true, count } satisfies ConversationsDeleted };
      },
    ),
  );

  routes.get(
    '/conversations/:conversation_id',
    guard({ ...ours, name: 'conversations.retrieve', resource: 'conversation' }, async ({ conversation }) => {
      const { id, projectId } = conversation;
      return { status: 200, body: presentConversation(await conversations.retrieve(projectId, id)) };
    }),
  );

  routes.get(
    '/conversations/:conversation_id/messages',
    guard(
      { ...common, name: 'conversations.messages', resource: 'conversation', query: paging },
      async ({ conversation, query }) => {
        const { id, projectId } = conversation;
        const page = await conversations.messages(projectId, id, query);
        const present = presentMessage((citation) => passages.link(projectId, citation));
        return { status: 200, body: presentList(page, query, present) };
      },
    ),
  );

  routes.delete(
    '/conversations/:conversation_id',
    guard(
      {
        ...common,
        role: 'editor',
        scope: 'manage',
        name: 'conversations.delete',
        resource: 'conversation',
        audited: true,
      },
      async ({ conversation }) => {
        const { id, projectId } = conversation;
        await conversations.delete(projectId, id);
        return { status: 200, body: presentDeleted(id) };
      },
    ),
  );
}

function addMessages(routes: RoutesBelow<'/v1/projects/:project_id'>, { conversations }: Deps): void {
  routes.get(
    '/messages/:message_id/trace',
    guard(
      {
        accepts: ['user'],
        role: 'viewer',
        limit: 'general',
        answers: [200],
        name: 'messages.trace',
        resource: 'project',
      },
      async ({ project, param }) => {
        const trace = await conversations.trace(project.id, param('message_id'));
        return { status: 200, body: presentTrace(param('message_id'), trace) };
      },
    ),
  );

  routes.post(
    '/messages/:message_id/feedback',
    guard(
      {
        ...common,
        role: 'editor',
        scope: 'ask',
        name: 'feedback.create',
        resource: 'answer',
        body: feedback,
        bodySize: 'small',
      },
      async ({ conversation, param, body }) => {
        const messageId = param('message_id');
        const { id, projectId } = conversation;
        const given = { rating: body.rating, comment: body.comment || null };
        await conversations.rate({ projectId, id, messageId }, given);
        return { status: 200, body: { message_id: messageId, ...given } satisfies Feedback };
      },
    ),
  );
}
