import type {
  CreateRepositoryRequest,
  LookAtRepositoryRequest,
  Repository,
  RepositoryForge,
  RepositorySite,
  UpdateRepositoryRequest,
} from '@footnote/sdk';
import { addressOf } from '../../parts/page-link.ts';
import { lines, refreshHours } from '../sources/crawl-fields.ts';

/** A repository as its form holds it. */
export interface RepositoryDraft {
  url: string;
  token: string;
  branch: string;
  folder: string;
  include: string;
  exclude: string;
  baseUrl: string;
  site: RepositorySite | '';
  forge: RepositoryForge | '';
  hours: string;
  gate: boolean;
}

/** Without a repository, the server's defaults. */
export function repositoryDraft(repository?: Repository): RepositoryDraft {
  const { branch, folder = '', include = [], exclude = [], base_url, site, forge, gate = false } = repository ?? {};
  const hours = repository ? repository.refresh_hours : 1;
  return {
    url: repository?.url ?? '',
    token: '',
    branch: branch ?? '',
    folder,
    include: include.join('\n'),
    exclude: exclude.join('\n'),
    baseUrl: base_url ?? '',
    site: site ?? '',
    forge: forge ?? '',
    hours: hours === null ? '' : String(hours),
    gate,
  };
}

/** What decides which files are read, and what citations open. */
export function lookRequest(draft: RepositoryDraft): LookAtRepositoryRequest {
  const token = draft.token.trim();
  return { url: addressOf(draft.url), ...(token && { token }), ...wanted(draft) };
}

/** The same of a repository that there is already, with its own token. */
export function lookAgainRequest(draft: RepositoryDraft, { id, url }: Repository): LookAtRepositoryRequest {
  return { url, repository_id: id, ...wanted(draft) };
}

export function createRequest(draft: RepositoryDraft): CreateRepositoryRequest {
  return { ...lookRequest(draft), ...kept(draft), ...(draft.forge && { forge: draft.forge }) };
}

export function updateRequest(draft: RepositoryDraft): UpdateRepositoryRequest {
  return { ...wanted(draft), ...kept(draft), forge: draft.forge || null };
}

const wanted = ({ branch, folder, include, exclude, baseUrl, site }: RepositoryDraft) => ({
  branch: branch.trim() || null,
  folder: folder.trim(),
  include: lines(include),
  exclude: lines(exclude),
  base_url: baseUrl.trim() === '' ? null : addressOf(baseUrl),
  site: site || null,
});

const kept = ({ hours, gate }: RepositoryDraft) => ({ refresh_hours: refreshHours(hours), gate });
