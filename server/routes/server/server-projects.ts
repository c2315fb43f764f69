import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { listOf, presentList } from '../../presenters/common.ts';
import { presentStoredProject, projectQuotas, storedProject } from '../../presenters/project-storage.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import type { ProjectStorageService } from '../../services/sources/project-storage.ts';
import { paging } from '../paging.ts';

interface Deps {
  projectStorage: ProjectStorageService;
}

const listQuery = paging.extend({
  search: optional(
    z.string().trim().min(1).max(200),
    'Only projects whose name, or whose owner’s address, contains this; 1–200 characters.',
    'handbook',
  ),
});
const quota = z.int().min(0).max(1e15).nullable();
const quotas = shape('SetQuotasRequest', 'What a project may have; `null` for what the server’s settings say.', {
  sources: field(quota, 'The number of sources; `null` for `MAX_SOURCES`.', 500),
  bytes: field(quota, 'The bytes of all sources together; `null` for `MAX_PROJECT_MB`.', 1_000_000_000),
  daily_questions: field(quota, 'The questions a day; `null` for `MAX_DAILY_QUESTIONS`.', null),
});

/** What each project of the server stores, and what it may: for the operator only. */
export function serverProjectRoutes({ projectStorage }: Deps): Routes {
  const routes = createRoutes('/v1/server/projects');
  const common = { tag: 'Server', accepts: ['user'], limit: 'general', resource: 'server' } as const;

  routes.get(
    '/',
    {
      ...common,
      name: 'server-projects.list',
      summary: 'List what each project stores',
      description:
        'All projects of the server, the largest first, with their quotas. How much they store, and nothing of what. Only for the operator.',
      sdk: {
        method: 'server.projects.list',
        says: 'Lists all projects of the server, the largest first.',
        example:
          'for await (const { name, bytes } of operator.server.projects.list()) console.log(name, bytes.originals);',
        query: 'ServerProjectQuery',
      },
      query: listQuery,
      answers: { 200: listOf(storedProject, 'StoredProjectList') },
    },
    async ({ query: { limit, offset, search } }) => {
      const page = await projectStorage.list(search, { limit, offset });
      return { status: 200, body: presentList(page, { limit, offset }, presentStoredProject) };
    },
  );

  routes.put(
    '/:project_id/quotas',
    {
      ...common,
      name: 'server-projects.set-quotas',
      audited: true,
      summary: 'Set the quotas of a project',
      description:
        'In place of `MAX_SOURCES`, `MAX_PROJECT_MB` and `MAX_DAILY_QUESTIONS`. What is there stays, also if a quota is smaller; what would exceed it is refused with `quota_reached`, and the owner is told in the console. It is in the audit log of the owner. Only for the operator.',
      sdk: {
        method: 'server.projects.setQuotas',
        says: "Sets the quotas of a project; `null` for what the server's settings say.",
        example:
          'await operator.server.projects.setQuotas(projectId, { sources: 500, bytes: null, daily_questions: null });',
      },
      body: quotas,
      answers: { 200: projectQuotas },
      fails: [404],
    },
    async ({ param, body }) => {
      await projectStorage.setQuotas(param('project_id'), body);
      return { status: 200, body };
    },
  );

  return routes;
}
