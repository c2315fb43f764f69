import git, { type HttpClient, type ServerRef } from 'isomorphic-git';
import { repositoryFailures } from './failures.ts';
import type { Branches, Commit, FromGitProcess, LeftOutFiles, ReadRequest, ToGitProcess } from './git-messages.ts';
import { listFiles } from './list-files.ts';
import { createMemoryFiles } from './memory-files.ts';
import { hasIncludes, isWanted } from './wanted-files.ts';

/** The messages between this process and the server. */
interface Channel {
  send(message: FromGitProcess): Promise<void>;
  next(): Promise<ToGitProcess>;
}

/** The address is the server's matter; isomorphic-git wants one. */
const URL_HERE = 'https://repository.invalid/r';
const GIT_FOLDER = '/r';
const HEADS = 'refs/heads/';
const LFS = 'version https://git-lfs.github.com/spec/';
const SUBJECT_LENGTH = 200;
const MAX_BRANCHES = 1_000;
/** How many commits before the last one are looked at for an earlier one. */
const EARLIER = 50;

/** Reads one commit of a branch and hands its files over: the last one without its history, or an earlier one. */
export async function readBranch(request: ReadRequest, channel: Channel): Promise<void> {
  const http = httpOver(channel);
  const branches = branchesOf(await git.listServerRefs({ http, url: URL_HERE, protocolVersion: 1, symrefs: true }));
  const branch = request.branch ?? branches.list.first ?? 'HEAD';
  const tip = branches.tips.get(branch);
  if (branches.tips.size === 0) throw repositoryFailures.empty();
  if (tip === undefined) throw repositoryFailures.branchNotFound(branch);
  await channel.send({ type: 'branches', branches: branches.list, branch });
  const leftOut: LeftOutFiles = { links: 0, submodules: 0, lfs: 0, tooLarge: 0, names: 0 };
  if (tip === request.known) return channel.send({ type: 'done', changed: false, leftOut });

  const fs = createMemoryFiles();
  const at = { fs, gitdir: GIT_FOLDER };
  const cache = {};
  await git.init({ ...at, bare: true });
  await git.addRemote({ ...at, remote: 'origin', url: URL_HERE });
  const fetched = await git.fetch({
    ...at,
    cache,
    http,
    url: URL_HERE,
    ref: HEADS + branch,
    remoteRef: HEADS + branch,
    singleBranch: true,
    depth: request.commit === undefined ? 1 : EARLIER,
    tags: false,
  });
  const oid = request.commit ?? fetched.fetchHead ?? tip;
  const commit = await git.readCommit({ ...at, cache, oid }).catch((error) => {
    throw request.commit === undefined ? error : repositoryFailures.commitNotFound();
  });
  await channel.send({ type: 'commit', commit: toCommit(oid, commit.commit) });
  const reader = {
    tree: async (id: string) => (await git.readTree({ ...at, cache, oid: id })).tree,
    blob: async (id: string) => (await git.readBlob({ ...at, cache, oid: id })).blob,
  };
  const files = await listFiles(reader.tree, commit.commit.tree, request, leftOut);
  const includes = files.some(({ path }) => hasIncludes(path));
  await sendFiles(
    files.filter(({ path }) => isWanted(path, request.folder, { includes })),
    reader.blob,
    { request, channel, leftOut },
  );
  await channel.send({ type: 'done', changed: true, leftOut });
}

async function sendFiles(
  files: { path: string; oid: string }[],
  read: (oid: string) => Promise<Uint8Array>,
  { request: { limits }, channel, leftOut }: { request: ReadRequest; channel: Channel; leftOut: LeftOutFiles },
): Promise<void> {
  if (files.length > limits.files) throw repositoryFailures.tooLarge(`${limits.files} files that are to be read`);
  let total = 0;
  for (const { path, oid } of files) {
    const bytes = await read(oid);
    if (bytes.length > limits.file) leftOut.tooLarge += 1;
    else if (isLfsPointer(bytes)) leftOut.lfs += 1;
    else {
      total += bytes.length;
      if (total > limits.total)
        throw repositoryFailures.tooLarge(`${Math.floor(limits.total / 1024 / 1024)} MB of files that are to be read`);
      await channel.send({ type: 'file', path, bytes });
      await channel.next();
    }
  }
}

const isLfsPointer = (bytes: Uint8Array) =>
  bytes.length < 1_024 && Buffer.from(bytes.subarray(0, LFS.length)).toString('latin1') === LFS;

interface KnownBranches {
  list: Branches;
  /** The commit of each. */
  tips: Map<string, string>;
}

function branchesOf(refs: ServerRef[]): KnownBranches {
  const tips = new Map<string, string>();
  let first: string | null = null;
  for (const { ref, oid, target } of refs) {
    if (ref.startsWith(HEADS)) tips.set(ref.slice(HEADS.length), oid);
    else if (ref === 'HEAD' && target?.startsWith(HEADS)) first = target.slice(HEADS.length);
  }
  return {
    list: { names: [...tips.keys()].slice(0, MAX_BRANCHES), first: first !== null && tips.has(first) ? first : null },
    tips,
  };
}

function toCommit(
  id: string,
  { author, message }: { author: { name: string; timestamp: number }; message: string },
): Commit {
  const [subject = ''] = message.split('\n', 1);
  return {
    id,
    author: author.name.slice(0, SUBJECT_LENGTH).toWellFormed(),
    authoredAt: author.timestamp * 1_000,
    subject: subject.slice(0, SUBJECT_LENGTH).toWellFormed(),
  };
}

/** What isomorphic-git sends and receives, through the server: addresses and headers of its own are left aside. */
function httpOver({ send, next }: Channel): HttpClient {
  return {
    async request({ url, body }) {
      const path = url.endsWith('/git-upload-pack') ? 'git-upload-pack' : 'info/refs';
      await send({ type: 'request', path, body: body ? await collected(body) : null });
      const answer = await next();
      if (answer.type !== 'answer') throw repositoryFailures.unreadable();
      return {
        url,
        statusCode: 200,
        statusMessage: 'OK',
        headers: { 'content-type': answer.contentType },
        body: bytesOf(next),
      };
    },
  };
}

async function* bytesOf(next: Channel['next']): AsyncGenerator<Uint8Array, undefined> {
  for (;;) {
    const message = await next();
    if (message.type !== 'bytes') return undefined;
    yield message.bytes;
  }
}

async function collected(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
