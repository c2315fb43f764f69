import type { FeedbackSorted } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentFeedback } from '../presenters/feedback.ts';
import { presentList } from '../presenters/list.ts';
import { feedbackState, rating } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { ConversationService } from '../services/conversations.ts';
import { paging } from './paging.ts';

const ours = { accepts: ['user', 'key'], role: 'viewer', limit: 'general', answers: [200] } as const;
const query = paging.extend({ state: feedbackState.exactOptional(), rating: rating.exactOptional() });
const sort = shape('SortFeedbackRequest', 'The state of feedback.', z.strictObject({ state: feedbackState }));

/** The owner's inbox of feedback. */
export function feedbackRoutes({ conversations }: { conversations: ConversationService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id/feedback');

  routes.get(
    '/',
    guard(
      { ...ours, scope: 'read', name: 'feedback.list', resource: 'project', query },
      async ({ project, query: { limit, offset, ...filter } }) => {
        const page = await conversations.feedback(project.id, filter, { limit, offset });
        return { status: 200, body: presentList(page, { limit, offset }, presentFeedback) };
      },
    ),
  );

  routes.patch(
    '/:message_id',
    guard(
      { ...ours, role: 'editor', scope: 'manage', name: 'feedback.update', resource: 'project', body: sort },
      async ({ project, param, body }) => {
        const messageId = param('message_id');
        await conversations.setFeedbackState(project.id, messageId, body.state);
        return { status: 200, body: { id: messageId, state: body.state } satisfies FeedbackSorted };
      },
    ),
  );

  return routes;
}
