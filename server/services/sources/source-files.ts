import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashFile } from '../../platform/files/hash-file.ts';
import { randomBase62 } from '../../platform/ids.ts';
import type { RefusedSource, Store } from '../../store/types.ts';
import { errors } from '../errors.ts';

/** A received file that does not belong to a source yet. */
export interface UploadedFile {
  temporaryPath: string;
  /** The name that the client sent. */
  name: string;
}

/**
 * Returns the display name and content type of a file. Throws 400 unless its name and content agree on a supported format.
 */
export type IdentifyFile = (path: string, sentName: string) => Promise<{ filename: string; contentType: string }>;

export interface DescribedFile {
  metadata: { filename: string; content_type: string; size: number };
  /** SHA-256, hex. */
  contentHash: string;
}

/** Moves the content of sources into the store. */
export interface SourceFiles {
  /** The metadata of an uploaded file, and its hash. Throws 400 if it is empty or its format is not supported. */
  describe(file: UploadedFile): Promise<DescribedFile>;
  /** Writes a text to a temporary file and returns its path. */
  write(text: string): Promise<string>;
  /** Moves a temporary file into the store and calls `use` with its new id. If `use` fails, deletes the file. */
  adopt<Result>(temporaryPath: string, use: (fileId: string) => Promise<Result>): Promise<Result>;
  /** The same for several, whose ids `use` gets in their order. Deletes those as well that it refuses. */
  adoptAll<Result extends object>(
    temporaryPaths: string[],
    use: (fileIds: string[]) => Promise<(Result | RefusedSource)[]>,
  ): Promise<(Result | RefusedSource)[]>;
}

export function createSourceFiles(files: Store['files'], identifyFile: IdentifyFile): SourceFiles {
  return {
    async describe({ temporaryPath, name }) {
      const { size } = statSync(temporaryPath);
      if (size === 0) throw errors.fileEmpty();
      const { filename, contentType } = await identifyFile(temporaryPath, name);
      const metadata = { filename, content_type: contentType, size };
      return { metadata, contentHash: await hashFile(temporaryPath) };
    },

    async write(text) {
      const path = join(files.temporaryDirectory, randomBase62(32));
      await writeFile(path, text, { mode: 0o600 });
      return path;
    },

    async adopt(temporaryPath, use) {
      const fileId = await files.adopt(temporaryPath);
      try {
        return await use(fileId);
      } catch (error) {
        await files.delete(fileId);
        throw error;
      }
    },

    async adoptAll(temporaryPaths, use) {
      const fileIds = await files.adoptAll(temporaryPaths);
      let kept: string[] = [];
      try {
        const results = await use(fileIds);
        kept = fileIds.filter((_, at) => !('refused' in (results[at] ?? {})));
        return results;
      } finally {
        for (const fileId of fileIds) if (!kept.includes(fileId)) await files.delete(fileId);
      }
    },
  };
}

/** SHA-256 of the text in UTF-8, hex. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');
