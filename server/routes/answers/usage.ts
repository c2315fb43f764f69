import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { projectOverview } from '../../presenters/overview.ts';
import { optional } from '../../presenters/shape.ts';
import { usageReport } from '../../presenters/usage.ts';
import type { Usage } from '../../services/answers/usage.ts';
import type { OverviewService } from '../../services/overview.ts';
import { day } from '../filters.ts';

const query = z.strictObject({
  from: optional(day, 'The first day. Default: 29 days before `to`.', '2026-01-02'),
  to: optional(day, 'The last day. Default: today.', '2026-01-31'),
});

interface Deps {
  usage: Usage;
  overview: OverviewService;
}

/** Usage of a project by day, and what it was used for. */
export function usageRoutes({ usage, overview }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id');

  routes.get(
    '/usage',
    {
      name: 'projects.usage',
      resource: 'project',
      accepts: ['user', 'key'],
      role: 'viewer',
      scope: 'read',
      limit: 'general',
      tag: 'Projects',
      summary: 'Retrieve the daily usage of a project',
      description:
        'Covers at most 366 days in UTC. Counts remain when conversations are deleted, and are deleted with the project.',
      sdk: {
        method: 'projects.usage',
        says: "Retrieves the usage of a project by day. Needs a member's token or an API key.",
        example:
          "const { days, totals } = await client.projects.usage(projectId, { from: '2026-01-01', to: '2026-01-31' });",
        query: 'UsageQuery',
      },
      query,
      answers: { 200: usageReport },
    },
    async ({ project, query }) => ({ status: 200, body: await usage.report(project.id, query) }),
  );

  routes.get(
    '/overview',
    {
      name: 'projects.overview',
      resource: 'project',
      accepts: ['user', 'key'],
      role: 'viewer',
      scope: 'read',
      limit: 'general',
      tag: 'Projects',
      summary: 'Retrieve what people ask in a project',
      description:
        'The questions and sources of at most 366 days in UTC, from the conversations that are still stored; and whether refusals rise.',
      sdk: {
        method: 'projects.overview',
        says: 'Retrieves what people ask in a project, what answers them, and whether refusals rise.',
        example: 'const { top_questions, refusals } = await client.projects.overview(projectId);',
        query: 'UsageQuery',
      },
      query,
      answers: { 200: projectOverview },
    },
    async ({ project, query }) => ({ status: 200, body: await overview.overview(project.id, query) }),
  );

  return routes;
}
