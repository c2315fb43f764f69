import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors } from '../../platform/errors.ts';
import { MAX_BATCH_FILES } from '../../platform/limits.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import { batchReport, presentBatch } from '../../presenters/source-batch.ts';
import { presentSource, source } from '../../presenters/sources.ts';
import type { SourceSync } from '../../services/sources/source-sync.ts';
import { oneLine } from '../text-fields.ts';
import { batchedSource, description, toDescription } from './source-descriptions.ts';

const putText = shape('PutTextRequest', 'A text for the source with an external id.', {
  title: field(oneLine(300).min(1), 'The title that citations show: 1 to 300 characters.', 'Warranty'),
  text: field(
    z.string().regex(/\S/, 'must not be empty'),
    'Plain text.',
    'The warranty lasts two years from the day of purchase.',
  ),
  ...description,
});

const batch = z.strictObject({
  sources: optional(z.array(batchedSource).max(MAX_BATCH_FILES), 'JSON: what describes single files.', [
    { name: 'guide/install.md', url: 'https://docs.example.com/guide/install' },
  ]),
  remove: optional(
    z.array(z.string().min(1).max(1000)).max(MAX_BATCH_FILES),
    'JSON: the external ids of sources to delete.',
    ['guide/old.md'],
  ),
});

const syncing = {
  tag: 'Sources',
  accepts: ['user', 'key'],
  role: 'editor',
  scope: 'ingest',
  limit: 'ingestion',
  resource: 'project',
} as const;

interface Deps {
  sourceSync: SourceSync;
}

/** Sources that are named from outside, one or many at a time. */
export function sourceSyncRoutes({ sourceSync }: Deps): Routes {
  const routes = createRoutes('/v1/projects/:project_id/sources');

  routes.put(
    '/by-external-id/*external_id',
    {
      ...syncing,
      name: 'sources.put',
      summary: 'Make or replace the source with an external id',
      description:
        'Send a file as form data, or a text as JSON. The external id is a name of your own, such as the path of the file: the source that has it gets the new content and keeps its id; if there is none, it is made. Content that is there already is not read again: the status is 200, and 202 where something is to be read. Slashes in the external id need not be encoded.',
      sdk: { method: 'sources.put', byHand: true, input: "{ file: await fileFromPath('manual.pdf') }" },
      body: putText,
      file: 'one',
      fields: z.strictObject(description),
      answers: { 200: source, 202: source },
    },
    async ({ project, param, body, form, file }) => {
      const { id } = project;
      const described = body ?? (await form()).fields;
      const document = body ?? { file: await file() };
      const put = await sourceSync.put(id, param('external_id'), document, toDescription(described));
      const isQueued = put.outcome === 'created' || put.outcome === 'replaced';
      return { status: isQueued ? 202 : 200, body: presentSource(put.source) };
    },
  );

  routes.post(
    '/batch',
    {
      ...syncing,
      name: 'sources.batch',
      audited: true,
      keyed: true,
      summary: 'Make, replace and remove many sources at once',
      description:
        'Sends at most 1,000 files, of at most the size of one upload together, in fields named `files`, or as a zip, tar or tar.gz file in `archive`. The request counts once against the limit of ingestion for each started 10 MB. The external id of each file is its name with its folders, unless `sources` says otherwise. Each file is taken or refused by itself, and is read after the answer. Links and hidden files of an archive are not taken.',
      sdk: {
        method: 'sources.batch',
        byHand: true,
        input: "{ files: [{ file: await fileFromPath('manual.pdf'), name: 'manual.pdf' }], remove: ['old.pdf'] }",
      },
      file: 'many',
      fields: batch,
      answers: { 202: batchReport },
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
  );

  return routes;
}
