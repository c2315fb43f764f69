import type { WidgetRevoked } from '@footnote/sdk/contract';
import Router from '@koa/router';
import { z } from 'zod';
import type { RequestState } from '../http/context.ts';
import { guard } from '../http/guard.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { presentProject, presentWidgetConfig } from '../presenters/project.ts';
import type { Access } from '../services/access.ts';
import type { ProjectService } from '../services/projects.ts';
import type { Usage } from '../services/usage.ts';
import { paging } from './paging.ts';

const name = z.string().trim().min(1).max(100);
const description = z.string().max(2000);
const allowed_origins = z.array(z.string().max(300)).max(100);
const languageTag = z.string().max(35).refine(isLanguage, 'must be "auto" or a language tag such as "en" or "pt-BR"');

const widget = z.strictObject({
  title: z.string().max(100).exactOptional(),
  greeting: z.string().max(1000).exactOptional(),
  placeholder: z.string().max(200).exactOptional(),
  suggestions: z.array(z.string().trim().min(1).max(200)).max(6).exactOptional(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour written as #rrggbb')
    .exactOptional(),
  theme: z.enum(['auto', 'light', 'dark']).exactOptional(),
  position: z.enum(['bottom-right', 'bottom-left']).exactOptional(),
  locale: languageTag.exactOptional(),
  contact: z.string().max(300).exactOptional(),
});

const questions = z.number().int().min(1).max(1_000_000_000).nullable();
const daily_budget = z.strictObject({
  requests: questions.exactOptional(),
  per_visitor: questions.exactOptional(),
  message: z.string().trim().max(500).exactOptional(),
});

const create = z.strictObject({
  name,
  description: description.exactOptional(),
  allowed_origins: allowed_origins.exactOptional(),
});

const update = z.strictObject({
  name: name.exactOptional(),
  description: description.exactOptional(),
  allowed_origins: allowed_origins.exactOptional(),
  widget_access: z.enum(['token', 'public']).exactOptional(),
  language: languageTag.exactOptional(),
  widget: widget.exactOptional(),
  open_originals: z.boolean().exactOptional(),
  daily_budget: daily_budget.nullable().exactOptional(),
  retention_days: z.number().int().min(1).max(3650).nullable().exactOptional(),
});

/** Projects of the logged-in user, and what a widget may know of its own. */
export function projectRoutes({
  access,
  projects,
  usage,
  defaultRetentionDays,
}: {
  access: Access;
  projects: ProjectService;
  usage: Usage;
  /** Null: conversations are kept. */
  defaultRetentionDays: number | null;
}): Router<RequestState> {
  const present = presentProject(defaultRetentionDays);
  const created = (project: Parameters<typeof present>[0]) => ({ status: 201, body: present(project) });
  const router = new Router<RequestState>({ prefix: '/v1/projects' });

  router.get(
    '/',
    guard(
      { name: 'projects.list', accepts: ['user'], limit: 'general', query: paging, answers: [200] },
      async ({ credential, query }) => {
        const page = await projects.list(credential.userId, query);
        return { status: 200, body: presentList(page, query, present) };
      },
    ),
  );

  router.post(
    '/',
    guard(
      { name: 'projects.create', accepts: ['user'], limit: 'general', body: create, keyed: true, answers: [201, 404] },
      ({ credential, body, once }) =>
        once({
          make: async (keyed) => created(await projects.create(credential.userId, body, keyed)),
          made: async (id) => created(await access.project(credential, id)),
        }),
    ),
  );

  router.get(
    '/:project_id',
    guard(
      { name: 'projects.retrieve', accepts: ['user'], limit: 'general', answers: [200, 404] },
      async ({ credential, param }) => {
        const project = await access.project(credential, param('project_id'));
        return { status: 200, body: present(usage.included(project)) };
      },
    ),
  );

  router.patch(
    '/:project_id',
    guard(
      { name: 'projects.update', accepts: ['user'], limit: 'general', body: update, answers: [200, 404] },
      async ({ credential, param, body }) => {
        const project = await access.project(credential, param('project_id'));
        return { status: 200, body: present(await projects.update(project, body)) };
      },
    ),
  );

  router.delete(
    '/:project_id',
    guard(
      { name: 'projects.delete', accepts: ['user'], limit: 'general', answers: [200, 404] },
      async ({ credential, param }) => {
        const project = await access.project(credential, param('project_id'));
        await projects.delete(project.id);
        return { status: 200, body: presentDeleted(project.id) };
      },
    ),
  );

  router.get(
    '/:project_id/widget/config',
    guard(
      { name: 'widget.config', accepts: ['widget'], limit: 'general', crossOrigin: true, answers: [200, 404] },
      async ({ credential, param }) => {
        const project = await access.project(credential, param('project_id'));
        return { status: 200, body: presentWidgetConfig(project) };
      },
    ),
  );

  router.post(
    '/:project_id/widget/revoke',
    guard(
      {
        name: 'widget.revoke',
        accepts: ['user'],
        limit: 'general',
        body: z.strictObject({}).optional(),
        answers: [200, 404],
      },
      async ({ credential, param }) => {
        const project = await access.project(credential, param('project_id'));
        await projects.revokeWidget(project.id);
        return { status: 200, body: { revoked: true } satisfies WidgetRevoked };
      },
    ),
  );

  return router;
}

function isLanguage(tag: string): boolean {
  if (tag === 'auto') return true;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
