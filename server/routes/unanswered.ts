import type { Dismissed } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentList } from '../presenters/list.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { presentUnanswered, presentWeakAnswers } from '../presenters/unanswered.ts';
import type { UnansweredService } from '../services/unanswered.ts';
import { from, to } from './filters.ts';
import { paging } from './paging.ts';

const ours = {
  accepts: ['user', 'key'],
  role: 'viewer',
  scope: 'read',
  limit: 'general',
  answers: [200],
} as const;
const query = paging.extend({ from: from.exactOptional(), to: to.exactOptional() });
const dismiss = shape(
  'DismissRequest',
  'The questions to dismiss.',
  z.strictObject({ message_ids: z.array(z.string().max(200)).min(1).max(1_000) }),
);

const rangeOf = (asked: { from?: number; to?: number }) => ({
  from: asked.from ?? 0,
  to: asked.to ?? Number.MAX_SAFE_INTEGER,
});

/** Unanswered questions, and the weakest answers. */
export function unansweredRoutes({ unanswered }: { unanswered: UnansweredService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id/unanswered');

  routes.get(
    '/',
    guard({ ...ours, name: 'unanswered.list', resource: 'project', query }, async ({ project, query, signal }) => {
      const page = await unanswered.list(project.id, rangeOf(query), query, signal);
      return { status: 200, body: presentList(page, query, presentUnanswered) };
    }),
  );

  routes.get(
    '/weakest',
    guard({ ...ours, name: 'unanswered.weakest', resource: 'project', query }, async ({ project, query, signal }) => {
      const page = await unanswered.weakest(project.id, rangeOf(query), query, signal);
      return { status: 200, body: presentList(page, query, presentWeakAnswers) };
    }),
  );

  routes.post(
    '/dismiss',
    guard(
      { ...ours, role: 'editor', scope: 'manage', name: 'unanswered.dismiss', resource: 'project', body: dismiss },
      async ({ project, body }) => {
        const dismissed = await unanswered.dismiss(project.id, body.message_ids);
        return { status: 200, body: { dismissed } satisfies Dismissed };
      },
    ),
  );

  return routes;
}
