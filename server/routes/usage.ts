import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import type { Access } from '../services/access.ts';
import type { Usage } from '../services/usage.ts';
import { day } from './filters.ts';

const query = z.strictObject({ from: day.exactOptional(), to: day.exactOptional() });

/** Usage of a project by day. */
export function usageRoutes({ access, usage }: { access: Access; usage: Usage }): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.get(
    '/usage',
    guard(
      {
        ...{ name: 'projects.usage', accepts: ['user', 'key'], role: 'viewer', scope: 'read' },
        ...{ limit: 'general', query, answers: [200, 404] },
      },
      async ({ credential, param, query }) => {
        const project = await access.project(credential, param('project_id'));
        return { status: 200, body: await usage.report(project.id, query) };
      },
    ),
  );

  return routes;
}
