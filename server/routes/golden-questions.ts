import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentGoldenCheck, presentGoldenQuestion } from '../presenters/golden-question.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { type GoldenQuestionService, LOST_AFTER_MS } from '../services/golden-questions.ts';
import { paging } from './paging.ts';

const words = (most: number) => z.string().trim().min(1).max(most);
const create = shape(
  'CreateGoldenQuestionRequest',
  'A question, and what its answer must hold.',
  z.strictObject({
    question: words(2000),
    text: words(500).nullish(),
    source: words(500).nullish(),
    refused: z.boolean().exactOptional(),
  }),
);

const ours = { accepts: ['user', 'key'], role: 'viewer', limit: 'general' } as const;
const managing = { ...ours, role: 'editor', scope: 'manage', audited: true } as const;

interface Deps {
  goldenQuestions: GoldenQuestionService;
  now: () => number;
}

/** Golden questions and their checks. */
export function goldenQuestionRoutes({ goldenQuestions, now }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/golden-questions');
  const present = () => presentGoldenCheck(now() - LOST_AFTER_MS);

  routes.get(
    '/',
    guard(
      { ...ours, scope: 'read', name: 'golden-questions.list', resource: 'project', query: paging, answers: [200] },
      async ({ project, query }) => {
        const page = await goldenQuestions.list(project.id, query);
        return { status: 200, body: presentList(page, query, presentGoldenQuestion) };
      },
    ),
  );

  routes.post(
    '/',
    guard(
      { ...managing, name: 'golden-questions.create', resource: 'project', body: create, answers: [201] },
      async ({ project, body }) => {
        const { question, text = null, source = null, refused = false } = body;
        const row = await goldenQuestions.create(project.id, { question, text, source, refused });
        return { status: 201, body: presentGoldenQuestion(row) };
      },
    ),
  );

  routes.get(
    '/checks',
    guard(
      { ...ours, scope: 'read', name: 'golden-checks.list', resource: 'project', query: paging, answers: [200] },
      async ({ project, query }) => {
        return { status: 200, body: presentList(await goldenQuestions.checks(project.id, query), query, present()) };
      },
    ),
  );

  routes.post(
    '/checks',
    guard(
      {
        ...ours,
        role: 'editor',
        scope: 'ask',
        name: 'golden-checks.create',
        resource: 'project',
        answers: [202, 429],
      },
      async ({ project }) => {
        return { status: 202, body: present()(await goldenQuestions.start(project)) };
      },
    ),
  );

  routes.get(
    '/checks/:check_id',
    guard(
      { ...ours, scope: 'read', name: 'golden-checks.retrieve', resource: 'project', answers: [200] },
      async ({ project, param }) => {
        return { status: 200, body: present()(await goldenQuestions.check(project.id, param('check_id'))) };
      },
    ),
  );

  routes.post(
    '/checks/:check_id/cancel',
    guard(
      { ...ours, role: 'editor', scope: 'ask', name: 'golden-checks.cancel', resource: 'project', answers: [200] },
      async ({ project, param }) => {
        return { status: 200, body: present()(await goldenQuestions.cancel(project.id, param('check_id'))) };
      },
    ),
  );

  routes.delete(
    '/:golden_id',
    guard(
      { ...managing, name: 'golden-questions.delete', resource: 'project', answers: [200] },
      async ({ project, param }) => {
        await goldenQuestions.delete(project.id, param('golden_id'));
        return { status: 200, body: presentDeleted(param('golden_id')) };
      },
    ),
  );

  return routes;
}
