import { stat } from 'node:fs/promises';
import { errors } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Page, Paging, SourceRow, Store } from '../store/types.ts';

/** A file that has arrived but belongs to nobody yet. */
export interface UploadedFile {
  temporaryPath: string;
  /** As the client sent it. */
  name: string;
}

/** The name as it may be shown, and the type of a file whose name and content agree on a supported format; throws 400 for any other. */
export type IdentifyFile = (path: string, sentName: string) => Promise<{ filename: string; contentType: string }>;

export interface SourceService {
  upload(projectId: string, file: UploadedFile): Promise<SourceRow>;
  list(projectId: string, paging: Paging): Promise<Page<SourceRow>>;
  /** Resolves when no byte of it is left; throws 404 where it has gone meanwhile. */
  delete(source: SourceRow): Promise<void>;
}

export function createSourceService({
  store,
  identifyFile,
  notifyIngestion,
  now,
}: {
  store: Pick<Store, 'sources' | 'files'>;
  identifyFile: IdentifyFile;
  notifyIngestion: () => void;
  now: () => number;
}): SourceService {
  return {
    async upload(projectId, file) {
      const { size } = await stat(file.temporaryPath);
      if (size === 0) throw errors.fileEmpty();
      const { filename, contentType } = await identifyFile(file.temporaryPath, file.name);
      const fileId = await store.files.adopt(file.temporaryPath);
      const at = now();
      const source: SourceRow = {
        id: newId('src'),
        projectId,
        type: 'file',
        status: 'processing',
        metadata: { filename, content_type: contentType, size },
        fileId,
        chunksCount: 0,
        progress: { stage: 'queued', done: 0, total: 0 },
        error: null,
        createdAt: at,
        updatedAt: at,
        completedAt: null,
      };
      try {
        await store.sources.create(source);
      } catch (error) {
        await store.files.delete(fileId);
        throw error;
      }
      notifyIngestion();
      return source;
    },

    list: (projectId, paging) => store.sources.listByProject(projectId, paging),

    async delete(source) {
      if (!(await store.sources.delete(source.projectId, source.id))) throw errors.notFound();
    },
  };
}
