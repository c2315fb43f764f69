import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentList } from '../presenters/list.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { presentStoredProject } from '../presenters/stored-project.ts';
import type { ProjectStorageService } from '../services/project-storage.ts';
import { paging } from './paging.ts';

interface Deps {
  projectStorage: ProjectStorageService;
}

const listQuery = paging.extend({ search: z.string().trim().min(1).max(200).exactOptional() });
const quota = z.int().min(0).max(1e15).nullable();
const quotas = shape(
  'SetQuotasRequest',
  'What a project may have; `null` for what the server’s settings say.',
  z.strictObject({ sources: quota, bytes: quota, daily_questions: quota }),
);

/** What each project of the server stores, and what it may: for the operator only. */
export function serverProjectRoutes({ projectStorage }: Deps): Routes {
  const routes = createRoutes('/v1/server/projects');
  const common = { accepts: ['user'], limit: 'general' } as const;

  routes.get(
    '/',
    guard(
      { ...common, name: 'server-projects.list', resource: 'server', query: listQuery, answers: [200] },
      async ({ query: { limit, offset, search } }) => {
        const page = await projectStorage.list(search, { limit, offset });
        return { status: 200, body: presentList(page, { limit, offset }, presentStoredProject) };
      },
    ),
  );

  routes.put(
    '/:project_id/quotas',
    guard(
      {
        ...common,
        name: 'server-projects.set-quotas',
        resource: 'server',
        audited: true,
        body: quotas,
        answers: [200, 404],
      },
      async ({ param, body }) => {
        await projectStorage.setQuotas(param('project_id'), body);
        return { status: 200, body };
      },
    ),
  );

  return routes;
}
