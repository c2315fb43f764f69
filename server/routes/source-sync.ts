import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { MAX_BATCH_FILES } from '../platform/batch-limits.ts';
import { errors } from '../platform/errors.ts';
import { presentBatch } from '../presenters/batch.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { presentSource } from '../presenters/source.ts';
import type { SourceSync } from '../services/source-sync.ts';
import { oneLine } from './one-line.ts';
import { batchedSource, description, toDescription } from './source-descriptions.ts';

const putText = shape(
  'PutTextRequest',
  'A text for the source with an external id.',
  z.strictObject({
    title: oneLine(300).min(1),
    text: z.string().regex(/\S/, 'must not be empty'),
    ...description,
  }),
);

const batch = z.strictObject({
  sources: z.array(batchedSource).max(MAX_BATCH_FILES).exactOptional(),
  remove: z.array(z.string().min(1).max(1000)).max(MAX_BATCH_FILES).exactOptional(),
});

const syncing = { accepts: ['user', 'key'], role: 'editor', scope: 'ingest', limit: 'ingestion' } as const;

interface Deps {
  sourceSync: SourceSync;
}

/** Sources that are named from outside, one or many at a time. */
export function sourceSyncRoutes({ sourceSync }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/sources');

  routes.put(
    '/by-external-id/*external_id',
    guard(
      {
        ...syncing,
        name: 'sources.put',
        resource: 'project',
        answers: [200, 202],
        body: putText,
        file: 'one',
        fields: z.strictObject(description),
      },
      async ({ project, param, body, form, file }) => {
        const { id } = project;
        const described = body ?? (await form()).fields;
        const document = body ?? { file: await file() };
        const put = await sourceSync.put(id, param('external_id'), document, toDescription(described));
        const isQueued = put.outcome === 'created' || put.outcome === 'replaced';
        return { status: isQueued ? 202 : 200, body: presentSource(put.source) };
      },
    ),
  );

  routes.post(
    '/batch',
    guard(
      {
        ...syncing,
        name: 'sources.batch',
        resource: 'project',
        answers: [202],
        file: 'many',
        fields: batch,
        keyed: true,
        audited: true,
      },
      async ({ project, form, once }) => {
        const { id } = project;
        return once({
          resourceId: id,
          run: async () => {
            const { files, archive, directory, fields } = await form();
            const described = (fields.sources ?? []).map(({ name, external_id, ...said }) => ({
              name,
              ...(external_id !== undefined && { externalId: external_id }),
              ...toDescription(said),
            }));
            const remove = fields.remove ?? [];
            const entries = await sourceSync.batch(id, { files, archive, directory, described, remove });
            return { status: 202, body: presentBatch(entries) };
          },
          // What an attempt that was cut off has made is not known as a whole.
          replay: async () => {
            throw errors.inProgress(1);
          },
        });
      },
    ),
  );

  return routes;
}
