import type { ConversationsDeleted, Feedback } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentConversation, presentMessage } from '../presenters/conversation.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { rating } from '../presenters/shapes/enums.ts';
import { decidedShape } from '../presenters/shapes/shape.ts';
import { presentTrace } from '../presenters/trace.ts';
import type { Access } from '../services/access.ts';
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
  answers: [200, 404],
} as const;
const ours = {
  accepts: ['user', 'key'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
  answers: [200, 404],
} as const;

const feedback = decidedShape(
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
  access: Access;
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

function addConversations(routes: Routes, { access, conversations, passages }: Deps): void {
  routes.get(
    '/conversations',
    guard(
      { ...common, name: 'conversations.list', query: paging.extend(filter) },
      async ({ credential, param, query: { limit, offset, ...query } }) => {
        const project = await access.project(credential, param('project_id'));
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
        audited: true,
        query: deletionTarget,
      },
      async ({ credential, param, query }) => {
        const project = await access.project(credential, param('project_id'));
        const count = await conversations.deleteAll(project.id, query.visitor_id ?? null);
        return { status: 200, body: { deleted: true, count } satisfies ConversationsDeleted };
      },
    ),
  );

  routes.get(
    '/conversations/:conversation_id',
    guard({ ...ours, name: 'conversations.retrieve' }, async ({ credential, param }) => {
      const { id, projectId } = await access.conversation(credential, param('project_id'), param('conversation_id'));
      return { status: 200, body: presentConversation(await conversations.retrieve(projectId, id)) };
    }),
  );

  routes.get(
    '/conversations/:conversation_id/messages',
    guard({ ...common, name: 'conversations.messages', query: paging }, async ({ credential, param, query }) => {
      const { id, projectId } = await access.conversation(credential, param('project_id'), param('conversation_id'));
      const page = await conversations.messages(projectId, id, query);
      const present = presentMessage((citation) => passages.link(projectId, citation));
      return { status: 200, body: presentList(page, query, present) };
    }),
  );

  routes.delete(
    '/conversations/:conversation_id',
    guard(
      { ...common, role: 'editor', scope: 'manage', name: 'conversations.delete', audited: true },
      async ({ credential, param }) => {
        const { id, projectId } = await access.conversation(credential, param('project_id'), param('conversation_id'));
        await conversations.delete(projectId, id);
        return { status: 200, body: presentDeleted(id) };
      },
    ),
  );
}

function addMessages(routes: Routes, { access, conversations }: Deps): void {
  routes.get(
    '/messages/:message_id/trace',
    guard(
      { accepts: ['user'], role: 'viewer', limit: 'general', answers: [200, 404], name: 'messages.trace' },
      async ({ credential, param }) => {
        const project = await access.project(credential, param('project_id'));
        const trace = await conversations.trace(project.id, param('message_id'));
        return { status: 200, body: presentTrace(param('message_id'), trace) };
      },
    ),
  );

  routes.post(
    '/messages/:message_id/feedback',
    guard(
      { ...common, role: 'editor', scope: 'ask', name: 'feedback.create', body: feedback, bodySize: 'small' },
      async ({ credential, param, body }) => {
        const messageId = param('message_id');
        const { id, projectId } = await access.answer(credential, param('project_id'), messageId);
        const given = { rating: body.rating, comment: body.comment || null };
        await conversations.rate({ projectId, id, messageId }, given);
        return { status: 200, body: { message_id: messageId, ...given } satisfies Feedback };
      },
    ),
  );
}
