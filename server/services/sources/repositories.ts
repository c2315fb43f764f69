import type {
  CreateRepositoryRequest,
  LookAtRepositoryRequest,
  RepositoryForge,
  RepositoryLook,
  RepositorySite,
  UpdateRepositoryRequest,
} from '@footnote/sdk/contract';
import { newId } from '../../platform/ids.ts';
import { openText, type SealOptions, sealText } from '../../platform/secret-box.ts';
import { withoutEnds } from '../../platform/text/trim-ends.ts';
import type { Page, Paging, ProjectRow, RepositoryChanges, RepositoryRow, Store } from '../../store/types.ts';
import { errors } from '../errors.ts';
import { type PushMessage, verifyPush } from './push-signature.ts';

/** As many as one look after another can be kept up to date. */
export const MAX_REPOSITORIES = 20;
const MAX_LOOKS = 2;
const RETRY_SECONDS = 5;

/** What is looked at before there is a repository. */
export interface LookWanted {
  url: string;
  branch: string | null;
  folder: string;
  include: string[];
  exclude: string[];
  site: RepositorySite | null;
  baseUrl: string | null;
  token: string | null;
  /** The token that is kept for this repository is used, and `token` is not; null where `token` is what is used. */
  tokenOf: RepositoryRow | null;
}

/** Git repositories that the sources of a project are read from. */
export interface RepositoryService {
  /**
   * What would be read. Throws 404 for a `repository_id` that the project does not have, 400 `repository_elsewhere` if that one has
   * another address, and 400 with what is in the way otherwise, 429 while others are looked at.
   */
  look(projectId: string, given: LookAtRepositoryRequest, signal: AbortSignal): Promise<RepositoryLook>;
  /** `secret` is not shown again. Throws 400 `url_not_allowed`, `quota_reached`, and `no_golden_questions` for a gate without. */
  create(project: ProjectRow, given: CreateRepositoryRequest): Promise<{ row: RepositoryRow; secret: string }>;
  list(projectId: string, paging: Paging): Promise<Page<RepositoryRow>>;
  /** Throws 404. */
  retrieve(projectId: string, id: string): Promise<RepositoryRow>;
  /** What decides what is read has all of it read again. Throws 404. */
  update(projectId: string, id: string, given: UpdateRepositoryRequest): Promise<RepositoryRow>;
  /** Gives it a new secret for pushes. Throws 404. */
  rotate(projectId: string, id: string): Promise<{ row: RepositoryRow; secret: string }>;
  /** Has all of it read now. Throws 404. */
  sync(projectId: string, id: string): Promise<RepositoryRow>;
  /** Deletes it with its sources. Throws 404. */
  delete(projectId: string, id: string): Promise<void>;
  /** A message of its forge. Throws 401 if it is not signed with the secret, 400 if it came before. */
  push(projectId: string, id: string, message: PushMessage): Promise<void>;
}

export interface RepositoryDeps {
  store: Pick<Store, 'repositories' | 'sources' | 'goldenQuestions'>;
  /** The address of a repository in its normal form, or null if it may not be read. */
  checkUrl: (text: string) => string | null;
  forgeOf: (url: string) => RepositoryForge | null;
  look: (wanted: LookWanted, signal: AbortSignal) => Promise<RepositoryLook>;
  newSecret: () => string;
  /** How the token and the secret of a repository are encrypted. */
  seal: (repositoryId: string, what: 'token' | 'secret') => SealOptions;
  /** Called when there is one to read. */
  notify: () => void;
  now: () => number;
}

export function createRepositoryService(deps: RepositoryDeps): RepositoryService {
  const { store, seal, newSecret, notify, now } = deps;
  const { repositories } = store;
  let looks = 0;

  const retrieve = async (projectId: string, id: string) => found(await repositories.byId(projectId, id));
  const allowed = (text: string) => {
    const url = deps.checkUrl(text);
    if (url === null) throw errors.repositoryNotAllowed(text);
    return url;
  };

  return {
    retrieve,
    list: repositories.listByProject,

    async look(projectId, given, signal) {
      const { branch = null, folder = '', include = [], exclude = [], site = null, base_url = null, token } = given;
      const url = allowed(given.url);
      const known = given.repository_id === undefined ? null : await retrieve(projectId, given.repository_id);
      // Compared as a whole: no other address gets to see a token that its owner gave for this one.
      if (known !== null && known.url !== url) throw errors.repositoryElsewhere();
      const wanted = {
        url,
        branch,
        folder: folderOf(folder),
        include,
        exclude,
        site,
        baseUrl: base_url,
        token: token ?? null,
        tokenOf: token === undefined ? known : null,
      };
      if (looks >= MAX_LOOKS) throw errors.inProgress(RETRY_SECONDS);
      looks += 1;
      try {
        return await deps.look(wanted, signal);
      } finally {
        looks -= 1;
      }
    },

    async create({ id: projectId }, given) {
      const url = allowed(given.url);
      if (given.gate) await assertGolden(store, projectId);
      const [id, secret, at] = [newId('repo'), newSecret(), now()];
      const { token = null, forge = null, refresh_hours = 1 } = given;
      const row = {
        id,
        projectId,
        url,
        branch: given.branch ?? null,
        folder: folderOf(given.folder ?? ''),
        include: given.include ?? [],
        exclude: given.exclude ?? [],
        baseUrl: given.base_url ?? null,
        site: given.site ?? null,
        forge: forge ?? deps.forgeOf(url),
        prefix: await freePrefix(store, projectId, url),
        token: token === null ? null : sealText(token, seal(id, 'token')),
        secret: sealText(secret, seal(id, 'secret')),
        gate: given.gate ?? false,
        refreshHours: refresh_hours,
        dueAt: at,
        createdAt: at,
        updatedAt: at,
      };
      const created = await repositories.create(row, MAX_REPOSITORIES);
      notify();
      return { row: created, secret };
    },

    async update(projectId, id, given) {
      if (given.gate) await assertGolden(store, projectId);
      const { base_url, refresh_hours, token, folder, ...same } = given;
      const changes: RepositoryChanges = {
        ...same,
        ...(folder !== undefined && { folder: folderOf(folder) }),
        ...(base_url !== undefined && { baseUrl: base_url }),
        ...(refresh_hours !== undefined && { refreshHours: refresh_hours }),
        ...(token !== undefined && { token: token === null ? null : sealText(token, seal(id, 'token')) }),
      };
      found(await repositories.update(projectId, id, changes, now()));
      const row = found(await repositories.queue(projectId, id, now()));
      notify();
      return row;
    },

    async rotate(projectId, id) {
      const secret = newSecret();
      const changes = { secret: sealText(secret, seal(id, 'secret')) };
      return { row: found(await repositories.update(projectId, id, changes, now())), secret };
    },

    async sync(projectId, id) {
      const row = found(await repositories.queue(projectId, id, now()));
      notify();
      return row;
    },

    async delete(projectId, id) {
      if (!(await repositories.delete(projectId, id))) throw errors.notFound();
      await store.sources.delete(projectId, id);
    },

    async push(projectId, id, message) {
      const row = await repositories.byId(projectId, id);
      const secret = row && openText(row.secret, seal(id, 'secret'));
      const digest = secret && verifyPush(message, secret, now());
      const outcome = digest && (await repositories.push(projectId, id, digest, now()));
      if (!outcome) throw errors.pushNotSigned();
      if (outcome === 'seen') throw errors.pushSeen();
      notify();
    },
  };
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw errors.notFound();
  return row;
}

const folderOf = (text: string) => withoutEnds(text.replace(/^\/+/, ''), /\//);

async function assertGolden({ goldenQuestions }: RepositoryDeps['store'], projectId: string): Promise<void> {
  if ((await goldenQuestions.list(projectId, { limit: 1, offset: 0 })).total === 0) throw errors.noGoldenQuestions();
}

/** The name of the repository, which no other repository of the project has, and a slash. */
async function freePrefix({ repositories }: RepositoryDeps['store'], projectId: string, url: string): Promise<string> {
  const { rows } = await repositories.listByProject(projectId, { limit: MAX_REPOSITORIES, offset: 0 });
  const taken = new Set(rows.map(({ prefix }) => prefix));
  const path = decodeSafely(new URL(url).pathname.slice(1)).replace(/\.git$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (let number = 1; ; number += 1) {
    const prefix = `${name}${number === 1 ? '' : `-${number}`}/`;
    if (!taken.has(prefix)) return prefix;
  }
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
