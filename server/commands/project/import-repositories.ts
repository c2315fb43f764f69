import { checkRepositoryUrl } from '../../ingestion/git/git-client.ts';
import { parseAddressRange } from '../../ingestion/web/url-policy.ts';
import { newId } from '../../platform/ids.ts';
import { sealText } from '../../platform/secret-box.ts';
import { emptyRead } from '../../repositories/empty-read.ts';
import { sealRepository } from '../../repositories/secrets.ts';
import { MAX_REPOSITORIES } from '../../services/sources/repositories.ts';
import { loadSecret } from '../../store/open-store.ts';
import type { RepositoryRow, Store } from '../../store/types.ts';
import { newWebhookSecret } from '../../webhooks/signature.ts';
import type { Command } from '../command.ts';
import type { ArchivedRepository } from './project-archive.ts';

/**
 * Adds the repositories of an archive under new ids, which are returned by the former ones. One that was read with a token waits for
 * a new one. `lines`: what is to be told of them.
 */
export async function addRepositories(
  projectId: string,
  given: ArchivedRepository[],
  store: Store,
  { env }: Command,
): Promise<{ ids: Map<string, string>; lines: string[] }> {
  const ids = new Map<string, string>();
  const lines: string[] = [];
  if (given.length === 0) return { ids, lines };
  const allowedRanges = env.scrapeAllowCidrs.map(parseAddressRange).filter((range) => range !== null);
  const secret = await loadSecret(env);
  for (const { id: formerId, hadToken, ...settings } of given) {
    const url = checkRepositoryUrl(settings.url, allowedRanges);
    if (url === null) {
      lines.push(`Not imported: the repository ${JSON.stringify(settings.url)} (its address is not allowed)`);
      continue;
    }
    const [id, at] = [newId('repo'), Date.now()];
    const row = {
      ...settings,
      id,
      projectId,
      url,
      token: null,
      secret: sealText(newWebhookSecret(), sealRepository(secret, id, 'secret')),
      // It asks golden questions, which are not in an archive.
      gate: false,
      ...(hadToken ? waitingForToken(at) : { dueAt: at }),
      createdAt: at,
      updatedAt: at,
    };
    await store.repositories.create(row, MAX_REPOSITORIES);
    ids.set(formerId, id);
    if (hadToken) lines.push(`${url} needs a token, which an archive does not have. Give it in the console.`);
  }
  if (ids.size > 0) lines.push('Webhooks of repositories need a new secret, and the gate by golden questions is off.');
  return { ids, lines };
}

/** It is read as soon as it has one. */
function waitingForToken(at: number): Pick<RepositoryRow, 'state' | 'dueAt' | 'lastRead'> {
  const error = {
    code: 'token_needed',
    message: 'It was read with a token where it was exported, and an export contains no token. Give it one.',
  };
  return { state: 'idle', dueAt: null, lastRead: { ...emptyRead(null, at, at), outcome: 'failed', error } };
}
