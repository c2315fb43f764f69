import type { ConversationsDeleted, Feedback } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import {
  conversation,
  conversationsDeleted,
  feedback,
  message,
  presentConversation,
  presentMessage,
} from '../../presenters/conversations.ts';
import { rating } from '../../presenters/enums.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import { answerTrace, presentTrace } from '../../presenters/trace.ts';
import type { ConversationService } from '../../services/answers/conversations.ts';
import type { PassageService } from '../../services/answers/passages.ts';
import { paging } from '../paging.ts';
import { filter, filterOf } from './conversation-filter.ts';

const common = {
  tag: 'Conversations',
  accepts: ['user', 'key', 'widget'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
  crossOrigin: true,
} as const;
const ours = {
  tag: 'Conversations',
  accepts: ['user', 'key'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
} as const;

const rate = shape('FeedbackRequest', 'Feedback on an answer. It replaces earlier feedback.', {
  rating: field(rating.nullable(), '`up`, `down`, or `null` to remove the rating.', 'up'),
  comment: optional(z.string().trim().max(2000), 'At most 2000 characters.', 'Just what I needed.'),
});

/** A missing parameter must not delete everything. */
const deletionTarget = z
  .strictObject({
    visitor_id: field(filter.visitor_id, 'Deletes all conversations of this visitor.', 'customer-42'),
    all: optional(z.literal('true'), 'Deletes all conversations of the project.', 'true'),
  })
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
    {
      ...common,
      name: 'conversations.list',
      resource: 'project',
      summary: 'List the conversations of a project',
      description:
        'The owner and API keys see all conversations, a widget token only those of its visitor. Filters are combined with AND.',
      sdk: {
        method: 'conversations.list',
        says: 'Lists the conversations, newest first.',
        example:
          "const { items } = await client.conversations.list(projectId, { search: 'opening hours', refused: true, limit: 50 });",
        query: 'ConversationQuery',
      },
      query: paging.extend(filter),
      answers: { 200: listOf(conversation, 'ConversationList') },
    },
    async ({ project, credential, query: { limit, offset, ...query } }) => {
      const page = await conversations.list(credential, project.id, filterOf(query), { limit, offset });
      return { status: 200, body: presentList(page, { limit, offset }, presentConversation) };
    },
  );

  routes.delete(
    '/conversations',
    {
      ...ours,
      name: 'conversations.delete-all',
      resource: 'project',
      audited: true,
      role: 'editor',
      scope: 'manage',
      summary: 'Delete the conversations of a visitor or the project',
      description: 'Deletes permanently. Send either `visitor_id` or `all`.',
      sdk: {
        method: 'conversations.deleteAll',
        says: "Permanently deletes all conversations, or those of one visitor. Needs an API key or a member's token.",
        example: "const { count } = await client.conversations.deleteAll(projectId, { visitor_id: 'customer-17' });",
        query: 'DeleteConversationsQuery',
        input: "{ visitor_id: 'customer-42' }",
      },
      query: deletionTarget,
      answers: { 200: conversationsDeleted },
    },
    async ({ project, query }) => {
      const count = await conversations.deleteAll(project.id, query.visitor_id ?? null);
      return { status: 200, body: { deleted: true, count } satisfies ConversationsDeleted };
    },
  );

  routes.get(
    '/conversations/:conversation_id',
    {
      ...ours,
      name: 'conversations.retrieve',
      resource: 'conversation',
      summary: 'Retrieve a conversation',
      sdk: {
        method: 'conversations.retrieve',
        says: "Retrieves a conversation. Needs an API key or a member's token.",
        example: 'const { title, messages_count } = await client.conversations.retrieve(projectId, conversationId);',
      },
      answers: { 200: conversation },
    },
    async ({ conversation }) => {
      const { id, projectId } = conversation;
      return { status: 200, body: presentConversation(await conversations.retrieve(projectId, id)) };
    },
  );

  routes.get(
    '/conversations/:conversation_id/messages',
    {
      ...common,
      name: 'conversations.messages',
      resource: 'conversation',
      summary: 'List the questions and answers of a conversation',
      description: 'Oldest first.',
      sdk: {
        method: 'conversations.messages',
        says: 'Lists the questions and answers of a conversation, oldest first.',
        example:
          'for await (const { role, text } of client.conversations.messages(projectId, conversationId)) console.log(role, text);',
      },
      query: paging,
      answers: { 200: listOf(message, 'MessageList') },
    },
    async ({ conversation, query }) => {
      const { id, projectId } = conversation;
      const page = await conversations.messages(projectId, id, query);
      const present = presentMessage((citation) => passages.link(projectId, citation));
      return { status: 200, body: presentList(page, query, present) };
    },
  );

  routes.delete(
    '/conversations/:conversation_id',
    {
      ...common,
      name: 'conversations.delete',
      resource: 'conversation',
      audited: true,
      role: 'editor',
      scope: 'manage',
      summary: 'Delete a conversation',
      description: 'Permanently deletes the conversation with its questions and answers.',
      sdk: { method: 'conversations.delete', says: 'Permanently deletes a conversation.' },
      answers: { 200: deleted },
    },
    async ({ conversation }) => {
      const { id, projectId } = conversation;
      await conversations.delete(projectId, id);
      return { status: 200, body: presentDeleted(id) };
    },
  );
}

function addMessages(routes: RoutesBelow<'/v1/projects/:project_id'>, { conversations }: Deps): void {
  routes.get(
    '/messages/:message_id/trace',
    {
      name: 'messages.trace',
      resource: 'project',
      accepts: ['user'],
      role: 'viewer',
      limit: 'general',
      tag: 'Conversations',
      summary: 'Retrieve the trace of an answer',
      description:
        'Shows how an answer was made, if its question was asked with a widget token that has `trace`. For other answers, the status is 404. The trace is deleted with its conversation, and what it shows of a source with that source.',
      sdk: {
        method: 'conversations.trace',
        says: "Retrieves the trace of an answer, if its question was asked with a widget token that has `trace`. Needs a member's token.",
        example: [
          'const { token } = await owner.widgetTokens.create({ project_id: projectId, trace: true });',
          "const tracing = new Footnote({ accessToken: token, defaultHeaders: { origin: 'https://www.example.com' } });",
          "const { message_id } = await tracing.chat.create(projectId, { query: 'When do you open?' });",
          'const { passages, verdict } = await owner.conversations.trace(projectId, message_id);',
        ],
      },
      answers: { 200: answerTrace },
    },
    async ({ project, param }) => {
      const trace = await conversations.trace(project.id, param('message_id'));
      return { status: 200, body: presentTrace(param('message_id'), trace) };
    },
  );

  routes.post(
    '/messages/:message_id/feedback',
    {
      ...common,
      name: 'feedback.create',
      resource: 'answer',
      role: 'editor',
      scope: 'ask',
      summary: 'Rate an answer',
      description: 'Replaces earlier feedback on the answer.',
      sdk: { method: 'feedback.create', byHand: true },
      body: rate,
      bodySize: 'small',
      answers: { 200: feedback },
    },
    async ({ conversation, param, body }) => {
      const messageId = param('message_id');
      const { id, projectId } = conversation;
      const given = { rating: body.rating, comment: body.comment || null };
      await conversations.rate({ projectId, id, messageId }, given);
      return { status: 200, body: { message_id: messageId, ...given } satisfies Feedback };
    },
  );
}
