import type { RepositoryLook } from '@footnote/sdk/contract';
import { SourceFailure } from '../ingestion/failures.ts';
import { ApiError } from '../platform/errors.ts';
import type { RepositoryRow } from '../store/types.ts';
import { type DownloadDeps, type Wanted, withDownload } from './download.ts';
import { forgeOf, viewUrl } from './forge.ts';
import { leftOutOf, toContract } from './read-commit.ts';

const SHOWN = 200;

interface LookDeps extends DownloadDeps {
  /** The token that is kept of a repository, or null. Throws a `SourceFailure` if it cannot be read any more. */
  openToken: (repository: RepositoryRow) => string | null;
}

/** What is to be looked at: with `tokenOf`, the token that is kept of that repository is used. */
interface LookedAt extends Omit<Wanted, 'prefix' | 'known'> {
  tokenOf: RepositoryRow | null;
}

/** Reads a repository to tell what would be read of it. Throws 400 with the code of what is in the way. */
export async function lookAtRepository(
  { openToken, ...deps }: LookDeps,
  { tokenOf, ...wanted }: LookedAt,
  signal: AbortSignal,
): Promise<RepositoryLook> {
  try {
    const token = tokenOf === null ? wanted.token : openToken(tokenOf);
    return await withDownload(
      deps,
      { ...wanted, token, prefix: '', known: null },
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
