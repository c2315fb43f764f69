import { repositoryFailures } from '../ingestion/git/failures.ts';
import { openText, type SealOptions } from '../platform/secret-box.ts';
import type { RepositoryRow } from '../store/types.ts';

/** How the token of a repository, and the secret of its pushes, are encrypted in the database. `secret`: the server's. */
export const sealRepository = (secret: string, repositoryId: string, what: 'token' | 'secret'): SealOptions => ({
  secret,
  purpose: `repository ${what}`,
  context: repositoryId,
});

/** Opens the tokens of repositories; null for one without. */
export function tokenOpener(secret: string): (repository: RepositoryRow) => string | null {
  return ({ id, token }) => {
    const opened = token === null ? null : openText(token, sealRepository(secret, id, 'token'));
    if (token !== null && opened === null) throw repositoryFailures.tokenUnreadable();
    return opened;
  };
}
