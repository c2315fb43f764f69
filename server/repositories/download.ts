import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepositorySite } from '@footnote/sdk/contract';
import { type LocalFile, readFolder } from '../folders/read-folder.ts';
import { detectSite, rulesOf } from '../folders/site-rules.ts';
import { repositoryFailures } from '../ingestion/git/failures.ts';
import type { GitClient } from '../ingestion/git/git-client.ts';
import { REPOSITORY_LIMITS } from '../ingestion/git/limits.ts';
import { type ReadResult, readRepository } from '../ingestion/git/read-repository.ts';

/** What is wanted of a repository. */
export interface Wanted {
  url: string;
  token: string | null;
  branch: string | null;
  folder: string;
  include: string[];
  exclude: string[];
  baseUrl: string | null;
  site: RepositorySite | null;
  prefix: string;
  /** The commit that is not to be read again; null to read any. */
  known: string | null;
  /** An earlier commit of the branch to read in place of its last one. */
  commit?: string;
}

/** The documents of a commit, in a folder that lasts until they have been used. */
export interface Downloaded extends ReadResult {
  site: RepositorySite;
  files: LocalFile[];
}

export interface DownloadDeps {
  git: Pick<GitClient, 'server'>;
  temporaryDirectory: string;
}

/** Reads a commit into a temporary folder, has it used, and removes it. Rejects with a `SourceFailure`. */
export async function withDownload<Result>(
  { git, temporaryDirectory }: DownloadDeps,
  wanted: Wanted,
  signal: AbortSignal,
  use: (downloaded: Downloaded) => Promise<Result>,
): Promise<Result> {
  const home = join(temporaryDirectory, `repository-${randomUUID()}`);
  const { url, token, branch, known, folder, commit } = wanted;
  const limits = REPOSITORY_LIMITS;
  try {
    // Where the settings of a documentation tool are looked for, this is the top.
    await mkdir(join(home, '.git'), { recursive: true, mode: 0o700 });
    const read = await readRepository({
      server: git.server({ url, token }, limits, signal),
      request: { branch, known, folder, limits, ...(commit !== undefined && { commit }) },
      onFile: (path, bytes) => store(home, path, bytes),
      signal,
    });
    if (read.commit === null) return await use({ ...read, site: 'plain', files: [] });
    const root = join(home, folder);
    await mkdir(root, { recursive: true });
    const rules = wanted.site === null ? detectSite(root) : rulesOf(wanted.site, root);
    const files = await readFolder(root, {
      prefix: wanted.prefix + (folder === '' ? '' : `${folder}/`),
      base: wanted.baseUrl === null ? null : new URL(wanted.baseUrl),
      rules,
      include: wanted.include,
      exclude: wanted.exclude,
    });
    if (files.length === 0) throw repositoryFailures.noDocuments();
    return await use({ ...read, site: rules.site, files });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function store(home: string, path: string, bytes: Uint8Array): Promise<void> {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
}
