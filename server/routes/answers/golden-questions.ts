import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import {
  goldenCheck,
  goldenQuestion,
  presentGoldenCheck,
  presentGoldenQuestion,
} from '../../presenters/golden-questions.ts';
import { field, flag, shape } from '../../presenters/shape.ts';
import { type GoldenQuestionService, LOST_AFTER_MS } from '../../services/answers/golden-questions.ts';
import { paging } from '../paging.ts';

const words = (most: number) => z.string().trim().min(1).max(most);
const create = shape('CreateGoldenQuestionRequest', 'A question, and what its answer must hold.', {
  question: field(words(2000), 'The question, at most 2000 characters.', 'How long is the warranty?'),
  text: field(words(500).nullish(), 'A text that must occur in the answer; `null` for any.', 'two years'),
  source: field(
    words(500).nullish(),
    'The title, file name, address, external id or id of a source that must be cited.',
    'Warranty',
  ),
  refused: flag('Whether the question must be refused; the other fields do not count then.', false).exactOptional(),
});

const ours = { tag: 'Golden questions', accepts: ['user', 'key'], role: 'viewer', limit: 'general' } as const;
const managing = { ...ours, role: 'editor', scope: 'manage', audited: true, resource: 'project' } as const;

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
    {
      ...ours,
      name: 'golden-questions.list',
      resource: 'project',
      scope: 'read',
      summary: 'List golden questions',
      description: 'Oldest first.',
      sdk: {
        method: 'goldenQuestions.list',
        says: 'Lists the questions, oldest first.',
        example: 'for await (const { question } of client.goldenQuestions.list(projectId)) console.log(question);',
      },
      query: paging,
      answers: { 200: listOf(goldenQuestion, 'GoldenQuestionList') },
    },
    async ({ project, query }) => {
      const page = await goldenQuestions.list(project.id, query);
      return { status: 200, body: presentList(page, query, presentGoldenQuestion) };
    },
  );

  routes.post(
    '/',
    {
      ...managing,
      name: 'golden-questions.create',
      summary: 'Add a golden question',
      description:
        'Without `text`, `source` and `refused`, it only must not be refused. A project may have 200 of them.',
      sdk: {
        method: 'goldenQuestions.create',
        says: 'Adds a question.',
        example:
          "await client.goldenQuestions.create(projectId, { question: 'How long is the warranty?', text: 'two years' });",
        input: "{ question: 'How long is the warranty?', text: 'two years' }",
      },
      body: create,
      answers: { 201: goldenQuestion },
    },
    async ({ project, body }) => {
      const { question, text = null, source = null, refused = false } = body;
      const row = await goldenQuestions.create(project.id, { question, text, source, refused });
      return { status: 201, body: presentGoldenQuestion(row) };
    },
  );

  routes.get(
    '/checks',
    {
      ...ours,
      name: 'golden-checks.list',
      resource: 'project',
      scope: 'read',
      summary: 'List the checks of golden questions',
      description: 'Newest first; the latest 50 are kept.',
      sdk: {
        method: 'goldenQuestions.checks',
        says: 'Lists the checks, newest first.',
        example: 'const [latest] = (await client.goldenQuestions.checks(projectId, { limit: 1 })).items;',
      },
      query: paging,
      answers: { 200: listOf(goldenCheck, 'GoldenCheckList') },
    },
    async ({ project, query }) => ({
      status: 200,
      body: presentList(await goldenQuestions.checks(project.id, query), query, present()),
    }),
  );

  routes.post(
    '/checks',
    {
      ...ours,
      name: 'golden-checks.create',
      resource: 'project',
      role: 'editor',
      scope: 'ask',
      summary: 'Check the golden questions',
      description:
        'Asks all of them, one after the other, in the background. They are not counted as use and make no conversations. One check of a project runs at a time.',
      sdk: {
        method: 'goldenQuestions.check',
        says: 'Starts to ask all questions; `retrieveCheck` says how far it is.',
        example: 'const { id } = await client.goldenQuestions.check(projectId);',
      },
      answers: { 202: goldenCheck },
    },
    async ({ project }) => ({ status: 202, body: present()(await goldenQuestions.start(project)) }),
  );

  routes.get(
    '/checks/:check_id',
    {
      ...ours,
      name: 'golden-checks.retrieve',
      resource: 'project',
      scope: 'read',
      summary: 'Retrieve a check',
      sdk: {
        method: 'goldenQuestions.retrieveCheck',
        says: 'Retrieves a check, also while it runs.',
        example:
          'const { state, asked, total, broken } = await client.goldenQuestions.retrieveCheck(projectId, checkId);',
      },
      answers: { 200: goldenCheck },
    },
    async ({ project, param }) => ({
      status: 200,
      body: present()(await goldenQuestions.check(project.id, param('check_id'))),
    }),
  );

  routes.post(
    '/checks/:check_id/cancel',
    {
      ...ours,
      name: 'golden-checks.cancel',
      resource: 'project',
      role: 'editor',
      scope: 'ask',
      summary: 'Cancel a check',
      description: 'What was asked before is kept. A check that has ended stays as it is.',
      sdk: {
        method: 'goldenQuestions.cancelCheck',
        says: 'Cancels a running check.',
        example: 'await client.goldenQuestions.cancelCheck(projectId, checkId);',
      },
      answers: { 200: goldenCheck },
    },
    async ({ project, param }) => ({
      status: 200,
      body: present()(await goldenQuestions.cancel(project.id, param('check_id'))),
    }),
  );

  routes.delete(
    '/:golden_id',
    {
      ...managing,
      name: 'golden-questions.delete',
      summary: 'Delete a golden question',
      sdk: {
        method: 'goldenQuestions.delete',
        says: 'Deletes a question.',
        example: 'await client.goldenQuestions.delete(projectId, goldenId);',
      },
      answers: { 200: deleted },
    },
    async ({ project, param }) => {
      await goldenQuestions.delete(project.id, param('golden_id'));
      return { status: 200, body: presentDeleted(param('golden_id')) };
    },
  );

  return routes;
}
