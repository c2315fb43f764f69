import Router from '@koa/router';
import { z } from 'zod';
import { errors } from '../errors.ts';
import type { RequestState } from '../http/context.ts';
import { guard } from '../http/guard.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { presentSource } from '../presenters/source.ts';
import type { Access } from '../services/access.ts';
import type { SourceService } from '../services/sources.ts';
import { paging } from './paging.ts';

const projectQuery = z.strictObject({ project_id: z.string().exactOptional() });

/** Sources: with an API key of the project, or as its owner. */
export function sourceRoutes({ access, sources }: { access: Access; sources: SourceService }): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: '/v1' });

  router.post(
    '/sources/upload',
    guard(
      {
        name: 'sources.upload',
        accepts: ['user', 'key'],
        limit: 'ingestion',
        query: projectQuery,
        file: true,
        answers: [202, 404],
      },
      async ({ credential, query, file }) => {
        const projectId = query.project_id ?? (credential.kind === 'key' ? credential.projectId : null);
        if (projectId === null) throw errors.projectIdRequired();
        const project = await access.project(credential, projectId);
        return { status: 202, body: presentSource(await sources.upload(project.id, await file())) };
      },
    ),
  );

  router.get(
    '/sources/:source_id',
    guard(
      { name: 'sources.retrieve', accepts: ['user', 'key'], limit: 'general', answers: [200, 404] },
      async ({ credential, param }) => {
        const source = await access.source(credential, param('source_id'));
        return { status: 200, body: presentSource(source) };
      },
    ),
  );

  router.delete(
    '/sources/:source_id',
    guard(
      { name: 'sources.delete', accepts: ['user', 'key'], limit: 'general', answers: [200, 404] },
      async ({ credential, param }) => {
        const source = await access.source(credential, param('source_id'));
        await sources.delete(source);
        return { status: 200, body: presentDeleted(source.id) };
      },
    ),
  );

  router.get(
    '/projects/:project_id/sources',
    guard(
      { name: 'sources.list', accepts: ['user', 'key'], limit: 'general', query: paging, answers: [200, 404] },
      async ({ credential, param, query }) => {
        const project = await access.project(credential, param('project_id'));
        return { status: 200, body: presentList(await sources.list(project.id, query), query, presentSource) };
      },
    ),
  );

  return router;
}
