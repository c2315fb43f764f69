import { z } from 'zod';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { isWebAddress } from '../../platform/network/web-address.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import {
  presentRepository,
  repository,
  repositoryForge,
  repositoryLook,
  repositorySite,
  repositoryWithSecret,
} from '../../presenters/repositories.ts';
import { field, named } from '../../presenters/shape.ts';
import type { RepositoryService } from '../../services/sources/repositories.ts';
import { paging } from '../paging.ts';
import { oneLine } from '../text-fields.ts';

const MAX_REFRESH_HOURS = 24 * 30;

const url = field(
  z.string().trim().min(1).max(2000),
  'Its https address, without a user name. For one inside a private network, the operator must allow its range with `SCRAPE_ALLOW_CIDRS`.',
  'https://github.com/example/handbook',
);
const patterns = z.array(oneLine(300).min(1)).max(50);

/** What decides what is read, and where citations lead. */
const wanted = {
  branch: field(
    oneLine(250).min(1).nullable(),
    'The branch. Default: the one that the repository names.',
    'main',
  ).exactOptional(),
  folder: field(
    oneLine(400).refine((text) => !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text), 'must be a path inside the repository'),
    'The folder whose files are read. Default: all.',
    'docs',
  ).exactOptional(),
  include: field(patterns, 'Patterns of paths below the folder: only these files are read. Default: all.', [
    'guide/**',
  ]).exactOptional(),
  exclude: field(patterns, 'Patterns of paths below the folder that are not read.', ['drafts/**']).exactOptional(),
  site: field(
    repositorySite.nullable(),
    'The documentation tool. Default: the one whose settings are in the folder or above it.',
    'mkdocs',
  ).exactOptional(),
  base_url: field(
    z.string().max(2000).refine(isWebAddress, 'must be an http or https address without a user name').nullable(),
    'Where the built site begins: citations open its pages. Default: they open the files in the forge.',
    'https://docs.example.com',
  ).exactOptional(),
  token: field(
    z
      .string()
      .min(1)
      .max(1000)
      .regex(/^[\x21-\x7e]+$/, 'must have no spaces and no characters beyond ASCII')
      .nullable(),
    'A token that may read the repository, and nothing else; where the forge wants a user name with it, `name:token`. It is encrypted, and no answer contains it.',
    'github_pat_11AAAA',
  ).exactOptional(),
};

const kept = {
  forge: field(
    repositoryForge.nullable(),
    'The kind of server, if its name does not tell: it decides the addresses of files.',
    'gitea',
  ).exactOptional(),
  gate: field(
    z.boolean(),
    'Whether a commit that breaks golden questions is taken back. Default: false.',
    false,
  ).exactOptional(),
  refresh_hours: field(
    z.int().min(1).max(MAX_REFRESH_HOURS).nullable(),
    'The branch is looked at again after this many hours, give or take a tenth; `null` for only on request. Default: 1.',
    1,
  ).exactOptional(),
};

const look = named(
  'LookAtRepositoryRequest',
  'A repository to look at.',
  z.strictObject({
    url,
    ...wanted,
    repository_id: field(
      z.string().min(1).max(100),
      'A repository of the project with this address. Where `token` is absent, its own is used.',
      'repo_8fJ2kQ4mZ7xT1vB9',
    ).exactOptional(),
  }),
);
const create = named('CreateRepositoryRequest', 'A new repository.', z.strictObject({ url, ...wanted, ...kept }));
const update = named(
  'UpdateRepositoryRequest',
  'The fields to change; absent fields stay as they are. All of the repository is read again.',
  z.strictObject({ ...wanted, ...kept }),
);

const ours = { tag: 'Sources', accepts: ['user', 'key'], resource: 'project' } as const;
const reads = { ...ours, role: 'viewer', scope: 'read', limit: 'general' } as const;
const changes = { ...ours, role: 'editor', scope: 'ingest', limit: 'general' } as const;
const ingests = { ...ours, role: 'editor', scope: 'ingest', limit: 'ingestion' } as const;

interface Deps {
  repositories: RepositoryService;
  publicUrl: () => string;
}

type Below = RoutesBelow<'/v1/projects/:project_id/repositories'>;

/** Git repositories that sources are read from. */
export function repositoryRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/repositories');
  addCreation(routes, deps);
  addReading(routes, deps);
  addChanges(routes, deps);
  addPush(routes, deps);
  return routes;
}

function addCreation(routes: Below, { repositories, publicUrl }: Deps): void {
  routes.post(
    '/look',
    {
      ...ingests,
      name: 'repositories.look',
      summary: 'Look at a repository',
      description:
        'Answers with its branches, and with the files that would be read. Nothing is kept. Fails with what is in the way, such as `repository_not_found`, `branch_not_found` or `folder_not_found`, and with `repository_elsewhere` if the repository of `repository_id` has another address, to which its token is not sent.',
      sdk: {
        method: 'repositories.look',
        says: 'Tells the branches of a repository, and which files would be read. Nothing is kept.',
        example:
          "const { branches, total } = await client.repositories.look(projectId, { url: 'https://github.com/example/handbook' });",
      },
      body: look,
      answers: { 200: repositoryLook },
    },
    async ({ project, body, signal }) => ({
      status: 200,
      body: await repositories.look(project.id, body, signal),
    }),
  );

  routes.post(
    '/',
    {
      ...ingests,
      name: 'repositories.create',
      audited: true,
      summary: 'Add a repository',
      description:
        'Its documents become sources of the project, and follow its branch: at intervals, on request, and with each push if its forge is told the address and the secret of this response. Only this response contains the secret. Fails with `quota_reached` if the project has 20 repositories, and with `url_not_allowed` if the address may not be used.',
      sdk: {
        method: 'repositories.create',
        says: 'Adds a repository, whose documents become sources. `push_secret` is returned only here.',
        example: [
          'const { id, push_url, push_secret } = await client.repositories.create(projectId, {',
          "  url: 'https://github.com/example/handbook',",
          "  folder: 'docs',",
          "  base_url: 'https://docs.example.com',",
          '});',
        ],
        once: true,
      },
      body: create,
      answers: { 201: repositoryWithSecret },
    },
    async ({ project, body }) => {
      const { row, secret } = await repositories.create(project, body);
      return { status: 201, body: { ...presentRepository(row, publicUrl()), push_secret: secret } };
    },
  );
}

function addReading(routes: Below, { repositories, publicUrl }: Deps): void {
  routes.get(
    '/',
    {
      ...reads,
      name: 'repositories.list',
      summary: 'List the repositories of a project',
      sdk: {
        method: 'repositories.list',
        says: 'Lists the repositories, newest first.',
        example:
          'for await (const { url, head } of client.repositories.list(projectId)) console.log(url, head?.subject);',
      },
      query: paging,
      answers: { 200: listOf(repository, 'RepositoryList') },
    },
    async ({ project, query }) => {
      const page = await repositories.list(project.id, query);
      return { status: 200, body: presentList(page, query, (row) => presentRepository(row, publicUrl())) };
    },
  );

  routes.get(
    '/:repository_id',
    {
      ...reads,
      name: 'repositories.retrieve',
      summary: 'Retrieve a repository',
      description: 'With the commit that its sources have, and what became of the last one that was read.',
      sdk: {
        method: 'repositories.retrieve',
        example: 'const { state, last_read } = await client.repositories.retrieve(projectId, repositoryId);',
      },
      answers: { 200: repository },
    },
    async ({ project, param }) => {
      const row = await repositories.retrieve(project.id, param('repository_id'));
      return { status: 200, body: presentRepository(row, publicUrl()) };
    },
  );
}

function addChanges(routes: Below, { repositories, publicUrl }: Deps): void {
  routes.patch(
    '/:repository_id',
    {
      ...changes,
      name: 'repositories.update',
      audited: true,
      summary: 'Change a repository',
      description: 'All of it is read again. Files that are not wanted any more leave the project.',
      sdk: {
        method: 'repositories.update',
        example: "await client.repositories.update(projectId, repositoryId, { branch: 'next' });",
      },
      body: update,
      answers: { 200: repository },
    },
    async ({ project, param, body }) => {
      const row = await repositories.update(project.id, param('repository_id'), body);
      return { status: 200, body: presentRepository(row, publicUrl()) };
    },
  );

  routes.delete(
    '/:repository_id',
    {
      ...changes,
      name: 'repositories.delete',
      audited: true,
      summary: 'Remove a repository',
      description: 'Its sources are deleted, too.',
      sdk: { method: 'repositories.delete', says: 'Removes a repository with its sources.' },
      answers: { 200: deleted },
    },
    async ({ project, param }) => {
      await repositories.delete(project.id, param('repository_id'));
      return { status: 200, body: presentDeleted(param('repository_id')) };
    },
  );

  const empty = z.strictObject({}).optional();
  routes.post(
    '/:repository_id/sync',
    {
      ...ingests,
      name: 'repositories.sync',
      audited: true,
      summary: 'Read a repository again',
      description: 'Also if its branch has not moved: what could not be read is tried again.',
      sdk: { method: 'repositories.sync', says: 'Has a repository read again now.' },
      body: empty,
      answers: { 202: repository },
    },
    async ({ project, param }) => {
      const row = await repositories.sync(project.id, param('repository_id'));
      return { status: 202, body: presentRepository(row, publicUrl()) };
    },
  );

  routes.post(
    '/:repository_id/rotate',
    {
      ...changes,
      name: 'repositories.rotate',
      audited: true,
      summary: 'Replace the secret of a repository’s pushes',
      description:
        'Only this response contains the new secret. Pushes that are signed with the former one are refused from now on.',
      sdk: {
        method: 'repositories.rotate',
        says: 'Replaces the secret that pushes are signed with. `push_secret` is returned only here.',
        example: 'const { push_secret } = await client.repositories.rotate(projectId, repositoryId);',
        once: true,
      },
      body: empty,
      answers: { 200: repositoryWithSecret },
    },
    async ({ project, param }) => {
      const { row, secret } = await repositories.rotate(project.id, param('repository_id'));
      return { status: 200, body: { ...presentRepository(row, publicUrl()), push_secret: secret } };
    },
  );
}

function addPush(routes: Below, { repositories }: Deps): void {
  routes.post(
    '/:repository_id/push',
    {
      name: 'repositories.push',
      tag: 'Sources',
      summary: 'Tell of a push',
      description:
        'For the webhook of a forge: GitHub, GitLab, Gitea or Forgejo. The message, of any media type, must be signed with the secret of the repository, in the way of the forge; nothing else of it counts. One that came before is refused.',
      sdk: 'forge',
      accepts: ['none'],
      resource: null,
      limit: 'general',
      answers: { 202: z.strictObject({ queued: z.literal(true) }) },
      fails: [400, 401],
    },
    async ({ param, header, raw }) => {
      await repositories.push(param('project_id'), param('repository_id'), { header, body: await raw() });
      return { status: 202, body: { queued: true as const } };
    },
  );
}
