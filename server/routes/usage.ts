import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import type { OverviewService } from '../services/overview.ts';
import type { Usage } from '../services/usage.ts';
import { day } from './filters.ts';

const query = z.strictObject({ from: day.exactOptional(), to: day.exactOptional() });

interface Deps {
  usage: Usage;
  overview: OverviewService;
}

/** Usage of a project by day, and what it was used for. */
export function usageRoutes({ usage, overview }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.get(
    '/usage',
    guard(
      {
        name: 'projects.usage',
        resource: 'project',
        accepts: ['user', 'key'],
        role: 'viewer',
        scope: 'read',
        limit: 'general',
        query,
        answers: [200],
      },
      async ({ project, query }) => {
        return { status: 200, body: await usage.report(project.id, query) };
      },
    ),
  );

  routes.get(
    '/overview',
    guard(
      {
        name: 'projects.overview',
        resource: 'project',
        accepts: ['user', 'key'],
        role: 'viewer',
        scope: 'read',
        limit: 'general',
        query,
        answers: [200],
      },
      async ({ project, query }) => {
        return { status: 200, body: await overview.overview(project.id, query) };
      },
    ),
  );

  return routes;
}
