import type { FeedbackSorted } from '@footnote/sdk/contract';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { listOf, presentList } from '../../presenters/common.ts';
import { feedbackEntry, feedbackSorted, presentFeedback } from '../../presenters/conversations.ts';
import { feedbackState, rating } from '../../presenters/enums.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import type { ConversationService } from '../../services/answers/conversations.ts';
import { paging } from '../paging.ts';

const ours = {
  tag: 'Conversations',
  accepts: ['user', 'key'],
  role: 'viewer',
  limit: 'general',
  resource: 'project',
} as const;
const query = paging.extend({
  state: optional(feedbackState, 'Only feedback in this state.', 'new'),
  rating: optional(rating, 'Only answers with this rating.', 'down'),
});
const sort = shape('SortFeedbackRequest', 'The state of feedback.', {
  state: field(feedbackState, 'The state.', 'done'),
});

/** The owner's inbox of feedback. */
export function feedbackRoutes({ conversations }: { conversations: ConversationService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id/feedback');

  routes.get(
    '/',
    {
      ...ours,
      name: 'feedback.list',
      scope: 'read',
      summary: 'List feedback',
      description: 'Rated answers, latest first.',
      sdk: { method: 'feedback.list', byHand: true },
      query,
      answers: { 200: listOf(feedbackEntry, 'FeedbackList') },
    },
    async ({ project, query: { limit, offset, ...filter } }) => {
      const page = await conversations.feedback(project.id, filter, { limit, offset });
      return { status: 200, body: presentList(page, { limit, offset }, presentFeedback) };
    },
  );

  routes.patch(
    '/:message_id',
    {
      ...ours,
      name: 'feedback.update',
      role: 'editor',
      scope: 'manage',
      summary: 'Sort feedback',
      description: 'Sets the state of the feedback on an answer. Readers never see it.',
      sdk: { method: 'feedback.update', byHand: true },
      body: sort,
      answers: { 200: feedbackSorted },
    },
    async ({ project, param, body }) => {
      const messageId = param('message_id');
      await conversations.setFeedbackState(project.id, messageId, body.state);
      return { status: 200, body: { id: messageId, state: body.state } satisfies FeedbackSorted };
    },
  );

  return routes;
}
