import { text as readAll } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type {
  CreateRepositoryRequest,
  Deleted,
  List,
  Repository,
  RepositoryRead,
  RepositoryWithSecret,
} from '@footnote/sdk/contract';
import type { Command } from './command.ts';
import { connectionOf, createProjectApi, type ProjectApi } from './project-api.ts';

/** The most that a list has in one answer; a project has fewer repositories. */
const PAGE = 100;
const POLL_MS = 1_000;

const OPTIONS = {
  project: { type: 'string' },
  server: { type: 'string' },
  branch: { type: 'string' },
  folder: { type: 'string' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'base-url': { type: 'string' },
  site: { type: 'string' },
  gate: { type: 'boolean' },
  'token-stdin': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
type Action = (command: Command, api: ProjectApi, given: { ids: string[]; values: Values }) => Promise<void>;

/** Each action, with how many arguments it takes. Only `add` has options of its own. */
const ACTIONS: Record<string, { takes: number; run: Action }> = {
  list: { takes: 0, run: list },
  add: { takes: 1, run: add },
  sync: { takes: 1, run: sync },
  remove: { takes: 1, run: remove },
};

const parse = (words: string[]) => parseArgs({ args: words, allowPositionals: true, options: OPTIONS });

/**
 * `footnote repositories list | add URL … | sync ID | remove ID`: the git repositories of a project, through the API of a server. The
 * exit code is 1 if a repository was not read, or its commit was taken back.
 */
export async function repositories(command: Command): Promise<boolean> {
  const { env, say, signal } = command;
  const { values, positionals } = parse(command.words);
  const [name = '', ...ids] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action || ids.length !== action.takes) return false;
  const own = Object.keys(values).filter((option) => option !== 'project' && option !== 'server');
  if (name !== 'add' && own.length > 0) return false;
  const api = createProjectApi(connectionOf(values, env, 'ingest and read', signal), say);
  await action.run(command, api, { ids, values });
  return true;
}

async function list({ say }: Command, { call }: ProjectApi): Promise<void> {
  const { items } = await call<List<Repository>>('GET', `/repositories?limit=${PAGE}`);
  if (items.length === 0) say('The project has no repositories. Add one with footnote repositories add URL.');
  for (const { id, url, branch, folder, state, head, last_read } of items) {
    say(`${id}  ${url}  ${[branch, folder].filter(Boolean).join(' ') || 'all'}  (${state})`);
    if (head) say(`  ${printable(`${head.id.slice(0, 10)}, ${head.authored_at}, ${head.author}: ${head.subject}`)}`);
    if (last_read && last_read.outcome !== 'completed') say(`  ${printable(sentenceOf(last_read))}`);
  }
}

async function add({ say }: Command, { call }: ProjectApi, { ids: [url = ''], values }: Parameters<Action>[2]) {
  const { branch, folder, include, exclude, site, gate } = values;
  // Not as an option: every user of the machine can see the words of a command.
  const token = values['token-stdin'] ? (await readAll(process.stdin)).trim() : undefined;
  const body = {
    url,
    ...(branch !== undefined && { branch }),
    ...(folder !== undefined && { folder }),
    ...(include && { include }),
    ...(exclude && { exclude }),
    ...(values['base-url'] !== undefined && { base_url: values['base-url'] }),
    ...(site !== undefined && { site: site as NonNullable<CreateRepositoryRequest['site']> }),
    ...(gate !== undefined && { gate }),
    ...(token !== undefined && { token }),
  } satisfies CreateRepositoryRequest;
  const made = await call<RepositoryWithSecret>('POST', '/repositories', body, { once: true });
  say(`${made.id}  ${made.url}`);
  say('It is being read. footnote repositories list shows what became of it.');
  say(`For the webhook of its forge: ${made.push_url}`);
  say(`Its secret, which is shown only now: ${made.push_secret}`);
}

async function sync({ say, signal }: Command, { call }: ProjectApi, { ids }: Parameters<Action>[2]): Promise<void> {
  let row = await call<Repository>('POST', `${pathOf(ids)}/sync`);
  while (row.state !== 'idle') {
    await sleep(POLL_MS, undefined, { signal });
    row = await call<Repository>('GET', pathOf(ids));
  }
  if (row.last_read === null) return;
  say(printable(sentenceOf(row.last_read)));
  for (const { path, error } of row.last_read.failed) say(`Not read: ${printable(`${path}: ${error.message}`)}`);
  if (row.last_read.outcome !== 'completed' || row.last_read.failed.length > 0) process.exitCode = 1;
}

async function remove({ say }: Command, { call }: ProjectApi, { ids }: Parameters<Action>[2]): Promise<void> {
  const { id } = await call<Deleted>('DELETE', pathOf(ids), undefined, { once: true });
  say(`${id} is removed, with its sources.`);
}

function sentenceOf({ outcome, commit, error, broken, ...counts }: RepositoryRead): string {
  if (outcome === 'failed') return `The repository was not read: ${error?.message ?? ''}`;
  const name = commit?.id.slice(0, 10) ?? '';
  if (outcome === 'taken_back') return `${name} was taken back, as it broke golden questions: ${broken.join(' ')}`;
  const { added, changed, renamed, removed, unchanged } = counts;
  return `${name}: ${added} new, ${changed} changed, ${renamed} renamed, ${removed} removed, ${unchanged} unchanged.`;
}

const pathOf = ([id = '']: string[]) => `/repositories/${encodeURIComponent(id)}`;

/** Authors may write anything, also what moves the cursor of a terminal. */
const printable = (text: string) => text.replace(/\p{Cc}+/gu, ' ');
