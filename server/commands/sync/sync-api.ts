import type { BatchedSource, BatchReport, List, Source, SourceStatus } from '@footnote/sdk/contract';
import type { LocalFile } from '../../folders/read-folder.ts';
import type { ProjectApi } from '../project-api.ts';

/** A source as it was before a sync. */
export interface FormerFile {
  externalId: string;
  content: Blob;
  url: string | null;
  metadata: Record<string, string>;
}

const PAGE = 100;

/** The part of a server's API that a sync needs, for one project. */
export type SyncApi = ReturnType<typeof createSyncApi>;

export function createSyncApi({ call, download }: ProjectApi) {
  return {
    /** All sources of the project, or those with a status, in parts as the server lists them. */
    async *sources(status?: SourceStatus): AsyncGenerator<Source[]> {
      const filter = status === undefined ? '' : `&status=${status}`;
      for (let offset = 0; ; offset += PAGE) {
        const { items, total } = await call<List<Source>>('GET', `/sources?limit=${PAGE}&offset=${offset}${filter}`);
        yield items;
        if (items.length === 0 || offset + items.length >= total) return;
      }
    },

    /** Sends files, and the external ids of sources to remove. */
    batch: (files: LocalFile[], remove: string[]): Promise<BatchReport> =>
      call('POST', '/sources/batch', () => formOf(files, remove)),

    /** The file that a source was read from. */
    original: ({ id }: Source): Promise<Blob> => download(`/sources/${encodeURIComponent(id)}/original`),

    /** Sends files as they were before, with the details of each at that time. */
    putBack: (files: FormerFile[], remove: string[]): Promise<BatchReport> =>
      call('POST', '/sources/batch', async () => {
        const form = new FormData();
        for (const { content, externalId } of files) form.append('files', content, externalId);
        const said = files.map(({ externalId, url, metadata }): BatchedSource => ({ name: externalId, url, metadata }));
        form.append('sources', JSON.stringify(said));
        form.append('remove', JSON.stringify(remove));
        return form;
      }),
  };
}

async function formOf(files: LocalFile[], remove: string[]): Promise<FormData> {
  const form = new FormData();
  for (const { open, externalId } of files) form.append('files', await open(), externalId);
  const said = files.map(
    ({ externalId, url, metadata }): BatchedSource => ({
      name: externalId,
      ...(url !== null && { url }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    }),
  );
  form.append('sources', JSON.stringify(said));
  form.append('remove', JSON.stringify(remove));
  return form;
}
