import type { Role } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../http/routes.ts';
import { isWebAddress } from '../platform/network/web-address.ts';
import { deleted, listOf, presentDeleted, presentList } from '../presenters/common.ts';
import { widgetAccess } from '../presenters/enums.ts';
import { presentProject, project } from '../presenters/projects.ts';
import { field, flag, optional, shape } from '../presenters/shape.ts';
import type { Access } from '../services/access/access.ts';
import { defaultBudget } from '../services/answers/budget.ts';
import type { Usage } from '../services/answers/usage.ts';
import type { ProjectService } from '../services/projects.ts';
import { paging } from './paging.ts';
import { newEmail, oneLine } from './text-fields.ts';
import { languageTag, widget } from './widget-fields.ts';

const name = field(oneLine(100).min(1), '1 to 100 characters.', 'Example manuals');
const description = field(
  z.string().max(2000),
  'A note for the owner. Visitors never see it.',
  'Everything we publish for customers.',
);
const allowed_origins = field(
  z.array(z.string().max(300)).max(100),
  'The origins whose pages may chat, for example `https://docs.example.com`, `https://*.example.com` for every subdomain, or `http://localhost:*`. If empty, no page may.',
  ['https://docs.example.com'],
);
const questions = z.number().int().min(1).max(1_000_000_000).nullable();
const daily_budget = z.strictObject({
  requests: questions.exactOptional(),
  per_visitor: questions.exactOptional(),
  message: z.string().trim().max(500).exactOptional(),
});

const handover = z.strictObject({
  consent: z.string().trim().min(1).max(500),
  privacy_url: z.string().max(2048).refine(isWebAddress, 'must be an http or https address').nullable().exactOptional(),
  notify: newEmail.nullable().exactOptional(),
});

const create = shape('CreateProjectRequest', 'A new project.', {
  name,
  description: description.exactOptional(),
  allowed_origins: allowed_origins.exactOptional(),
});

const update = shape(
  'UpdateProjectRequest',
  'The fields to change; absent fields stay as they are. Arrays are replaced. `widget` is merged key by key.',
  {
    name: name.exactOptional(),
    description: description.exactOptional(),
    allowed_origins: allowed_origins.exactOptional(),
    widget_access: optional(
      widgetAccess,
      'Who may ask in the widget. `public`: every visitor of your sites, which are the allowed origins. `token`: only people who are signed in to your site, for whom your backend gets widget tokens.',
      'public',
    ),
    language: optional(languageTag, '`auto` or a BCP 47 tag.', 'auto'),
    widget: optional(widget, 'The appearance and texts of the widget.', {
      title: 'Ask Example',
      accent: '#2f5bd8',
    }),
    open_originals: flag('Whether visitors may read whole documents and open the stored files.', false).exactOptional(),
    daily_budget: optional(
      daily_budget.nullable(),
      'How many questions may be asked per day; `null` for `default_daily_budget`. An object without numbers is no limit, also for a public widget.',
      { requests: 1000, per_visitor: 50, message: 'Please ask again tomorrow.' },
    ),
    retention_days: optional(
      z.number().int().min(1).max(3650).nullable(),
      'Days after which idle conversations are deleted, 1–3650; `null` for the server’s default.',
      30,
    ),
    handover: optional(
      handover.nullable(),
      'How visitors hand questions over to a person; `null` for not at all. `consent` is required; `privacy_url` and `notify` are optional.',
      { consent: 'You may use my address to answer me.', notify: 'help@example.com' },
    ),
    record_pages: flag(
      'Whether to store the pages that questions are asked from, without query and fragment. They are deleted with their conversations. The default is false.',
      true,
    ).exactOptional(),
    alert_mails: flag(
      'Whether the owner and the editors get a mail when clearly more questions are refused than before, if the server sends mail. The default is true.',
      false,
    ).exactOptional(),
  },
);

interface Deps {
  access: Access;
  projects: ProjectService;
  usage: Usage;
  /** Null if conversations are kept forever. */
  defaultRetentionDays: number | null;
}

/** What presents a project to a member of it. */
export function projectPresenters({ projects, defaultRetentionDays }: Pick<Deps, 'projects' | 'defaultRetentionDays'>) {
  const present = presentProject({ retentionDays: defaultRetentionDays, budget: defaultBudget });
  return {
    present,
    /** One that is not from a list: its sources are counted. */
    presentOne: async (project: Parameters<typeof present>[0], role: Role) =>
      present(project, role, await projects.countSources(project.id)),
  };
}

/** Projects that the logged-in user owns or works on. */
export function projectRoutes({ access, projects, usage, defaultRetentionDays }: Deps): Routes {
  const routes = createRoutes('/v1/projects');
  const { present, presentOne } = projectPresenters({ projects, defaultRetentionDays });
  const created = async (project: Parameters<typeof present>[0]) =>
    ({ status: 201, body: await presentOne(project, 'owner') }) as const;
  const ours = { tag: 'Projects', accepts: ['user'], limit: 'general' } as const;

  routes.get(
    '/',
    {
      ...ours,
      name: 'projects.list',
      summary: 'List your projects',
      sdk: {
        method: 'projects.list',
        says: 'Lists the projects, newest first.',
        example: 'for await (const { id, name } of owner.projects.list()) console.log(id, name);',
      },
      query: paging,
      answers: { 200: listOf(project, 'ProjectList') },
    },
    async ({ credential, query }) => {
      const page = await projects.list(credential.userId, query);
      return {
        status: 200,
        body: presentList(page, query, ({ project, role, sources }) => present(project, role, sources)),
      };
    },
  );

  routes.post(
    '/',
    {
      ...ours,
      name: 'projects.create',
      audited: true,
      keyed: true,
      summary: 'Create a project',
      description: 'Fails with `quota_reached` if the account has as many projects as the server allows.',
      sdk: {
        method: 'projects.create',
        example:
          "const project = await owner.projects.create({ name: 'Handbook', allowed_origins: ['https://www.example.com'] });",
      },
      body: create,
      answers: { 201: project },
      fails: [404],
    },
    ({ credential, body, once }) =>
      once({
        run: async (keyed) => created(await projects.create(credential.userId, body, keyed)),
        replay: async (id) => created((await access.membership(credential, id)).project),
      }),
  );

  routes.get(
    '/:project_id',
    {
      ...ours,
      name: 'projects.retrieve',
      resource: 'membership',
      role: 'viewer',
      summary: 'Retrieve a project',
      sdk: { method: 'projects.retrieve', example: 'const { name } = await owner.projects.retrieve(projectId);' },
      answers: { 200: project },
    },
    async ({ project, role }) => ({ status: 200, body: await presentOne(await usage.withPending(project), role) }),
  );

  routes.patch(
    '/:project_id',
    {
      ...ours,
      name: 'projects.update',
      resource: 'membership',
      audited: true,
      role: 'editor',
      summary: 'Update a project',
      description: 'Absent fields stay as they are. Arrays are replaced. `widget` is merged key by key.',
      sdk: {
        method: 'projects.update',
        says: 'Changes the given properties. Arrays are replaced; `widget` is merged key by key.',
        example: "await owner.projects.update(projectId, { widget: { accent: '#0a5c36' } });",
      },
      body: update,
      answers: { 200: project },
    },
    async ({ project, role, body }) => ({
      status: 200,
      body: await presentOne(await projects.update(project, body, role), role),
    }),
  );

  routes.delete(
    '/:project_id',
    {
      ...ours,
      name: 'projects.delete',
      resource: 'project',
      audited: true,
      role: 'owner',
      summary: 'Delete a project',
      description:
        'Permanently deletes the project with its sources, keys and conversations. Needs a password that was given within the last ten minutes: by the login, or with `POST /v1/auth/confirm`; otherwise it fails with 403 `confirmation_required`.',
      sdk: {
        method: 'projects.delete',
        says: 'Permanently deletes a project with its sources, keys and conversations.',
      },
      answers: { 200: deleted },
    },
    async ({ project, credential }) => {
      await projects.delete(project.id, credential);
      return { status: 200, body: presentDeleted(project.id) };
    },
  );

  return routes;
}
