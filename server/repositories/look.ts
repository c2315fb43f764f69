import type { RepositoryLook } from '@footnote/sdk/contract';
import { SourceFailure } from '../ingestion/failures.ts';
import { ApiError } from '../platform/errors.ts';
import { type DownloadDeps, type Wanted, withDownload } from './download.ts';
import { forgeOf, viewUrl } from './forge.ts';
import { leftOutOf, toContract } from './read-commit.ts';

const SHOWN = 200;

/** Reads a repository to tell what would be read of it. Throws 400 with the code of what is in the way. */
export async function lookAtRepository(
  deps: DownloadDeps,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<RepositoryLook> {
  try {
    return await withDownload(
      deps,
      { ...wanted, known: null },
      signal,
      async ({ branches, branch, commit, site, files, leftOut }) => {
        if (commit === null) throw new Error('A repository was not read, although no commit is known.');
        const forge = forgeOf(wanted.url);
        return {
          branches: branches.names,
          default_branch: branches.first,
          branch,
          commit: toContract(commit),
          site,
          forge,
          total: files.length,
          files: files.slice(0, SHOWN).map(({ externalId: path, size, url }) => ({
            path,
            size,
            url: url ?? viewUrl({ url: wanted.url, forge, path }, commit.id),
          })),
          left_out: leftOutOf(leftOut),
        };
      },
    );
  } catch (error) {
    if (error instanceof SourceFailure) throw new ApiError(400, error.code, error.message);
    throw error;
  }
}
